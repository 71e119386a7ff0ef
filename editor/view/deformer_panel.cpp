// SPDX-License-Identifier: Apache-2.0
// Which deformers run, with a field for each of their declared params.
#include "editor/view/deformer_panel.h"

#include "editor/model/character_facts.h"
#include "editor/model/log_failure.h"
#include "editor/model/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <array>

namespace sartor::editor {

namespace {

constexpr std::array<std::uint32_t, 5> kInfluenceLimits = {0, 8, 4, 2, 1};

/// "sartor.lbs" as "lbs", what a chain's text needs.
QString shortId(const deform::Deformer& deformer) {
    const QString id = toQString(deformer.id);
    return id.mid(id.lastIndexOf(u'.') + 1);
}

} // namespace

DeformerPanel::DeformerPanel(Document& document, QWidget* parent)
    : QWidget(parent), document_(document) {
    setObjectName(QStringLiteral("deformerPanel"));
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 10, 10, 10);
    layout->setSpacing(8);

    auto* form = new QFormLayout;
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    chainChooser_ = new QComboBox(this);
    chainChooser_->setObjectName(QStringLiteral("chainChooser"));
    chainChooser_->setAccessibleName(tr("Deformer chain"));
    chainChooser_->setEditable(true);
    chainChooser_->setInsertPolicy(QComboBox::NoInsert);
    chainChooser_->lineEdit()->setPlaceholderText(tr("What the file asks for"));
    chainChooser_->setToolTip(tr("Deformers in order, such as morph+lbs[normals=linear]"));
    connect(chainChooser_, &QComboBox::activated, this, [this](int index) {
        chooseChain(chainChooser_->itemData(index).toString());
    });
    connect(chainChooser_->lineEdit(), &QLineEdit::returnPressed, this, [this] {
        chooseChain(chainChooser_->lineEdit()->text().trimmed());
    });
    form->addRow(tr("Chain"), chainChooser_);
    influenceChooser_ = new QComboBox(this);
    influenceChooser_->setObjectName(QStringLiteral("influenceChooser"));
    influenceChooser_->setAccessibleName(tr("Influences per vertex"));
    influenceChooser_->setToolTip(tr("Most influences kept per vertex, the heaviest first"));
    for (const std::uint32_t limit : kInfluenceLimits) {
        influenceChooser_->addItem(limit == 0 ? tr("All") : QString::number(limit), limit);
    }
    connect(influenceChooser_, &QComboBox::activated, this, [this](int index) {
        logFailure(document_.setMaximumInfluences(influenceChooser_->itemData(index).toUInt()));
    });
    form->addRow(tr("Influences"), influenceChooser_);
    layout->addLayout(form);

    chainLabel_ = new QLabel(this);
    chainLabel_->setObjectName(QStringLiteral("chainLabel"));
    chainLabel_->setProperty("quiet", true);
    chainLabel_->setWordWrap(true);
    layout->addWidget(chainLabel_);
    problem_ = new QLabel(this);
    problem_->setObjectName(QStringLiteral("chainProblem"));
    problem_->setProperty("problem", true);
    problem_->setWordWrap(true);
    problem_->hide();
    layout->addWidget(problem_);

    params_ = new QWidget(this);
    paramLayout_ = new QFormLayout(params_);
    paramLayout_->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(params_);
    layout->addStretch(1);
    times_ = new QLabel(this);
    times_->setObjectName(QStringLiteral("stageTimes"));
    times_->setProperty("quiet", true);
    times_->setProperty("mono", true);
    times_->setTextFormat(Qt::RichText);
    layout->addWidget(times_);

    connect(&document_, &Document::changed, this, &DeformerPanel::refresh);
    refresh(DocumentChange::Opened);
}

void DeformerPanel::refresh(DocumentChange change) {
    const bool hasOtherDeformers = isOtherSession(change) || change == DocumentChange::Plugins;
    if (hasOtherDeformers) {
        setEnabled(document_.session() != nullptr);
        rebuildChooser();
    }
    if (hasOtherDeformers || change == DocumentChange::Chain) {
        problem_->hide();
        rebuildParams();
    }
    if (isOtherSession(change) || change == DocumentChange::Influences) {
        influenceChooser_->setCurrentIndex(
            influenceChooser_->findData(document_.settings().maximumInfluences));
    }
    if (change != DocumentChange::Playback) {
        refreshTimes();
    }
}

void DeformerPanel::rebuildChooser() {
    chainChooser_->clear();
    chainChooser_->addItem(tr("What the file asks for"), QString());
    const auto session = document_.session();
    if (session == nullptr) {
        return;
    }
    bool hasMorph = false;
    bool hasSkin = false;
    for (const auto& deformer : session->plugins().deformers()) {
        const QString id = shortId(*deformer);
        hasMorph = hasMorph || id == QLatin1String("morph");
        hasSkin = hasSkin || id == QLatin1String("lbs");
        chainChooser_->addItem(tr("%1 (%2)").arg(id, toQString(deformer->name)), id);
    }
    if (hasMorph && hasSkin) {
        chainChooser_->addItem(QStringLiteral("morph+lbs"), QStringLiteral("morph+lbs"));
    }
}

