/* SPDX-License-Identifier: Apache-2.0 */
/* The deformer plugin ABI: what a plugin and its host say to each other. C11, needs nothing but
 * stddef and stdint.
 *
 * A plugin is a shared library that exports one constant, `sartor_deformer_entry`. Behind it stand
 * descriptors: tables that declare every stage, every buffer a stage reads or writes, and every
 * param. The host checks the tables before anything runs, copies them, and then needs only the
 * `run` functions. One declaration drives the CPU run, the GPU run and the user interface.
 *
 * Threads:  [main]  the host's main thread, never concurrent for one instance.
 *           [stage] any worker thread; run() may be entered concurrently on one instance for
 *                   disjoint ranges, so run() reads the instance and never writes it.
 * Strings:  UTF-8, NUL-terminated, at most 256 bytes, owned by whoever hands them out, alive until
 *           deinit(). None may be NULL; "" where there is nothing to say.
 * Errors:   sartor_status, 0 = ok. Nothing may be thrown or longjmp'd across this header: a throw
 *           out of a plugin that links its C++ runtime statically ends the process.
 * Versions: a host runs plugins of its major version, of whatever minor version. A minor version
 *           adds: fields at the end of structs that have a struct_size, values, semantics and
 *           extensions. A host looks at a field only where struct_size covers it, and takes 0 for
 *           what a plugin of before has not; a plugin looks at host->abi_minor before it counts on
 *           what is new there. What a host does not know of a declaration it refuses, and says so.
 *           All other structs are frozen within a major version. Reserved fields are 0, and NULL is
 *           what has no meaning yet (sartor_stage.blocks): a host that knows one looks at it only
 *           in plugins of the minor version that gave it one, and later. */
#ifndef SARTOR_DEFORMER_H
#define SARTOR_DEFORMER_H
#include <stddef.h>
#include <stdint.h>
/* C names: NOLINTBEGIN(readability-identifier-naming) */

#define SARTOR_ABI_MAJOR 1u
#define SARTOR_ABI_MINOR 0u
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

enum { SARTOR_LOG_DEBUG = 0, SARTOR_LOG_INFO = 1, SARTOR_LOG_WARNING = 2, SARTOR_LOG_ERROR = 3 };

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
    SARTOR_PER_CLUSTER,
    SARTOR_PER_CORNER
};
/* A stage that changes a stream declares it twice, READ and WRITE; the host ping-pongs.
 *
 * READ_PREVIOUS_FRAME is the state of a stage: a stream that stages write, as it was after the last
 * frame. It is what the last stage of the same deformer in the chain that writes the semantic
 * wrote, or, where this deformer does not write it, what the last stage of the chain did. All
 * passes see the same. In a frame with SARTOR_FRAME_RESET it holds instead what a stream begins
 * with: the rest stream for position, normal and tangent where the mesh has it, else zeros. */
typedef uint32_t sartor_access;
enum { SARTOR_READ = 1, SARTOR_WRITE = 2, SARTOR_READ_PREVIOUS_FRAME = 3 };

