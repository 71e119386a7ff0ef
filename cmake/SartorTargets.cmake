# SPDX-License-Identifier: Apache-2.0
# Functions that make the targets of this project, so that no target is set up by hand.
include(SartorLayers)
include(GNUInstallDirs)

# moc 6.4 fails on concepts inside the standard headers; with their guards set it skips them.
set(CMAKE_AUTOMOC_MOC_OPTIONS -D_GLIBCXX_CONCEPTS -D_COMPARE)

# Where the build tree has the plugins of this project.
set(SARTOR_PLUGIN_DIR "${PROJECT_BINARY_DIR}/plugins")
# Where programs that only other programs run are installed, for these to look there relative to
# themselves.
set(SARTOR_LIBEXEC_INSTALL_DIR "libexec/sartor")

set(SARTOR_WARNINGS
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-align -Wundef
    $<$<COMPILE_LANGUAGE:CXX>:-Wnon-virtual-dtor> $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast>
    # Once GCC 12 optimises, it finds null pointers in std::vector::resize and overlapping copies in
    # "text" + std::string, and there are none.
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>,$<CONFIG:Debug>>:-Wnull-dereference>
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>,$<NOT:$<CONFIG:Debug>>>:-Wno-restrict>)

# What every target of ours has in common.
function(sartor_configure_target target)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
        target_compile_features(${target} INTERFACE cxx_std_20)
        return()
    endif()
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES
        CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF
        POSITION_INDEPENDENT_CODE ON)
    target_compile_options(${target} PRIVATE ${SARTOR_WARNINGS})
    # The same bits on every backend need the same operations: no fused multiply-add behind our back.
    target_compile_options(${target} PRIVATE -ffp-contract=off)
    if(SARTOR_SANITIZE)
        target_compile_options(${target} PRIVATE
            -fsanitize=${SARTOR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
        target_link_options(${target} PRIVATE -fsanitize=${SARTOR_SANITIZE})
        if(type STREQUAL "EXECUTABLE" AND SARTOR_SANITIZE MATCHES "address")
            target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/keep_libraries.c")
        endif()
    endif()
endfunction()

# sartor_add_module(NAME [HEADER_ONLY] SOURCES ... HEADERS ... DEPENDS ... PRIVATE_DEPENDS ...
#                   LIBRARIES ... PRIVATE_LIBRARIES ...)
# DEPENDS and PRIVATE_DEPENDS name Sartor modules (checked against the layers), LIBRARIES and
# PRIVATE_LIBRARIES name third-party targets. HEADERS are paths below include/; each is verified to
# compile alone.
function(sartor_add_module name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "HEADER_ONLY" ""
        "SOURCES;HEADERS;DEPENDS;PRIVATE_DEPENDS;LIBRARIES;PRIVATE_LIBRARIES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sartor_add_module(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    sartor_check_layers(${name} ${arg_DEPENDS} ${arg_PRIVATE_DEPENDS})
    set(target sartor_${name})
    if(arg_HEADER_ONLY)
        add_library(${target} INTERFACE)
        set(scope INTERFACE)
    else()
        add_library(${target} STATIC ${arg_SOURCES})
        set(scope PUBLIC)
    endif()
    add_library(sartor::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON)
    list(TRANSFORM arg_HEADERS PREPEND include/)
    target_sources(${target} ${scope} FILE_SET HEADERS
        BASE_DIRS "${CMAKE_CURRENT_SOURCE_DIR}/include" FILES ${arg_HEADERS})
    sartor_configure_target(${target})
    foreach(dependency IN LISTS arg_DEPENDS)
        target_link_libraries(${target} ${scope} sartor::${dependency})
    endforeach()
    foreach(dependency IN LISTS arg_PRIVATE_DEPENDS)
        target_link_libraries(${target} PRIVATE sartor::${dependency})
    endforeach()
    if(arg_LIBRARIES)
        target_link_libraries(${target} ${scope} ${arg_LIBRARIES})
    endif()
    if(arg_PRIVATE_LIBRARIES)
        target_link_libraries(${target} PRIVATE ${arg_PRIVATE_LIBRARIES})
    endif()
    set_property(GLOBAL APPEND PROPERTY SARTOR_MODULE_TARGETS ${target})
endfunction()

# sartor_add_editor_library(NAME SOURCES ... HEADERS ... DEPENDS ... LIBRARIES ...)
# A part of the editor or of sartor-lab: a static library that is not installed, with its headers
# beside the sources, included by their path in the tree, as "editor/<part>/<stem>.h". DEPENDS is
# checked against the layers; whatever Qt it may link is named in LIBRARIES, which is how
# editor_model stays free of QtWidgets.
function(sartor_add_editor_library name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;DEPENDS;LIBRARIES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sartor_add_editor_library(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    sartor_check_layers(${name} ${arg_DEPENDS})
    set(target sartor_${name})
    add_library(${target} STATIC ${arg_SOURCES})
    add_library(sartor::${name} ALIAS ${target})
    set_target_properties(${target} PROPERTIES AUTOMOC ON VERIFY_INTERFACE_HEADER_SETS ON)
    target_sources(${target} PUBLIC FILE_SET HEADERS
        BASE_DIRS "${PROJECT_SOURCE_DIR}" FILES ${arg_HEADERS})
    sartor_configure_target(${target})
    # `emit` and `signals` are ordinary words in other libraries' headers.
    target_compile_definitions(${target} PUBLIC QT_NO_KEYWORDS)
    foreach(dependency IN LISTS arg_DEPENDS)
        target_link_libraries(${target} PUBLIC sartor::${dependency})
    endforeach()
    target_link_libraries(${target} PUBLIC ${arg_LIBRARIES})
endfunction()

# sartor_add_test(tst_STEM LINK targets... [LABELS ...] [SOURCES extra...] [DEFINITIONS ...]
#                 [DEPENDS targets...] [TIMEOUT seconds] [GPU] [NODE] [PLUGINS] [WIDGETS])
# One Qt Test executable from tst_STEM.cpp in the current folder. DEPENDS: what it runs or loads.
# GPU: exit code 77 means "no device" and counts as skipped; with SARTOR_REQUIRE_VULKAN=1 in the
# environment such a test fails instead. NODE: the same for the tools of tests/tools, with
# SARTOR_REQUIRE_TEST_TOOLS=1. PLUGINS: uses the plugins of the build tree, in the folder
# SARTOR_PLUGIN_DIR. WIDGETS: a test of the editor's widgets.
function(sartor_add_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "GPU;NODE;PLUGINS;WIDGETS" "TIMEOUT"
        "LINK;LABELS;SOURCES;DEFINITIONS;DEPENDS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sartor_add_test(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    add_executable(${name} ${name}.cpp ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC ON)
    sartor_configure_target(${name})
    target_link_libraries(${name} PRIVATE ${arg_LINK} sartor_test_support Qt6::Test)
    target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
    if(arg_PLUGINS)
        get_property(plugins GLOBAL PROPERTY SARTOR_PLUGIN_TARGETS)
        list(APPEND arg_DEPENDS ${plugins})
        target_compile_definitions(${name} PRIVATE SARTOR_PLUGIN_DIR="${SARTOR_PLUGIN_DIR}")
    endif()
    # What imports a foreign format or loads a plugin runs a worker; modules before them cannot.
    if(NOT "${arg_LINK}" MATCHES "^(sartor::(base|math|assets|gpu);?)+$")
        list(APPEND arg_DEPENDS sartor-import-worker sartor-plugin-worker)
    endif()
    if(arg_DEPENDS)
        add_dependencies(${name} ${arg_DEPENDS})
    endif()
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    set(labels ${arg_LABELS})
    set(environment "QT_QPA_PLATFORM=offscreen;QT_SCALE_FACTOR=1;LP_NATIVE_VECTOR_WIDTH=256")
    list(APPEND environment "SARTOR_IMPORT_WORKER=$<TARGET_FILE:sartor-import-worker>"
        "SARTOR_PLUGIN_WORKER=$<TARGET_FILE:sartor-plugin-worker>"
        # What programs remember of plugins is no business of the person who runs the tests.
        "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/tests/cache")
    if(arg_GPU)
        list(APPEND labels gpu)
        set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
    endif()
    if(arg_NODE)
        set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
        target_compile_definitions(${name} PRIVATE
            SARTOR_TEST_TOOLS_DIR="${SARTOR_TEST_TOOLS_DIR}"
            SARTOR_TEST_SCRIPTS_DIR="${PROJECT_SOURCE_DIR}/tests/tools")
    endif()
    if(arg_WIDGETS)
        list(APPEND labels editor)
    endif()
    set_tests_properties(${name} PROPERTIES
        TIMEOUT ${arg_TIMEOUT} LABELS "${labels}" ENVIRONMENT "${environment}")
endfunction()

# sartor_add_fuzzer(fuzz_NAME LINK targets... [CORPUS NAME] [DEPENDS targets...] [DEFINITIONS ...])
# A fuzz target from fuzz_NAME.cpp, with seeds in corpus/NAME and, where there is one, the words of
# NAME.dict. With SARTOR_SANITIZE naming a fuzzer (preset `fuzz`, clang) it is a libFuzzer program,
# and its test a short run with a fixed seed; elsewhere the test runs it on the seeds alone.
function(sartor_add_fuzzer name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "CORPUS" "LINK;DEPENDS;DEFINITIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "sartor_add_fuzzer(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
    endif()
    string(REGEX REPLACE "^fuzz_" "" stem ${name})
    if(NOT arg_CORPUS)
        set(arg_CORPUS ${stem})
    endif()
    set(corpus ${CMAKE_CURRENT_SOURCE_DIR}/corpus/${arg_CORPUS})
    add_executable(${name} ${name}.cpp)
    sartor_configure_target(${name})
    target_link_libraries(${name} PRIVATE ${arg_LINK})
    target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
    if(arg_DEPENDS)
        add_dependencies(${name} ${arg_DEPENDS})
    endif()
    if(SARTOR_SANITIZE MATCHES "fuzzer")
        target_link_options(${name} PRIVATE -fsanitize=fuzzer)
        # New inputs go to the first folder; the seeds stay as they are.
        set(found ${CMAKE_CURRENT_BINARY_DIR}/${stem}_found)
        file(MAKE_DIRECTORY ${found})
        set(command ${name} -runs=20000 -seed=1 -max_len=65536 ${found} ${corpus})
        if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${arg_CORPUS}.dict)
            list(APPEND command -dict=${CMAKE_CURRENT_SOURCE_DIR}/${arg_CORPUS}.dict)
        endif()
        add_dependencies(fuzzers ${name})
    else()
        target_sources(${name} PRIVATE replay_main.cpp)
        target_link_libraries(${name} PRIVATE sartor::base)
        set(command ${name} ${corpus})
    endif()
    add_test(NAME ${name} COMMAND ${command})
    set_tests_properties(${name} PROPERTIES LABELS fuzz TIMEOUT 300)
endfunction()
