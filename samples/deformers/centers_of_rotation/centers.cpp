// SPDX-License-Identifier: Apache-2.0
// Centers of rotation: of all places of the surface whose weights are similar to the vertex's, the
// mean, weighted by similarity and area.
//
//   s(p, v) = sum over j != k of p_j p_k v_j v_k exp(-(p_j v_k - p_k v_j)^2 / sigma^2)
//   center  = sum over triangles of s area centroid / sum over triangles of s area
//
// A triangle has the mean of its corners' weights. The similarity is a sum over pairs of joints, so
// it is found pair by pair: of each pair only the triangles that follow both joints count, and they
// are looked up in lists by joint. Nothing is left out and nothing is approximated.
//
// Source: Le, Hodgins, "Real-time Skeletal Skinning with Optimized Centers of Rotation", ACM
// Transactions on Graphics 35 (4), 2016.
#include "centers.hpp"

#include <sartor/deformer/influences.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace cor {

namespace {

using namespace sartor::deformer;

enum Need : std::uint32_t {
    Position,
    Common,
    InfluenceRows,
    Triangles = InfluenceRows + kInfluenceNeeds.size(),
    Center
};
constexpr auto kNeeds =
    joined(std::array{reads<Float3>(semantic::kRestPosition, SARTOR_PER_VERTEX),
                      reads<Matrix3>(semantic::kPaletteCommon, SARTOR_ONCE)},
           kInfluenceNeeds,
           std::array{reads<std::uint32_t>(semantic::kTriangleIndex, SARTOR_PER_TRIANGLE),
                      writes<Float4>(kCenter, SARTOR_PER_VERTEX)});
constexpr sartor_param kSigma = floatParam({.id = 1,
                                            .key = "sigma",
                                            .name = "Width of similarity",
                                            .minimum = 0.02,
                                            .maximum = 10.0,
                                            .initial = 0.1});
constexpr const sartor_param* kParams[] = {&kSigma};

// What a triangle has of one joint.
struct Share {
    std::uint32_t triangle;
    float weight;
};

struct JointWeight {
    std::uint32_t joint;
    float weight;
};

// Coordinates from -1 to 1 over the mesh, so that sums of areas times places stay far from the ends
// of float, whatever the unit and wherever the mesh is.
struct Box {
    double middle[3] = {};
    double half = 1.0; // of its longest edge

    Float3 inside(const Float3& point) const {
        return {static_cast<float>((double{point.x} - middle[0]) / half),
                static_cast<float>((double{point.y} - middle[1]) / half),
                static_cast<float>((double{point.z} - middle[2]) / half)};
    }
    float outside(int axis, double coordinate) const {
        return static_cast<float>(middle[axis] + half * coordinate);
    }
};

Box boxOf(const BufferView<const Float3>& positions) {
    double low[3] = {};
    double high[3] = {};
    for (std::uint32_t vertex = 0; vertex < positions.count(); ++vertex) {
        const double point[3] = {
            double{positions[vertex].x}, double{positions[vertex].y}, double{positions[vertex].z}};
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = vertex == 0 ? point[axis] : std::min(low[axis], point[axis]);
            high[axis] = vertex == 0 ? point[axis] : std::max(high[axis], point[axis]);
        }
    }
    Box box;
    double longest = 0.0;
    for (int axis = 0; axis < 3; ++axis) {
        box.middle[axis] = 0.5 * (low[axis] + high[axis]);
        longest = std::max(longest, high[axis] - low[axis]);
    }
    box.half = longest > 0.0 ? 0.5 * longest : 1.0;
    return box;
}

struct Surface {
    Box box;
    // All of the box's coordinates; areas as the common stretch leaves them.
    std::vector<double> area;
    // Of the centroids.
    std::vector<float> x, y, z;
    // By joint, triangles rising.
    std::vector<std::vector<Share>> shares;
};

// The influences that pull: joints rising, each once.
void pullsOn(const Influences& influences, std::uint32_t vertex, std::vector<JointWeight>& result) {
    const InfluenceRange range = influences.of(vertex);
    result.clear();
    for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
        if (influences.weight(influence) > 0.0f) {
            result.push_back({influences.joint(influence), influences.weight(influence)});
        }
    }
    std::stable_sort(result.begin(), result.end(), [](const JointWeight& a, const JointWeight& b) {
        return a.joint < b.joint;
    });
    std::size_t count = 0;
    for (const JointWeight& influence : result) {
        if (count > 0 && result[count - 1].joint == influence.joint) {
            result[count - 1].weight += influence.weight;
        } else {
            result[count++] = influence;
        }
    }
    result.resize(count);
}

