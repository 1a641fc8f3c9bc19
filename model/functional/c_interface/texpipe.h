/* The functional core of texpipe for programs in C: memory, surfaces, samplers, messages, results and what lies
 * between.
 *
 * Numbers are bits: float32 or integers, as the operation returns them. Sizes are in texels and bytes, levels of detail
 * in 1/256 of a level. Names are those of the Kaby Lake documents ("R8G8B8A8_UNORM", "SURFTYPE_2D", "sample_l"); text
 * is UTF-8 and ends with 0. A pointer that a function gives out belongs to the object that it came from.
 *
 * Every function that can fail returns a status; texpipe_last_error() then says why. On failure nothing is written
 * through the pointers. Different contexts may be used by different threads at the same time, one context may not. */
#ifndef TEXPIPE_H
#define TEXPIPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Version of this interface: the major number changes when old callers would break, the minor one when something is
 * added. A program works with a library of the same major and an equal or greater minor version. */
#define TEXPIPE_ABI_MAJOR 1u
#define TEXPIPE_ABI_MINOR 2u

/* ABI version of the library: major << 16 | minor. */
uint32_t texpipe_abi_version(void);

/* The exit codes of the texpipe command, where they apply to a library. */
typedef int32_t texpipe_status;
#define TEXPIPE_SUCCESS ((texpipe_status)0)
#define TEXPIPE_INTERNAL_ERROR ((texpipe_status)1)  /* out of memory, or a defect of texpipe */
#define TEXPIPE_USAGE ((texpipe_status)2)           /* a null pointer, an index or address out of range, a wrong size */
#define TEXPIPE_MALFORMED_INPUT ((texpipe_status)4) /* a name or value that the documents do not have */
#define TEXPIPE_UNSUPPORTED ((texpipe_status)8)     /* documented, but not in the model; the message names it */

/* Why the last call of this thread failed; empty after a call that succeeded. Valid until the thread's next call. */
const char* texpipe_last_error(void);

/* ---- context: GPU memory, a binding table, a sampler table ---- */

typedef struct texpipe_context texpipe_context;

texpipe_status texpipe_context_create(texpipe_context** context);
/* Frees the context. Outcomes of it stay valid. Null is allowed. */
void texpipe_context_destroy(texpipe_context* context);

/* The GPU address space has 48 bits: its last byte is at 2^48 - 1, and nothing wraps. A range that ends beyond it is
 * refused with TEXPIPE_USAGE.
 *
 * Reserves zeroed bytes: 1 byte to 1 TiB. `alignment` is a power of two up to 1 TiB. TEXPIPE_MALFORMED_INPUT when the
 * address space has no room left. */
texpipe_status texpipe_memory_allocate(texpipe_context* context, uint64_t bytes, uint64_t alignment, uint64_t* address);
texpipe_status texpipe_memory_read(const texpipe_context* context, uint64_t address, void* data, size_t bytes);
texpipe_status texpipe_memory_write(texpipe_context* context, uint64_t address, const void* data, size_t bytes);
/* Makes the 4 KiB tiles of a range null (1) or resident again (0): null tiles read 0, those of tiled resources (YF, YS)
 * show in the null mask. */
texpipe_status texpipe_memory_set_null(texpipe_context* context, uint64_t address, uint64_t bytes, int is_null);

/* ---- surfaces ---- */

/* A field of a state by its documented name in lower case with underscores, as `texpipe message` prints it, and its
 * value as text: a documented name, a number (decimal or 0x...), a decimal fraction, or true and false. */
typedef struct texpipe_field {
  const char* name;
  const char* value;
} texpipe_field;

/* What to lay out. Set struct_size to sizeof(texpipe_surface); 0 means 1 for sizes, levels and samples. */
typedef struct texpipe_surface {
  uint32_t struct_size;
  const char* format; /* SURFACE_FORMAT: "BC1_UNORM" */
  const char* type;   /* Surface Type: "SURFTYPE_1D", "_2D", "_3D", "_CUBE", "_BUFFER" */
  const char* tiling; /* "LINEAR", "W", "X", "Y", "YF", "YS"; null: LINEAR for 1D, buffers and what cannot be tiled,
                         else Y */
  uint32_t width;     /* texels of level 0, 1 to 16384; buffers: entries */
  uint32_t height;
  uint32_t depth;        /* slices of a volume */
  uint32_t array_length; /* array elements; cubes: cubes */
  uint32_t levels;
  uint32_t samples;   /* 1, 2, 4, 8 or 16 per pixel */
  uint32_t is_array;  /* 1: Surface Array even for one element */
  uint32_t has_mcs;   /* 1: with an MCS that names each sample its own slice */
  const void* texels; /* packed, see texpipe_surface_bytes; null: unwritten, reads 0 */
  size_t texel_bytes;
  const texpipe_field* fields; /* of RENDER_SURFACE_STATE, set after the layout: {"surface_min_lod", "1"} */
  size_t field_count;
} texpipe_surface;