/* Semantics that the host fills or knows the format of. A name outside of "sartor." is a stream
 * that the stages of one chain hand to each other, of any format.
 *
 *   sartor.rest.position              F32X3  vertex      as in the file, bind space; never changes
 *   sartor.rest.normal                F32X3  vertex
 *   sartor.rest.tangent               F32X4  vertex      w = +1 or -1, the side of the bitangent
 *   sartor.position, .normal          F32X3  vertex      the running stream: bind space before the
 *   sartor.tangent                    F32X4  vertex      skinning stage, model space after it
 *   sartor.linear                     F32X9  vertex      linear part of the skinning map
 *   sartor.palette.matrix             F32X12 joint       model space from bind space; finite
 *   sartor.palette.dualquat           F32X8  joint       its rigid part: real x y z w, dual x y z w
 *   sartor.palette.scale              F32X9  joint       what remains: matrix = rigid * scale;
 *                                                        symmetric, exactly the identity where the
 *                                                        joint is rigid within 1e-6, negative
 *                                                        definite where it mirrors
 *   sartor.palette.common             F32X9  once        the scale of most joints in the rest pose
 *                                                        (units, quantised positions), else the
 *                                                        identity
 *   sartor.influence.offset           U32    vertex + 1  rows of the two below
 *   sartor.influence.joint            U32    influence   smaller than the palette's count
 *   sartor.influence.weight           F32    influence   finite, not zero
 *   sartor.influence4.joint           U16X4  vertex      the heaviest four, padded with weight 0
 *   sartor.influence4.weight          F32X4  vertex
 *   sartor.skin.blend                 F32    vertex      0 linear blend to 1 dual quaternion; bound
 *                                                        where the file has it
 *   sartor.morph.offset               U32    vertex + 1  rows of the four below: of targets whose
 *                                                        weight is not 0; PREPARE stages see all
 *   sartor.morph.target               U32    delta       rising within a row
 *   sartor.morph.delta.position       F32X3  delta       bind space, as normal and tangent
 *   sartor.morph.delta.normal         F32X3  delta       bound where any target has such deltas
 *   sartor.morph.delta.tangent        F32X3  delta
 *   sartor.morph.weight               F32    target      finite; of all targets
 *   sartor.triangle.index             U32    triangle    three elements for each triangle
 *   sartor.weld.representative        U32    vertex      the first vertex of equal rest position
 *                                                        and equal influences: seams of textures
 *                                                        and normals split what is one vertex
 *   sartor.neighbour.offset           U32    vertex + 1  rows of the one below
 *   sartor.neighbour.index            U32    neighbour   representatives that an edge joins to this
 *                                                        vertex, rising, each once, never its own;
 *                                                        equal rows for all vertices of one
 *                                                        representative
 *   sartor.corner.offset              U32    vertex + 1  rows of the one below
 *   sartor.corner.index               U32    corner      elements of sartor.triangle.index, rising,
 *                                                        whose vertex has the same representative;
 *                                                        element / 3 is the triangle. Without the
 *                                                        triangles that have two such corners
 *   sartor.attribute.NAME             any    vertex      what the file calls NAME, as glTF does:
 *                                                        COLOR_0, TEXCOORD_0, _STIFFNESS. F32 to
 *                                                        F32X4, whatever the file has: the first
 *                                                        numbers of more, zeros behind fewer, but
 *                                                        1 for the fourth
 *   sartor.time                       F32X2  once        time and time since the last frame, in
 *                                                        seconds
 *   sartor.flags                      U32    vertex      SARTOR_FLAG_*: what went wrong there; a
 *                                                        stage keeps the bits of stages before it
 *
 * A stage whose results depend on the time reads sartor.time; others see 0 in sartor_run.time and
 * delta_time, and the host may keep what they made of the same input.
 *
 * A mesh without morph targets offers empty morph buffers. A stage may read what an earlier stage
 * or the host provides; anything else is an error of the chain unless the need is optional. */
typedef struct sartor_buffer_need {
    const char* semantic;
    sartor_format format;
    sartor_domain domain;
    sartor_access access;
    /* 0 or 1, nothing else. An unbound buffer has data == NULL and count 0. The host binds an
     * optional READ where there is a provider; an optional WRITE of position, normal or tangent
     * where the mesh has that stream; sartor.flags where somebody counts them; any other optional
     * WRITE where a later stage reads it. A stage whose WRITEs are all unbound does not run. */
    uint32_t optional;
} sartor_buffer_need; /* its index in the table is the CPU slot and the SPIR-V binding (set 0) */

enum { /* bits of sartor.flags */
       SARTOR_FLAG_BAD_INDEX = 1u,
       SARTOR_FLAG_ZERO_SUM = 2u,
       SARTOR_FLAG_ANTIPODAL = 4u,           /* rotations cancel out: one joint's map stands in */
       SARTOR_FLAG_HEMISPHERE_CONFLICT = 8u, /* no choice of signs suits all joints of the vertex */
       SARTOR_FLAG_NEAR_HALF_TURN = 16u      /* two rotations nearly half a turn apart */
};
/* A stage that jumps somewhere says so by marking the vertices near such a place; everywhere else a
 * small step of the pose is a small step of the vertex. */

typedef uint32_t sartor_param_type;
enum { SARTOR_PARAM_FLOAT = 1, SARTOR_PARAM_INT, SARTOR_PARAM_BOOL, SARTOR_PARAM_ENUM };
typedef struct sartor_param {
    uint32_t struct_size;
    /* Stable for ever, saved in documents. Unique in the deformer but for one thing: stages may
     * list the same param, equal in all fields, and share its value. */
    uint32_t id;
    sartor_param_type type;
    uint32_t label_count;             /* ENUM: values 0 .. label_count-1 */
    const char* const* labels;        /* ENUM: written in chains, e.g. "blended", "linear" */
    const char* key;                  /* written in chains and documents: "normals"; what the host
                                         knows of the key "order" stands below */
    const char* name;                 /* shown */
    const char* unit;                 /* "", "rad", "m", "1" */
    double minimum, maximum, initial; /* finite, minimum <= initial <= maximum; whole numbers for
                                         INT; 0 and 1 for BOOL; 0 and label_count-1 for ENUM */
} sartor_param;                       /* keys and labels: [a-z0-9_-]+ */

