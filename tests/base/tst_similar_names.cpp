// SPDX-License-Identifier: Apache-2.0
// Names that somebody may have meant.
#include <sartor/base/similar_names.h>

#include <QtTest>

using namespace sartor;
using Names = std::vector<std::string>;

class TstSimilarNames : public QObject {
    Q_OBJECT

private slots:
    void findsWhatASlipMakesOfIt_data();
    void findsWhatASlipMakesOfIt();
    void putsTheLikeliestFirstAndStopsAtThree();
    void namesOfAnyLengthAreAnsweredAtOnce();
    void listsAlternatives();
};

void TstSimilarNames::findsWhatASlipMakesOfIt_data() {
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("candidate");
    QTest::addColumn<bool>("isLike");
    QTest::newRow("left out") << "sped"
                              << "speed" << true;
    QTest::newRow("put in") << "speeed"
                            << "speed" << true;
    QTest::newRow("exchanged") << "spead"
                               << "speed" << true;
    QTest::newRow("swapped") << "sepeed"
                             << "speed" << true;
    QTest::newRow("swapped neighbours") << "lopo"
                                        << "loop" << true;
    QTest::newRow("beginning") << "thres"
                               << "threshold" << true;
    QTest::newRow("end") << "pose"
                         << "rest_pose" << true;
    QTest::newRow("hyphens") << "-clip"
                             << "--clip" << true;
    QTest::newRow("another word") << "clip"
                                  << "blend" << false;
    QTest::newRow("too short to begin with") << "th"
                                             << "threshold" << false;
    QTest::newRow("nothing") << ""
                             << "speed" << false;
}

void TstSimilarNames::findsWhatASlipMakesOfIt() {
    QFETCH(QString, word);
    QFETCH(QString, candidate);
    QFETCH(bool, isLike);
    const Names candidates = {candidate.toStdString()};
    QCOMPARE(namesLike(word.toStdString(), candidates), isLike ? candidates : Names{});
}

void TstSimilarNames::putsTheLikeliestFirstAndStopsAtThree() {
    const Names candidates = {"walking", "walks", "walk_left", "walk", "run", "walk_right"};
    QCOMPARE(namesLike("walc", candidates), (Names{"walk"}));
    QCOMPARE(namesLike("walk", candidates), (Names{"walk", "walks", "walking"}));
}

void TstSimilarNames::namesOfAnyLengthAreAnsweredAtOnce() {
    const Names candidates = {std::string(1000000, 'a')};
    QCOMPARE(namesLike(std::string(999999, 'a'), candidates), Names{});
}

void TstSimilarNames::listsAlternatives() {
    QCOMPARE(alternatives(Names{}), std::string());
    QCOMPARE(alternatives(Names{"a"}), std::string("a"));
    QCOMPARE(alternatives(Names{"a", "b"}), std::string("a or b"));
    QCOMPARE(alternatives(Names{"a", "b", "c"}), std::string("a, b or c"));
}

QTEST_APPLESS_MAIN(TstSimilarNames)
#include "tst_similar_names.moc"