/* Bytes of the packed texels that a surface takes: for each array element (cubes: faces +X -X +Y -Y +Z -Z), each
 * sample, each level, each depth slice: rows from the top of elements (texels or blocks) from the left, unpadded. */
texpipe_status texpipe_surface_bytes(const texpipe_surface* surface, uint64_t* bytes);
/* Lays the surface out in memory and binds it. `index`: its binding table index, from 0 on. TEXPIPE_MALFORMED_INPUT
 * when the address space has no room left, or when a field moves the surface beyond it. */
texpipe_status texpipe_surface_create(texpipe_context* context, const texpipe_surface* surface, uint32_t* index);
/* Binds a surface state of the caller's own: the 16 DWords of RENDER_SURFACE_STATE, with addresses in GPU memory.
 * TEXPIPE_MALFORMED_INPUT when a byte of the surface lies beyond it. */
texpipe_status texpipe_surface_bind(texpipe_context* context, const uint32_t state[16], uint32_t* index);
/* The 16 DWords of a bound surface. */
texpipe_status texpipe_surface_state(const texpipe_context* context, uint32_t index, uint32_t state[16]);
/* Loads palette 0 or 1: up to 256 ARGB8888 entries. */
texpipe_status texpipe_palette_load(texpipe_context* context, uint32_t palette, const uint32_t* entries, size_t count);

/* ---- samplers ---- */

/* Adds a SAMPLER_STATE. Fields not named are 0 (NEAREST filters, WRAP), but Maximum Anisotropy, which is 2.
 * @param border_color  R, G, B, A bits: float32, integers for integer formats; null: 0
 * @param index         0 to 63 */
texpipe_status texpipe_sampler_create(texpipe_context* context, const texpipe_field* fields, size_t field_count,
                                      const uint32_t* border_color, uint32_t* index);
/* The 4 DWords of a sampler. */
texpipe_status texpipe_sampler_state(const texpipe_context* context, uint32_t index, uint32_t state[4]);
/* Sets chroma key 0 to 3: lowest and highest ARGB8888, inclusive. */
texpipe_status texpipe_chroma_key_set(texpipe_context* context, uint32_t key, uint32_t low, uint32_t high);
/* Sets the size of MONO filters: 1 to 7 texels along each axis; 1 by 1 until set. */
texpipe_status texpipe_mono_filter_set(texpipe_context* context, uint32_t width, uint32_t height);

/* ---- messages ---- */

#define TEXPIPE_SIMD8 0u
#define TEXPIPE_SIMD16 1u
#define TEXPIPE_SIMD8D 2u  /* 8 samples without quads */
#define TEXPIPE_SIMD4X2 3u /* 2 samples */

/* A sampler message. Four neighbouring channels of SIMD8 and SIMD16 are a subspan: upper left, upper right, lower left,
 * lower right pixel. Set struct_size to sizeof(texpipe_message). */
typedef struct texpipe_message {
  uint32_t struct_size;
  const char* operation;      /* "sample", "sample_b", ..., "gather4", "ld", "LOD", "resinfo", "sampleinfo", ... */
  uint32_t simd;              /* TEXPIPE_SIMD... */
  uint32_t surface;           /* binding table index */
  uint32_t sampler;           /* sampler index */
  uint32_t execution_mask;    /* bit n: channel n is sampled; 0xF samples the first subspan alone. SIMD4x2: bits 3:0 for
                                 sample 0, 7:4 for sample 1, one for each component that is written */
  int32_t offset[3];          /* texels along u, v, r: -8 to 7 */
  uint32_t gather_channel;    /* gather4: 0 R to 3 A */
  uint32_t disabled_channels; /* bit 0 R to bit 3 A: not returned, reads 0 */
  uint32_t half_return;       /* 1: 16-bit results in the low half of each value */
  uint32_t null_mask;         /* 1: Pixel Null Mask Enable */
  const uint32_t* parameters; /* parameters[i * channels + n]: parameter i of channel n, float32 bits or integers, in
                                 the order of the message (texpipe_parameter_name); channels: 8, 16, or 2 for SIMD4x2 */
  uint32_t parameter_count;   /* trailing ones may be left out: 0 */
} texpipe_message;

/* Parameters of an operation, and the name of one of them ("u", "bias", "dudx", ...). */
texpipe_status texpipe_parameter_count(const char* operation, uint32_t* count);
texpipe_status texpipe_parameter_name(const char* operation, uint32_t parameter, const char** name);

/* What a message did: results, and the values between. */
typedef struct texpipe_outcome texpipe_outcome;

/* Executes a message. Free the outcome with texpipe_outcome_destroy. */
texpipe_status texpipe_sample(texpipe_context* context, const texpipe_message* message, texpipe_outcome** outcome);
/* The same for a message as bits: descriptor, extended descriptor (bits 3:0 name the sampler, 2) and payload registers
 * of 8 DWords each, header included. */
