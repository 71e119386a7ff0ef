// SPDX-License-Identifier: Apache-2.0
// Edits of the graph: each does what it says in one undo step, and undo brings back every bit.
#include "editor/model/graph_edits.h"
#include "editor/model/graph_geometry.h"
#include "editor/model/graph_values.h"
#include "graphs.h"

#include <QtTest>

#include <functional>

using namespace sartor;
using namespace sartor::editor;
using namespace sartor::test;

using Edit = std::function<void(GraphEdits&)>;
using Check = std::function<bool(const graph::GraphDefinition&)>;
Q_DECLARE_METATYPE(Edit)
Q_DECLARE_METATYPE(Check)

namespace {

struct Desk {
    GraphDocument document;
    GraphEdits edits{document};

    Desk() { document.openRecovered(makeLocomotion(), {}); }
    const graph::GraphDefinition& graph() const { return document.definition(); }
    int steps() { return document.undoStack()->count(); }
};

const graph::ParamSchema& param(const char* type, const char* id) {
    return *findParam(graph::findNodeSchema(type)->params, id);
}

const graph::ParamSchema& threshold() {
    return *findParam(findInput(*graph::findNodeSchema("blend_1d"), "poses")->fields, "threshold");
}

std::size_t poseCount(const graph::GraphDefinition& graph) {
    for (const graph::PinInputs& pin : findNode(graph, "move")->inputs) {
        if (pin.pin == "poses") {
            return pin.inputs.size();
        }
    }
    return 0;
}

const graph::InputDefinition& poseInput(const graph::GraphDefinition& graph, std::size_t index) {
    return *sourceOf(graph, {"move", "poses", index});
}

} // namespace

