// SPDX-License-Identifier: Apache-2.0
// Every glTF file there is, read, written and read again: the same vertices in every bit, the same
// JSON, and no error in the Khronos validator that the input did not have; then the same with
// fixes.
#include <sartor/diagnose/fix_plan.h>
#include <sartor/io/gltf_writer.h>
#include <sartor/session/session.h>

#include <QDir>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QtTest>

#include <nlohmann/json.hpp>

#include <support/gltf_validator.h>

#include <algorithm>
#include <cstring>
#include <map>

using namespace sartor;
using namespace sartor::test;
using Json = nlohmann::ordered_json;

namespace {

// The JSON of a .gltf or .glb.
QByteArray jsonOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    const QByteArray bytes = file.readAll();
    if (!bytes.startsWith("glTF")) {
        return bytes;
    }
    std::uint32_t size = 0;
    std::memcpy(&size, bytes.constData() + 12, sizeof size);
    return bytes.mid(20, static_cast<qsizetype>(size));
}

Json parsed(const QByteArray& text) {
    return Json::parse(text.begin(), text.end(), nullptr, false);
}

// Without what says where data lies: that may change, everything else may not.
Json withoutPlaces(Json json, const Json& in) {
    json.erase("buffers");
    if (json.contains("bufferViews")) {
        auto& views = json["bufferViews"];
        const std::size_t count = in.contains("bufferViews") ? in["bufferViews"].size() : 0;
        while (views.size() > count) {
            views.erase(views.size() - 1);
        }
        if (views.empty()) {
            json.erase("bufferViews");
        }
        for (auto& view : views) {
            view.erase("buffer");
            view.erase("byteOffset");
        }
    }
    if (json.contains("images")) {
        for (auto& image : json["images"]) {
            image.erase("uri");
            image.erase("bufferView");
            image.erase("mimeType");
        }
    }
    return json;
}

using Bits = std::vector<std::uint32_t>;

// All positions, normals and tangents of all clips at their start, middle and end, and at rest.
std::optional<Bits> deformedBits(const QString& path) {
    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    const auto session = session::Session::open(path.toStdString(), options);
    if (!session) {
        return std::nullopt;
    }
    Bits bits;
    const auto append = [&](const auto& values) {
        const auto bytes = std::as_bytes(values);
        const std::size_t start = bits.size();
        bits.resize(start + bytes.size() / 4);
        if (!bytes.empty()) {
            std::memcpy(bits.data() + start, bytes.data(), bytes.size());
        }
    };
    const auto clipCount = static_cast<std::uint32_t>((*session)->scene().clips.size());
    for (std::uint32_t clip = 0; clip <= clipCount; ++clip) {
        const bool isRest = clip == clipCount;
        const double duration =
            isRest ? 0.0 : static_cast<double>((*session)->scene().clips[clip]->duration());
        if (!(*session)->setClip(isRest ? std::nullopt : std::optional(clip))) {
            return std::nullopt;
        }
        for (const double part : {0.0, 0.37, 1.0}) {
            if (!(*session)->evaluate(part * duration)) {
                return std::nullopt;
            }
            for (std::size_t i = 0; i < (*session)->scene().instances.size(); ++i) {
                const session::InstanceFrame frame = (*session)->frame(i);
                append(frame.positions);
                append(frame.normals);
                append(frame.tangents);
            }
        }
    }
    return bits;
}

// The errors that `out` has more often than `in`.
QStringList newErrors(const GltfValidation& in, const GltfValidation& out) {
    std::map<QString, int> known;
    for (const QString& error : in.errors) {
        ++known[error.section(' ', 0, 0)];
    }
    QStringList added;
    for (const QString& error : out.errors) {
        if (--known[error.section(' ', 0, 0)] < 0) {
            added += error;
        }
    }
    return added;
}

} // namespace

class TstGltfRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void keepsVerticesAndJson_data();
    void keepsVerticesAndJson();
    void mendsWhatHasAFix_data();
    void mendsWhatHasAFix();
    void makesNoErrors();

private:
    static void addFiles();

    QTemporaryDir folder_;
    /// Input, and what was written of it.
    std::vector<std::pair<QString, QStringList>> written_;
    int fixedCount_ = 0;
};

