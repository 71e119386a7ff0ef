/* SPDX-License-Identifier: Apache-2.0 */
/* For plugins in C with one deformer that has nothing to remember between runs: what stands between
 * its descriptor and the host. */
#ifndef SARTOR_STATELESS_PLUGIN_H
#define SARTOR_STATELESS_PLUGIN_H
#include <sartor/deformer/sartor_deformer.h>

#include <stddef.h>
#include <string.h>
/* C names: NOLINTBEGIN(readability-identifier-naming) */

/* Defines the entry of the plugin for a sartor_descriptor that is a constant of the file:
 * SARTOR_STATELESS_PLUGIN(wind). In one source file of the plugin, at file scope. */
#define SARTOR_STATELESS_PLUGIN(plugin_descriptor)                                                 \
    static sartor_status sartor_plugin_init(const char* path) {                                    \
        return path != NULL ? SARTOR_OK : SARTOR_E_ARGUMENT;                                       \
    }                                                                                              \
    static void sartor_plugin_deinit(void) {}                                                      \
    static uint32_t sartor_plugin_count(void) {                                                    \
        return 1;                                                                                  \
    }                                                                                              \
    static const sartor_descriptor* sartor_plugin_descriptor(uint32_t index) {                     \
        return index == 0 ? &(plugin_descriptor) : NULL;                                           \
    }                                                                                              \
    static sartor_status sartor_plugin_create(                                                     \
        const sartor_host* host, const char* id, void** instance) {                                \
        (void)host;                                                                                \
        if (id == NULL || instance == NULL || strcmp(id, (plugin_descriptor).id) != 0) {           \
            return SARTOR_E_ARGUMENT;                                                              \
        }                                                                                          \
        *instance = NULL;                                                                          \
        return SARTOR_OK;                                                                          \
    }                                                                                              \
    static void sartor_plugin_destroy(void* instance) {                                            \
        (void)instance;                                                                            \
    }                                                                                              \
    static const void* sartor_plugin_extension(const void* instance, const char* id) {             \
        (void)instance;                                                                            \
        (void)id;                                                                                  \
        return NULL;                                                                               \
    }                                                                                              \
    static const sartor_factory* sartor_plugin_factory(void) {                                     \
        static const sartor_factory factory = {sartor_plugin_count,                                \
                                               sartor_plugin_descriptor,                           \
                                               sartor_plugin_create,                               \
                                               sartor_plugin_destroy,                              \
                                               sartor_plugin_extension};                           \
        return &factory;                                                                           \
    }                                                                                              \
    const sartor_entry sartor_deformer_entry = {SARTOR_ABI_MAGIC,                                  \
                                                SARTOR_ABI_MAJOR,                                  \
                                                SARTOR_ABI_MINOR,                                  \
                                                sizeof(sartor_entry),                              \
                                                sartor_plugin_init,                                \
                                                sartor_plugin_deinit,                              \
                                                sartor_plugin_factory}

/* NOLINTEND(readability-identifier-naming) */
#endif
