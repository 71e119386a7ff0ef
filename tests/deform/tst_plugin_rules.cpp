// SPDX-License-Identifier: Apache-2.0
// Every rule for plugins by a file that breaks it, and the list of the rules.
#include <sartor/base/file.h>
#include <sartor/deform/plugin_rules.h>

#include <QTemporaryDir>

#include <support/deform_fixture.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

using namespace sartor;
using deform::PluginHost;
using deform::PluginRule;
using deform::PluginRuleGroup;

namespace {

std::filesystem::path fixture(const std::string& name) {
    return std::filesystem::path(SARTOR_FIXTURE_DIR) / (name + ".sartorplugin");
}

std::string madeFor(std::uint32_t major, std::uint32_t minor) {
    const auto version = [](std::uint32_t a, std::uint32_t b) {
        return std::to_string(a) + "." + std::to_string(b);
    };
    return "made for deformer ABI " + version(major, minor) + ", this host has " +
           version(SARTOR_ABI_MAJOR, SARTOR_ABI_MINOR);
}

struct BadPlugin {
    /// The fixture's file without its extension.
    const char* name;
    const char* code;
    /// A part of it.
    std::string message;
};

const std::vector<BadPlugin> kBadPlugins = {
    {"no_entry", "plugin.symbol", "exports no sartor_deformer_entry: not a deformer plugin"},
    {"unresolved", "plugin.load", "undefined symbol: sartor_test_nobody_has_this"},
    {"wrong_magic", "plugin.magic", "magic is 1, expected 1414676819"},
    {"major_9", "plugin.major", madeFor(9, SARTOR_ABI_MINOR)},
    {"entry_size", "plugin.struct_size", "sartor_entry has 8 bytes, expected at least 40"},
    {"null_init", "plugin.function", "init, deinit and factory of sartor_entry must not be null"},
    {"null_deinit", "plugin.function", "init, deinit and factory of sartor_entry must not be null"},
    {"null_give_factory",
     "plugin.function",
     "init, deinit and factory of sartor_entry must not be null"},
    {"init_fails", "plugin.init", "init failed with status 3"},
    {"null_factory", "plugin.function", "factory() returned null"},
    {"null_create", "plugin.function", "a function of sartor_factory is null, all are needed"},
    {"null_count", "plugin.function", "a function of sartor_factory is null, all are needed"},
    {"null_give_descriptor",
     "plugin.function",
     "a function of sartor_factory is null, all are needed"},
    {"null_destroy", "plugin.function", "a function of sartor_factory is null, all are needed"},
    {"null_extension", "plugin.function", "a function of sartor_factory is null, all are needed"},
    {"no_deformers", "plugin.descriptor", "offers 0 deformers, expected 1 to 256"},
    {"many_deformers", "plugin.descriptor", "offers 257 deformers, expected 1 to 256"},
    {"twice_the_same", "plugin.id_duplicate", "deformer 'test.fixture' is already there, from '"},
    {"null_descriptor", "plugin.descriptor", "descriptor: is null"},
    {"descriptor_size", "plugin.struct_size", "descriptor: struct_size is 4, expected at least 56"},
    {"bad_id",
     "plugin.id",
     "descriptor: id 'Test.Fixture' must be lower case words joined with dots"},
    {"id_without_dot",
     "plugin.id",
     "descriptor: id 'fixture' must be lower case words joined with dots"},
    {"id_with_empty_word", "plugin.id", "descriptor: id 'test..fixture' must be lower case words"},
    {"null_id", "plugin.text", "descriptor: id is null"},
    {"long_id", "plugin.text", "descriptor: id is longer than 256 bytes"},
    {"null_name", "plugin.text", "deformer 'test.fixture': name is null"},
    {"null_vendor", "plugin.text", "deformer 'test.fixture': vendor is null"},
    {"null_version", "plugin.text", "deformer 'test.fixture': version is null"},
    {"long_name", "plugin.text", "deformer 'test.fixture': name is longer than 256 bytes"},
    {"not_utf8", "plugin.text", "deformer 'test.fixture': name is not valid UTF-8"},
    {"no_stages", "plugin.stages", "deformer 'test.fixture': has 0 stages, expected 1 to 64"},
    {"many_stages", "plugin.stages", "deformer 'test.fixture': has 65 stages, expected 1 to 64"},
    {"null_stages", "plugin.stages", "deformer 'test.fixture': has no table of stages"},
    {"null_stage", "plugin.stages", "deformer 'test.fixture' stage 0: is null"},
    {"stage_size",
     "plugin.struct_size",
     "deformer 'test.fixture' stage 0: struct_size is 4, expected at least"},
    {"stage_id",
     "plugin.stage_id",
     "deformer 'test.fixture' stage 0: id 'two words' must be a lower case word"},
    {"null_stage_id", "plugin.text", "deformer 'test.fixture' stage 0: id is null"},
    {"dup_stage",
     "plugin.stage_id",
     "deformer 'test.fixture' stage 1: id 'move' must be a lower case word that no other stage "
     "has"},
    {"stage_kind",
     "plugin.stage_kind",
     "deformer 'test.fixture' stage 'move': kind is 9, expected SARTOR_STAGE_RUN or "
     "SARTOR_STAGE_PREPARE"},
    {"stage_flags",
     "plugin.stage_flags",
     "stage 'move': flags are 64, of which 64 is nothing that such a stage can have"},
    {"stage_flags_run",
     "plugin.stage_flags",
     "stage 'move': flags are 2, of which 2 is nothing that such a stage can have"},
    {"prepare_rows",
     "plugin.need_domain",
     "stage 'move' need 1: 'test.prepared' is written with domain 5, expected per vertex, "
     "influence, neighbour or corner"},
    {"prepare_deltas",
     "plugin.need_domain",
     "stage 'move' need 1: 'test.prepared' is written with domain 7, expected any but delta"},
    {"prepare_reads_frame",
     "plugin.prepare_need",
     "stage 'move' need 0: 'sartor.palette.matrix' is read by a stage of kind"},
    {"prepare_writes_stream",
     "plugin.prepare_need",
     "stage 'move' need 1: 'sartor.position' is written by a stage of kind"},
    {"prepare_compute",
     "plugin.prepare_compute",
     "stage 'move': a stage of kind SARTOR_STAGE_PREPARE runs on the CPU and has no compute"},
    {"when_float",
     "plugin.when_param",
     "stage 'move': when_param 0 with when_values 1 names no BOOL or ENUM param of the stage"},
    {"when_index", "plugin.when_param", "stage 'move': when_param 7 with when_values 1 names no"},
    {"when_value", "plugin.when_param", "stage 'move': when_param 1 with when_values 5 names no"},
    {"shared_param_differs",
     "plugin.param_id",
     "stage 'second' param 0: id 1 is used by two params that are not equal in all fields"},
    {"attribute_written",
     "plugin.need_access",
     "stage 'move' need 1: 'sartor.attribute._MASK' comes from the file, stages only read it"},
    {"attribute_format",
     "plugin.need_format",
     "stage 'move' need 1: 'sartor.attribute._MASK' is F32, F32X2, F32X3 or F32X4, not U32"},
    {"attribute_domain",
     "plugin.need_domain",
     "stage 'move' need 1: 'sartor.attribute._MASK' has domain 2, not 1"},
    {"attribute_name",
     "plugin.need_semantic",
     "stage 'move' need 1: this host does not know 'sartor.attribute.TWO WORDS'"},
    {"need_two_formats",
     "plugin.need_format",
     "stage 'move' need 1: 'test.own' is declared with two formats or domains"},
    {"null_run", "plugin.function", "deformer 'test.fixture' stage 'move': run is null"},
    {"no_needs", "plugin.need_count", "stage 'move': has 0 buffer needs, expected 1 to 64"},
    {"many_needs", "plugin.need_count", "stage 'move': has 65 buffer needs, expected 1 to 64"},
    {"null_needs", "plugin.need_count", "stage 'move': has no table of needs"},
    {"null_semantic", "plugin.text", "stage 'move' need 1: semantic is null"},
    {"need_semantic",
     "plugin.need_semantic",
     "stage 'move' need 1: this host does not know 'sartor.unknown'"},
    {"need_semantic_spaces",
     "plugin.need_semantic",
     "stage 'move' need 1: this host does not know 'two words'"},
    {"need_format",
     "plugin.need_format",
     "stage 'move' need 1: 'sartor.position' is F32X3, not F32X4"},
    {"need_format_unknown",
     "plugin.need_format",
     "stage 'move' need 1: 'sartor.position' has the unknown format 99"},
    {"need_domain",
     "plugin.need_domain",
     "stage 'move' need 1: 'sartor.position' is written with domain 5, expected per vertex"},
    {"need_domain_of_host_data",
     "plugin.need_domain",
     "stage 'move' need 1: 'sartor.rest.position' has domain 2, not 5"},
    {"need_domain_unknown",
     "plugin.need_domain",
     "stage 'move' need 1: 'sartor.position' has the unknown domain 99"},
    {"need_access",
     "plugin.need_access",
     "stage 'move' need 1: 'sartor.position' has access 9, expected SARTOR_READ, "
     "SARTOR_WRITE or SARTOR_READ_PREVIOUS_FRAME"},
    {"past_of_host_data",
     "plugin.need_access",
     "stage 'move' need 1: 'sartor.rest.position' comes from the host, no stage may read it of "
     "the previous frame"},
    {"past_of_joints",
     "plugin.need_domain",
     "stage 'move' need 1: 'test.rows' of the previous frame is read with domain 5, expected per "
     "vertex"},
    {"prepare_past",
     "plugin.need_access",
     "stage 'move' need 1: 'sartor.position' of the previous frame is read by a stage of kind "
     "SARTOR_STAGE_PREPARE"},
    {"need_optional",
     "plugin.need_optional",
     "stage 'move' need 1: optional is 2, expected 0 or 1"},
    {"need_duplicate",
     "plugin.need_duplicate",
     "stage 'move' need 1: 'sartor.position' is declared twice with the same access"},
    {"writes_host_data",
     "plugin.need_access",
     "stage 'move' need 1: 'sartor.rest.position' comes from the host, no stage may write it"},
    {"many_params", "plugin.param_count", "stage 'move': has 257 params, expected 0 to 256"},
    {"null_params", "plugin.param_count", "stage 'move': has no table of params"},
    {"null_key", "plugin.text", "stage 'move' param 1: key is null"},
    {"null_param_name", "plugin.text", "stage 'move' param 1: name is null"},
    {"null_unit", "plugin.text", "stage 'move' param 1: unit is null"},
    {"null_param", "plugin.param_count", "stage 'move' param 1: is null"},
    {"param_size",
     "plugin.struct_size",
     "stage 'move' param 1: struct_size is 4, expected at least 72"},
    {"dup_param", "plugin.param_id", "stage 'move' param 1: id 1 is used by two params"},
    {"dup_key",
     "plugin.param_key",
     "stage 'move' param 1: key 'first' must be a lower case word used only once"},
    {"bad_key",
     "plugin.param_key",
     "stage 'move' param 1: key 'two words' must be a lower case word used only once"},
    {"empty_param_name", "plugin.param_name", "stage 'move' param 1: 'amount' has an empty name"},
    {"param_type", "plugin.param_type", "stage 'move' param 1: 'amount' has the unknown type 9"},
    {"float_with_labels", "plugin.param_labels", "stage 'move' param 1: 'amount' has 2 labels"},
    {"enum_without_labels", "plugin.param_labels", "stage 'move' param 1: 'amount' has 0 labels"},
    {"null_labels", "plugin.param_labels", "stage 'move' param 1: 'amount' has no table of labels"},
    {"null_label", "plugin.text", "stage 'move' param 1: label is null"},
    {"many_labels",
     "plugin.param_labels",
     "stage 'move' param 1: 'amount' has 257 labels: an enum has 1 to 256"},
    {"equal_labels", "plugin.param_labels", "stage 'move' param 1: label 'one' of 'amount'"},
    {"label_spaces", "plugin.param_labels", "stage 'move' param 1: label 'two words' of 'amount'"},
    {"nan_default",
     "plugin.param_nonfinite",
     "stage 'move' param 1: 'amount' has a minimum, maximum or initial value that is not "
     "finite"},
    {"nan_minimum", "plugin.param_nonfinite", "stage 'move' param 1: 'amount' has a minimum"},
    {"infinite_maximum",
     "plugin.param_nonfinite",
     "stage 'move' param 1: 'amount' has a minimum, maximum or initial value that is not "
     "finite"},
    {"default_outside",
     "plugin.param_range",
     "stage 'move' param 1: 'amount': minimum <= initial <= maximum does not hold"},
    {"default_below", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"minimum_above_maximum", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"float_too_large", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"int_too_large", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"bool_range", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"int_with_fraction", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"enum_range", "plugin.param_range", "stage 'move' param 1: 'amount': minimum"},
    {"repeat_param",
     "plugin.repeat_param",
     "stage 'move': repeat_param 0 is not the index of an INT param with minimum >= 0"},
    {"repeat_param_index",
     "plugin.repeat_param",
     "stage 'move': repeat_param 5 is not the index of an INT param with minimum >= 0"},
    {"repeat_param_negative",
     "plugin.repeat_param",
     "stage 'move': repeat_param 1 is not the index of an INT param with minimum >= 0"},
    {"spirv_magic",
     "plugin.spirv_magic",
     "stage 'move': the compute code does not begin with SPIR-V's magic"},
    {"spirv_empty",
     "plugin.spirv_magic",
     "stage 'move': the compute code does not begin with SPIR-V's magic"},
    {"spirv_huge", "plugin.spirv_invalid", "stage 'move': the compute code has 2147483647 words"},
    {"spirv_needs",
     "plugin.spirv_needs",
     "stage 'move': a stage with a compute form has at most 14 needs, this one has 15"},
    {"spirv_truncated",
     "plugin.spirv_invalid",
     "stage 'move': the compute code is not valid SPIR-V at word"},
    {"spirv_entry",
     "plugin.spirv_entry",
     "stage 'move': the compute code must have one entry point, GLCompute, named 'other'"},
    {"spirv_null_entry", "plugin.text", "stage 'move': entry point is null"},
    {"spirv_local_size_id",
     "plugin.spirv_local_size",
     "stage 'move': the workgroup size in x must be specialisation constant 7"},
    {"spirv_local_size_fixed",
     "plugin.spirv_local_size",
     "stage 'move': the workgroup size in x must be specialisation constant 0"},
    {"spirv_local_size_y",
     "plugin.spirv_local_size",
     "stage 'move': the workgroup size in y and z must be 1"},
    {"spirv_local_size_clash",
     "plugin.spirv_local_size",
     "stage 'move': specialisation constant 1 says whether need 0 is bound"},
    {"spirv_binding_off",
     "plugin.spirv_binding",
     "stage 'move': the compute code has a buffer at set 0 binding 7, expected each binding 0 "
     "to 3 of set 0 once"},
    {"spirv_set",
     "plugin.spirv_binding",
     "stage 'move': the compute code has a buffer at set 1 binding 1"},
    {"spirv_unused_need",
     "plugin.spirv_binding",
     "stage 'move': need 0 'sartor.position' has no buffer at binding 0"},
    {"spirv_not_readonly",
     "plugin.spirv_access",
     "stage 'move': the buffer at set 0 binding 0, need 0 'sartor.position', must be readonly"},
    {"spirv_not_writeonly",
     "plugin.spirv_access",
     "stage 'move': the buffer at set 0 binding 1, need 1 'sartor.position', must be writeonly"},
    {"spirv_padded_vectors",
     "plugin.spirv_layout",
     "stage 'move': the buffer at set 0 binding 1, need 1 'sartor.position', must be one array "
     "whose elements fill 12 bytes without a remainder, they are 16 bytes apart"},
    {"spirv_second_member",
     "plugin.spirv_layout",
     "stage 'move': the buffer at set 0 binding 1, need 1 'sartor.position', must be one array"},
    {"spirv_fixed_array", "plugin.spirv_layout", "need 1 'sartor.position', must be one array"},
    {"spirv_padded_host_buffer",
     "plugin.spirv_layout",
     "the buffer at set 0 binding 2, the host's own buffer, must be one array whose elements fill "
     "4 bytes without a remainder, they are 8 bytes apart"},
    {"spirv_push",
     "plugin.spirv_push",
     "stage 'move': the push constants of the compute code have 32 bytes, expected 16"},
    {"spirv_uniform",
     "plugin.spirv_resource",
     "stage 'move': the compute code uses 'Factors', which is no storage buffer"},
    {"spirv_capability",
     "plugin.spirv_capability",
     "stage 'move': the compute code asks for capability 10, only Shader is allowed"},
    {"vertex_entry",
     "plugin.spirv_entry",
     "stage 'hand-on': the vertex code must have one entry point, Vertex, named 'other'"},
    {"vertex_not_readonly",
     "plugin.spirv_access",
     "stage 'hand-on': the buffer at set 0 binding 0, need 0 'sartor.position', must be readonly"},
    {"vertex_corners_not_readonly",
     "plugin.spirv_access",
     "stage 'hand-on': the buffer at set 1 binding 0, the host's own buffer, must be readonly"},
    {"vertex_corners_binding",
     "plugin.spirv_binding",
     "stage 'hand-on': the vertex code has a buffer at set 1 binding 1, expected each binding 0 to "
     "3 of set 0 once, but for what is written, and binding 0 of set 1"},
    {"vertex_no_corners",
     "plugin.spirv_binding",
     "stage 'hand-on': the vertex code has no buffer at binding 0 of set 1"},
    {"vertex_writes_buffer",
     "plugin.spirv_binding",
     "stage 'hand-on': the vertex code has a buffer at set 0 binding 1"},
    {"vertex_short_push",
     "plugin.spirv_push",
     "stage 'hand-on': the push constants of the vertex code have 16 bytes, expected 80"},
    {"vertex_input",
     "plugin.vertex_interface",
     "stage 'hand-on': the vertex code has the input 'shift', but all that it reads comes from "
     "buffers"},
    {"vertex_normal_type",
     "plugin.vertex_interface",
     "stage 'hand-on': output 'outNormal' of the vertex code at location 1 is not what belongs "
     "there"},
    {"vertex_flags_type",
     "plugin.vertex_interface",
     "stage 'hand-on': output 'outFlags' of the vertex code at location 3 is not what belongs "
     "there"},
    {"vertex_index_location",
     "plugin.vertex_interface",
     "stage 'hand-on': output 'outIndex' of the vertex code at location 6 is not what belongs "
     "there"},
    {"vertex_capture_id",
     "plugin.vertex_capture",
     "stage 'hand-on': specialisation constant 9 of the vertex code must say whether results are "
     "captured"},
    {"vertex_capture_clash",
     "plugin.vertex_capture",
     "stage 'hand-on': specialisation constant 1 of the vertex code must say whether results are "
     "captured"},
    {"vertex_other_output",
     "plugin.vertex_needs",
     "stage 'hand-on': need 1 'test.height' is written and not optional"},
    {"vertex_no_position",
     "plugin.vertex_needs",
     "stage 'hand-on': a stage with a vertex form must write 'sartor.position'"},
    {"vertex_neighbourhood",
     "plugin.vertex_needs",
     "stage 'hand-on': a stage that reads other vertices than its own has no vertex code"},
    {"throws_in_descriptor", "plugin.throws", "the factory threw an exception"},
    {"throws_in_init", "plugin.throws", "init or factory threw an exception"},
    {"throws_in_factory", "plugin.throws", "init or factory threw an exception"},
};

/// Broken by files that the test makes itself.
const std::set<std::string_view> kBrokenByMadeFiles = {
    "plugin.missing", "plugin.not_regular", "plugin.truncated"};

/// What stands in quotes in the sources of the module and looks like the code of a rule.
std::set<std::string> codesInSources() {
    std::set<std::string> codes;
    const std::regex pattern("\"(plugin\\.[a-z_]+)\"");
    for (const auto& entry : std::filesystem::directory_iterator(SARTOR_DEFORM_SOURCE_DIR)) {
        if (entry.path().extension() != ".cpp" || entry.path().stem() == "plugin_rules") {
            continue;
        }
        const auto bytes = test::require(readFile(entry.path()));
        const std::string text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end;
             ++match) {
            codes.insert((*match)[1]);
        }
    }
    return codes;
}

} // namespace

