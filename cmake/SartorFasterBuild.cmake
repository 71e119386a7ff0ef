# SPDX-License-Identifier: Apache-2.0
# Uses the compiler cache and the fast linker where they are installed. Only when this project is
# the top of the build: a host project decides for itself.
if(NOT PROJECT_IS_TOP_LEVEL)
    return()
endif()

find_program(SARTOR_CCACHE ccache)
if(SARTOR_CCACHE)
    foreach(language IN ITEMS C CXX)
        if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
            # Relative paths, so that another clone finds what this one has compiled.
            set(CMAKE_${language}_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
                CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${SARTOR_CCACHE})
        endif()
    endforeach()
endif()

find_program(SARTOR_MOLD mold)
if(SARTOR_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