// All glTF files that there are for the tests.
void TstGltfRoundTrip::addFiles() {
    QTest::addColumn<QString>("path");
    QStringList folders = {SARTOR_TEST_DATA_DIR, SARTOR_SAMPLES_DIR};
    if (const QString shared = SARTOR_SHARED_DIR; !shared.isEmpty()) {
        folders += {shared + "/assets", shared + "/import-probes"};
    }
    for (const QString& folder : folders) {
        QDirIterator files(folder, {"*.gltf", "*.glb"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            QTest::newRow(qPrintable(path.mid(folder.lastIndexOf('/') + 1))) << path;
        }
    }
}

void TstGltfRoundTrip::keepsVerticesAndJson_data() {
    addFiles();
}

void TstGltfRoundTrip::keepsVerticesAndJson() {
    QFETCH(QString, path);
    const auto scene = import::importFile(path.toStdString());
    Result<io::GltfWriter> writer = io::GltfWriter::open(path.toStdString());
    if (!writer) {
        // Only what the reader refuses, and for the same reason.
        QVERIFY2(!scene, qPrintable(QString::fromStdString(writer.error().message)));
        QCOMPARE(writer.error().code, scene.error().code);
        return;
    }
    if (!scene) {
        return; // refused for its values, which are not looked at to write them back
    }
    const std::optional<Bits> before = deformedBits(path);
    QVERIFY(before.has_value());
    const Json jsonBefore = parsed(jsonOf(path));
    QStringList outputs;
    for (const char* name : {"out.glb", "out.gltf"}) {
        const QString out = folder_.filePath(QString::number(written_.size()) + "/" + name);
        QVERIFY(QDir().mkpath(QFileInfo(out).path()));
        const auto saved = writer->save(out.toStdString());
        QVERIFY2(saved.hasValue(), saved ? "" : saved.error().message.c_str());
        const std::optional<Bits> after = deformedBits(out);
        QVERIFY(after.has_value());
        QVERIFY(*before == *after);
        if (!jsonBefore.is_discarded()) { // text that is not UTF-8 is repaired
            const Json jsonAfter = parsed(jsonOf(out));
            // Numbers in their own form, members in their order.
            QCOMPARE(withoutPlaces(jsonAfter, jsonBefore).dump(),
                     withoutPlaces(jsonBefore, jsonBefore).dump());
        }
        outputs += out;
    }
    written_.emplace_back(path, outputs);
}

void TstGltfRoundTrip::mendsWhatHasAFix_data() {
    addFiles();
}

// All fixes at once; what they mend is not found again.
void TstGltfRoundTrip::mendsWhatHasAFix() {
    QFETCH(QString, path);
    const auto scene = import::importFile(path.toStdString());
    if (!scene) {
        return;
    }
    const auto plan = diagnose::planFixes(*scene);
    QVERIFY(plan.hasValue());
    if (plan->edits.empty()) {
        return;
    }
    Result<io::GltfWriter> writer = io::GltfWriter::open(path.toStdString());
    QVERIFY(writer.hasValue());
    for (const import::FileEdit& edit : plan->edits) {
        const Status status = writer->apply(edit);
        QVERIFY2(status.isOk(), status ? "" : status.error().message.c_str());
    }
    QStringList outputs;
    for (const char* name : {"fixed.glb", "fixed.gltf"}) {
        const QString out = folder_.filePath("fix" + QString::number(written_.size()) + "/" + name);
        QVERIFY(QDir().mkpath(QFileInfo(out).path()));
        const auto saved = writer->save(out.toStdString());
        QVERIFY2(saved.hasValue(), saved ? "" : saved.error().message.c_str());
        const auto after = import::importFile(out.toStdString());
        QVERIFY2(after.hasValue(), after ? "" : after.error().message.c_str());
        for (const diagnose::Diagnostic& left : diagnose::check(*after)) {
            const bool isMended =
                std::any_of(plan->changes.begin(), plan->changes.end(), [&](const auto& change) {
                    return change.rule == left.rule && change.place == left.place;
                });
            QVERIFY2(!isMended, (left.rule + " " + left.place + " " + left.message).c_str());
        }
        outputs += out;
    }
    ++fixedCount_;
    written_.emplace_back(path, outputs);
}

void TstGltfRoundTrip::makesNoErrors() {
    QVERIFY(fixedCount_ > 5);
    QVERIFY(written_.size() > 10);
    QStringList files;
    for (const auto& [in, outputs] : written_) {
        files += in;
        files += outputs;
    }
    const QMap<QString, GltfValidation> results = validateGltf(files);
    int errorsBefore = 0;
    int errorsAfter = 0;
    int worseCount = 0;
    for (const auto& [in, outputs] : written_) {
        for (const QString& out : outputs) {
            QVERIFY(results.contains(in) && results.contains(out));
            errorsBefore += results[in].errorCount;
            errorsAfter += results[out].errorCount;
            for (const QString& error : newErrors(results[in], results[out])) {
                ++worseCount;
                qWarning("%s: %s", qPrintable(in + " as " + out), qPrintable(error));
            }
        }
    }
    qInfo("%zu files written back and %d mended, each as both forms: %d errors before, %d after",
          written_.size() - static_cast<std::size_t>(fixedCount_),
          fixedCount_,
          errorsBefore,
          errorsAfter);
    QCOMPARE(worseCount, 0);
}

SARTOR_NODE_TEST_MAIN(TstGltfRoundTrip)
#include "tst_gltf_round_trip.moc"