class TstPluginRules : public QObject {
    Q_OBJECT

private slots:
    void rejectsBrokenPlugins_data();
    void rejectsBrokenPlugins();
    void rejectsFilesThatAreNoPlugins();
    void rejectsEveryLengthThatIsNotWhole();
    void saysWhatIsWrongWithAHeader_data();
    void saysWhatIsWrongWithAHeader();
    void everyRuleIsBrokenByAFile();
    void everyCodeInTheSourcesIsARule();
    void rulesExplainThemselves();
};

void TstPluginRules::rejectsBrokenPlugins_data() {
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < kBadPlugins.size(); ++i) {
        QTest::newRow(kBadPlugins[i].name) << i;
    }
}

void TstPluginRules::rejectsBrokenPlugins() {
    QFETCH(const std::size_t, index);
    const BadPlugin& bad = kBadPlugins[index];
    PluginHost host;
    const Status status = host.load(fixture(bad.name));
    QVERIFY(!status);
    QCOMPARE(QString::fromStdString(status.error().code), QString(bad.code));
    const QString actual = QString::fromStdString(status.error().message);
    QVERIFY2(actual.contains(QString::fromStdString(bad.message)), qPrintable(actual));
    QVERIFY2(actual.contains(QString(bad.name) + ".sartorplugin"), qPrintable(actual));
    QVERIFY(host.deformers().empty());
}