texpipe_status texpipe_send(texpipe_context* context, uint32_t descriptor, uint32_t extended_descriptor,
                            uint32_t execution_mask, const uint32_t (*payload)[8], size_t registers,
                            texpipe_outcome** outcome);
void texpipe_outcome_destroy(texpipe_outcome* outcome);

/* Descriptor and extended descriptor of the message. */
texpipe_status texpipe_outcome_descriptors(const texpipe_outcome* outcome, uint32_t* descriptor, uint32_t* extended);
/* R, G, B, A of a channel, of gather4 the four texels; channels that are not written read 0. */
texpipe_status texpipe_outcome_result(const texpipe_outcome* outcome, uint32_t channel, uint32_t rgba[4]);
/* Pixels with a texel in a null tile (Pixel Null Mask Enable), and pixels that chroma key killed (sample+killpix); 0
 * without. */
texpipe_status texpipe_outcome_masks(const texpipe_outcome* outcome, uint32_t* null_pixels, uint32_t* killed_pixels);
/* The response as it is written to the register file. */
texpipe_status texpipe_outcome_register_count(const texpipe_outcome* outcome, uint32_t* count);
/* @param byte_enables  bit b: byte b of the register is written */
texpipe_status texpipe_outcome_register(const texpipe_outcome* outcome, uint32_t index, uint32_t dwords[8],
                                        uint32_t* byte_enables);

/* Many subspans of one kind of message. Set struct_size to sizeof(texpipe_batch); other fields as in
 * texpipe_message. */
typedef struct texpipe_batch {
  uint32_t struct_size;
  const char* operation;
  uint32_t surface;
  uint32_t sampler;
  int32_t offset[3];
  uint32_t gather_channel;
  size_t subspans;            /* of four pixels each */
  const uint32_t* parameters; /* parameters[i * 4 * subspans + n]: parameter i of pixel n */
  uint32_t parameter_count;
  uint32_t* results; /* room for 16 * subspans: results[c * 4 * subspans + n] is R, G, B or A of pixel n */
} texpipe_batch;

/* Executes them all and writes their results: those of texpipe_sample with all pixels enabled, many times faster. */
texpipe_status texpipe_sample_batch(texpipe_context* context, const texpipe_batch* batch);

/* ---- values between parameters and results ---- */

/* Level of detail of a pixel. All 0 for ld and queries, and for pixels that read no texels. */
typedef struct texpipe_lod {
  int32_t unclamped;      /* 1/256 level */
  int32_t clamped;        /* 1/256 level */
  uint32_t magnify;       /* 1: Mag Mode Filter was used */
  uint32_t first_level;   /* counted from Surface Min LOD */
  uint32_t second_level;  /* read when second_weight is not 0 */
  uint32_t second_weight; /* of 256 */
  uint32_t taps;          /* anisotropic, per level */
} texpipe_lod;
texpipe_status texpipe_outcome_lod(const texpipe_outcome* outcome, uint32_t channel, texpipe_lod* lod);

/* One level and one tap of a subspan's four pixels. Texel t = 4 * pixel + corner; corners are left top, right top, left
 * bottom, right bottom. */
typedef struct texpipe_footprint {
  uint32_t pixels;          /* bit p: pixel p takes part */
  uint32_t level;           /* counted from the surface's level 0 */
  uint32_t tap;             /* anisotropic tap */
  uint32_t slice_half;      /* volumes: 1 for the second slice */
  uint32_t memory;          /* bit t: texel t comes from memory */
  uint32_t border;          /* bit t: texel t is the border colour */
  uint32_t cube_corner;     /* bit t: texel t lies beyond a cube's corner, the mean of the other three */
  uint64_t address[16];     /* of the texel's element (texel or block) in GPU memory */
  uint32_t weight[16];      /* of the texel; a pixel's sum to 65536 */
  uint32_t code[16][4];     /* R, G, B, A: the integer that the filter sums; float formats: float32 bits */
  uint32_t pixel_weight[4]; /* of the footprint among those of its pixel */
} texpipe_footprint;
/* Subspans of the message, and footprints of a subspan in the order of the address generator. */
texpipe_status texpipe_outcome_subspan_count(const texpipe_outcome* outcome, uint32_t* count);
texpipe_status texpipe_outcome_footprint_count(const texpipe_outcome* outcome, uint32_t subspan, uint32_t* count);
texpipe_status texpipe_outcome_footprint(const texpipe_outcome* outcome, uint32_t subspan, uint32_t index,
                                         texpipe_footprint* footprint);

/* ---- texture query of SPA 5.0 ---- */

/* R, G, B, A of TXQ on a texture header of 8 DWords.
 * @param query      "TEX_HEADER_DIMENSION", "TEX_HEADER_TEXTURE_TYPE" or "TEX_HEADER_SAMPLER_POS"
 * @param parameter  level of detail, or sample index */
texpipe_status texpipe_txq(const uint32_t header[8], const char* query, uint32_t parameter, uint32_t rgba[4]);

#ifdef __cplusplus
}
#endif

#endif
