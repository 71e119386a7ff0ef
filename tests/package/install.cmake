# SPDX-License-Identifier: Apache-2.0
# Installs the build into an empty folder; nothing in the package may point back into the source.
file(REMOVE_RECURSE "${PREFIX}")
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD_DIR} --prefix ${PREFIX}
    RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE errors)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "installation failed: ${errors}")
endif()

file(GLOB_RECURSE package_files "${PREFIX}/*.cmake")
list(LENGTH package_files count)
if(count LESS 6)
    message(FATAL_ERROR "expected the CMake package below ${PREFIX}, found: ${package_files}")
endif()
foreach(file IN LISTS package_files)
    file(READ "${file}" text)
    # The prefix itself may lie in the build folder.
    string(REPLACE "${PREFIX}" "" text "${text}")
    foreach(place IN ITEMS "${SOURCE_DIR}" "${BUILD_DIR}")
        string(FIND "${text}" "${place}/" position)
        if(NOT position EQUAL -1)
            message(FATAL_ERROR "${file} names ${place}")
        endif()
    endforeach()
endforeach()
