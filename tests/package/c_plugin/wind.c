/* SPDX-License-Identifier: Apache-2.0 */
/* A deformer in plain C: every vertex sways along +X, in proportion to its height. */
#include <sartor/deformer/sartor_deformer.h>

#include <math.h>
#include <string.h>

static const sartor_param strength = {
    .struct_size = sizeof(sartor_param),
    .id = 1,
    .type = SARTOR_PARAM_FLOAT,
    .key = "strength",
    .name = "Strength",
    .unit = "1",
    .minimum = 0.0,
    .maximum = 1.0,
    .initial = 0.1,
};
static const sartor_param* const params[] = {&strength};

enum { NEED_POSITION_IN, NEED_POSITION_OUT, NEED_COUNT };
static const sartor_buffer_need needs[NEED_COUNT] = {
    {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_READ, 0},
    {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_WRITE, 0},
};

static sartor_status sway(const void* self, const sartor_run* run) {
    (void)self;
    const float shift_per_height = (float)(run->params[0] * sin(run->time));
    const float* in = run->buffers[NEED_POSITION_IN].data;
    float* out = run->buffers[NEED_POSITION_OUT].data;
    for (size_t i = run->begin; i < run->end; ++i) {
        out[3 * i] = in[3 * i] + shift_per_height * in[3 * i + 1];
        out[3 * i + 1] = in[3 * i + 1];
        out[3 * i + 2] = in[3 * i + 2];
    }
    return SARTOR_OK;
}

static const sartor_stage stage = {
    .struct_size = sizeof(sartor_stage),
    .kind = SARTOR_STAGE_RUN,
    .repeat_param = SARTOR_STAGE_NO_REPEAT,
    .need_count = NEED_COUNT,
    .param_count = 1,
    .id = "sway",
    .needs = needs,
    .params = params,
    .run = sway,
};
static const sartor_stage* const stages[] = {&stage};
static const sartor_descriptor wind = {
    .struct_size = sizeof(sartor_descriptor),
    .stage_count = 1,
    .id = "org.example.wind",
    .name = "Wind",
    .vendor = "Example",
    .version = "1.0.0",
    .stages = stages,
};

static uint32_t count(void) {
    return 1;
}
static const sartor_descriptor* descriptor(uint32_t index) {
    return index == 0 ? &wind : NULL;
}
static sartor_status create(const sartor_host* host, const char* id, void** instance) {
    (void)host;
    *instance = NULL;
    return strcmp(id, wind.id) == 0 ? SARTOR_OK : SARTOR_E_ARGUMENT;
}
static void destroy(void* instance) {
    (void)instance;
}
static const void* extension(const void* instance, const char* id) {
    (void)instance, (void)id;
    return NULL;
}
static const sartor_factory factory = {count, descriptor, create, destroy, extension};

static sartor_status init(const char* path) {
    return path != NULL ? SARTOR_OK : SARTOR_E_ARGUMENT;
}
static void deinit(void) {}
static const sartor_factory* get_factory(void) {
    return &factory;
}
const sartor_entry sartor_deformer_entry = {
    SARTOR_ABI_MAGIC,
    SARTOR_ABI_MAJOR,
    SARTOR_ABI_MINOR,
    sizeof(sartor_entry),
    init,
    deinit,
    get_factory,
};