/* An ENUM param with the key "order" says where a stage's deltas belong, and the host holds the
 * chain to it. Labels that it knows: "pre", bind space, the stage must not follow a skinning stage;
 * "carried", bind space as well, brought along by sartor.linear, which is bound for this label,
 * must have a provider, and is left unbound for others; "tangent", the same in the tangent frame,
 * for which sartor.normal and sartor.tangent must be there, too. */

/* A compute form of a stage. It must do the same float operations in the same order as run (GLSL:
 * `precise`, sqrt and division instead of inversesqrt), with params cast to float first.
 *
 * Set 0 holds storage buffers only, `readonly` for READ and `writeonly` for WRITE:
 *   binding i    need i, packed floats or 32-bit words as its format says
 *   binding n    uint instanceTable[]: for each instance vertexCount, then the first element of
 *                each of the n needs, then the first word of its params
 *   binding n+1  uint params[]: the params in order, FLOAT as float bits, others as int
 * gl_WorkGroupID.y counts instances, gl_GlobalInvocationID.x vertices; invocations past vertexCount
 * do nothing. Push constants, 16 bytes: uint firstInstance, pass, frameFlags, 0; the instance is
 * firstInstance + gl_WorkGroupID.y. Specialisation constants: local_size_spec_id is the workgroup
 * size in x (y and z are 1); id 1+i is a uint, 1 where need i is bound. An unbound need gets a
 * dummy buffer. At most 14 needs. Capability Shader only. */
typedef struct sartor_spirv { /* absent: words == NULL */
    const uint32_t* words;
    uint32_t word_count;
    uint32_t local_size_spec_id; /* not 1 .. need_count; the host picks the workgroup size. Vertex
                                    form: the constant that says whether results are captured */
    const char* entry_point;
} sartor_spirv;

/* The vertex form of a stage runs where it is the last of a chain that writes sartor.position, for
 * each corner of a triangle that is drawn. Of its needs, those that are written and not optional
 * are sartor.position, .normal, .tangent and .flags alone; it keeps its bits with the compute form
 * as that does with run. Execution model Vertex, no inputs.
 *
 * Set 0 as in the compute form, but without the needs that are written. Set 1, binding 0: readonly
 * uint corners[], the vertex of corner gl_VertexIndex. Push constants, 80 bytes: the 16 of the
 * compute form, then mat4 clipFromModel; the instance is firstInstance. Specialisation constants:
 * local_size_spec_id is a uint, 1 where the host captures the results; id 1+i as in the compute
 * form. Outputs, all of them, zero where there is nothing:
 *   location 0  vec3  position          location 3  uint  SARTOR_FLAG_*
 *   location 1  vec3  normal            location 4  vec3  1 at component gl_VertexIndex % 3, else 0
 *   location 2  vec4  tangent           location 5  uint  gl_VertexIndex
 * gl_Position is clipFromModel * (position, 1), or (0, 0, 0, 1) where results are captured;
 * gl_PointSize is 1. sartor/deformer.glsl does all of this. */

/* 64-byte aligned, never the same memory for a READ and a WRITE. A buffer that is bound but empty
 * has data != NULL and count 0. */
typedef struct sartor_buffer {
    void* data;
    uint32_t count; /* elements */
    uint32_t stride_bytes;
} sartor_buffer;

enum {
    SARTOR_FRAME_RESET = 1u /* first frame, seek, teleport: nothing of the last frame counts, and
                               what is said to have been there is rest or zero; delta_time is 0 */
    ,
    SARTOR_FRAME_STREAM_OUTPUT = 2u /* output leaves the cache */
};
typedef struct sartor_run { /* all pointers valid until run() returns */
    uint32_t struct_size;
    /* Half-open range of vertices (or blocks); write nothing outside of it. Of a buffer with rows,
     * as of influences, the rows of these vertices. */
    uint32_t begin, end;
    uint32_t pass; /* 0 .. repeats-1 */
    uint32_t frame_flags;
    uint32_t buffer_count, param_count;
    uint32_t reserved;
    double time, delta_time;      /* seconds; 0 for stages that do not read sartor.time */
    const sartor_buffer* buffers; /* in the order of the needs */
    const double* params; /* in the order of the params, inside [minimum, maximum], finite */
} sartor_run;
/* [stage]; pure: the same range gives the same bits however the whole was split. Writes every
 * element of its range in every bound WRITE buffer. May not allocate, lock or throw. */
typedef sartor_status (*sartor_run_function)(const void* self, const sartor_run* run);