double areaOf(const Matrix3& common, const Float3 (&corners)[3]) {
    double edges[2][3] = {};
    for (int edge = 0; edge < 2; ++edge) {
        const Float3& to = corners[edge + 1];
        const double along[3] = {double{to.x} - double{corners[0].x},
                                 double{to.y} - double{corners[0].y},
                                 double{to.z} - double{corners[0].z}};
        for (int row = 0; row < 3; ++row) {
            for (int column = 0; column < 3; ++column) {
                edges[edge][row] += double{common.columns[column][row]} * along[column];
            }
        }
    }
    const double(&a)[3] = edges[0];
    const double(&b)[3] = edges[1];
    const double cross[3] = {
        a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    return 0.5 * std::sqrt(cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2]);
}

// One vertex that follows both joints of a pair.
struct Pair {
    std::uint32_t first, second; // joints, rising
    std::uint32_t vertex;
    float firstWeight, secondWeight;
};

std::vector<Pair> pairsOf(const Run& run) {
    const Influences influences(run, Need::InfluenceRows);
    std::vector<Pair> pairs;
    std::vector<JointWeight> pulls;
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        pullsOn(influences, vertex, pulls);
        for (std::size_t j = 0; j < pulls.size(); ++j) {
            for (std::size_t k = j + 1; k < pulls.size(); ++k) {
                pairs.push_back(
                    {pulls[j].joint, pulls[k].joint, vertex, pulls[j].weight, pulls[k].weight});
            }
        }
    }
    std::stable_sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    });
    return pairs;
}

// The triangles that follow joints of these pairs.
Surface surfaceOf(const Run& run, const std::vector<Pair>& pairs) {
    const auto positions = run.read<Float3>(Need::Position);
    const auto triangles = run.read<std::uint32_t>(Need::Triangles);
    const Influences influences(run, Need::InfluenceRows);
    const Matrix3 common = run.read<Matrix3>(Need::Common)[0];
    Surface surface;
    surface.box = boxOf(positions);
    std::vector<bool> isWanted;
    for (const Pair& pair : pairs) {
        isWanted.resize(std::max(isWanted.size(), pair.second + std::size_t{1}));
        isWanted[pair.first] = isWanted[pair.second] = true;
    }
    surface.shares.resize(isWanted.size());
    const std::uint32_t count = triangles.count() / 3;
    surface.area.resize(count);
    for (std::vector<float>* values : {&surface.x, &surface.y, &surface.z}) {
        values->resize(count);
    }
    for (std::uint32_t triangle = 0; triangle < count; ++triangle) {
        Float3 corners[3];
        for (std::uint32_t index = 0; index < 3; ++index) {
            const std::uint32_t vertex = triangles[3 * triangle + index];
            corners[index] = surface.box.inside(positions[vertex]);
            const InfluenceRange range = influences.of(vertex);
            for (std::uint32_t influence = range.first; influence < range.last; ++influence) {
                const std::uint32_t joint = influences.joint(influence);
                const float weight = influences.weight(influence);
                if (joint >= isWanted.size() || !isWanted[joint] || !(weight > 0.0f)) {
                    continue;
                }
                std::vector<Share>& list = surface.shares[joint];
                if (list.empty() || list.back().triangle != triangle) {
                    list.push_back({triangle, 0.0f});
                }
                list.back().weight += weight / 3.0f;
            }
        }
        surface.area[triangle] = areaOf(common, corners);
        surface.x[triangle] = (corners[0].x + corners[1].x + corners[2].x) / 3.0f;
        surface.y[triangle] = (corners[0].y + corners[1].y + corners[2].y) / 3.0f;
        surface.z[triangle] = (corners[0].z + corners[1].z + corners[2].z) / 3.0f;
    }
    return surface;
}

// The triangles that follow both joints of a pair, each value in an array of its own for the sums
// below to run over; padded with triangles without area.
struct Bucket {
    std::vector<float> first, second; // their weights
    std::vector<float> area;          // as parts of the largest of them
    std::vector<float> x, y, z;
    double largestArea = 0.0;
    // Which triangles they are, before the areas are known.
    std::vector<std::uint32_t> triangles;
};
constexpr std::size_t kLanes = 4;
constexpr std::size_t kBlock = 64;

void fill(Bucket& bucket,
          const Surface& surface,
          std::uint32_t firstJoint,
          std::uint32_t secondJoint) {
    const auto all = {&bucket.first, &bucket.second, &bucket.area, &bucket.x, &bucket.y, &bucket.z};
    for (std::vector<float>* values : all) {
        values->clear();
    }
    bucket.triangles.clear();
    bucket.largestArea = 0.0;
    const std::vector<Share>& seconds = surface.shares[secondJoint];
    auto second = seconds.begin();
    for (const Share& first : surface.shares[firstJoint]) {
        while (second != seconds.end() && second->triangle < first.triangle) {
            ++second;
        }
        if (second == seconds.end()) {
            break;
        }
        if (second->triangle == first.triangle) {
            bucket.first.push_back(first.weight);
            bucket.second.push_back(second->weight);
            bucket.triangles.push_back(first.triangle);
            bucket.largestArea = std::max(bucket.largestArea, surface.area[first.triangle]);
            bucket.x.push_back(surface.x[first.triangle]);
            bucket.y.push_back(surface.y[first.triangle]);
            bucket.z.push_back(surface.z[first.triangle]);
        }
    }
    for (const std::uint32_t triangle : bucket.triangles) {
        bucket.area.push_back(bucket.largestArea > 0.0
                                  ? static_cast<float>(surface.area[triangle] / bucket.largestArea)
                                  : 0.0f);
    }
    const std::size_t padded = (bucket.area.size() + kBlock - 1) / kBlock * kBlock;
    for (std::vector<float>* values : all) {
        values->resize(padded, 0.0f);
    }
}

