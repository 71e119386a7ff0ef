// SPDX-License-Identifier: Apache-2.0
// Recognition of joints by name and place.
#include "joint_geometry.h"
#include "twist_joints.h"

#include <sartor/diagnose/joint_class.h>

#include <algorithm>
#include <string>
#include <utility>

namespace sartor::diagnose {
namespace {

// What a name alone says.
enum class Word {
    None,
    Collar,
    Arm,
    UpperArm,
    ForeArm,
    Hand,
    SideHip,
    Thigh,
    Leg,
    Shin,
    Spine,
    Neck,
    Finger,
    Twist
};

struct Meaning {
    std::string_view name;
    Word word;
};

constexpr std::array kMeanings = {
    Meaning{"shoulder", Word::Collar},    Meaning{"arm", Word::Arm},
    Meaning{"upperarm", Word::UpperArm},  Meaning{"armupper", Word::UpperArm},
    Meaning{"uparm", Word::UpperArm},     Meaning{"shldr", Word::UpperArm},
    Meaning{"shldrbend", Word::UpperArm}, Meaning{"forearm", Word::ForeArm},
    Meaning{"lowerarm", Word::ForeArm},   Meaning{"armlower", Word::ForeArm},
    Meaning{"lowarm", Word::ForeArm},     Meaning{"forearmbend", Word::ForeArm},
    Meaning{"elbow", Word::ForeArm},      Meaning{"hand", Word::Hand},
    Meaning{"wrist", Word::Hand},         Meaning{"hip", Word::SideHip},
    Meaning{"thigh", Word::Thigh},        Meaning{"upleg", Word::Thigh},
    Meaning{"upperleg", Word::Thigh},     Meaning{"legupper", Word::Thigh},
    Meaning{"thighbend", Word::Thigh},    Meaning{"leg", Word::Leg},
    Meaning{"lowerleg", Word::Shin},      Meaning{"leglower", Word::Shin},
    Meaning{"lowleg", Word::Shin},        Meaning{"calf", Word::Shin},
    Meaning{"shin", Word::Shin},          Meaning{"knee", Word::Shin},
    Meaning{"spine", Word::Spine},        Meaning{"chest", Word::Spine},
    Meaning{"upperchest", Word::Spine},   Meaning{"chestupper", Word::Spine},
    Meaning{"chestlower", Word::Spine},   Meaning{"abdomen", Word::Spine},
    Meaning{"abdomenupper", Word::Spine}, Meaning{"abdomenlower", Word::Spine},
    Meaning{"torso", Word::Spine},        Meaning{"waist", Word::Spine},
    Meaning{"neck", Word::Neck},          Meaning{"necklower", Word::Neck},
    Meaning{"neckupper", Word::Neck}};

constexpr std::array<std::string_view, 2> kTwists = {"twist", "roll"};
constexpr std::array<std::string_view, 4> kSides = {"l", "r", "left", "right"};
constexpr std::array<std::string_view, 13> kNoise = {
    "j", "b", "bn", "bip", "biped", "bone", "jnt", "joint", "def", "org", "rig", "sk", "skeleton"};

bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}

bool isLetter(char c) {
    return isUpper(c) || (c >= 'a' && c <= 'z');
}

// "LeftForeArm" -> left, fore, arm; "b_L_Hand02" -> b, l, hand.
std::vector<std::string> splitWords(std::string_view name) {
    std::vector<std::string> words;
    bool isInWord = false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (!isLetter(name[i])) {
            isInWord = false;
            continue;
        }
        const bool isNext =
            i > 0 && isUpper(name[i]) &&
            (!isUpper(name[i - 1]) ||
             (i + 1 < name.size() && isLetter(name[i + 1]) && !isUpper(name[i + 1])));
        if (!isInWord || isNext) {
            words.emplace_back();
        }
        isInWord = true;
        words.back() += isUpper(name[i]) ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
    }
    return words;
}

template <class List>
bool contains(const List& list, std::string_view word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

constexpr std::array<std::string_view, 9> kFingers = {
    "thumb", "index", "middle", "mid", "ring", "pinky", "pinkie", "little", "finger"};

// "handindex", "findex", "indexproximal", "fingerring"; not the bones of the palm.
bool isFinger(std::string_view meaning) {
    for (const std::string_view before : {"hand", "finger", "f"}) {
        if (meaning.starts_with(before) && meaning.size() > before.size() &&
            !contains(kFingers, meaning)) {
            meaning.remove_prefix(before.size());
            break;
        }
    }
    for (const std::string_view after : {"proximal", "intermediate", "distal", "finger"}) {
        if (meaning.ends_with(after) && meaning.size() > after.size()) {
            meaning.remove_suffix(after.size());
        }
    }
    return contains(kFingers, meaning);
}

bool isOfLimb(Word word) {
    switch (word) {
    case Word::Arm:
    case Word::UpperArm:
    case Word::ForeArm:
    case Word::Hand:
    case Word::Thigh:
    case Word::Leg:
    case Word::Shin:
        return true;
    default:
        return false;
    }
}

Word wordOf(std::string_view name) {
    std::string meaning;
    bool hasSide = false;
    bool isTwist = false;
    for (const std::string& word : splitWords(name)) {
        if (contains(kSides, word)) {
            hasSide = true;
        } else if (contains(kTwists, word)) {
            isTwist = true;
        } else if (!contains(kNoise, word)) {
            meaning += word;
        }
    }
    for (const Meaning& known : kMeanings) {
        if (known.name == meaning && isTwist) {
            return isOfLimb(known.word) ? Word::Twist : Word::None;
        }
        if (known.name == meaning) {
            // Without a side, a hip is the pelvis.
            return known.word == Word::SideHip && !hasSide ? Word::None : known.word;
        }
    }
    if (isTwist) {
        return meaning == "fore" ? Word::Twist : Word::None; // Biped's "ForeTwist"
    }
    return isFinger(meaning) ? Word::Finger : Word::None;
}

// What all names begin with, up to a separator.
std::size_t commonPrefix(const std::vector<std::string_view>& names) {
    if (names.size() < 2) {
        return 0;
    }
    std::size_t length = names[0].size();
    for (const std::string_view name : names) {
        const auto end = std::mismatch(names[0].begin(),
                                       names[0].begin() + static_cast<std::ptrdiff_t>(length),
                                       name.begin(),
                                       name.end());
        length = static_cast<std::size_t>(end.first - names[0].begin());
    }
    const std::size_t separator = names[0].substr(0, length).find_last_of("_:. |-");
    return separator == std::string_view::npos ? 0 : separator + 1;
}

std::string_view withoutNamespace(std::string_view name) {
    const std::size_t end = name.find_last_of(":|");
    return end == std::string_view::npos ? name : name.substr(end + 1);
}

// How far along its limb a joint is: nothing, shoulder or hip, elbow or knee, wrist.
struct Limb {
    int arm = 0;
    int leg = 0;
};

} // namespace

