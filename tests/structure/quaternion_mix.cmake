# SPDX-License-Identifier: Apache-2.0
# Shows that glm::mix on quaternions, which goes the long way round, does not compile.
set(work "${CMAKE_CURRENT_BINARY_DIR}/quaternion_mix_work")

function(compile expression)
    file(WRITE "${work}/use.cpp"
        "#include <sartor/math/types.h>\n#include <glm/common.hpp>\nauto used = ${expression};\n")
    execute_process(
        COMMAND ${CXX_COMPILER} -std=c++20 -DGLM_ENABLE_EXPERIMENTAL -I${INCLUDE_DIR} -fsyntax-only
                ${work}/use.cpp
        RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    set(code "${code}" PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

compile("glm::mix(glm::vec3(0.0f), glm::vec3(1.0f), 0.5f)")
if(NOT code EQUAL 0)
    message(FATAL_ERROR "mixing vectors does not compile: ${output}")
endif()
foreach(type IN ITEMS glm::quat glm::dquat)
    compile("glm::mix(${type}(), ${type}(), ${type}::value_type(0.5))")
    if(code EQUAL 0)
        message(FATAL_ERROR "glm::mix of ${type} compiles")
    elseif(NOT output MATCHES "deleted function")
        message(FATAL_ERROR "glm::mix of ${type} fails for another reason: ${output}")
    endif()
endforeach()
file(REMOVE_RECURSE "${work}")
