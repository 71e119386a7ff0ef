// SPDX-License-Identifier: Apache-2.0
// Values of params on their way to another build of a deformer.
#include <sartor/deform/chain_transfer.h>

#include <support/deform_fixture.h>
#include <support/plugin_folder.h>

using namespace sartor;
using deform::PluginHost;
using test::PluginFolder;

namespace {

PluginHost hostWith(const std::string& fixture) {
    PluginHost host;
    SARTOR_ASSERT(host.load(PluginFolder::fixture(fixture)).isOk());
    return host;
}

} // namespace

class TstChainTransfer : public QObject {
    Q_OBJECT

private slots:
    void valuesFollowTheirIds_data();
    void valuesFollowTheirIds();
    void aDeformerThatIsGoneIsAnError();
};

void TstChainTransfer::valuesFollowTheirIds_data() {
    QTest::addColumn<QString>("from");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QStringList>("clamped");
    QTest::addColumn<QStringList>("dropped");
    const QStringList none;
    QTest::newRow("initial values follow the new ones") << "one"
                                                        << "shift"
                                                        << "shift" << none << none;
    QTest::newRow("a value that fits") << "one"
                                       << "shift[amount=1.5]"
                                       << "shift[amount=1.5]" << none << none;
    QTest::newRow("a value above the new maximum")
        << "one"
        << "shift[amount=9.25]"
        << "shift[amount=2]" << QStringList{"test.shift amount: 9.25 became 2"} << none;
    QTest::newRow("out of the new range by little")
        << "one"
        << "shift[amount=2.000000001]"
        << "shift[amount=2]" << QStringList{"test.shift amount: 2.000000001 became 2"} << none;
    // "high" was the last label, which is the initial value; now it is the first.
    QTest::newRow("a label that has moved, set to what was not initial") << "one"
                                                                         << "shift[mode=low]"
                                                                         << "shift" << none << none;
    QTest::newRow("a label that is gone")
        << "two"
        << "shift[mode=middle]"
        << "shift" << none << QStringList{"test.shift mode: there is no 'middle' any more"};
    QTest::newRow("a label that has moved") << "two"
                                            << "shift[mode=high]"
                                            << "shift" << none << none;
    QTest::newRow("a param that is gone")
        << "one"
        << "shift[rounds=3]"
        << "shift" << none << QStringList{"test.shift rounds: there is no such param any more"};
    QTest::newRow("everything, twice")
        << "one"
        << "shift[amount=3,rounds=3]+shift[amount=0]"
        << "shift[amount=2]+shift[amount=0]" << QStringList{"test.shift amount: 3 became 2"}
        << QStringList{"test.shift rounds: there is no such param any more"};
}

void TstChainTransfer::valuesFollowTheirIds() {
    QFETCH(const QString, from);
    QFETCH(const QString, before);
    QFETCH(const QString, after);
    QFETCH(const QStringList, clamped);
    QFETCH(const QStringList, dropped);
    const bool isForward = from == "one";
    const PluginHost old = hostWith(isForward ? "reload_one" : "reload_two");
    const PluginHost now = hostWith(isForward ? "reload_two" : "reload_one");
    const auto transfer = test::require(
        deform::transferChain(test::require(deform::parseChain(before.toStdString(), old)), now));
    QCOMPARE(QString::fromStdString(deform::toText(transfer.chain, now)), after);
    const auto lines = [](const std::vector<std::string>& texts) {
        QStringList list;
        for (const std::string& text : texts) {
            list += QString::fromStdString(text);
        }
        return list;
    };
    QCOMPARE(lines(transfer.clamped), clamped);
    QCOMPARE(lines(transfer.dropped), dropped);
    for (const deform::ChainLink& link : transfer.chain.links) {
        QCOMPARE(link.deformer, now.deformers()[0]);
    }
}

void TstChainTransfer::aDeformerThatIsGoneIsAnError() {
    const PluginHost old = hostWith("reload_one");
    const PluginHost now = hostWith("valid");
    const auto transfer =
        deform::transferChain(test::require(deform::parseChain("shift", old)), now);
    QVERIFY(!transfer);
    QCOMPARE(transfer.error().code, std::string("plugin.unknown"));
    QCOMPARE(transfer.error().message,
             std::string("no deformer 'test.shift'; loaded: test.fixture"));
}

QTEST_GUILESS_MAIN(TstChainTransfer)
#include "tst_chain_transfer.moc"
