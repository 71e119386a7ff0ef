// SPDX-License-Identifier: Apache-2.0
// The way from a symptom to its cause, step by step beside the window.
#include "broken_character.h"
#include "editor/model/symptom_model.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QThread>

#include <condition_variable>
#include <mutex>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;
using diagnose::SymptomAnswer;
using import::ImportedScene;
using State = SymptomModel::State;

namespace {

constexpr int kMilliseconds = 60000;

} // namespace

class TstSymptomModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void leadsToTheCause() {
        Document document;
        SymptomModel model(document);
        model.ask("explodes"); // of nothing
        QCOMPARE(model.state(), State::Idle);
        document.open(makeSession(brokenHumanoid()));
        model.ask("explodes");
        QCOMPARE(model.state(), State::Running);
        QCOMPARE(model.symptom(), std::string("explodes"));
        QVERIFY(QTest::qWaitFor([&] { return model.state() == State::Done; }, kMilliseconds));
        QVERIFY(model.answer()->isFound);
        QCOMPARE(model.answer()->cause, std::string("ibm-not-inverted"));
        QCOMPARE(model.steps().size(), model.answer()->steps.size());
        QVERIFY(model.steps().back().isCause);
        // Another file has nothing to do with it.
        document.open(makeSession());
        QCOMPARE(model.state(), State::Idle);
        QVERIFY(model.symptom().empty() && model.steps().empty() && !model.answer());
    }

    void showsEachStepBeforeTheNextIsAsked() {
        QSemaphore goOn;
        std::atomic<QThread*> asked = nullptr;
        Document document;
        document.open(makeSession());
        SymptomModel model(document,
                           [&](const ImportedScene&,
                               std::string_view id,
                               const diagnose::SymptomOptions& options) {
                               asked = QThread::currentThread();
                               SymptomAnswer answer;
                               answer.id = id;
                               for (const char* question : {"First?", "Second?"}) {
                                   answer.steps.push_back({question, "looking", "no", false});
                                   options.onStep(answer.steps.back());
                                   if (!goOn.tryAcquire(1, kMilliseconds)) {
                                       return Result<SymptomAnswer>(Error{"test", "stuck"});
                                   }
                               }
                               answer.answer = "Nothing.";
                               return Result<SymptomAnswer>(answer);
                           });
        model.ask("slow");
        QTRY_COMPARE(model.steps().size(), std::size_t{1});
        QCOMPARE(model.steps()[0].question, std::string("First?"));
        QCOMPARE(model.state(), State::Running);
        QVERIFY(asked != QThread::currentThread());
        goOn.release();
        QTRY_COMPARE(model.steps().size(), std::size_t{2});
        QVERIFY(!model.answer());
        goOn.release();
        QTRY_COMPARE(model.state(), State::Done);
        QCOMPARE(model.answer()->answer, std::string("Nothing."));
    }

    void lateStepsAndAnswersAreDropped() {
        QSemaphore hasStarted;
        std::atomic<int> stopCount = 0;
        Document document;
        document.open(makeSession());
        SymptomModel model(
            document,
            [&](const ImportedScene&, std::string_view, const diagnose::SymptomOptions& options) {
                std::mutex mutex;
                std::condition_variable_any stopped;
                std::unique_lock lock(mutex);
                hasStarted.release();
                stopped.wait(lock, options.stop, [] { return false; });
                options.onStep({"Too late?", "", "yes", true});
                ++stopCount;
                return Result<SymptomAnswer>(SymptomAnswer());
            });
        model.ask("slow");
        QVERIFY(hasStarted.tryAcquire(1, kMilliseconds));
        model.cancel();
        QCOMPARE(model.state(), State::Cancelled);
        QTRY_COMPARE(stopCount.load(), 1);
        QTest::qWait(20);
        QCOMPARE(model.state(), State::Cancelled);
        QVERIFY(model.steps().empty());
        model.ask("jitters");
        QVERIFY(hasStarted.tryAcquire(1, kMilliseconds));
        document.open(makeSession());
        QTRY_COMPARE(stopCount.load(), 2);
        QTest::qWait(20);
        QCOMPARE(model.state(), State::Idle);
        QVERIFY(model.steps().empty());
    }

    void saysWhyThereIsNoAnswer() {
        ImportedScene scene = makeScene();
        scene.skins.clear();
        for (import::MeshInstance& instance : scene.instances) {
            instance.skin.reset();
        }
        Document document;
        document.open(makeSession(std::move(scene)));
        SymptomModel model(document);
        model.ask("explodes");
        QTRY_COMPARE(model.state(), State::Failed);
        QVERIFY(!model.message().isEmpty());
    }

    void goesToTheMomentWhereItIsSeen() {
        Document document;
        document.open(makeSession());
        SymptomModel model(
            document, [](const ImportedScene&, std::string_view, const diagnose::SymptomOptions&) {
                SymptomAnswer answer;
                answer.isFound = true;
                answer.clip = 1;
                answer.time = 0.5f;
                return Result<SymptomAnswer>(answer);
            });
        model.ask("jitters");
        QTRY_COMPARE(model.state(), State::Done);
        QCOMPARE(document.settings().clip, std::optional(0u));
        model.goToMoment();
        QCOMPARE(document.settings().clip, std::optional(1u));
        QCOMPARE(document.time(), 0.5);
    }
};

QTEST_GUILESS_MAIN(TstSymptomModel)
#include "tst_symptom_model.moc"
