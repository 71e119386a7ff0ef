/* Sketch of the deformer plugin ABI. C11, no dependencies but stdint/stddef. Compiles as C11, C17
 * and C++20 with -Wall -Wextra -Wpedantic -Werror. A starting point: what building shows to be
 * missing is added before major 1 is frozen.
 *
 * Threads:  [main]  host's main thread, never concurrent for one instance.
 *           [stage] any worker thread; run() may be entered concurrently on one instance for
 *                   disjoint ranges, so run() reads the instance and never writes it.
 * Strings:  UTF-8, NUL-terminated, owned by whoever hands them out, alive until deinit().
 * Errors:   sartor_status, 0 = ok. Nothing may be thrown or longjmp'd across this header.
 * Growth:   structs that start with struct_size may gain fields at their end (minor version); a
 * reader looks at a field only where struct_size covers it; tables of such structs are tables of
 * pointers. All others are frozen. */
#ifndef SARTOR_DEFORMER_H
#define SARTOR_DEFORMER_H
#include <stddef.h>
#include <stdint.h>

#define SARTOR_ABI_MAJOR 0u
#define SARTOR_ABI_MINOR 2u
#define SARTOR_ABI_MAGIC 0x54524153u

#if defined(_WIN32)
#define SARTOR_EXPORT __declspec(dllexport)
#else
#define SARTOR_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t sartor_status;
enum {
    SARTOR_OK = 0,
    SARTOR_E_ARGUMENT = 1,
    SARTOR_E_UNSUPPORTED = 2,
    SARTOR_E_MEMORY = 3,
    SARTOR_E_FAILED = 4
};

typedef uint32_t sartor_format; /* of one element of a buffer; packed, no padding */
enum {
    SARTOR_FORMAT_F32 = 1,
    SARTOR_FORMAT_F32X2,
    SARTOR_FORMAT_F32X3,
    SARTOR_FORMAT_F32X4,
    SARTOR_FORMAT_F32X8 /* dual quaternion */,
    SARTOR_FORMAT_F32X9 /* 3x3 by columns */,
    SARTOR_FORMAT_F32X12 /* 3x4: three rows of four */,
    SARTOR_FORMAT_U32 = 32,
    SARTOR_FORMAT_U16,
    SARTOR_FORMAT_U8X4,
    SARTOR_FORMAT_U16X4
};
typedef uint32_t sartor_domain; /* what the element count of a buffer follows */
enum {
    SARTOR_ONCE = 1,
    SARTOR_PER_VERTEX,
    SARTOR_PER_VERTEX_PLUS_1 /* CSR offsets */,
    SARTOR_PER_INFLUENCE,
    SARTOR_PER_JOINT,
    SARTOR_PER_TARGET,
    SARTOR_PER_DELTA,
    SARTOR_PER_NEIGHBOUR,
    SARTOR_PER_TRIANGLE,
    SARTOR_PER_BLOCK,
    SARTOR_PER_CLUSTER
};
typedef uint32_t sartor_access; /* a stage that changes a stream declares it twice: READ and WRITE;
                                   the host ping-pongs */
enum { SARTOR_READ = 1, SARTOR_WRITE = 2, SARTOR_READ_PREVIOUS_FRAME = 3 };

typedef struct sartor_buffer_need {
    const char*
        semantic; /* table in PLUGIN-ABI.md, "sartor.attribute.NAME", or "com.vendor.name" */
    sartor_format format;
    sartor_domain domain;
    sartor_access access;
    uint32_t optional; /* 0 or 1: the host may bind an empty view */
} sartor_buffer_need;  /* its index in the table is the CPU slot and the SPIR-V binding (set 0) */

typedef uint32_t sartor_param_type;
enum { SARTOR_PARAM_FLOAT = 1, SARTOR_PARAM_INT, SARTOR_PARAM_BOOL, SARTOR_PARAM_ENUM };
typedef struct sartor_param {
    uint32_t struct_size;
    uint32_t id; /* stable for ever, unique in the deformer; saved in documents */
    sartor_param_type type;
    uint32_t label_count;      /* ENUM: values 0 .. label_count-1 */
    const char* const* labels; /* ENUM: written in chains, e.g. "blended", "linear" */
    const char* key;           /* written in chains and documents: "normals" */
    const char* name;          /* shown */
    const char* unit;          /* "", "rad", "m", "1" */
    double minimum, maximum, initial;
} sartor_param;