void TstPluginRules::rejectsFilesThatAreNoPlugins() {
    const QTemporaryDir folder;
    const std::filesystem::path root = folder.path().toStdString();
    PluginHost host;
    QCOMPARE(host.load(root / "none.sartorplugin").error().code, std::string("plugin.missing"));
    QCOMPARE(host.load(root).error().code, std::string("plugin.not_regular"));
    QCOMPARE(host.load(root).error().message,
             "plugin '" + root.string() + "': is a folder, expected a regular file");
    const std::filesystem::path pipe = root / "pipe.sartorplugin";
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(host.load(pipe).error().message,
             "plugin '" + pipe.string() + "': is a pipe, expected a regular file");
    const std::filesystem::path file = root / "text.sartorplugin";
    std::ofstream(file) << "not a library";
    const Status text = host.load(file);
    QCOMPARE(text.error().code, std::string("plugin.load"));
    QCOMPARE(text.error().message,
             "plugin '" + file.string() +
                 "': begins with the bytes 6e 6f 74 20, expected 7f 45 4c 46 of an ELF library");
    std::ofstream(file, std::ios::trunc).close();
    QCOMPARE(host.load(file).error().code, std::string("plugin.truncated"));
    QCOMPARE(host.loadFolder(root / "none").error().code, std::string("plugin.folder"));
}

