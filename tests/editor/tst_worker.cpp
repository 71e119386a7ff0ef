// SPDX-License-Identifier: Apache-2.0
// Work beside the main thread: stale results, cancelling, the end.
#include "editor/model/worker.h"

#include <QSemaphore>
#include <QSignalSpy>
#include <QThread>
#include <QtTest>

using namespace sartor::editor;

class TstWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void deliversOnTheMainThread() {
        Worker worker;
        QSignalSpy busy(&worker, &Worker::busyChanged);
        QThread* workThread = nullptr;
        QThread* completionThread = nullptr;
        worker.start([&](const CancelToken&) -> Worker::Completion {
            workThread = QThread::currentThread();
            return [&] { completionThread = QThread::currentThread(); };
        });
        QVERIFY(worker.isBusy());
        QTRY_VERIFY(completionThread != nullptr);
        QCOMPARE(completionThread, QThread::currentThread());
        QVERIFY(workThread != QThread::currentThread());
        QVERIFY(!worker.isBusy());
        QCOMPARE(busy.count(), 2);
    }

    void dropsTheResultOfOlderWork() {
        // The older work ends after the newer one, and its result comes last.
        QSemaphore release;
        QSemaphore olderIsDone;
        QStringList results;
        Worker worker;
        worker.start([&](const CancelToken&) -> Worker::Completion {
            release.acquire();
            olderIsDone.release();
            return [&] { results << QStringLiteral("older"); };
        });
        worker.start([&](const CancelToken&) -> Worker::Completion {
            return [&] { results << QStringLiteral("newer"); };
        });
        QTRY_COMPARE(results, QStringList{QStringLiteral("newer")});
        release.release();
        QVERIFY(olderIsDone.tryAcquire(1, 5000));
        // A third piece of work comes through the same queue after the older result.
        worker.start([&](const CancelToken&) -> Worker::Completion {
            return [&] { results << QStringLiteral("last"); };
        });
        QTRY_COMPARE(results, (QStringList{QStringLiteral("newer"), QStringLiteral("last")}));
    }

    void cancelDropsTheResultAndTellsTheWork() {
        QSemaphore started;
        QSemaphore release;
        bool wasCancelled = false;
        QSemaphore done;
        bool isDelivered = false;
        Worker worker;
        worker.start([&](const CancelToken& token) -> Worker::Completion {
            started.release();
            release.acquire();
            wasCancelled = token.isCancelled();
            done.release();
            return [&] { isDelivered = true; };
        });
        QVERIFY(started.tryAcquire(1, 5000));
        worker.cancel();
        QVERIFY(!worker.isBusy());
        release.release();
        QVERIFY(done.tryAcquire(1, 5000));
        QVERIFY(wasCancelled);
        bool isLaterDelivered = false;
        worker.start([&](const CancelToken&) -> Worker::Completion {
            return [&] { isLaterDelivered = true; };
        });
        QTRY_VERIFY(isLaterDelivered);
        QVERIFY(!isDelivered);
    }

    void endsWhileWorkRuns() {
        QSemaphore started;
        bool hasSeenCancel = false;
        bool isDelivered = false;
        {
            Worker worker;
            worker.start([&](const CancelToken& token) -> Worker::Completion {
                started.release();
                while (!token.isCancelled()) {
                    QThread::yieldCurrentThread();
                }
                hasSeenCancel = true;
                return [&] { isDelivered = true; };
            });
            QVERIFY(started.tryAcquire(1, 5000));
        }
        QVERIFY(hasSeenCancel);
        QCoreApplication::processEvents();
        QVERIFY(!isDelivered);
    }
};

QTEST_GUILESS_MAIN(TstWorker)
#include "tst_worker.moc"
