# SPDX-License-Identifier: Apache-2.0
# Install rules and the CMake package "sartor" with its components:
#   deformer   the plugin ABI, the SDK, the plugin function and the shader includes; needs nothing
#   modules    the static libraries of the engine; needs the third-party libraries they use
include(CMakePackageConfigHelpers)

set(SARTOR_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/sartor")
# Not below CMAKE_INSTALL_LIBDIR: the programs look for it relative to themselves.
set(SARTOR_PLUGIN_INSTALL_DIR "lib/sartor/plugins")
set(SARTOR_SHADER_INSTALL_DIR "${CMAKE_INSTALL_DATADIR}/sartor/shaders/include")

# The find_dependency lines of component `modules`, from what the modules really link: the package
# of an imported target is the part of its name before "::".
function(sartor_find_dependencies_of targets result)
    set(packages "")
    foreach(target IN LISTS targets)
        get_target_property(libraries ${target} INTERFACE_LINK_LIBRARIES)
        foreach(library IN LISTS libraries)
            string(REGEX REPLACE "^\\$<LINK_ONLY:(.*)>$" "\\1" library "${library}")
            if(library MATCHES "^([A-Za-z0-9_-]+)::" AND NOT CMAKE_MATCH_1 STREQUAL "sartor")
                list(APPEND packages ${CMAKE_MATCH_1})
            elseif(NOT library MATCHES "^(sartor[:_]|/|dl$|m$)")
                message(FATAL_ERROR
                    "${target} links '${library}', which an installed package cannot find again; "
                    "link a target of a package (name with ::) or the library's path")
            endif()
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES packages)
    list(SORT packages)
    list(TRANSFORM packages REPLACE "(.+)" "    find_dependency(\\1)")
    list(JOIN packages "\n" lines)
    set(${result} "${lines}" PARENT_SCOPE)
endfunction()

get_property(modules GLOBAL PROPERTY SARTOR_MODULE_TARGETS)
set(deformer_modules sartor_deformer_abi sartor_deformer_sdk)
list(REMOVE_ITEM modules ${deformer_modules})
install(TARGETS ${deformer_modules} EXPORT sartorDeformerTargets FILE_SET HEADERS)
install(TARGETS ${modules} EXPORT sartorTargets FILE_SET HEADERS)
foreach(export IN ITEMS sartorDeformerTargets sartorTargets)
    install(EXPORT ${export} NAMESPACE sartor:: DESTINATION ${SARTOR_PACKAGE_DIR})
endforeach()

get_property(plugins GLOBAL PROPERTY SARTOR_PLUGIN_TARGETS)
install(TARGETS ${plugins} LIBRARY DESTINATION ${SARTOR_PLUGIN_INSTALL_DIR})
install(TARGETS sartor)
install(TARGETS sartor-import-worker sartor-plugin-worker RUNTIME DESTINATION ${SARTOR_LIBEXEC_INSTALL_DIR})
if(SARTOR_BUILD_EDITOR)
    install(TARGETS sartor-editor sartor-lab)
endif()
install(DIRECTORY "${PROJECT_SOURCE_DIR}/shaders/include/" DESTINATION ${SARTOR_SHADER_INSTALL_DIR})
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION ${CMAKE_INSTALL_DOCDIR})

sartor_find_dependencies_of("${modules}" SARTOR_FIND_DEPENDENCIES)
configure_package_config_file(
    "${PROJECT_SOURCE_DIR}/cmake/sartorConfig.cmake.in" "${PROJECT_BINARY_DIR}/sartorConfig.cmake"
    INSTALL_DESTINATION ${SARTOR_PACKAGE_DIR}
    PATH_VARS SARTOR_PLUGIN_INSTALL_DIR SARTOR_SHADER_INSTALL_DIR SARTOR_LIBEXEC_INSTALL_DIR
              CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(
    "${PROJECT_BINARY_DIR}/sartorConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(
    FILES "${PROJECT_BINARY_DIR}/sartorConfig.cmake" "${PROJECT_BINARY_DIR}/sartorConfigVersion.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/SartorShaders.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/EmbedSpirv.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/SartorDeformerPlugin.cmake"
          "${PROJECT_SOURCE_DIR}/cmake/plugin.map"
    DESTINATION ${SARTOR_PACKAGE_DIR})