void TstPluginRules::rejectsEveryLengthThatIsNotWhole() {
    const QTemporaryDir folder;
    const std::filesystem::path file =
        std::filesystem::path(folder.path().toStdString()) / "cut.sartorplugin";
    std::filesystem::copy(fixture("valid"), file);
    const std::uintmax_t whole = std::filesystem::file_size(file);
    PluginHost host;
    int truncated = 0;
    // The table of sections stands at the end, and nobody needs it to run: the last few lengths
    // that load are whole as far as the process is concerned.
    for (std::uintmax_t size = whole - whole % 97; size > 0; size -= 97) {
        std::filesystem::resize_file(file, size);
        if (const Status status = PluginHost().load(file); !status) {
            QVERIFY2(status.error().code == "plugin.truncated" ||
                         (status.error().code == "plugin.load" && size < 64),
                     status.error().message.c_str());
            ++truncated;
        } else {
            QVERIFY(truncated == 0);
        }
    }
    QVERIFY(truncated > 20);
}

void TstPluginRules::saysWhatIsWrongWithAHeader_data() {
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("bit");
    QTest::addColumn<QString>("message");
    // Offsets of the ELF header (System V ABI), one bit of each flipped.
    QTest::newRow("magic") << 0 << 0 << "begins with the bytes 7e 45 4c 46, expected 7f 45 4c 46";
    QTest::newRow("class") << 4 << 0 << "class 3, expected 2 (64 bits)";
    QTest::newRow("byte order") << 5 << 2 << "byte order 5, expected 1 (this machine's)";
    QTest::newRow("identification")
        << 6 << 1 << "identification version 3, expected 1 (the current one)";
    QTest::newRow("type") << 16 << 0 << "type 2, expected 3 (a shared library)";
    QTest::newRow("machine") << 19 << 0 << "machine ";
    QTest::newRow("version") << 20 << 3 << "version 9, expected 1 (the current one)";
    QTest::newRow("program header")
        << 54 << 6 << "size of a program header 120, expected 56 (bytes)";
}

