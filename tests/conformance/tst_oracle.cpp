// SPDX-License-Identifier: Apache-2.0
// Whole characters against independent results in double precision: files, clips, times, vertices.
#include <sartor/session/session.h>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <support/compare.h>

#include <cstring>

using namespace sartor;

namespace {

/// Largest distance, as a part of the bounding radius of the frame.
constexpr double kPositionPart = 1e-5;
/// Largest angle between normals.
constexpr double kNormalDegrees = 0.1;

glm::dvec3 toVector(const QJsonArray& array) {
    return glm::dvec3(array[0].toDouble(), array[1].toDouble(), array[2].toDouble());
}

/// The rows of one record; empty when the file is too short.
std::vector<double> rowsAt(const QByteArray& bytes, qsizetype offset, std::size_t count) {
    std::vector<double> rows(count);
    const auto size = static_cast<qsizetype>(count * sizeof(double));
    if (offset < 0 || offset + size > bytes.size()) {
        return {};
    }
    std::memcpy(rows.data(), bytes.constData() + offset, static_cast<std::size_t>(size));
    return rows;
}

double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

/// What a float can hold at this distance from the origin, twice over: below it there is nothing to
/// compare, as for a mesh of one vertex, which has no radius.
double smallestStep(const glm::dvec3& position) {
    return 2.0 * glm::length(position) * std::numeric_limits<float>::epsilon();
}

/// The worst of all records of one character.
struct Worst {
    double part = 0.0;
    double degrees = 0.0;
    std::size_t vertexCount = 0;
    QString place;
};

class Comparison {
public:
    Comparison(session::Session& session, QJsonObject dump, QByteArray numbers, QString mode)
        : session_(session)
        , dump_(std::move(dump))
        , numbers_(std::move(numbers))
        , mode_(std::move(mode)) {}

    /// An empty text, or what went wrong.
    QString run(Worst& worst);

private:
    QString compareRecord(const QJsonObject& record, Worst& worst);
    std::optional<std::size_t> findInstance(const QJsonObject& instance) const;

    session::Session& session_;
    QJsonObject dump_;
    QByteArray numbers_;
    QString mode_;
};

QString Comparison::run(Worst& worst) {
    std::optional<std::pair<int, double>> evaluated;
    for (const QJsonValue value : dump_["records"].toArray()) {
        const QJsonObject record = value.toObject();
        if (record["mode"].toString() != mode_) {
            continue;
        }
        const std::pair<int, double> moment(record["clip"].toInt(), record["t"].toDouble());
        if (evaluated != moment) {
            const Status status = session_.setClip(
                moment.first < 0 ? std::nullopt
                                 : std::optional(static_cast<std::uint32_t>(moment.first)));
            if (!status || !session_.evaluate(moment.second)) {
                return "no frame at time " + QString::number(moment.second);
            }
            evaluated = moment;
        }
        if (const QString problem = compareRecord(record, worst); !problem.isEmpty()) {
            return problem;
        }
    }
    return {};
}

std::optional<std::size_t> Comparison::findInstance(const QJsonObject& instance) const {
    const auto& instances = session_.scene().instances;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        if (static_cast<int>(instances[i].fileNode) == instance["node"].toInt() &&
            static_cast<int>(instances[i].fileMesh) == instance["mesh"].toInt() &&
            static_cast<int>(instances[i].filePrimitive) == instance["prim"].toInt()) {
            return i;
        }
    }
    return std::nullopt;
}