void DeformerPanel::rebuildParams() {
    while (paramLayout_->rowCount() > 0) {
        paramLayout_->removeRow(0);
    }
    chain_ = {};
    const auto session = document_.session();
    const std::string& text = document_.settings().chain;
    chainChooser_->lineEdit()->setText(toQString(text));
    if (session == nullptr) {
        chainLabel_->clear();
        return;
    }
    for (std::size_t i = 0; i < session->scene().instances.size(); ++i) {
        if (session->chain(i).links.size() > chain_.links.size()) {
            chain_ = session->chain(i);
        }
    }
    const QString running = toQString(deform::toText(chain_, session->plugins()));
    chainLabel_->setText(text.empty() ? tr("Runs %1, as the file's format asks").arg(running)
                                      : tr("Runs %1").arg(running));
    for (std::size_t link = 0; link < chain_.links.size(); ++link) {
        const deform::Deformer& deformer = *chain_.links[link].deformer;
        for (std::size_t stage = 0; stage < deformer.stages.size(); ++stage) {
            for (std::size_t param = 0; param < deformer.stages[stage].params.size(); ++param) {
                if (deformer.stages[stage].params[param].isShared) {
                    continue;
                }
                const ParamPlace place{link, stage, param};
                paramLayout_->addRow(
                    tr("%1: %2").arg(shortId(deformer),
                                     toQString(deformer.stages[stage].params[param].name)),
                    makeEditor(place));
            }
        }
    }
}

QWidget* DeformerPanel::makeEditor(const ParamPlace& place) {
    const deform::ChainLink& link = chain_.links[place.link];
    const deform::Param& param = link.deformer->stages[place.stage].params[place.param];
    const double value = link.params[place.stage][place.param];
    const QString name =
        QStringLiteral("param_%1_%2").arg(shortId(*link.deformer), toQString(param.key));
    if (param.type == SARTOR_PARAM_BOOL) {
        auto* box = new QCheckBox(params_);
        box->setObjectName(name);
        box->setChecked(value != 0.0);
        connect(box, &QCheckBox::clicked, this, [this, place](bool isOn) {
            setParam(place, isOn ? 1.0 : 0.0);
        });
        return box;
    }
    if (param.type == SARTOR_PARAM_ENUM) {
        auto* box = new QComboBox(params_);
        box->setObjectName(name);
        for (const std::string& label : param.labels) {
            box->addItem(toQString(label));
        }
        box->setCurrentIndex(static_cast<int>(value - param.minimum));
        connect(box, &QComboBox::activated, this, [this, place, first = param.minimum](int index) {
            setParam(place, first + index);
        });
        return box;
    }
    auto* box = new QDoubleSpinBox(params_);
    box->setObjectName(name);
    box->setDecimals(param.type == SARTOR_PARAM_INT ? 0 : 4);
    box->setRange(param.minimum, param.maximum);
    box->setSuffix(param.unit.empty() ? QString() : u' ' + toQString(param.unit));
    box->setValue(value);
    // A new value rebuilds this form, so it is taken when typing has ended, not at each key.
    box->setKeyboardTracking(false);
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, place](double number) {
        setParam(place, number);
    });
    return box;
}

void DeformerPanel::setParam(const ParamPlace& place, double value) {
    deform::Chain changed = chain_;
    changed.links[place.link].params[place.stage][place.param] = value;
    // The form is rebuilt by the change: not while one of its fields is telling of it.
    QMetaObject::invokeMethod(
        this,
        [this, text = toQString(deform::toText(changed, document_.session()->plugins()))] {
            chooseChain(text);
        },
        Qt::QueuedConnection);
}

void DeformerPanel::chooseChain(const QString& text) {
    const Status status = document_.setChain(text.toStdString());
    logFailure(status);
    problem_->setVisible(!status);
    problem_->setText(status ? QString() : toQString(status.error().message));
    if (status) {
        chainChooser_->lineEdit()->setText(toQString(document_.settings().chain));
    }
}

void DeformerPanel::refreshTimes() {
    const session::Session* session = document_.evaluated();
    if (session == nullptr) {
        times_->clear();
        return;
    }
    QString rows;
    for (const Fact& fact : describeFrame(*session)) {
        rows += QStringLiteral("<tr><td>%1</td><td align=right>&nbsp;&nbsp;%2</td></tr>")
                    .arg(fact.label, fact.value);
    }
    times_->setText(QStringLiteral("<table>%1</table>").arg(rows));
}

} // namespace sartor::editor
