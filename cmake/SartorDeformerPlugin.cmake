# SPDX-License-Identifier: Apache-2.0
# sartor_add_deformer_plugin(NAME SOURCES ... [SHADERS a.comp ...] [VERTEX_SHADERS a.comp ...]
#                            [LIBRARIES ...])
# VERTEX_SHADERS are those that end with SARTOR_MAIN (sartor/deformer.glsl); each is compiled once
# more for the vertex form of its stage, as a_vert_spv.
# Builds NAME.sartorplugin: a module with one visible symbol that really unloads (GNU unique symbols
# would pin it in the process and a reload would run the old code). Installed, for use out of tree;
# there it adds the test NAME_verify, in which the command of the package holds the plugin to what
# every deformer must do.
include_guard(GLOBAL)
include(${CMAKE_CURRENT_LIST_DIR}/SartorShaders.cmake)

function(sartor_add_deformer_plugin name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;SHADERS;VERTEX_SHADERS;LIBRARIES")
    set(map "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin.map")
    add_library(${name} MODULE ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES
        PREFIX "" SUFFIX ".sartorplugin"
        C_STANDARD 11 CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF
        C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    # The reference functions must round like the shaders: each operation on its own.
    target_compile_options(${name} PRIVATE -ffp-contract=off
        $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-fno-gnu-unique>)
    target_link_options(${name} PRIVATE "-Wl,--version-script=${map}")
    if(NOT SARTOR_SANITIZE)
        target_link_options(${name} PRIVATE -Wl,-z,defs)
    endif()
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${map}")
    target_link_libraries(${name} PRIVATE sartor::deformer_sdk ${arg_LIBRARIES})
    if(arg_SHADERS)
        sartor_add_shaders(${name} SHADERS ${arg_SHADERS})
    endif()
    if(arg_VERTEX_SHADERS)
        sartor_add_shaders(${name} SHADERS ${arg_VERTEX_SHADERS} STAGE vert DEFINES -DSARTOR_VERTEX)
    endif()
    if(sartor_COMMAND)
        add_test(NAME ${name}_verify COMMAND "${sartor_COMMAND}" plugin verify $<TARGET_FILE:${name}>)
    endif()
endfunction()