QString Comparison::compareRecord(const QJsonObject& record, Worst& worst) {
    const QJsonObject instance =
        dump_["instances"].toArray()[record["instance"].toInt()].toObject();
    const std::optional<std::size_t> index = findInstance(instance);
    if (!index) {
        return "an instance is missing";
    }
    const session::InstanceFrame frame = session_.frame(*index);
    if (static_cast<int>(frame.positions.size()) != instance["vertex_count"].toInt()) {
        return "another number of vertices";
    }
    const QJsonArray fields = record["fields"].toArray();
    const QJsonArray subset = instance["subset"].toArray();
    const auto columns = static_cast<std::size_t>(fields.size()) * 3;
    const std::vector<double> rows = rowsAt(numbers_,
                                            static_cast<qsizetype>(record["offset"].toDouble()),
                                            columns * static_cast<std::size_t>(subset.size()));
    const bool hasNormals = fields.contains(QJsonValue("nrm3"));
    if (rows.empty() || fields[0].toString() != "pos3" ||
        (hasNormals && (fields[1].toString() != "nrm3" || frame.normals.empty()))) {
        return "rows or normals are missing";
    }
    const double radius =
        0.5 * glm::length(toVector(record["max"].toArray()) - toVector(record["min"].toArray()));
    for (qsizetype i = 0; i < subset.size(); ++i) {
        const auto vertex = static_cast<std::size_t>(subset[i].toInt());
        const double* row = rows.data() + static_cast<std::size_t>(i) * columns;
        const glm::dvec3 expected(row[0], row[1], row[2]);
        const double measure = std::max(radius, smallestStep(expected) / kPositionPart);
        const double part = glm::length(glm::dvec3(frame.positions[vertex]) - expected) / measure;
        ++worst.vertexCount;
        if (!(part <= worst.part)) { // also true for NaN
            worst.part = part;
            worst.place = QString("clip %1 at %2, vertex %3")
                              .arg(record["clip"].toInt())
                              .arg(record["t"].toDouble())
                              .arg(vertex);
        }
        // Where the map flattens everything there is no right normal.
        const glm::dvec3 normal = hasNormals ? glm::dvec3(row[3], row[4], row[5]) : glm::dvec3(0.0);
        if (glm::length(normal) > 0.7) {
            const double degrees = degreesBetween(glm::dvec3(frame.normals[vertex]), normal);
            if (!(degrees <= worst.degrees)) {
                worst.degrees = degrees;
            }
        }
    }
    return {};
}

} // namespace

class TstOracle : public QObject {
    Q_OBJECT
private slots:
    void deformedVerticesAgreeWithIndependentResults_data();
    void deformedVerticesAgreeWithIndependentResults();
};

void TstOracle::deformedVerticesAgreeWithIndependentResults_data() {
    QTest::addColumn<QString>("dump");
    QTest::addColumn<QString>("assets");
    QTest::addColumn<QString>("mode");
    const auto addFolder = [](const QString& folder, const QString& assets) {
        for (const QString& name : QDir(folder).entryList({"*.json"})) {
            QTest::newRow(qPrintable(assets + " " + name))
                << folder + "/" + name << assets << "lbs";
            QFile file(folder + "/" + name);
            // Where joints are scaled, programs split the scale off in ways of their own.
            if (!name.contains("nonuniform_scale") && file.open(QIODevice::ReadOnly) &&
                file.readAll().contains("\"dqs\"")) {
                QTest::newRow(qPrintable(assets + " " + name + " dqs"))
                    << folder + "/" + name << assets << "dqs";
            }
        }
    };
    addFolder(SARTOR_TEST_DATA_DIR "/oracle", SARTOR_TEST_DATA_DIR);
    const QString shared = SARTOR_SHARED_DIR;
    if (!shared.isEmpty()) {
        addFolder(shared + "/oracle/dumps", shared + "/assets");
    }
}

void TstOracle::deformedVerticesAgreeWithIndependentResults() {
    QFETCH(QString, dump);
    QFETCH(QString, assets);
    QFETCH(QString, mode);
    QFile file(dump);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject contents = QJsonDocument::fromJson(file.readAll()).object();
    QFile numbers(dump.chopped(5) + ".f64");
    QVERIFY(numbers.open(QIODevice::ReadOnly));

    session::SessionOptions options;
    options.pluginFolders = {SARTOR_PLUGIN_DIR};
    options.chain = mode == "dqs" ? "morph+dqs" : "";
    const auto session =
        session::Session::open((assets + "/" + contents["file"].toString()).toStdString(), options);
    QVERIFY2(session.hasValue(), session ? "" : session.error().message.c_str());
    Worst worst;
    const QString problem = Comparison(**session, contents, numbers.readAll(), mode).run(worst);
    QVERIFY2(problem.isEmpty(), qPrintable(problem));
    QVERIFY(worst.vertexCount > 0);
    QVERIFY2(worst.part <= kPositionPart,
             qPrintable(QString("%1 of the radius at %2").arg(worst.part).arg(worst.place)));
    QCOMPARE_LE(worst.degrees, kNormalDegrees);
}

QTEST_GUILESS_MAIN(TstOracle)
#include "tst_oracle.moc"
