/* SPDX-License-Identifier: MIT
 *
 * Meshes that are meant to hurt: glTFs whose nodes multiply or never end, that claim bytes or files which they do not
 * have, and OBJs and STLs of names only.  Each is refused before assimp, which would crash or take all memory, sees
 * it; and what is like them but right is read. */
#include "io/mesh_file.h"
#include "internal.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

int test_mesh_gltf(void);

static flo_status read_counted(const char *path, const mesh_memory *memory, int *triangles)
{
    mesh_file mesh;
    mesh_file_options options = mesh_file_default_options();
    options.memory = memory;
    const flo_status status = mesh_file_read(&mesh, path, &options);
    *triangles = status ? 0 : mesh.mesh.triangle_count;
    mesh_file_free(&mesh);
    return status;
}

static flo_status read_mesh(const char *path, int *triangles) { return read_counted(path, NULL, triangles); }

/* ---- a tetrahedron ----------------------------------------------------------------------------------------------- */

/* 12 floats of places, 12 indices. */
enum { CORNERS = 48, BYTES = CORNERS + 24 };

static const char *put_bytes(const char *name)
{
    static const float place[12] = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 };
    static const uint16_t index[12] = { 0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3 };
    unsigned char bytes[BYTES];
    memcpy(bytes, place, CORNERS);
    memcpy(bytes + CORNERS, index, sizeof index);
    return test_put(name, bytes, BYTES);
}

#define NODES "\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0}]"
#define MESHES "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0},\"indices\":1}]}]"
#define PLACES "{\"bufferView\":0,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}"
#define INDICES "{\"bufferView\":1,\"componentType\":5123,\"count\":12,\"type\":\"SCALAR\"}"
#define ACCESSORS "\"accessors\":[" PLACES "," INDICES "]"
#define VIEWS "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24}]"
#define BUFFERS "\"buffers\":[{\"byteLength\":72,\"uri\":\"t.bin\"}]"
#define GLTF(nodes, meshes, accessors, views, buffers)                                                               \
    "{\"asset\":{\"version\":\"2.0\"},\"scene\":0," nodes "," meshes "," accessors "," views "," buffers "}"

static const char *put_text(const char *name, const char *text) { return test_put(name, text, strlen(text)); }

static void refuses(const char *text, const char *words)
{
    int triangles;
    char all[256];
    snprintf(all, sizeof all, "bad.gltf: |%s", words);
    put_bytes("t.bin");
    test_about("%.300s", text);
    REFUSED(read_mesh(put_text("bad.gltf", text), &triangles), FLO_BAD_FILE, all);
}

static void reads(const char *text, int want)
{
    int triangles;
    put_bytes("t.bin");
    test_about("%.300s", text);
    OK(read_mesh(put_text("good.gltf", text), &triangles));
    assert_int_equal(triangles, want);
}

/* ---- nodes ------------------------------------------------------------------------------------------------------- */

#define WITH_NODES(nodes) GLTF("\"scenes\":[{\"nodes\":[0]}],\"nodes\":[" nodes "]", MESHES, ACCESSORS, VIEWS, BUFFERS)
#define WITH_SCENE(scene, nodes)                                                                                     \
    GLTF("\"scenes\":[{\"nodes\":[" scene "]}],\"nodes\":[" nodes "]", MESHES, ACCESSORS, VIEWS, BUFFERS)

