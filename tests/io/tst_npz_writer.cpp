// SPDX-License-Identifier: Apache-2.0
// NPY and NPZ files, read again by a reader of the formats, and by Python where it is there.
#include <sartor/io/npz_writer.h>

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtEndian>
#include <QtTest>

#include <support/compare.h>

#include <cstring>

using sartor::io::NpyArray;

namespace {

template <class T>
T numberAt(const QByteArray& bytes, qsizetype offset) {
    return qFromLittleEndian<T>(bytes.constData() + offset);
}

QByteArray toQt(const std::vector<std::byte>& bytes) {
    return QByteArray(reinterpret_cast<const char*>(bytes.data()),
                      static_cast<qsizetype>(bytes.size()));
}

/// CRC-32 bit by bit, as the definition has it.
quint32 crcOf(const QByteArray& bytes) {
    quint32 value = 0xFFFFFFFFu;
    for (const char byte : bytes) {
        value ^= static_cast<quint8>(byte);
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 1) != 0 ? (value >> 1) ^ 0xEDB88320u : value >> 1;
        }
    }
    return ~value;
}

/// Members by way of the directory at the end, each checked against its local header and checksum.
QList<std::pair<QString, QByteArray>> unzip(const QByteArray& archive) {
    QList<std::pair<QString, QByteArray>> members;
    const qsizetype end = archive.size() - 22;
    if (numberAt<quint32>(archive, end) != 0x06054B50u) {
        return {};
    }
    qsizetype entry = numberAt<quint32>(archive, end + 16);
    for (int i = 0; i < numberAt<quint16>(archive, end + 10); ++i) {
        const qsizetype nameLength = numberAt<quint16>(archive, entry + 28);
        const QByteArray name = archive.mid(entry + 46, nameLength);
        const qsizetype size = numberAt<quint32>(archive, entry + 20);
        const qsizetype local = numberAt<quint32>(archive, entry + 42);
        const QByteArray content = archive.mid(local + 30 + nameLength, size);
        if (numberAt<quint32>(archive, entry) != 0x02014B50u ||
            numberAt<quint32>(archive, local) != 0x04034B50u ||
            archive.mid(local + 4, 26) != archive.mid(entry + 6, 26) ||
            archive.mid(local + 30, nameLength) != name ||
            numberAt<quint32>(archive, entry + 16) != crcOf(content)) {
            return {};
        }
        members.emplace_back(QString::fromUtf8(name), content);
        entry += 46 + nameLength;
    }
    return entry == end ? members : QList<std::pair<QString, QByteArray>>();
}

/// The dictionary of a .npy file and its data; empty data when the frame is wrong.
std::pair<QByteArray, QByteArray> readNpy(const QByteArray& file) {
    if (!file.startsWith(QByteArray("\x93NUMPY\x01\x00", 8))) {
        return {};
    }
    const qsizetype length = numberAt<quint16>(file, 8);
    if ((10 + length) % 64 != 0 || file[10 + length - 1] != '\n') {
        return {};
    }
    return {file.mid(10, length).trimmed(), file.mid(10 + length)};
}

std::vector<float> randomFloats(std::size_t count) {
    sartor::test::Random random(11);
    std::vector<float> floats;
    for (std::size_t i = 0; i < count; ++i) {
        floats.push_back(random.uniform(-100.0f, 100.0f));
    }
    return floats;
}

} // namespace

class TstNpzWriter : public QObject {
    Q_OBJECT
private slots:
    void rejectsInvalidInput();
    void arraysComeBackTheSame();
    void theTimeOfWritingIsNotStored();
    void pythonReadsTheArchive();
};

void TstNpzWriter::rejectsInvalidInput() {
    const std::vector<float> floats(5);
    const NpyArray odd{"odd", {2, 3}, std::span<const float>(floats)};
    QCOMPARE(sartor::io::npyBytes(odd).error().code, std::string("output.shape"));
    QCOMPARE(QString::fromStdString(sartor::io::npyBytes(odd).error().message),
             QString("array 'odd': 5 values do not fill the shape (2, 3, )"));
    const NpyArray good{"good", {5}, std::span<const float>(floats)};
    const std::vector<NpyArray> twice = {good, good};
    QCOMPARE(sartor::io::npzBytes(twice).error().code, std::string("output.duplicate_name"));
}

void TstNpzWriter::arraysComeBackTheSame() {
    const std::vector<float> floats = randomFloats(3 * 101);
    const std::vector<std::uint32_t> indices = {4, 0xFFFFFFFFu, 0};
    const std::vector<NpyArray> arrays = {
        {"positions", {101, 3}, std::span<const float>(floats)},
        {"triangles \u00FC", {1, 3}, std::span<const std::uint32_t>(indices)},
        {"empty", {0, 3}, std::span<const float>()}};
    const auto members = unzip(toQt(*sartor::io::npzBytes(arrays)));
    QCOMPARE(members.size(), 3);
    QCOMPARE(members[0].first, QString("positions.npy"));
    QCOMPARE(members[1].first, QString::fromUtf8("triangles \u00FC.npy"));
    const auto [header, data] = readNpy(members[0].second);
    QCOMPARE(header, QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (101, 3, ), }"));
    QCOMPARE(data.size(), static_cast<qsizetype>(floats.size() * sizeof(float)));
    QVERIFY(std::memcmp(data.constData(), floats.data(), floats.size() * sizeof(float)) == 0);
    const auto [indexHeader, indexData] = readNpy(members[1].second);
    QCOMPARE(indexHeader,
             QByteArray("{'descr': '<u4', 'fortran_order': False, 'shape': (1, 3, ), }"));
    QVERIFY(std::memcmp(indexData.constData(), indices.data(), 12) == 0);
    QVERIFY(readNpy(members[2].second).first.contains("(0, 3, )"));
}

void TstNpzWriter::theTimeOfWritingIsNotStored() {
    const std::vector<float> floats = randomFloats(12);
    const NpyArray array{"a", {12}, std::span<const float>(floats)};
    const QByteArray archive = toQt(*sartor::io::npzBytes(std::span(&array, 1)));
    QCOMPARE(numberAt<quint16>(archive, 10), quint16{0});                         // midnight
    QCOMPARE(numberAt<quint16>(archive, 12), static_cast<quint16>((1 << 5) | 1)); // 1980-01-01
}

void TstNpzWriter::pythonReadsTheArchive() {
    const QString python = QStandardPaths::findExecutable("python3");
    if (python.isEmpty()) {
        return; // the checks above do not need it
    }
    const std::vector<float> floats = randomFloats(6);
    const NpyArray array{"positions", {2, 3}, std::span<const float>(floats)};
    QTemporaryDir folder;
    QFile file(folder.filePath("a.npz"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(toQt(*sartor::io::npzBytes(std::span(&array, 1))));
    file.close();
    QProcess process;
    process.start(python,
                  {"-c",
                   "import sys, zipfile, struct\n"
                   "z = zipfile.ZipFile(sys.argv[1])\n"
                   "assert z.testzip() is None\n"
                   "print(*struct.unpack('<6f', z.read('positions.npy')[-24:]), sep=' ')",
                   file.fileName()});
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    const QList<QByteArray> words = process.readAllStandardOutput().trimmed().split(' ');
    QCOMPARE(words.size(), 6);
    for (qsizetype i = 0; i < 6; ++i) {
        QVERIFY(static_cast<float>(words[i].toDouble()) == floats[static_cast<std::size_t>(i)]);
    }
}

QTEST_GUILESS_MAIN(TstNpzWriter)
#include "tst_npz_writer.moc"
