// SPDX-License-Identifier: Apache-2.0
// The buttons of the panel of plugins, and what a person reads there.
#include "character.h"
#include "editor/view/plugins_panel.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <support/plugin_folder.h>

using namespace sartor;
using namespace sartor::editor;
using test::PluginFolder;

namespace {

constexpr int kPatience = 30000;

struct Desk {
    PluginFolder folder;
    Document document;
    PluginWatcher watcher{document};
    PluginsPanel panel{document, watcher};
    QTableView* table = panel.findChild<QTableView*>("pluginsTable");
    QPushButton* reload = panel.findChild<QPushButton*>("reloadPlugin");
    QPushButton* disable = panel.findChild<QPushButton*>("disablePlugin");

    void open(const std::string& fixture) {
        folder.replace(fixture);
        session::SessionOptions options = test::sessionOptions();
        options.pluginFolders.push_back(folder.root);
        options.chain = "lbs";
        document.open(test::require(session::Session::create(test::makeScene(), options)));
        panel.show();
    }
    /// Chooses the row of the folder's plugin and gives the text of a column.
    QString choose(PluginsModel::Column column) {
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            const QModelIndex index = table->model()->index(row, column);
            if (index.data(Qt::ToolTipRole)
                    .toString()
                    .contains(QString::fromStdString(folder.root.string()))) {
                table->selectRow(row);
                return index.data().toString();
            }
        }
        return {};
    }
};

} // namespace

class TstPluginsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void withoutACharacterThereIsNothingToDo() {
        const Desk desk;
        QVERIFY(!desk.reload->isEnabled());
        QVERIFY(!desk.disable->isEnabled());
        QVERIFY(desk.table->isHidden());
    }

    void loadsAnewAndDisables() {
        Desk desk;
        desk.open("reload_one");
        QVERIFY(!desk.reload->isEnabled());
        QCOMPARE(desk.choose(PluginsModel::StateColumn), QString("Loaded"));
        QCOMPARE(desk.choose(PluginsModel::DeformerColumn), QString("test.shift"));
        QCOMPARE(desk.choose(PluginsModel::StagesColumn), QString("shift (CPU)"));
        QVERIFY(desk.reload->isEnabled());
        QSignalSpy updated(&desk.watcher, &PluginWatcher::updated);
        desk.reload->click();
        QTRY_COMPARE_WITH_TIMEOUT(updated.count(), 1, kPatience);
        desk.choose(PluginsModel::StateColumn);
        QCOMPARE(desk.disable->text(), QString("Disable"));
        desk.disable->click();
        // The path gives way to the reason.
        QCOMPARE(desk.table->model()->rowCount() > 0, true);
        int row = -1;
        for (int i = 0; i < desk.table->model()->rowCount(); ++i) {
            if (desk.table->model()->index(i, PluginsModel::StateColumn).data().toString() ==
                QLatin1String("Disabled")) {
                row = i;
            }
        }
        QVERIFY(row >= 0);
        desk.table->selectRow(row);
        QCOMPARE(desk.disable->text(), QString("Enable"));
        desk.disable->click();
        QTRY_COMPARE_WITH_TIMEOUT(updated.count(), 2, kPatience);
        QCOMPARE(desk.choose(PluginsModel::StateColumn), QString("Loaded"));
    }

    void saysWhyAFileIsNotLoaded() {
        Desk desk;
        desk.open("initialiser_aborts");
        QCOMPARE(desk.choose(PluginsModel::StateColumn), QString("In quarantine"));
        QVERIFY(desk.choose(PluginsModel::FileColumn).contains("crashed with SIGABRT"));
        QCOMPARE(desk.disable->text(), QString("Enable"));
        // Trying it again finds the same.
        QSignalSpy kept(&desk.watcher, &PluginWatcher::kept);
        desk.disable->click();
        QTRY_COMPARE_WITH_TIMEOUT(kept.count(), 1, kPatience);
        QVERIFY(kept[0][1].toString().contains("crashed with SIGABRT"));
    }
};

QTEST_MAIN(TstPluginsPanel)
#include "tst_plugins_panel.moc"