std::vector<bool> findSkinJoints(const import::ImportedScene& scene) {
    std::vector<bool> isSkinJoint(scene.skeleton->jointCount());
    for (const auto& skin : scene.skins) {
        for (const JointIndex joint : skin->joints()) {
            isSkinJoint[joint.value()] = true;
        }
    }
    return isSkinJoint;
}

std::vector<bool> findJointsThatMoveSkins(const import::ImportedScene& scene) {
    std::vector<bool> movesSkin = findSkinJoints(scene);
    const auto joints = scene.skeleton->joints();
    for (std::size_t i = joints.size(); i-- > 0;) {
        if (movesSkin[i] && !joints[i].parent.isNone()) {
            movesSkin[joints[i].parent.value()] = true;
        }
    }
    return movesSkin;
}

std::vector<ClassifiedJoint> classifyJoints(const import::ImportedScene& scene) {
    const auto joints = scene.skeleton->joints();
    const std::vector<bool> isSkinJoint = findSkinJoints(scene);
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        if (isSkinJoint[i] && !joints[i].name.empty()) {
            names.push_back(joints[i].name);
        }
    }
    const std::size_t prefix = commonPrefix(names);
    std::vector<Word> words(joints.size(), Word::None);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const std::string_view name = joints[i].name;
        if (isSkinJoint[i]) {
            words[i] = wordOf(withoutNamespace(name.substr(std::min(prefix, name.size()))));
        }
    }
    // A "shoulder" above an arm is the collar bone.
    std::vector<bool> hasArmBelow(joints.size());
    for (std::size_t i = joints.size(); i-- > 0;) {
        const bool isArm = words[i] == Word::Arm || words[i] == Word::UpperArm;
        const JointIndex parent = joints[i].parent;
        if (!parent.isNone() && (isArm || hasArmBelow[i])) {
            hasArmBelow[parent.value()] = true;
        }
    }
    std::vector<Limb> limbs(joints.size());
    std::vector<ClassifiedJoint> classified;
    for (std::size_t i = 0; i < joints.size(); ++i) {
        Limb& limb = limbs[i];
        limb = joints[i].parent.isNone() ? Limb{} : limbs[joints[i].parent.value()];
        const auto add = [&](JointClass kind) { classified.push_back({JointIndex(i), kind}); };
        const auto addArm = [&](int level) {
            constexpr std::array kinds = {
                JointClass::Shoulder, JointClass::Elbow, JointClass::Wrist};
            if (level > limb.arm && level <= 3) {
                limb.arm = level;
                add(kinds[static_cast<std::size_t>(level - 1)]);
            }
        };
        const auto addLeg = [&](int level) {
            if (level > limb.leg && level <= 2) {
                limb.leg = level;
                add(level == 1 ? JointClass::Hip : JointClass::Knee);
            }
        };
        switch (words[i]) {
        case Word::None:
        case Word::Twist:
            break;
        case Word::Collar:
            addArm(hasArmBelow[i] ? 0 : 1);
            break;
        case Word::Arm:
            addArm(limb.arm + 1);
            break;
        case Word::UpperArm:
            addArm(1);
            break;
        case Word::ForeArm:
            addArm(2);
            break;
        case Word::Hand:
            addArm(3);
            break;
        case Word::SideHip:
        case Word::Thigh:
            addLeg(1);
            break;
        case Word::Leg:
            addLeg(limb.leg + 1);
            break;
        case Word::Shin:
            addLeg(2);
            break;
        case Word::Spine:
            add(JointClass::Spine);
            break;
        case Word::Neck:
            add(JointClass::Neck);
            break;
        case Word::Finger:
            // Elsewhere a ring or an index is something else.
            if (limb.arm == 3) {
                add(JointClass::Finger);
            }
            break;
        }
    }
    if (classified.empty()) {
        classified = classifyByGeometry(scene);
    }
    std::vector<bool> saysTwist;
    for (const Word word : words) {
        saysTwist.push_back(word == Word::Twist);
    }
    const std::vector<ClassifiedJoint> twists = findTwistJoints(scene, classified, saysTwist);
    classified.insert(classified.end(), twists.begin(), twists.end());
    std::sort(classified.begin(), classified.end(), [](const auto& a, const auto& b) {
        return a.joint < b.joint;
    });
    return classified;
}

} // namespace sartor::diagnose
