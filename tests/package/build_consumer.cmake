# SPDX-License-Identifier: Apache-2.0
# Configures and builds one consumer project against the installed tree and nothing else, and runs its
# tests.
file(REMOVE_RECURSE "${NAME}")
foreach(step IN ITEMS configure build test)
    if(step STREQUAL "configure")
        set(command ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${NAME} -DCMAKE_PREFIX_PATH=${PREFIX}
            -DCMAKE_C_COMPILER=${C_COMPILER} -DCMAKE_CXX_COMPILER=${CXX_COMPILER}
            -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON)
    elseif(step STREQUAL "build")
        set(command ${CMAKE_COMMAND} --build ${NAME})
    else()
        set(command ${CTEST} --test-dir ${NAME} --output-on-failure)
    endif()
    execute_process(COMMAND ${command}
        RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT code EQUAL 0)
        message(FATAL_ERROR "${step} of ${NAME} failed: ${output}")
    endif()
endforeach()
