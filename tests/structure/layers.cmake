# SPDX-License-Identifier: Apache-2.0
# Shows that a module with an upward dependency stops the configure step and a lawful one does not.
set(work "${CMAKE_CURRENT_BINARY_DIR}/layers_work")

# Configures a project with modules `base` and `NAME`, the latter with the given dependency.
function(configure_module name dependency)
    file(REMOVE_RECURSE "${work}")
    foreach(module IN ITEMS base ${name})
        file(WRITE "${work}/${module}/include/sartor/${module}/empty.h" "#pragma once\n")
        file(WRITE "${work}/${module}/CMakeLists.txt"
            "sartor_add_module(${module} HEADER_ONLY HEADERS sartor/${module}/empty.h)\n")
    endforeach()
    file(WRITE "${work}/${name}/CMakeLists.txt"
        "sartor_add_module(${name} HEADER_ONLY HEADERS sartor/${name}/empty.h DEPENDS ${dependency})\n")
    file(WRITE "${work}/CMakeLists.txt"
        "cmake_minimum_required(VERSION 3.25)\nproject(layers LANGUAGES CXX)\n"
        "list(APPEND CMAKE_MODULE_PATH \"${SARTOR_SOURCE_DIR}/cmake\")\ninclude(SartorTargets)\n"
        "add_subdirectory(base)\nadd_subdirectory(${name})\n")
    execute_process(
        COMMAND ${CMAKE_COMMAND} -G Ninja -S ${work} -B ${work}/build -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
        RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    set(code "${code}" PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect_stop name dependency message)
    configure_module(${name} ${dependency})
    if(code EQUAL 0)
        message(FATAL_ERROR "'${name}' depends on '${dependency}' and the configure step accepts it")
    endif()
    string(FIND "${output}" "${message}" position)
    if(position EQUAL -1)
        message(FATAL_ERROR "expected the message '${message}', got: ${output}")
    endif()
endfunction()

configure_module(math base)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "'math' may depend on 'base', but the configure step stops: ${output}")
endif()
expect_stop(math session "module 'math' must not depend on 'session'")
expect_stop(math render "module 'math' must not depend on 'render'")
expect_stop(assets import "module 'assets' must not depend on 'import'")
expect_stop(unheard_of base "cmake/SartorLayers.cmake has no row for module 'unheard_of'")
file(REMOVE_RECURSE "${work}")
