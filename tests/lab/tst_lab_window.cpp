// SPDX-License-Identifier: Apache-2.0
// The window of sartor-lab: sliders move characters, readouts and pictures.
#include "samples/lab/lab_window.h"

#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QImage>
#include <QLabel>
#include <QMouseEvent>
#include <QPushButton>
#include <QSlider>
#include <QTableWidget>
#include <QtTest>

#include <support/gpu_main.h>
#include <support/picture_difference.h>
#include <support/verify_ok.h>

using namespace sartor;
using namespace sartor::lab;
using test::differenceOf;

namespace {

LabOptions optionsFor(std::string_view sample) {
    LabOptions options;
    options.sample = *findSample(sample);
    options.experiment.pluginFolders = {SARTOR_PLUGIN_DIR};
    return options;
}

/// A window of its own.
struct Shown {
    explicit Shown(gpu::Device* device, std::string_view sample = "twist_tube") : window(device) {
        window.resize(1000, 760);
        const Status status = window.start(optionsFor(sample));
        if (!status) {
            qFatal("%s", status.error().message.c_str());
        }
        window.show();
        if (!QTest::qWaitForWindowExposed(&window)) {
            qFatal("the window is not shown");
        }
    }

    template <class Widget>
    Widget* find(const char* name) const {
        return window.findChild<Widget*>(QLatin1String(name));
    }
    QString cell(int row, int column) const {
        return find<QTableWidget>("readouts")->item(row, column)->text();
    }
    QImage picture() { return find<QWidget>("columns")->grab().toImage(); }
    void drag(QPoint way) {
        auto* columns = find<QWidget>("columns");
        const QPoint middle = columns->rect().center();
        QTest::mousePress(columns, Qt::LeftButton, Qt::NoModifier, middle);
        QMouseEvent move(QEvent::MouseMove,
                         middle + way,
                         columns->mapToGlobal(middle + way),
                         Qt::LeftButton,
                         Qt::LeftButton,
                         Qt::NoModifier);
        QApplication::sendEvent(columns, &move);
        QTest::mouseRelease(columns, Qt::LeftButton, Qt::NoModifier, middle + way);
    }

    LabWindow window;
};

} // namespace

class TstLabWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void showsEverySample_data();
    void showsEverySample();
    void aSliderMovesReadoutAndPicture();
    void aValueCanBeTyped();
    void choosesChainsBackendAndSample();
    void goesBackToTheStart();
    void draggingTurnsAllCharacters();
    void saysThatThereIsNoPictureWithoutADevice();

private:
    std::unique_ptr<gpu::Device> device_;
};

void TstLabWindow::initTestCase() {
    auto device = test::createTestDevice();
    SARTOR_VERIFY_OK(device);
    device_ = *std::move(device);
}

void TstLabWindow::cleanupTestCase() {
    test::expectNoValidationMessages(*device_);
    device_.reset();
}

void TstLabWindow::showsEverySample_data() {
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < samples().size(); ++i) {
        QTest::newRow(samples()[i].id.c_str()) << static_cast<int>(i);
    }
}

void TstLabWindow::showsEverySample() {
    QFETCH(int, index);
    Shown shown(device_.get());
    auto* chooser = shown.find<QComboBox>("sampleChooser");
    chooser->setCurrentIndex(index);
    Q_EMIT chooser->activated(index);
    const Sample& sample = samples()[static_cast<std::size_t>(index)];
    QVERIFY2(shown.window.problem().isEmpty(), qPrintable(shown.window.problem()));
    QCOMPARE(&shown.window.experiment()->sample(), &sample);
    QCOMPARE(shown.find<QLabel>("lesson")->text().toStdString(), sample.lesson);
    QVERIFY(shown.find<QTableWidget>("readouts")->rowCount() >=
            static_cast<int>(sample.columns.size()));
    // Where nothing is drawn, nothing turns with the camera.
    const QImage before = shown.picture();
    shown.drag(QPoint(60, 20));
    QCOMPARE_GT(differenceOf(before, shown.picture()), 3000);
}