class TstGraphEdits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doesAndTakesBack_data() {
        QTest::addColumn<Edit>("edit");
        QTest::addColumn<Check>("check");
        const auto row = [](const char* name, Edit edit, Check check) {
            QTest::newRow(name) << std::move(edit) << std::move(check);
        };
        using G = const graph::GraphDefinition&;
        row(
            "add",
            [](GraphEdits& e) {
                e.addNode("clip", {50, 60});
            },
            [](G g) {
                return g.nodes.size() == 5 && g.nodes[4].id == "clip" &&
                       g.nodes[4].at == glm::dvec2(50, 60) && g.nodes[4].hasPlace;
            });
        row(
            "add at the end of a wire",
            [](GraphEdits& e) {
                e.addNodeFrom("pose_cache", {0, 0}, {"loose", "pose"});
            },
            [](G g) {
                return linkAt(g, {"pose_cache", "pose", 0})->node == "loose";
            });
        row(
            "add at the start of a wire",
            [](GraphEdits& e) {
                e.addNodeInto("clip", {0, 0}, {"move", "poses", 2});
            },
            [](G g) { return poseInput(g, 2).node == "clip"; });
        row(
            "remove a node",
            [](GraphEdits& e) { e.remove({.nodes = {"bend"}}); },
            [](G g) {
                // Its place in the blend stays, with the threshold.
                return g.nodes.size() == 3 && poseCount(g) == 2 && poseInput(g, 0).node.empty() &&
                       *graph::find(poseInput(g, 0).fields, "threshold") == graph::Value(0.0) &&
                       g.groups[0].nodes.size() == 2;
            });
        row(
            "remove what feeds the output",
            [](GraphEdits& e) { e.remove({.nodes = {"move"}}); },
            [](G g) { return g.output.node.empty(); });
        row(
            "remove a whole group's nodes",
            [](GraphEdits& e) {
                e.remove({.nodes = {"bend", "swing", "move"}});
            },
            [](G g) { return g.nodes.size() == 1 && g.groups.empty(); });
        row(
            "remove group and comment",
            [](GraphEdits& e) { e.remove({.groups = {0}, .comments = {0}}); },
            [](G g) { return g.groups.empty() && g.comments.empty() && g.nodes.size() == 4; });
        row(
            "move",
            [](GraphEdits& e) {
                e.move({{{"bend", {7, 8}}}, {{0, {1, 2}}}}, Gesture::Single);
            },
            [](G g) {
                return g.nodes[0].at == glm::dvec2(7, 8) && g.comments[0].at == glm::dvec2(1, 2);
            });
        row(
            "rename",
            [](GraphEdits& e) { QVERIFY(e.renameNode("bend", "knee").isOk()); },
            [](G g) {
                return g.nodes[0].id == "knee" && poseInput(g, 0).node == "knee" &&
                       g.groups[0].nodes[0] == "knee";
            });
        row(
            "rename what feeds the output",
            [](GraphEdits& e) { QVERIFY(e.renameNode("move", "legs").isOk()); },
            [](G g) { return g.output.node == "legs"; });
        row(
            "arrange",
            [](GraphEdits& e) { e.layOut({}); },
            [](G g) { return g.nodes[0].at != glm::dvec2(0, 0) || g.nodes[2].at.x > 190; });
        row(
            "connect",
            [](GraphEdits& e) {
                QVERIFY(e.connect({"loose", "pose"}, {"move", "poses", 2}).isOk());
            },
            [](G g) { return poseCount(g) == 3 && poseInput(g, 2).node == "loose"; });
        row(
            "connect in place of another",
            [](GraphEdits& e) {
                QVERIFY(e.connect({"loose", "pose"}, {"move", "poses", 1}).isOk());
            },
            [](G g) {
                return poseCount(g) == 2 && poseInput(g, 1).node == "loose" &&
                       *graph::find(poseInput(g, 1).fields, "threshold") == graph::Value(1.5);
            });
        row(
            "disconnect",
            [](GraphEdits& e) {
                e.disconnect({"move", "value", 0});
            },
            [](G g) {
                return sourceOf(g, {"move", "value", 0}) == nullptr;
            });
        row(
            "remove an input",
            [](GraphEdits& e) {
                e.removeInput({"move", "poses", 0});
            },
            [](G g) { return poseCount(g) == 1 && poseInput(g, 0).node == "swing"; });
        row(
            "add an input",
            [](GraphEdits& e) { e.addInput("move", "poses"); },
            [](G g) { return poseCount(g) == 3 && poseInput(g, 2).node.empty(); });
        row(
            "reorder inputs",
            [](GraphEdits& e) {
                e.moveInput({"move", "poses", 0}, 1);
            },
            [](G g) { return poseInput(g, 0).node == "swing" && poseInput(g, 1).node == "bend"; });
        row(
            "set a constant",
            [](GraphEdits& e) {
                e.setConstant({"bend", "speed", 0}, -1.0, Gesture::Single);
            },
            [](G g) {
                return sourceOf(g, {"bend", "speed", 0})->constant == graph::Value(-1.0);
            });
        row(
            "use a parameter",
            [](GraphEdits& e) {
                QVERIFY(e.bindParameter({"bend", "speed", 0}, "speed").isOk());
            },
            [](G g) {
                return sourceOf(g, {"bend", "speed", 0})->parameter == "speed";
            });
        row(
            "set a field",
            [](GraphEdits& e) {
                e.setField({"move", "poses", 1}, threshold(), 2.0, Gesture::Single);
            },
            [](G g) {
                return *graph::find(poseInput(g, 1).fields, "threshold") == graph::Value(2.0);
            });
        row(
            "set a param",
            [](GraphEdits& e) {
                e.setParam("bend", param("clip", "mode"), "clamp", Gesture::Single);
            },
            [](G g) { return *graph::find(g.nodes[0].params, "mode") == graph::Value("clamp"); });
        row(
            "add a parameter",
            [](GraphEdits& e) { e.addParameter(graph::ParameterType::Trigger); },
            [](G g) {
                return g.parameters.size() == 2 && g.parameters[1].id == "parameter" &&
                       g.parameters[1].type == graph::ParameterType::Trigger;
            });
        row(
            "remove a parameter",
            [](GraphEdits& e) { e.removeParameter("speed"); },
            [](G g) {
                return g.parameters.empty() && !sourceOf(g, {"move", "value", 0});
            });
        row(
            "rename a parameter",
            [](GraphEdits& e) {
                graph::ParameterDefinition changed = e.definition().parameters[0];
                changed.id = "pace";
                QVERIFY(e.setParameter("speed", changed, Gesture::Single).isOk());
            },
            [](G g) {
                return sourceOf(g, {"move", "value", 0})->parameter == "pace";
            });
        row(
            "events",
            [](GraphEdits& e) {
                e.setClip({"Bend", {{"step", 0.5}}, {}}, Gesture::Single);
            },
            [](G g) { return g.clips.size() == 1 && g.clips[0].events[0].name == "step"; });
        row(
            "root motion",
            [](GraphEdits& e) {
                e.setRootMotion({.joint = "Hip", .owner = pose::RootMotionOwner::Pose});
            },
            [](G g) { return g.rootMotion.joint == "Hip"; });
        row(
            "group",
            [](GraphEdits& e) { e.addGroup("Rest", {"loose"}); },
            [](G g) { return g.groups.size() == 2 && g.groups[1].title == "Rest"; });
        row(
            "group's title",
            [](GraphEdits& e) { e.setGroupTitle(0, "Legs"); },
            [](G g) { return g.groups[0].title == "Legs"; });
        row(
            "comment",
            [](GraphEdits& e) {
                e.addComment("Why", {1, 2, 3, 4});
            },
            [](G g) { return g.comments.size() == 2 && g.comments[1].size == glm::dvec2(3, 4); });
        row(
            "comment's text",
            [](GraphEdits& e) { e.setCommentText(0, "Why"); },
            [](G g) { return g.comments[0].text == "Why"; });
        row(
            "comment's rect",
            [](GraphEdits& e) {
                e.setCommentRect(0, {1, 2, 3, 4}, Gesture::Single);
            },
            [](G g) { return g.comments[0].at == glm::dvec2(1, 2); });
    }

    void doesAndTakesBack() {
        QFETCH(Edit, edit);
        QFETCH(Check, check);
        Desk desk;
        const graph::GraphDefinition before = desk.graph();
        edit(desk.edits);
        QCOMPARE(desk.steps(), 1);
        QVERIFY(check(desk.graph()));
        const graph::GraphDefinition after = desk.graph();
        desk.document.undoStack()->undo();
        QVERIFY(desk.graph() == before);
        desk.document.undoStack()->redo();
        QVERIFY(desk.graph() == after);
    }

    void refusesWithTheReasonAndLeavesAll_data() {
        QTest::addColumn<std::function<Status(GraphEdits&)>>("edit");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* name,
                            std::function<Status(GraphEdits&)> edit,
                            QString says) { QTest::newRow(name) << std::move(edit) << says; };
        row(
            "link of other type",
            [](GraphEdits& e) {
                return e.connect({"loose", "pose"}, {"move", "value", 0});
            },
            "Pose does not fit");
        row(
            "loop",
            [](GraphEdits& e) {
                return e.connect({"move", "pose"}, {"move", "poses", 2});
            },
            "This would make a loop");
        row(
            "parameter of other type",
            [](GraphEdits& e) {
                return e.bindParameter({"bend", "seek", 0}, "speed");
            },
            "Number does not fit: 'seek' takes truth");
        row(
            "no such parameter",
            [](GraphEdits& e) {
                return e.bindParameter({"bend", "speed", 0}, "pace");
            },
            "There is no parameter 'pace'");
        row(
            "taken name",
            [](GraphEdits& e) { return e.renameNode("bend", "swing"); },
            "there is another node called 'swing'");
        row(
            "no name",
            [](GraphEdits& e) { return e.renameNode("bend", ""); },
            "a node needs a name");
        row(
            "range the wrong way round",
            [](GraphEdits& e) {
                graph::ParameterDefinition changed = e.definition().parameters[0];
                changed.minimum = 5.0;
                return e.setParameter("speed", changed, Gesture::Single);
            },
            "the minimum of 'speed' must not be above its maximum");
    }

    void refusesWithTheReasonAndLeavesAll() {
        using Refused = std::function<Status(GraphEdits&)>;
        QFETCH(Refused, edit);
        QFETCH(QString, words);
        Desk desk;
        const graph::GraphDefinition before = desk.graph();
        const Status status = edit(desk.edits);
        QVERIFY(!status.isOk());
        QVERIFY2(QString::fromStdString(status.error().message).startsWith(words),
                 status.error().message.c_str());
        QVERIFY(desk.graph() == before);
        QCOMPARE(desk.steps(), 0);
    }

    void whatChangesNothingIsNoStep() {
        Desk desk;
        desk.edits.setParam("bend", param("clip", "mode"), "loop", Gesture::Single);
        desk.edits.move({{{"bend", {0, 0}}}, {}}, Gesture::Single);
        desk.edits.disconnect({"move", "poses", 7});
        desk.edits.remove({});
        QCOMPARE(desk.steps(), 0);
    }

    void aDefaultIsNotKept() {
        Desk desk;
        desk.edits.setParam("bend", param("clip", "mode"), "clamp", Gesture::Single);
        desk.edits.setParam("bend", param("clip", "mode"), "loop", Gesture::Single);
        QVERIFY(graph::find(desk.graph().nodes[0].params, "mode") == nullptr);
    }

    void oneDragIsOneStep() {
        Desk desk;
        const graph::GraphDefinition before = desk.graph();
        const Gesture drag = desk.document.newGesture();
        for (int i = 1; i <= 20; ++i) {
            desk.edits.setParam("bend", param("clip", "start"), 0.1 * i, drag);
        }
        QCOMPARE(desk.steps(), 1);
        // Another setting, and another drag, are steps of their own.
        desk.edits.setParam("swing", param("clip", "start"), 1.0, drag);
        desk.edits.setParam("swing", param("clip", "start"), 2.0, desk.document.newGesture());
        QCOMPARE(desk.steps(), 3);
        for (int i = 0; i < 3; ++i) {
            desk.document.undoStack()->undo();
        }
        QVERIFY(desk.graph() == before);
    }

    void aDragBackToWhereItBeganIsNoStep() {
        Desk desk;
        const Gesture drag = desk.document.newGesture();
        desk.edits.move({{{"bend", {50, 0}}}, {}}, drag);
        desk.edits.move({{{"bend", {0, 0}}}, {}}, drag);
        QCOMPARE(desk.steps(), 0);
    }

    void reconnectingTakesTheWireFromWhereItWas() {
        Desk desk;
        QVERIFY(desk.edits.connect({"loose", "pose"}, InputPlace{}).isOk());
        QVERIFY(desk.edits.reconnect({"loose", "pose"}, InputPlace{}, {"move", "poses", 2}).isOk());
        QVERIFY(desk.graph().output.node.empty());
        QCOMPARE(poseInput(desk.graph(), 2).node, std::string("loose"));
        // Within one pin the place it came from stays with its threshold.
        QVERIFY(desk.edits.reconnect({"bend", "pose"}, {"move", "poses", 0}, {"move", "poses", 3})
                    .isOk());
        QVERIFY(poseInput(desk.graph(), 0).node.empty());
        QCOMPARE(poseInput(desk.graph(), 3).node, std::string("bend"));
    }

    void theFirstPoseIsTheOutput() {
        Desk desk;
        desk.document.create();
        const std::string id = desk.edits.addNode("clip", {0, 0});
        QCOMPARE(desk.graph().output.node, id);
        desk.edits.addNode("clip", {0, 0});
        QCOMPARE(desk.graph().output.node, id);
        QCOMPARE(desk.graph().nodes[1].id, std::string("clip_2"));
    }

    void arrangingSomeLeavesTheirCorner() {
        Desk desk;
        desk.edits.layOut({"move", "loose"});
        const double left = std::min(desk.graph().nodes[2].at.x, desk.graph().nodes[3].at.x);
        const double top = std::min(desk.graph().nodes[2].at.y, desk.graph().nodes[3].at.y);
        QCOMPARE(left, 300.0);
        QCOMPARE(top, 40.0);
        QVERIFY(desk.graph().nodes[0].at == glm::dvec2(0, 0));
    }
};

QTEST_GUILESS_MAIN(TstGraphEdits)
#include "tst_graph_edits.moc"