static void nodes_are_trees(void **state)
{
    (void)state;
    reads(WITH_NODES("{\"children\":[1,2]},{\"mesh\":0},{\"children\":[3]},{\"mesh\":0}"), 8);
    reads(WITH_SCENE("0,1", "{\"mesh\":0},{\"mesh\":0}"), 8);
    refuses(WITH_NODES("{\"children\":[1,1]},{\"mesh\":0}"), "node 1 is a child of node 0 and again of node 0");
    refuses(WITH_NODES("{\"children\":[1,2]},{\"children\":[3]},{\"children\":[3]},{\"mesh\":0}"),
            "node 3 is a child of node 1 and again of node 2; a node may be that of one other, once");
    refuses(WITH_NODES("{\"children\":[0]}"), "scene 0 names node 0, which is a child of node 0");
    refuses(WITH_NODES("{\"mesh\":0},{\"children\":[2]},{\"children\":[1]}"), "node 1 is below itself");
    refuses(WITH_SCENE("0,1", "{\"children\":[1]},{\"mesh\":0}"), "scene 0 names node 1, which is a child of node 0");
    refuses(WITH_SCENE("0,0", "{\"mesh\":0}"), "scene 0 names node 0 twice");
    refuses(WITH_SCENE("1", "{\"mesh\":0}"), "node 0 that scene 0 names is none of the 1 nodes");
    static const char *const none[] = { "7", "-1", "1.0", "\"0\"", "4294967296", "9223372036854775807", "null" };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        char text[2048];
        snprintf(text, sizeof text, WITH_NODES("{\"children\":[1,%s]},{\"mesh\":0}"),
                 none[i]);
        refuses(text, "child 1 of node 0 is none of the 2 nodes");
    }
    refuses(WITH_NODES("{\"mesh\":1}"), "node 0 has a mesh that is none of the 1");
}

/* Nodes of which each is the only child of the one before; the last has the mesh. */
static const char *put_chain(const char *name, int nodes)
{
    char *const text = malloc((size_t)nodes * 32 + 4096);
    assert_non_null(text);
    char *to = text + sprintf(text, "%s", "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                              MESHES "," ACCESSORS "," VIEWS "," BUFFERS ",\"nodes\":[");
    for (int i = 1; i < nodes; i++) to += sprintf(to, "{\"children\":[%d]},", i);
    sprintf(to, "{\"mesh\":0}]}");
    const char *const path = put_text(name, text);
    free(text);
    return path;
}

static void nodes_have_a_depth(void **state)
{
    (void)state;
    int triangles;
    put_bytes("t.bin");
    OK(read_mesh(put_chain("chain.gltf", 256), &triangles));
    assert_int_equal(triangles, 4);
    static const int deep[] = { 257, 300, 20000, 200000 };
    for (int i = 0; i < 4; i++) {
        test_about("%d nodes deep", deep[i]);
        REFUSED(read_mesh(put_chain("chain.gltf", deep[i]), &triangles), FLO_BAD_FILE,
                "chain.gltf: its nodes are more than 256 deep: node 256");
    }
}

/* ---- bytes ------------------------------------------------------------------------------------------------------- */

#define WITH_PLACES(places) GLTF(NODES, MESHES, "\"accessors\":[" places "," INDICES "]", VIEWS, BUFFERS)

