// SPDX-License-Identifier: Apache-2.0
// Values of parameters as people write them.
#include <sartor/graph/parameter_text.h>

#include <QtTest>

using namespace sartor;
using namespace sartor::graph;

namespace {

ParameterDefinition parameterOf(ParameterType type) {
    return {.id = "p", .type = type, .minimum = -1.0, .maximum = 2.5};
}

} // namespace

class TstParameterText : public QObject {
    Q_OBJECT

private slots:
    void readsValues_data();
    void readsValues();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
};

void TstParameterText::readsValues_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QVector<double>>("expected"); // time, x, y, z of each
    const auto row = [](ParameterType type, const char* text, const QVector<double>& expected) {
        QTest::newRow(text) << static_cast<int>(type) << QString(text) << expected;
    };
    row(ParameterType::Float, "1.5", {0, 1.5, 0, 0});
    row(ParameterType::Float, "-1", {0, -1, 0, 0});
    row(ParameterType::Float, "0@0,2.5@1.5", {0, 0, 0, 0, 1.5, 2.5, 0, 0});
    row(ParameterType::Bool, "on", {0, 1, 0, 0});
    row(ParameterType::Bool, "true,0@2", {0, 1, 0, 0, 2, 0, 0, 0});
    row(ParameterType::Trigger, "fire@0.5", {0.5, 1, 0, 0});
    row(ParameterType::Vector3, "1:2:3", {0, 1, 2, 3});
    row(ParameterType::Vector3, "1,2,3", {0, 1, 2, 3});
    row(ParameterType::Vector3, "1,2,3@4", {4, 1, 2, 3});
    row(ParameterType::Vector3, "1:2:3,4:5:6@1", {0, 1, 2, 3, 1, 4, 5, 6});
    row(ParameterType::Vector3, "1,2,3,4,5,6@1", {0, 1, 2, 3, 1, 4, 5, 6});
    row(ParameterType::Vector3, "1:2:3@0.5,4,5,6@1", {0.5, 1, 2, 3, 1, 4, 5, 6});
}

void TstParameterText::readsValues() {
    QFETCH(int, type);
    QFETCH(QString, text);
    QFETCH(QVector<double>, expected);
    const auto values =
        parseParameterValues(parameterOf(static_cast<ParameterType>(type)), text.toStdString());
    QVERIFY2(values.hasValue(), values ? "" : values.error().message.c_str());
    QVector<double> actual;
    for (const TimedParameterValue& value : *values) {
        actual << value.time << static_cast<double>(value.value.x)
               << static_cast<double>(value.value.y) << static_cast<double>(value.value.z);
    }
    QCOMPARE(actual, expected);
}

void TstParameterText::refusesWhatIsNone_data() {
    QTest::addColumn<int>("type");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    const auto row = [](ParameterType type, const char* text, const char* expected) {
        QTest::addRow("%d '%s'", static_cast<int>(type), text)
            << static_cast<int>(type) << QString(text) << QString(expected);
    };
    for (const char* text : {"", "fast", "1 ", "nan", "inf", "1e99", "2.51", "-1.1", "1:2:3"}) {
        row(ParameterType::Float, text, "expected a number from -1 to 2.5");
    }
    for (const char* text : {"1@soon", "1@-1", "1@", "1@1@2"}) {
        row(ParameterType::Float, text, "@SECONDS from 0 on");
    }
    row(ParameterType::Float, "1,,2", "'': expected");
    for (const char* text : {"2", "yes", "True"}) {
        row(ParameterType::Bool, text, "expected true or false");
    }
    row(ParameterType::Trigger, "1", "expected fire");
    for (const char* text :
         {"1", "1,2", "1:2", "1:2:3:4", "1,2,3,4", "1:2,3", "1,x,3", "1@1,2,3"}) {
        row(ParameterType::Vector3, text, "expected three numbers as x:y:z");
    }
}

void TstParameterText::refusesWhatIsNone() {
    QFETCH(int, type);
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const auto values =
        parseParameterValues(parameterOf(static_cast<ParameterType>(type)), text.toStdString());
    QVERIFY(!values);
    QCOMPARE(values.error().code, std::string("graph.parameter_text"));
    const QString message = QString::fromStdString(values.error().message);
    QVERIFY2(message.contains(expected) && message.startsWith("parameter 'p'"),
             qPrintable(message));
}

QTEST_APPLESS_MAIN(TstParameterText)
#include "tst_parameter_text.moc"