void TstLabWindow::aSliderMovesReadoutAndPicture() {
    Shown shown(device_.get());
    auto* slider = shown.find<QSlider>("slider_twist");
    QCOMPARE(shown.cell(0, 2), QStringLiteral("0.087156"));
    const QImage before = shown.picture();
    slider->setValue(slider->maximum() / 2);
    QCOMPARE(shown.find<QDoubleSpinBox>("value_twist")->value(), 90.0);
    QCOMPARE(shown.cell(0, 2), QStringLiteral("0.707107"));
    QCOMPARE(shown.cell(0, 3), QStringLiteral("0.707107"));
    QCOMPARE_GT(differenceOf(before, shown.picture()), 2000);
}

void TstLabWindow::aValueCanBeTyped() {
    Shown shown(device_.get());
    shown.find<QDoubleSpinBox>("value_twist")->setValue(120.5);
    QCOMPARE(shown.window.experiment()->settings()["twist"], 120.5);
    QCOMPARE(shown.find<QSlider>("slider_twist")->value(), 669);
    // Twist joints are other characters.
    const QImage before = shown.picture();
    shown.find<QSlider>("slider_twist_joints")->setValue(2);
    QCOMPARE(shown.window.experiment()->settings()["twist_joints"], 2.0);
    QVERIFY(shown.window.experiment()->agrees());
    QCOMPARE_GT(differenceOf(before, shown.picture()), 500);
}

void TstLabWindow::choosesChainsBackendAndSample() {
    Shown shown(device_.get(), "morph_order");
    const QString linear = shown.cell(0, 2);
    shown.find<QDoubleSpinBox>("value_weight")->setValue(0.5);
    const QString blended = shown.cell(0, 2);
    QVERIFY(linear != blended);
    shown.find<QComboBox>("choice_skin")->setCurrentIndex(1);
    const QString turned = shown.cell(0, 2);
    QVERIFY(turned != blended);
    QCOMPARE(shown.window.experiment()->trial(0).session.options().chain, std::string("morph+dqs"));
    auto* backend = shown.find<QComboBox>("backendChooser");
    backend->setCurrentIndex(1);
    Q_EMIT backend->activated(1);
    QVERIFY2(shown.window.problem().isEmpty(), qPrintable(shown.window.problem()));
    QVERIFY(shown.window.experiment()->backend() == session::Backend::Vulkan);
    QCOMPARE(shown.cell(0, 2), turned);
    QVERIFY(shown.window.experiment()->agrees());
    Q_EMIT backend->activated(2);
    QVERIFY2(shown.window.problem().isEmpty(), qPrintable(shown.window.problem()));
    QVERIFY(shown.window.experiment()->backend() == session::Backend::Vertex);
    QCOMPARE(backend->currentText(), QStringLiteral("vertex"));
    QCOMPARE(shown.cell(0, 2), turned);
}

void TstLabWindow::goesBackToTheStart() {
    Shown shown(device_.get());
    shown.find<QDoubleSpinBox>("value_twist")->setValue(10.0);
    shown.find<QPushButton>("reset")->click();
    QCOMPARE(shown.window.experiment()->settings()["twist"], 170.0);
    QCOMPARE(shown.find<QDoubleSpinBox>("value_twist")->value(), 170.0);
    QCOMPARE(shown.cell(0, 2), QStringLiteral("0.087156"));
}

void TstLabWindow::draggingTurnsAllCharacters() {
    Shown shown(device_.get());
    const QImage before = shown.picture();
    shown.drag(QPoint(80, 0));
    const QImage turned = shown.picture();
    QCOMPARE_GT(differenceOf(before, turned), 2000);
    auto* columns = shown.find<QWidget>("columns");
    QTest::mouseDClick(columns, Qt::LeftButton, Qt::NoModifier, columns->rect().center());
    QCOMPARE(differenceOf(before, shown.picture()), 0);
}

void TstLabWindow::saysThatThereIsNoPictureWithoutADevice() {
    Shown shown(nullptr);
    const QImage before = shown.picture();
    shown.drag(QPoint(60, 20));
    QCOMPARE(differenceOf(before, shown.picture()), 0);
    // The numbers are there all the same.
    QCOMPARE(shown.cell(0, 2), QStringLiteral("0.087156"));
}

int main(int argumentCount, char** arguments) {
    return test::runGpuTest<TstLabWindow, QApplication>(argumentCount, arguments);
}
#include "tst_lab_window.moc"