static void accessors_stay_in_their_bytes(void **state)
{
    (void)state;
    reads(GLTF(NODES, MESHES, ACCESSORS, VIEWS, BUFFERS), 4);
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":5126,\"count\":5,\"type\":\"VEC3\"}"),
            "accessor 0 goes to byte 60 of its bufferView 0, which has 48");
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":5126,\"count\":4000000000,\"type\":\"VEC3\"}"),
            "accessor 0 goes to byte 48000000000");
    refuses(WITH_PLACES("{\"bufferView\":0,\"byteOffset\":4,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}"),
            "accessor 0 goes to byte 52");
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":5126,\"count\":-1,\"type\":\"VEC3\"}"), "wrong number");
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":7,\"count\":4,\"type\":\"VEC3\"}"), "wrong number");
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}"), "of type VEC3");
    refuses(WITH_PLACES("{\"componentType\":5126,\"count\":30000000,\"type\":\"VEC3\"}"),
            "accessor 0 has a bufferView");
    refuses(WITH_PLACES("{\"bufferView\":2,\"componentType\":5126,\"count\":4,\"type\":\"VEC3\"}"), "none of the 2");
    refuses(WITH_PLACES("{\"componentType\":5126,\"count\":1000000000,\"type\":\"VEC3\",\"sparse\":{\"count\":1,"
                        "\"indices\":{\"bufferView\":1,\"componentType\":5125},\"values\":{\"bufferView\":0}}}"),
            "accessor 0 is sparse");
    refuses(GLTF(NODES, MESHES, ACCESSORS, "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48,\"byteStride\":20},"
                 "{\"buffer\":0,\"byteOffset\":48,\"byteLength\":24}]", BUFFERS), "accessor 0 goes to byte 72");
    refuses(GLTF(NODES, MESHES, ACCESSORS, "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},"
                 "{\"buffer\":0,\"byteOffset\":49,\"byteLength\":24}]", BUFFERS), "from byte 49 on of the 72");
    refuses(GLTF(NODES, MESHES, ACCESSORS, VIEWS, "\"buffers\":[{\"byteLength\":73,\"uri\":\"t.bin\"}]"),
            "t.bin has 72 bytes; its buffer is said to have 73");
    refuses(GLTF(NODES, MESHES, ACCESSORS, VIEWS, "\"buffers\":[{\"byteLength\":1099511627776,\"uri\":\"t.bin\"}]"),
            "buffer 0 has a wrong byteLength");
    refuses("{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"KHR_draco_mesh_compression\"]}",
            "KHR_draco_mesh_compression, which is not read");
}

/* assimp would leave out the triangle: the mesh would be open. */
static void indices_are_those_of_places(void **state)
{
    (void)state;
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}"),
            "index 5 of accessor 1 is 3; it must be below 3, the number of places");
    refuses(GLTF(NODES, MESHES, "\"accessors\":[" PLACES ",{\"bufferView\":1,\"componentType\":5125,\"count\":6,"
                 "\"type\":\"SCALAR\"}]", VIEWS, BUFFERS), "index 0 of accessor 1 is 131072; it must be below 4");
    reads(GLTF(NODES, MESHES, "\"accessors\":[" PLACES ",{\"bufferView\":1,\"componentType\":5121,\"count\":24,"
               "\"type\":\"SCALAR\"}]", VIEWS, BUFFERS), 8);
    static const char *const types[] = { "5120", "5122", "5126" };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char text[2048];
        snprintf(text, sizeof text, GLTF(NODES, MESHES, "\"accessors\":[" PLACES ",{\"bufferView\":1,\"componentType\":"
                 "%s,\"count\":6,\"type\":\"SCALAR\"}]", VIEWS, BUFFERS), types[i]);
        refuses(text, "accessor 1 has indices of componentType|5121, 5123 or 5125");
    }
}

#define WITH_EXTENSIONS(key, names) GLTF("\"" key "\":" names "," NODES, MESHES, ACCESSORS, VIEWS, BUFFERS)
#define WITH_NODE(extension)                                                                                         \
    WITH_NODES("{\"children\":[1],\"extensions\":{" extension "}},{\"mesh\":0}")

/* What a file requires must be known; of what it only uses, what changes the shape. */
static void extensions_that_change_the_shape_are_refused(void **state)
{
    (void)state;
    static const char *const unknown[] = { "FOO_bar", "EXT_mesh_gpu_instancing", "KHR_mesh_quantization", "",
                                           "KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_materials" };
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++) {
        char text[2048], words[128];
        snprintf(text, sizeof text, WITH_EXTENSIONS("extensionsRequired", "[\"KHR_texture_transform\",\"%s\"]"),
                 unknown[i]);
        snprintf(words, sizeof words, "it needs %s, which is not read", unknown[i]);
        refuses(text, words);
    }
    reads(WITH_EXTENSIONS("extensionsRequired", "[\"KHR_materials_unlit\",\"KHR_texture_basisu\"]"), 4);
    reads(WITH_EXTENSIONS("extensionsUsed", "[\"FOO_bar\",\"KHR_mesh_quantization\"]"), 4);
    refuses(WITH_EXTENSIONS("extensionsRequired", "\"FOO_bar\""), "extensionsRequired must be a list of names");
    refuses(WITH_EXTENSIONS("extensionsRequired", "[1]"), "extensionsRequired must be a list of names");
    refuses(WITH_NODE("\"EXT_mesh_gpu_instancing\":{\"attributes\":{\"TRANSLATION\":0}}"),
            "node 0 has EXT_mesh_gpu_instancing, which is not read");
    refuses(WITH_NODE("\"KHR_node_visibility\":{\"visible\":false}"), "node 0 has KHR_node_visibility");
    reads(WITH_NODE("\"KHR_node_visibility\":{\"visible\":true},\"FOO_bar\":{\"visible\":false}"), 4);
    refuses(WITH_PLACES("{\"bufferView\":0,\"componentType\":5122,\"count\":4,\"type\":\"VEC3\"}"),
            "accessor 0 has places of componentType 5122, as KHR_mesh_quantization allows them; only floats, 5126");
}

