/* SPDX-License-Identifier: Apache-2.0 */
/* Wind in plain C: gusts that travel over the mesh. wind.comp does the same float operations. */
#include "wind_comp_spv.h"
#include "wind_vert_spv.h"

#include <sartor/deformer/stateless_plugin.h>

#include <math.h>

enum { POSITION_IN, POSITION_OUT, TIME, MASK, NEED_COUNT };
static const sartor_buffer_need needs[NEED_COUNT] = {
    {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_READ, 0},
    {"sartor.position", SARTOR_FORMAT_F32X3, SARTOR_PER_VERTEX, SARTOR_WRITE, 0},
    {"sartor.time", SARTOR_FORMAT_F32X2, SARTOR_ONCE, SARTOR_READ, 0},
    {"sartor.attribute._WIND", SARTOR_FORMAT_F32, SARTOR_PER_VERTEX, SARTOR_READ, 1}};

#define FLOAT_PARAM(id, key, name, unit, minimum, maximum, initial)                                \
    {                                                                                              \
        sizeof(sartor_param), id, SARTOR_PARAM_FLOAT, 0, NULL, key, name, unit, minimum, maximum,  \
            initial                                                                                \
    }
enum { X, Z, STRENGTH, FREQUENCY, WAVES, GUST, BASE, PARAM_COUNT };
static const sartor_param x_param = FLOAT_PARAM(1, "x", "Direction, x", "1", -1.0, 1.0, 1.0);
static const sartor_param z_param = FLOAT_PARAM(2, "z", "Direction, z", "1", -1.0, 1.0, 0.0);
static const sartor_param strength = FLOAT_PARAM(3, "strength", "Strength", "1", 0.0, 2.0, 0.1);
static const sartor_param frequency = FLOAT_PARAM(4, "frequency", "Gusts", "Hz", 0.0, 10.0, 0.5);
static const sartor_param waves = FLOAT_PARAM(5, "waves", "Waves", "1/m", 0.0, 10.0, 0.05);
static const sartor_param gust = FLOAT_PARAM(6, "gust", "Share of gusts", "1", 0.0, 1.0, 0.5);
static const sartor_param base = FLOAT_PARAM(7, "base", "Height of rest", "m", -1e3, 1e3, 0.0);
static const sartor_param* const params[] = {
    &x_param, &z_param, &strength, &frequency, &waves, &gust, &base};

static sartor_status sway(const void* self, const sartor_run* run) {
    (void)self;
    const float* in = run->buffers[POSITION_IN].data;
    const float* seconds = run->buffers[TIME].data;
    const float* mask = run->buffers[MASK].data; /* none where the file has no such attribute */
    float* out = run->buffers[POSITION_OUT].data;
    float p[PARAM_COUNT];
    for (int i = 0; i < PARAM_COUNT; ++i) {
        p[i] = (float)run->params[i];
    }
    const float length = sqrtf(p[X] * p[X] + p[Z] * p[Z]);
    const float x = length > 0.0f ? p[X] / length : 0.0f;
    const float z = length > 0.0f ? p[Z] / length : 0.0f;
    for (size_t i = 3 * (size_t)run->begin; i < 3 * (size_t)run->end; i += 3) {
        const float phase = p[FREQUENCY] * seconds[0] - p[WAVES] * (x * in[i] + z * in[i + 2]);
        const float turn = 2.0f * (phase - floorf(phase)) - 1.0f;
        const float wave = 4.0f * turn * (1.0f - fabsf(turn)); /* two parabolas, nearly a sine */
        const float height = fmaxf(in[i + 1] - p[BASE], 0.0f);
        const float full = p[STRENGTH] * height * ((1.0f - p[GUST]) + p[GUST] * wave);
        const float shift = mask != NULL ? mask[i / 3] * full : full;
        out[i] = in[i] + x * shift;
        out[i + 1] = in[i + 1];
        out[i + 2] = in[i + 2] + z * shift;
    }
    return SARTOR_OK;
}

static const sartor_stage stage = {
    .struct_size = sizeof(sartor_stage),
    .kind = SARTOR_STAGE_RUN,
    .repeat_param = SARTOR_STAGE_NO_REPEAT,
    .need_count = NEED_COUNT,
    .param_count = PARAM_COUNT,
    .id = "sway",
    .needs = needs,
    .params = params,
    .run = sway,
    .compute = {wind_comp_spv, sizeof(wind_comp_spv) / sizeof(uint32_t), 0, "main"},
    .vertex = {wind_vert_spv, sizeof(wind_vert_spv) / sizeof(uint32_t), 0, "main"}};
static const sartor_stage* const stages[] = {&stage};
static const sartor_descriptor wind = {.struct_size = sizeof(sartor_descriptor),
                                       .stage_count = 1,
                                       .id = "org.example.wind",
                                       .name = "Wind",
                                       .vendor = "Example",
                                       .version = "1.2.0",
                                       .stages = stages};

SARTOR_STATELESS_PLUGIN(wind);