void TstPluginRules::saysWhatIsWrongWithAHeader() {
    QFETCH(const int, offset);
    QFETCH(const int, bit);
    QFETCH(const QString, message);
    const QTemporaryDir folder;
    const std::filesystem::path path =
        std::filesystem::path(folder.path().toStdString()) / "flipped.sartorplugin";
    std::filesystem::copy(fixture("valid"), path);
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(offset);
    const int byte = file.get();
    file.seekp(offset);
    file.put(static_cast<char>(byte ^ (1 << bit)));
    file.close();
    const Status status = PluginHost().load(path);
    QVERIFY(!status);
    QCOMPARE(status.error().code, std::string("plugin.load"));
    const QString actual = QString::fromStdString(status.error().message);
    QVERIFY2(actual.contains(message) && actual.contains("expected"), qPrintable(actual));
}

void TstPluginRules::everyRuleIsBrokenByAFile() {
    std::set<std::string_view> broken = kBrokenByMadeFiles;
    for (const BadPlugin& bad : kBadPlugins) {
        const PluginRule* rule = deform::findPluginRule(bad.code);
        QVERIFY2(rule != nullptr && rule->group != PluginRuleGroup::Host, bad.code);
        broken.insert(bad.code);
    }
    for (const PluginRule& rule : deform::pluginRules()) {
        if (rule.group != PluginRuleGroup::Host) {
            QVERIFY2(broken.contains(rule.code), std::string(rule.code).c_str());
        }
    }
}

void TstPluginRules::everyCodeInTheSourcesIsARule() {
    const std::set<std::string> used = codesInSources();
    for (const std::string& code : used) {
        QVERIFY2(deform::findPluginRule(code) != nullptr, code.c_str());
    }
    for (const PluginRule& rule : deform::pluginRules()) {
        QVERIFY2(used.contains(std::string(rule.code)), std::string(rule.code).c_str());
    }
}

void TstPluginRules::rulesExplainThemselves() {
    const auto rules = deform::pluginRules();
    QVERIFY(rules.size() >= 45);
    QVERIFY(std::is_sorted(rules.begin(), rules.end(), [](const auto& a, const auto& b) {
        return a.group < b.group;
    }));
    for (const PluginRule& rule : rules) {
        const std::string code(rule.code);
        QVERIFY2(!rule.title.empty() && !rule.title.ends_with('.'), code.c_str());
        QVERIFY2(rule.explanation.ends_with('.'), code.c_str());
        QVERIFY2(deform::findPluginRule(rule.code) == &rule, code.c_str());
    }
    QVERIFY(deform::findPluginRule("plugin.none") == nullptr);
}

QTEST_GUILESS_MAIN(TstPluginRules)
#include "tst_plugin_rules.moc"