/* What is no hull's is left out, be it wrong or not there: pictures, skins, animations, targets. */
static void what_is_no_shape_is_left_out(void **state)
{
    (void)state;
    reads(GLTF("\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,\"skin\":9,\"camera\":3}]",
               "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"NORMAL\":77},\"indices\":1,"
               "\"material\":0,\"targets\":[{\"POSITION\":5}]}]}],\"materials\":[{\"normalTexture\":{\"index\":0}}],"
               "\"textures\":[{\"source\":0}],\"images\":[{\"uri\":\"/dev/zero\"}],\"skins\":[{\"joints\":[0,0,8]}],"
               "\"animations\":[{\"channels\":[{\"target\":{\"node\":99}}]}]", ACCESSORS, VIEWS, BUFFERS), 4);
}

/* glTF 1 calls things by their keys. */
#define FIRST(children)                                                                                              \
    "{\"asset\":{\"version\":\"1.0\"},\"scene\":\"s\",\"scenes\":{\"s\":{\"nodes\":[\"top\"]}},"                     \
    FIRST_NODES(children) FIRST_MESHES FIRST_ACCESSORS FIRST_VIEWS                                                   \
    "\"buffers\":{\"t\":{\"type\":\"arraybuffer\",\"byteLength\":72,\"uri\":\"t.bin\"}}}"
#define FIRST_NODES(children)                                                                                        \
    "\"nodes\":{\"top\":{\"children\":[" children "]},\"n\":{\"meshes\":[\"m\"]}},"
#define FIRST_MESHES                                                                                                 \
    "\"meshes\":{\"m\":{\"primitives\":[{\"attributes\":{\"POSITION\":\"p\"},\"indices\":\"i\",\"mode\":4}]}},"
#define FIRST_ACCESSORS                                                                                              \
    "\"accessors\":{\"p\":{\"bufferView\":\"a\",\"byteOffset\":0,\"componentType\":5126,\"count\":4,"                \
    "\"type\":\"VEC3\"},\"i\":{\"bufferView\":\"b\",\"byteOffset\":0,\"componentType\":5123,\"count\":12,"            \
    "\"type\":\"SCALAR\"}},"
#define FIRST_VIEWS                                                                                                  \
    "\"bufferViews\":{\"a\":{\"buffer\":\"t\",\"byteOffset\":0,\"byteLength\":48},"                                    \
    "\"b\":{\"buffer\":\"t\",\"byteOffset\":48,\"byteLength\":24}},"