/* A stage of kind PREPARE computes once per mesh and set of its params what RUN stages, of its own
 * deformer or of later ones, read in every frame. Its WRITEs persist; the host keeps them for all
 * instances of the mesh and uploads them for compute stages.
 *
 * It reads what no frame changes: sartor.rest.*, influences, morph rows and deltas, triangles,
 * weld, neighbours, corners, attributes, and what PREPARE stages before it wrote. It writes streams
 * of its own names, by vertex, influence, neighbour or corner. It repeats as RUN does, has no
 * compute form, and runs only where a later stage reads what it writes. `self` is an instance of
 * its deformer, but not always the one that RUN gets. Ranges run concurrently and any split gives
 * the same bits; it may allocate. Between ranges the host may give up. */
enum { SARTOR_STAGE_RUN = 1u, SARTOR_STAGE_PREPARE = 2u };
enum {
    /* Reads other vertices of its input streams than its own. What the stage and the pass before
     * wrote is complete. Without it, a stage reads of streams that stages write only elements of
     * its own range. Such a stage has no vertex form. */
    SARTOR_STAGE_NEIGHBOURHOOD = 1u,
    /* PREPARE only: one call for all vertices, for what no range can compute alone. It writes all
     * elements of its WRITEs, which may be of any domain but delta, block and cluster. */
    SARTOR_STAGE_WHOLE = 2u
};
#define SARTOR_STAGE_NO_REPEAT 0xffffffffu
typedef struct sartor_stage {
    uint32_t struct_size;
    uint32_t kind, flags;
    uint32_t repeat_param; /* index of the INT param that says how many passes, or
                              SARTOR_STAGE_NO_REPEAT; each pass reads what the one before wrote */
    uint32_t need_count, param_count;
    const char* id; /* [a-z0-9_-]+, unique in the deformer: "skin", "smooth" */
    const sartor_buffer_need* needs;
    const sartor_param* const* params;
    sartor_run_function run; /* mandatory; the plain form is the truth */
    sartor_spirv compute;    /* optional */
    sartor_spirv vertex;     /* optional: the same function inline in the vertex shader */
    /* An optional form that this host does not use: a faster one over 16-vertex blocks with needs
     * of its own. */
    const struct sartor_stage* blocks;
    /* The stage is there only while the param with index when_param, BOOL or ENUM, has a value
     * whose bit is set in when_values, as 1 << value. 0 means always. A stage that is not there
     * provides nothing. */
    uint32_t when_param, when_values;
} sartor_stage;

/* Capabilities: what the deformer says it gets right with the initial values of its params. The
 * host shows them, and `sartor plugin verify` holds the deformer to them. */
enum {
    SARTOR_CAP_RIGID = 1u,
    SARTOR_CAP_SCALE = 2u,
    SARTOR_CAP_SHEAR = 4u,
    SARTOR_CAP_MIRROR = 8u,
    SARTOR_CAP_LINEAR_OUT = 16u,
    SARTOR_CAP_EXACT_IDENTITY = 32u,
    SARTOR_CAP_BULGE_FREE = 64u,
    SARTOR_CAP_ADDITIVE = 128u /* the displacement is the sum of what its influences, by
                                  sartor.palette.matrix, and morph targets, by
                                  sartor.morph.weight, contribute each on its own */
};
typedef struct sartor_descriptor {
    uint32_t struct_size;
    uint32_t capabilities;
    uint32_t stage_count;
    uint32_t reserved;
    const char* id; /* [a-z0-9]+(.[a-z0-9_-]+)+, "org.example.dqs"; in chains the last component is
                       enough where it is unique */
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
    /* [main]; NULL where the host has no such extension */
    const void* (*extension)(const struct sartor_host* host, const char* id_slash_rev);
} sartor_host;

/* Frozen within a major version. */
typedef struct sartor_factory {
    uint32_t (*count)(void);                                /* [main]; at least 1, at most 256 */
    const sartor_descriptor* (*descriptor)(uint32_t index); /* [main]; alive until deinit() */
    /* [main]; `host` outlives the instance; a deformer without state may give NULL */
    sartor_status (*create)(const sartor_host* host, const char* deformer_id, void** out_instance);
    void (*destroy)(void* instance); /* [main]; gets what create gave, NULL too */
    /* [main]; NULL where the plugin has no such extension */
    const void* (*extension)(const void* instance, const char* id_slash_rev);
} sartor_factory;

typedef struct sartor_entry {
    uint32_t magic, abi_major, abi_minor, struct_size;
    /* [main]; counted, may be called again after deinit */
    sartor_status (*init)(const char* plugin_path);
    void (*deinit)(void);                   /* [main] */
    const sartor_factory* (*factory)(void); /* [main] */
} sartor_entry;

SARTOR_EXPORT extern const sartor_entry sartor_deformer_entry;

#ifdef __cplusplus
}
#endif
/* NOLINTEND(readability-identifier-naming) */
#endif
