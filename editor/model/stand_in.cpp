// SPDX-License-Identifier: Apache-2.0
// Another scene that is drawn in place of the open character, in the same pose.
#include "editor/model/stand_in.h"

#include <utility>

namespace sartor::editor {

StandIn::StandIn(std::shared_ptr<session::Session> session, QString title)
    : session_(std::move(session)), title_(std::move(title)), settings_(settingsOf(*session_)) {}

Status StandIn::evaluate(const Leader& leader) {
    if (Status status = bringSettings(leader.settings, settings_, *session_, [](DocumentChange) {});
        !status) {
        return status;
    }
    if (Status status = followGraph(leader.session); !status) {
        return status;
    }
    return session_->evaluate(leader.time);
}

Status StandIn::followGraph(session::Session& leader) {
    const graph::GraphInstance* instance = leader.graph();
    if (instance == nullptr) {
        return session_->graph() == nullptr ? Status() : session_->setGraph(nullptr);
    }
    const graph::GraphInstance* own = session_->graph();
    if (own == nullptr || !(own->graph().definition() == instance->graph().definition())) {
        const graph::CompileResult compiled =
            graph::compile(instance->graph().definition(), session_->graphRig());
        if (compiled.graph == nullptr) {
            return compiled.problems.empty()
                       ? Error{"editor.stand_in_graph", "the graph does not fit what is drawn"}
                       : Error{"editor.stand_in_graph", compiled.problems.front().message};
        }
        if (Status status = session_->setGraph(compiled.graph); !status) {
            return status;
        }
    }
    return session_->graph()->restore(instance->state());
}

} // namespace sartor::editor
