// SPDX-License-Identifier: Apache-2.0
// What the tests of the formats that Assimp reads share: files of the test data, changed texts, and
// a small character as an X file.
#pragma once

#include "import_folder.h"

#include <QtTest>

#include <fstream>
#include <sstream>
#include <string>

namespace sartor::test {

inline std::string dataFile(const std::string& name) {
    return SARTOR_TEST_DATA_DIR "/formats/" + name;
}

inline std::string readText(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// The text with the first `from` in it, which must be there, as `to`.
inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    if (at == std::string::npos) {
        qFatal("'%s' is not in the text of a test", from.c_str());
    }
    return text.replace(at, from.size(), to);
}

/// The file of the row's columns "name" and "text" must be refused with its "code", by name.
inline void checkRefusedText() {
    QFETCH(QString, name);
    QFETCH(QString, text);
    QFETCH(QString, code);
    const ImportFolder folder;
    const auto scene = folder.loadText(name.toStdString(), text.toStdString());
    QVERIFY(!scene);
    QCOMPARE(QString::fromStdString(scene.error().code), code);
    QVERIFY(scene.error().message.find(name.toStdString()) != std::string::npos);
}

/// A skinned strip of two bones with a clip of two seconds; left-handed as X files are.
inline constexpr const char* kXFile = R"(xof 0303txt 0032
AnimTicksPerSecond { 4800; }
Frame Root {
  FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
  Frame Arm {
    FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,1.0,0.0,1.0;; }
  }
  Frame Body {
    FrameTransformMatrix { 1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
    Mesh body {
      4; 0.0;0.0;0.0;, 1.0;0.0;0.0;, 0.0;2.0;0.0;, 1.0;2.0;0.5;;
      2; 3;0,2,1;, 3;1,2,3;;
      XSkinMeshHeader { 2; 2; 2; }
      SkinWeights { "Root"; 3; 0,1,2; 1.0,1.0,0.5;
        1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,0.0,0.0,1.0;; }
      SkinWeights { "Arm"; 2; 2,3; 0.5,1.0;
        1.0,0.0,0.0,0.0, 0.0,1.0,0.0,0.0, 0.0,0.0,1.0,0.0, 0.0,-1.0,0.0,1.0;; }
    }
  }
}
AnimationSet Bend {
  Animation {
    { Arm }
    AnimationKey { 0; 2; 0;4; 1.0,0.0,0.0,0.0;;, 9600;4; 0.70710678,0.0,0.0,0.70710678;;; }
    AnimationKey { 1; 1; 0;3; 1.0,1.0,1.0;;; }
    AnimationKey { 2; 1; 0;3; 0.0,1.0,0.0;;; }
  }
}
)";

} // namespace sartor::test
