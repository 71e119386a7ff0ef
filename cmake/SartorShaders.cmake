# SPDX-License-Identifier: Apache-2.0
# GLSL to validated SPIR-V to a C++ array. Also installed: deformer plugins out of tree use it.
include_guard(GLOBAL)
find_program(SARTOR_GLSLC glslc)
find_program(SARTOR_SPIRV_VAL spirv-val)
# The installed package sets its own folder before this file is included.
get_property(has_include_dir GLOBAL PROPERTY SARTOR_SHADER_INCLUDE_DIR SET)
if(NOT has_include_dir)
    set_property(GLOBAL PROPERTY SARTOR_SHADER_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../shaders/include")
endif()

# sartor_add_shaders(TARGET SHADERS file.comp ... [DEFINES -DX=1 ...] [FOLDER name] [STAGE vert])
# For each a.comp the target gains a generated source with
#   extern "C" const uint32_t a_comp_spv[]; extern "C" const uint32_t a_comp_spv_word_count;
# and the header "a_comp_spv.h" that declares them, the array with its size, which C takes for a
# constant where it does not take the count. FOLDER keeps variants of one file apart.
# STAGE compiles the files for another stage than their extension says; a.comp becomes a_vert_spv.
function(sartor_add_shaders target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "FOLDER;STAGE" "SHADERS;DEFINES")
    if(NOT SARTOR_GLSLC OR NOT SARTOR_SPIRV_VAL)
        message(FATAL_ERROR "glslc and spirv-val are needed to build shaders (Debian packages glslc, spirv-tools)")
    endif()
    get_property(include_dir GLOBAL PROPERTY SARTOR_SHADER_INCLUDE_DIR)
    set(embed_script "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/EmbedSpirv.cmake")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/shaders")
    if(arg_FOLDER)
        string(APPEND folder "/${arg_FOLDER}")
    endif()
    file(MAKE_DIRECTORY "${folder}")
    foreach(shader IN LISTS arg_SHADERS)
        get_filename_component(source "${shader}" ABSOLUTE)
        get_filename_component(file "${shader}" NAME)
        set(stage "")
        if(arg_STAGE)
            get_filename_component(stem "${shader}" NAME_WLE)
            set(file "${stem}.${arg_STAGE}")
            set(stage "-fshader-stage=${arg_STAGE}")
        endif()
        string(REGEX REPLACE "[^A-Za-z0-9]" "_" symbol "${file}")
        set(symbol "${symbol}_spv")
        set(spv "${folder}/${file}.spv")
        add_custom_command(
            OUTPUT "${spv}"
            COMMAND "${SARTOR_GLSLC}" --target-env=vulkan1.3 -O -g -Werror ${stage} ${arg_DEFINES}
                    -I "${include_dir}" -MD -MF "${spv}.d" -MT "${spv}"
                    -o "${spv}" "${source}"
            COMMAND "${SARTOR_SPIRV_VAL}" --target-env vulkan1.3 "${spv}"
            DEPENDS "${source}" DEPFILE "${spv}.d" VERBATIM
            COMMENT "Compiling shader ${file}")
        add_custom_command(
            OUTPUT "${folder}/${symbol}.c" "${folder}/${symbol}.h"
            COMMAND ${CMAKE_COMMAND} -DINPUT=${spv} -DSYMBOL=${symbol}
                    -DOUTPUT=${folder}/${symbol} -P "${embed_script}"
            DEPENDS "${spv}" "${embed_script}" VERBATIM)
        target_sources(${target} PRIVATE "${folder}/${symbol}.c" "${folder}/${symbol}.h")
    endforeach()
    target_include_directories(${target} PRIVATE "${folder}")
endfunction()
