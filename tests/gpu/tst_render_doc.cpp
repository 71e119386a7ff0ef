// SPDX-License-Identifier: Apache-2.0
// Captures with a library that stands for RenderDoc, and without any.
#include <sartor/gpu/render_doc.h>

#include <QtTest>

#include <dlfcn.h>
#include <support/verify_ok.h>

using namespace sartor;
using gpu::RenderDocCapture;

class TstRenderDoc : public QObject {
    Q_OBJECT
private slots:
    void capturesWhereItIsLoaded() {
        // Nothing here loads it.
        QVERIFY(!gpu::isUnderRenderDoc());
        const auto refused = RenderDocCapture::start();
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("gpu.no_renderdoc"));
        QVERIFY(refused.error().message.starts_with("this does not run under RenderDoc"));

        void* library = dlopen(SARTOR_RENDERDOC_FIXTURE, RTLD_NOW);
        QVERIFY2(library != nullptr, dlerror());
        QVERIFY(gpu::isUnderRenderDoc());
        auto capture = RenderDocCapture::start();
        SARTOR_VERIFY_OK(capture);
        const auto file = capture->finish();
        SARTOR_VERIFY_OK(file);
        QCOMPARE(file->string(), std::string("/captures/frame.rdc"));
        QCOMPARE(capture->finish().error().code, std::string("gpu.capture"));
        dlclose(library);
        QVERIFY(!gpu::isUnderRenderDoc());
    }
};

QTEST_GUILESS_MAIN(TstRenderDoc)
#include "tst_render_doc.moc"
