# SPDX-License-Identifier: Apache-2.0
# The arrows between modules. A module may depend only on what its row names; anything else stops
# the configure step, so the architecture cannot drift silently.
set(SARTOR_LAYER_base "")
set(SARTOR_LAYER_math base)
set(SARTOR_LAYER_assets base math)
set(SARTOR_LAYER_import base math assets)
set(SARTOR_LAYER_pose base math assets)
set(SARTOR_LAYER_graph base math assets pose)
set(SARTOR_LAYER_deformer_abi "")
set(SARTOR_LAYER_deformer_sdk deformer_abi)
set(SARTOR_LAYER_deform base math assets pose deformer_abi)
set(SARTOR_LAYER_io base math assets import pose graph deform)
set(SARTOR_LAYER_gpu base)
set(SARTOR_LAYER_deform_gpu base math assets deformer_abi deform gpu)
set(SARTOR_LAYER_diagnose base math assets import pose deform)
set(SARTOR_LAYER_render base math assets gpu diagnose)
set(SARTOR_LAYER_session base math assets import pose graph deform io gpu deform_gpu diagnose render)
set(SARTOR_LAYER_cli ${SARTOR_LAYER_session} session)
set(SARTOR_LAYER_editor_model ${SARTOR_LAYER_session} session)
set(SARTOR_LAYER_editor_view ${SARTOR_LAYER_editor_model} editor_model)
set(SARTOR_LAYER_editor_app ${SARTOR_LAYER_editor_view} editor_view)
set(SARTOR_LAYER_lab ${SARTOR_LAYER_session} session)
set(SARTOR_LAYER_lab_view ${SARTOR_LAYER_editor_view} editor_view lab)

# Stops with an error naming both ends when `module` may not depend on one of the others.
function(sartor_check_layers module)
    if(NOT DEFINED SARTOR_LAYER_${module})
        message(FATAL_ERROR "cmake/SartorLayers.cmake has no row for module '${module}'")
    endif()
    foreach(dependency IN LISTS ARGN)
        if(NOT dependency IN_LIST SARTOR_LAYER_${module})
            message(FATAL_ERROR
                "module '${module}' must not depend on '${dependency}': its row in "
                "cmake/SartorLayers.cmake allows only: ${SARTOR_LAYER_${module}}")
        endif()
    endforeach()
endfunction()
