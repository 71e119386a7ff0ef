// SPDX-License-Identifier: Apache-2.0
// The running streams of a mesh, as in sartor/deformer/vertex_streams.hpp: needs 0 to 5. Include
// after sartor/deformer.glsl, write a function that takes a vertex and gives what becomes of it,
// and end the file with SARTOR_DEFORM:
//
//   Vertex lifted(uint index, Vertex vertex) {
//       vertex.position.y += 1.0;
//       return vertex;
//   }
//   SARTOR_DEFORM(lifted)
#ifndef SARTOR_VERTEX_STREAMS_GLSL
#define SARTOR_VERTEX_STREAMS_GLSL

SARTOR_READ_FLOATS(0, positionIn)
SARTOR_WRITE_POSITION(1)
SARTOR_READ_FLOATS(2, normalIn)
SARTOR_WRITE_NORMAL(3)
SARTOR_READ_FLOATS(4, tangentIn)
SARTOR_WRITE_TANGENT(5)
SARTOR_BOUND(3, haveNormals)
SARTOR_BOUND(5, haveTangents)
bool haveDirections() { return haveNormals() || haveTangents(); }

// One vertex; normal and tangent mean something where the mesh has them.
struct Vertex {
    vec3 position;
    vec3 normal;
    vec4 tangent;
};

Vertex loadVertex(uint index) {
    Vertex vertex = Vertex(vec3(0), vec3(0), vec4(0));
    uint at = 3u * (firstElement(0u) + index);
    vertex.position = vec3(positionIn[at], positionIn[at + 1u], positionIn[at + 2u]);
    if (haveNormals()) {
        at = 3u * (firstElement(2u) + index);
        vertex.normal = vec3(normalIn[at], normalIn[at + 1u], normalIn[at + 2u]);
    }
    if (haveTangents()) {
        at = 4u * (firstElement(4u) + index);
        vertex.tangent =
            vec4(tangentIn[at], tangentIn[at + 1u], tangentIn[at + 2u], tangentIn[at + 3u]);
    }
    return vertex;
}

void storeVertex(uint index, Vertex vertex) {
    writePosition(index, vertex.position);
    if (haveNormals()) {
        writeNormal(index, vertex.normal);
    }
    if (haveTangents()) {
        writeTangent(index, vertex.tangent);
    }
}

// Defines main() of either form: every vertex is deformed alone.
#define SARTOR_DEFORM(deformed)                                                                    \
    void sartorDeform(uint index) { storeVertex(index, deformed(index, loadVertex(index))); }      \
    SARTOR_MAIN(sartorDeform)

#endif