static void the_first_version_is_checked_too(void **state)
{
    (void)state;
    reads(FIRST("\"n\""), 4);
    refuses(FIRST("\"n\",\"n\""), "node 1 is a child of node 0 and again of node 0");
    refuses(FIRST("\"n\",\"top\""), "scene 0 names node 0, which is a child of node 0");
    refuses(FIRST("\"n\",1"), "child 1 of node 0 is none of the 2 nodes");
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static flo_status take_up_to(void *of, double bytes)
{
    double *const left = of;
    *left -= MESH_TIMES * bytes;
    return *left >= 0 ? FLO_OK : flo__fail(FLO_NO_MEMORY, "%.0f bytes of a mesh are too many", bytes);
}

static flo_status read_within(const char *path, double bytes)
{
    int triangles;
    return read_counted(path, &(mesh_memory){ take_up_to, &bytes }, &triangles);
}

/* Many primitives, or many nodes, of the same 3000 triangles. */
static const char *put_many(const char *name, int primitives, int nodes)
{
    enum { INDEX_BYTES = 18000 };
    static const unsigned char zeros[CORNERS + INDEX_BYTES];
    char *const text = malloc(((size_t)primitives + (size_t)nodes) * 64 + 4096), *to = text;
    assert_non_null(text);
    test_put("zeros.bin", zeros, sizeof zeros);
    to += sprintf(to, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"accessors\":[" PLACES ",{\"bufferView\":1,"
                  "\"componentType\":5123,\"count\":9000,\"type\":\"SCALAR\"}],\"bufferViews\":[{\"buffer\":0,"
                  "\"byteLength\":48},{\"buffer\":0,\"byteOffset\":48,\"byteLength\":18000}],\"buffers\":"
                  "[{\"byteLength\":18048,\"uri\":\"zeros.bin\"}],\"meshes\":[{\"primitives\":[");
    for (int i = 0; i < primitives; i++)
        to += sprintf(to, "%s{\"attributes\":{\"POSITION\":0},\"indices\":1}", i ? "," : "");
    to += sprintf(to, "]}],\"nodes\":[{\"mesh\":0}");
    for (int i = 1; i < nodes; i++) to += sprintf(to, ",{\"mesh\":0}");
    to += sprintf(to, "],\"scenes\":[{\"nodes\":[0");
    for (int i = 1; i < nodes; i++) to += sprintf(to, ",%d", i);
    sprintf(to, "]}]}");
    const char *const path = put_text(name, text);
    free(text);
    return path;
}

static void what_comes_out_of_a_file_is_counted(void **state)
{
    (void)state;
    int triangles;
    OK(read_within(put_many("many.gltf", 1, 1), 1e6));
    OK(read_mesh(put_many("many.gltf", 100, 10), &triangles));
    assert_int_equal(triangles, 3000000);
    test_about("primitives");
    REFUSED(read_within(put_many("many.gltf", 100, 1), 1e7), FLO_NO_MEMORY, "many.gltf: |bytes of a mesh are too many");
    OK(read_within(put_many("many.gltf", 100, 1), 1e8));
    test_about("nodes");
    REFUSED(read_within(put_many("many.gltf", 1, 300), 1e7), FLO_NO_MEMORY, "many.gltf: ");
    REFUSED(read_mesh(put_many("many.gltf", 100, 40), &triangles), FLO_BAD_FILE, "more than 10000000 triangles");
    REFUSED(read_mesh(put_many("many.gltf", 1, 4000), &triangles), FLO_BAD_FILE, "more than 10000000 triangles");
}

/* ---- other files ------------------------------------------------------------------------------------------------- */

static flo_status read_uri(const char *uri)
{
    char text[2048];
    int triangles;
    snprintf(text, sizeof text, GLTF(NODES, MESHES, ACCESSORS, VIEWS,
                                     "\"buffers\":[{\"byteLength\":72,\"uri\":\"%s\"}]"), uri);
    test_about("%s", uri);
    const flo_status status = read_mesh(put_text("here/mesh.gltf", text), &triangles);
    if (!status) assert_int_equal(triangles, 4);
    return status;
}

/* There is a file of the bare name, and another one above: neither is taken for the one that is named. */
static void no_other_file_is_taken(void **state)
{
    (void)state;
    mkdir(test_path("here"), 0700);
    put_bytes("t.bin");
    put_bytes("here/t.bin");
    OK(read_uri("t.bin"));
    OK(read_uri("./t.bin"));
    REFUSED(read_uri("sub/t.bin"), FLO_CANNOT_READ, "mesh.gltf: |here/sub/t.bin: No such file");
    static const char *const elsewhere[] = { "../t.bin", "sub/../t.bin", "/t.bin", "%2e%2e/t.bin", "..%2ft.bin",
                                             "http://x/t.bin", "file://t.bin", "file:t.bin", "", "DATA:t.bin" };
    for (size_t i = 0; i < sizeof elsewhere / sizeof *elsewhere; i++)
        REFUSED(read_uri(elsewhere[i]), FLO_BAD_FILE, "mesh.gltf: |neither beside the mesh nor below it");
}

static void names_of_files_are_decoded_once(void **state)
{
    (void)state;
    mkdir(test_path("here"), 0700);
    put_bytes("here/my mesh.bin");
    put_bytes("here/100%25.bin");
    OK(read_uri("my mesh.bin"));
    OK(read_uri("my%20mesh.bin"));
    OK(read_uri("%6dy%20mesh%2Ebin"));
    OK(read_uri("100%2525.bin"));
    REFUSED(read_uri("100%25.bin"), FLO_CANNOT_READ, "here/100%.bin: No such file");
    static const char *const wrong[] = { "my%00mesh.bin", "my%zzmesh.bin", "my%2", "my%", "%-1", "% 1" };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        REFUSED(read_uri(wrong[i]), FLO_BAD_FILE, "mesh.gltf: the name |of a buffer has a %");
}

/* ---- bytes in the text ------------------------------------------------------------------------------------------- */

/* Those of put_bytes(). */
#define BASE64                                                                                                       \
    "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAACAAEAAAABAAMAAAADAAIAAQACAAMA"
#define WITH_BUFFERS(buffers) GLTF(NODES, MESHES, ACCESSORS, VIEWS, "\"buffers\":[" buffers "]")
#define DATA(text) WITH_BUFFERS("{\"byteLength\":72,\"uri\":\"data:" text "\"}")

static void base64_is_read_whole(void **state)
{
    (void)state;
    reads(DATA("application/octet-stream;base64," BASE64), 4);
    reads(DATA(";base64," BASE64), 4);
    reads(DATA("application/gltf-buffer;base64," BASE64 "AA=="), 4);
    reads(WITH_BUFFERS("{\"byteLength\":72,\"uri\":\"data:;base64," BASE64 "\"},{\"byteLength\":2,\"uri\":"
                       "\"data:;base64,AAA=\"}"), 4);
    static const char *const wrong[] = { DATA(";base64," BASE64 "A"), DATA(";base64," BASE64 "A==="),
                                         DATA(";base64," BASE64 "AA=A"), DATA(";base64," BASE64 "A-A_"),
                                         DATA(";base64,====" BASE64), DATA("," BASE64), DATA(""), DATA(";base64") };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refuses(wrong[i], "the data: URI of buffer 0 is no base64");
    refuses(DATA(";base64,AAAA"), "buffer 0 has 3 bytes; it is said to have 72");
    refuses(WITH_BUFFERS("{\"byteLength\":72}"), "buffer 0 has no uri, and so 0 bytes; it is said to have 72");
}

static void put_word(unsigned char *at, size_t value)
{
    for (int i = 0; i < 4; i++) at[i] = (unsigned char)(value >> 8 * i);
}

/* A GLB of an outline and, if there are any, bytes, of which the file may hold less. */
static flo_status read_glb(const char *json, const void *bytes, size_t size, size_t held)
{
    unsigned char file[4096] = "glTF";
    int triangles;
    const size_t text = (strlen(json) + 3) / 4 * 4, end = 20 + text + (size > 0 ? 8 + held : 0);
    put_word(file + 4, 2);
    put_word(file + 8, end);
    put_word(file + 12, text);
    memset(file + 20, ' ', text);
    memcpy(file + 16, "JSON", 4);
    memcpy(file + 20, json, strlen(json));
    if (size > 0) {
        put_word(file + 20 + text, size);
        memcpy(file + 24 + text, "BIN", 4);
        memcpy(file + 28 + text, bytes, held);
    }
    put_bytes("t.bin");
    test_about("%.300s", json);
    const flo_status status = read_mesh(test_put("bad.glb", file, end), &triangles);
    if (!status) assert_int_equal(triangles, 4);
    return status;
}

/* Its first buffer may be its own bytes or, as any other, a file or text. */
static void a_glb_has_buffers_like_any_other(void **state)
{
    (void)state;
    unsigned char bytes[BYTES];
    FILE *const from = fopen(put_bytes("t.bin"), "rb");
    assert_non_null(from);
    assert_int_equal(fread(bytes, 1, BYTES, from), BYTES);
    fclose(from);
    OK(read_glb(WITH_BUFFERS("{\"byteLength\":72}"), bytes, BYTES, BYTES));
    OK(read_glb(DATA("application/octet-stream;base64," BASE64), NULL, 0, 0));
    OK(read_glb(DATA(";base64," BASE64), "\1\2\3", 4, 4));
    OK(read_glb(WITH_BUFFERS("{\"byteLength\":72,\"uri\":\"t.bin\"}"), NULL, 0, 0));
    static const char second[] =
        GLTF(NODES, MESHES, ACCESSORS, "\"bufferViews\":[{\"buffer\":0,\"byteLength\":48},{\"buffer\":1,"
             "\"byteOffset\":48,\"byteLength\":24}]", "\"buffers\":[{\"byteLength\":48},{\"byteLength\":72,\"uri\":"
             "\"data:;base64," BASE64 "\"}]");
    OK(read_glb(second, bytes, CORNERS, CORNERS));
    REFUSED(read_glb(WITH_BUFFERS("{\"byteLength\":72}"), bytes, BYTES, 44), FLO_BAD_FILE,
            "bad.glb: it is cut off: its BIN has 44 bytes of 72");
    REFUSED(read_glb(WITH_BUFFERS("{\"byteLength\":72}"), bytes, 44, 44), FLO_BAD_FILE,
            "buffer 0 has 44 bytes; it is said to have 72");
    REFUSED(read_glb(WITH_BUFFERS("{\"byteLength\":72}"), NULL, 0, 0), FLO_BAD_FILE, "buffer 0 has 0 bytes");
    bytes[BYTES - 2] = 4;
    REFUSED(read_glb(WITH_BUFFERS("{\"byteLength\":72}"), bytes, BYTES, BYTES), FLO_BAD_FILE,
            "index 11 of accessor 1 is 4; it must be below 4");
}

/* ---- OBJ and STL ------------------------------------------------------------------------------------------------- */

static const char corners[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvn 0 0 1\n";

/* Groups, objects, materials, points and lines change nothing, not even the order; a backslash makes a line go on. */
static void names_in_an_obj_are_nothing(void **state)
{
    (void)state;
    static const int want[4][3] = { { 0, 2, 1 }, { 0, 1, 3 }, { 0, 3, 2 }, { 1, 2, 3 } };
    char text[1024];
    mesh_file mesh;
    const mesh_file_options options = mesh_file_default_options();
    snprintf(text, sizeof text, "mtllib /dev/zero\no a\n%sg b c\nusemtl d\ns 1\nf 1/1/1 3/1/1 2/1/1\r\n  usemtl e\n"
             "f 1 2 \\\n4\no f\\\nf 1 2 3\ng\nf 1 4 3\np 1\nl 1 2 3\nusemtl d\\\r\nf 1 2 3\r\nusemtl d\nf 2 3 4",
             corners);
    OK(mesh_file_read(&mesh, put_text("names.obj", text), &options));
    assert_int_equal(mesh.mesh.triangle_count, 4);
    for (int t = 0; t < 4; t++) {
        for (int k = 0; k < 3; k++) {
            const double *const at = mesh.vertices[mesh.triangles[t][k]];
            test_about("corner %d of triangle %d", k, t);
            for (int a = 0; a < 3; a++) NEAR(at[a], want[t][k] == a + 1, 0);
        }
    }
    mesh_file_free(&mesh);
}

static const char *put_repeated(const char *name, const char *begin, const char *line, int times)
{
    const size_t each = strlen(line), head = strlen(begin);
    char *const text = malloc(head + each * (size_t)times + 1);
    assert_non_null(text);
    memcpy(text, begin, head + 1);
    for (int i = 0; i < times; i++) memcpy(text + head + each * (size_t)i, line, each + 1);
    const char *const path = put_text(name, text);
    free(text);
    return path;
}

/* The most memory that this process has had, MiB. */
static double most_memory(void)
{
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    return (double)used.ru_maxrss / 1024;
}

/* 40 kB of memory for each of these names would be 4 GB. */
static void materials_take_no_memory(void **state)
{
    (void)state;
    enum { NAMES = 100000 };
    int triangles;
    char *const text = malloc(NAMES * 32 + sizeof corners), *to = text;
    assert_non_null(text);
    to += sprintf(to, "%s", corners);
    for (int i = 0; i < NAMES; i++) to += sprintf(to, "usemtl %x\nf 1 2 3\n", (unsigned)i);
    const double before = most_memory();
    OK(read_mesh(put_text("names.obj", text), &triangles));
    assert_int_equal(triangles, NAMES);
    NEAR(most_memory(), before, 1000);
    free(text);
}

static void faces_and_solids_are_counted(void **state)
{
    (void)state;
    static const char facet[] = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\n"
                                "endloop\nendfacet\nendsolid\n";
    OK(read_within(put_text("one.stl", facet), 1e4));
    REFUSED(read_within(put_repeated("solids.stl", facet, "solid\nendsolid\n", 10000), 2e7), FLO_NO_MEMORY,
            "solids.stl: ");
    REFUSED(read_within(put_repeated("faces.obj", corners, "f 1 2 3\n", 10000), 1e6), FLO_NO_MEMORY, "faces.obj: ");
    OK(read_within(put_repeated("faces.obj", corners, "f 1 2 3\n", 10000), 1e7));
}

/* Each of these polygons takes a second to cut. */
static void polygons_without_end_are_refused(void **state)
{
    (void)state;
    enum { POLYGONS = 40, CORNERS_EACH = 9000 };
    int triangles;
    char *const text = malloc(POLYGONS * (2 * CORNERS_EACH + 8) + sizeof corners), *to = text;
    assert_non_null(text);
    to += sprintf(to, "%s", corners);
    for (int i = 0; i < POLYGONS; i++) {
        to += sprintf(to, "f");
        for (int k = 0; k < CORNERS_EACH; k++) to += sprintf(to, " 1");
        to += sprintf(to, "\n");
    }
    REFUSED(read_mesh(put_text("cut.obj", text), &triangles), FLO_BAD_FILE, "cut.obj: to cut its polygons|2000000000");
    free(text);
}

int test_mesh_gltf(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, test_folder_make, test_folder_remove)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(nodes_are_trees), IN_FOLDER(nodes_have_a_depth), IN_FOLDER(accessors_stay_in_their_bytes),
        IN_FOLDER(what_is_no_shape_is_left_out), IN_FOLDER(the_first_version_is_checked_too),
        IN_FOLDER(what_comes_out_of_a_file_is_counted), IN_FOLDER(no_other_file_is_taken),
        IN_FOLDER(indices_are_those_of_places), IN_FOLDER(extensions_that_change_the_shape_are_refused),
        IN_FOLDER(base64_is_read_whole), IN_FOLDER(a_glb_has_buffers_like_any_other),
        IN_FOLDER(names_of_files_are_decoded_once), IN_FOLDER(names_in_an_obj_are_nothing),
        IN_FOLDER(materials_take_no_memory), IN_FOLDER(faces_and_solids_are_counted),
        IN_FOLDER(polygons_without_end_are_refused),
    };
    return cmocka_run_group_tests_name("mesh_gltf", tests, NULL, NULL);
}