typedef struct sartor_spirv { /* absent: words == NULL */
    const uint32_t* words;
    uint32_t word_count;
    uint32_t local_size_spec_id; /* host picks the workgroup size */
    const char* entry_point;
} sartor_spirv;

typedef struct sartor_buffer {
    void* data;
    uint32_t count;
    uint32_t stride_bytes;
} sartor_buffer; /* data: 64-byte aligned */

enum {
    SARTOR_FRAME_RESET = 1u /* seek, teleport, first frame: previous = current */,
    SARTOR_FRAME_STREAM_OUTPUT = 2u /* output leaves the cache */
};
typedef struct sartor_run { /* all pointers valid until run() returns */
    uint32_t struct_size;
    uint32_t begin, end; /* half-open range of vertices (or blocks); write nothing outside of it */
    uint32_t pass;       /* 0 .. repeats-1 */
    uint32_t frame_flags;
    uint32_t buffer_count, param_count;
    uint32_t reserved;
    double time, delta_time;      /* seconds */
    const sartor_buffer* buffers; /* in the order of the needs */
    const double* params; /* in the order of the params, inside [minimum, maximum], finite */
} sartor_run;
typedef sartor_status (*sartor_run_function)(
    const void* self, const sartor_run* run); /* [stage]; pure; may not allocate */

enum {
    SARTOR_STAGE_RUN = 1u,
    SARTOR_STAGE_PREPARE = 2u /* once per mesh and parameter set, CPU; WRITEs persist */
};
enum { SARTOR_STAGE_NEIGHBOURHOOD = 1u /* reads other vertices of its input stream */ };
#define SARTOR_STAGE_NO_REPEAT 0xffffffffu
typedef struct sartor_stage {
    uint32_t struct_size;
    uint32_t kind, flags;
    uint32_t repeat_param; /* index of the INT param that says how many passes, or
                              SARTOR_STAGE_NO_REPEAT */
    uint32_t need_count, param_count;
    const char* id; /* unique in the deformer: "skin", "smooth" */
    const sartor_buffer_need* needs;
    const sartor_param* const* params;
    sartor_run_function run; /* mandatory; the plain form is the truth */
    sartor_spirv compute;    /* optional */
    sartor_spirv vertex;     /* optional: the same function inline in the vertex shader */
    const struct sartor_stage*
        blocks; /* optional faster form over 16-vertex blocks, own needs; must agree with run */
} sartor_stage;

enum { /* capabilities, claimed and then held to by the conformance kit */
       SARTOR_CAP_RIGID = 1u,
       SARTOR_CAP_SCALE = 2u,
       SARTOR_CAP_SHEAR = 4u,
       SARTOR_CAP_MIRROR = 8u,
       SARTOR_CAP_LINEAR_OUT = 16u,
       SARTOR_CAP_EXACT_IDENTITY = 32u,
       SARTOR_CAP_BULGE_FREE = 64u
};
typedef struct sartor_descriptor {
    uint32_t struct_size;
    uint32_t capabilities;
    uint32_t stage_count;
    uint32_t reserved;
    const char*
        id; /* "org.example.dqs"; in chains the last component is enough where it is unique */
    const char* name;
    const char* vendor;
    const char* version;               /* "1.4.2" */
    const sartor_stage* const* stages; /* run in this order */
} sartor_descriptor;

typedef struct sartor_host {
    uint32_t struct_size;
    uint32_t abi_minor; /* of the host */
    void* host_data;
    void (*log)(const struct sartor_host* host, int32_t level, const char* utf8); /* [main|stage] */
    const void* (*extension)(const struct sartor_host* host, const char* id_slash_rev); /* [main] */
} sartor_host;

typedef struct sartor_factory {
    uint32_t (*count)(void);                                /* [main] */
    const sartor_descriptor* (*descriptor)(uint32_t index); /* [main] */
    sartor_status (*create)(const sartor_host* host,
                            const char* deformer_id,
                            void** out_instance);                             /* [main] */
    void (*destroy)(void* instance);                                          /* [main] */
    const void* (*extension)(const void* instance, const char* id_slash_rev); /* [main] */
} sartor_factory;

typedef struct sartor_entry {
    uint32_t magic, abi_major, abi_minor, struct_size;
    sartor_status (*init)(
        const char* plugin_path);           /* [main] counted, may be called again after deinit */
    void (*deinit)(void);                   /* [main] */
    const sartor_factory* (*factory)(void); /* [main] */
} sartor_entry;

SARTOR_EXPORT extern const sartor_entry sartor_deformer_entry;

#ifdef __cplusplus
}
#endif
#endif
