// SPDX-License-Identifier: Apache-2.0
// The JSON writer against Qt's reader, and its exact form.
#include <sartor/io/json_writer.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <support/compare.h>

#include <limits>

class TstJsonWriter : public QObject {
    Q_OBJECT
private slots:
    void writesTheExactForm();
    void readsBackWhatWasWritten();
    void nonfiniteNumbersBecomeNullAndAreCounted();
    void stringsAreEscapedAndValid();
    void transformsHaveTheirDocumentedForm();
};

void TstJsonWriter::writesTheExactForm() {
    sartor::io::JsonWriter json;
    json.beginObject().member("z", 1).member("a", 0.1f).key("list").beginArray();
    json.value("x").value(glm::vec3(1.0f, 2.5f, -3.0f)).endArray();
    json.key("none").beginArray().endArray();
    json.key("flat").beginInlineObject().member("yes", true).key("in").beginArray();
    json.value(std::uint64_t{18446744073709551615u}).value(-1).endArray().endObject();
    json.key("given").json("{\"a\":[1]}").endObject();
    QCOMPARE(
        QString::fromStdString(json.take()),
        QString("{\n  \"z\": 1,\n  \"a\": 0.1,\n  \"list\": [\n    \"x\",\n    [1,2.5,-3]\n  "
                "],\n  \"none\": [],\n  \"flat\": "
                "{\"yes\":true,\"in\":[18446744073709551615,-1]},\n  \"given\": {\"a\":[1]}\n}\n"));
}

void TstJsonWriter::readsBackWhatWasWritten() {
    sartor::test::Random random(7);
    std::vector<float> numbers;
    for (int i = 0; i < 500; ++i) {
        numbers.push_back(random.uniform(-1e6f, 1e6f) * random.uniform(0.0f, 1e-6f));
    }
    sartor::io::JsonWriter json;
    json.beginObject().member("numbers", numbers).endObject();
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(json.take()));
    const QJsonArray read = document.object()["numbers"].toArray();
    QCOMPARE(read.size(), 500);
    for (qsizetype i = 0; i < read.size(); ++i) {
        QVERIFY(static_cast<float>(read[i].toDouble()) == numbers[static_cast<std::size_t>(i)]);
    }
}

void TstJsonWriter::nonfiniteNumbersBecomeNullAndAreCounted() {
    sartor::io::JsonWriter json;
    json.beginInlineArray();
    json.value(std::numeric_limits<float>::quiet_NaN());
    json.value(-std::numeric_limits<double>::infinity());
    json.value(glm::vec3(0.0f, std::numeric_limits<float>::infinity(), 1.0f));
    json.endArray();
    QCOMPARE(json.nonfiniteCount(), 3u);
    QCOMPARE(QString::fromStdString(json.take()), QString("[null,null,[0,null,1]]\n"));
}

void TstJsonWriter::stringsAreEscapedAndValid() {
    constexpr std::string_view kName(
        "quote\" back\\ line\n tab\t bell\x07 zero\0 latin\xFC \xF0\x9F\xA6\xB4", 47);
    const std::string name(kName);
    sartor::io::JsonWriter json;
    json.beginObject().member(name, name).endObject();
    QJsonParseError error;
    const QJsonObject object =
        QJsonDocument::fromJson(QByteArray::fromStdString(json.take()), &error).object();
    QCOMPARE(error.error, QJsonParseError::NoError);
    const QString expected = QString::fromUtf8("quote\" back\\ line\n tab\t bell\x07 zero") +
                             QChar(0) + QString::fromUtf8(" latin\uFFFD \xF0\x9F\xA6\xB4");
    QCOMPARE(object.keys(), QStringList(expected));
    QCOMPARE(object[expected].toString(), expected);
}

void TstJsonWriter::transformsHaveTheirDocumentedForm() {
    sartor::math::Affine affine;
    affine.linear[1] = glm::vec3(4.0f, 5.0f, 6.0f); // second column
    affine.translation = glm::vec3(7.0f, 8.0f, 9.0f);
    sartor::io::JsonWriter json;
    json.beginInlineArray().value(glm::quat(1.0f, 2.0f, 3.0f, 4.0f)).value(affine).endArray();
    QCOMPARE(QString::fromStdString(json.take()),
             QString("[[2,3,4,1],[[1,4,0,7],[0,5,0,8],[0,6,1,9],[0,0,0,1]]]\n"));
}

QTEST_GUILESS_MAIN(TstJsonWriter)
#include "tst_json_writer.moc"