// exp of something that is not positive, to float precision; what is too small for a float is about
// as small as a float can be. Made of steps that compilers turn into vector instructions.
inline float exponential(float value) {
    const auto power = static_cast<std::int32_t>(value * 1.44269504f - 0.5f);
    const auto whole = static_cast<float>(power);
    // ln 2 in two parts, of which the first is exact times any power.
    const float rest = (value - whole * 0.693359375f) + whole * 2.12194440e-4f;
    // Taylor polynomial on half of ln 2 to each side.
    const float sum =
        1.0f +
        rest * (1.0f +
                rest * (1.0f / 2 +
                        rest * (1.0f / 6 +
                                rest * (1.0f / 24 + rest * (1.0f / 120 + rest * (1.0f / 720))))));
    constexpr std::int32_t kLeastPower = -126;
    return sum * std::bit_cast<float>((std::max(power, kLeastPower) + 127) << 23);
}

struct Sums {
    double weight = 0.0, x = 0.0, y = 0.0, z = 0.0;
};

// Adds what the bucket's pair gives to the vertex. Lanes are summed apart, so that the order of the
// additions does not hang on the compiler; and block by block, in float within a block.
void add(Sums& sums, const Bucket& bucket, const Pair& pair, float inverseSigma) {
    const double scale = double{pair.firstWeight} * double{pair.secondWeight} * bucket.largestArea;
    const float ownFirst = pair.firstWeight * inverseSigma;
    const float ownSecond = pair.secondWeight * inverseSigma;
    for (std::size_t begin = 0; begin < bucket.area.size(); begin += kBlock) {
        const float* first = &bucket.first[begin];
        const float* second = &bucket.second[begin];
        const float* area = &bucket.area[begin];
        float shares[kBlock];
        for (std::size_t index = 0; index < kBlock; ++index) {
            const float distance = ownFirst * second[index] - ownSecond * first[index];
            shares[index] =
                (first[index] * second[index]) * area[index] * exponential(-(distance * distance));
        }
        const float* x = &bucket.x[begin];
        const float* y = &bucket.y[begin];
        const float* z = &bucket.z[begin];
        float lanes[4][kLanes] = {};
        for (std::size_t index = 0; index < kBlock; index += kLanes) {
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const float share = shares[index + lane];
                lanes[0][lane] += share;
                lanes[1][lane] += share * x[index + lane];
                lanes[2][lane] += share * y[index + lane];
                lanes[3][lane] += share * z[index + lane];
            }
        }
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            sums.weight += scale * double{lanes[0][lane]};
            sums.x += scale * double{lanes[1][lane]};
            sums.y += scale * double{lanes[2][lane]};
            sums.z += scale * double{lanes[3][lane]};
        }
    }
}

void findCenters(const Run& run) {
    const auto centers = run.write<Float4>(Need::Center);
    const float inverseSigma = 1.0f / run.floatParam(0);
    const std::vector<Pair> pairs = pairsOf(run);
    std::vector<Sums> sums(run.end() - run.begin());
    Surface surface;
    if (!pairs.empty()) {
        surface = surfaceOf(run, pairs);
        Bucket bucket;
        for (std::size_t index = 0; index < pairs.size(); ++index) {
            const Pair& pair = pairs[index];
            if (index == 0 || pair.first != pairs[index - 1].first ||
                pair.second != pairs[index - 1].second) {
                fill(bucket, surface, pair.first, pair.second);
            }
            add(sums[pair.vertex - run.begin()], bucket, pair, inverseSigma);
        }
    }
    for (std::uint32_t vertex = run.begin(); vertex < run.end(); ++vertex) {
        const Sums& sum = sums[vertex - run.begin()];
        centers[vertex] = sum.weight > 0.0 ? Float4{surface.box.outside(0, sum.x / sum.weight),
                                                    surface.box.outside(1, sum.y / sum.weight),
                                                    surface.box.outside(2, sum.z / sum.weight),
                                                    1.0f}
                                           : Float4{0.0f, 0.0f, 0.0f, 0.0f};
    }
}

} // namespace

constexpr sartor_stage kFindCenters =
    makePrepareStage<findCenters>({.id = "find-centers", .needs = kNeeds, .params = kParams});

} // namespace cor
