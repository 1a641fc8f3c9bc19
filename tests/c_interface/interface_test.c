/* Every function of texpipe.h, from C: what it gives, and what it refuses. */
#include <texpipe.h>

#include "check.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const texpipe_field kClampedLinear[] = {
    {"min_mode_filter", "LINEAR"},        {"mag_mode_filter", "LINEAR"},
    {"mip_mode_filter", "LINEAR"},        {"max_lod", "14"},
    {"lod_preclamp_mode", "OGL"},         {"tcx_address_control_mode", "CLAMP_BORDER"},
    {"tcy_address_control_mode", "CLAMP"}};

static uint32_t new_surface(texpipe_context* context, const texpipe_surface* surface) {
  uint32_t index = 1000;
  CHECK_STATUS(texpipe_surface_create(context, surface, &index), TEXPIPE_SUCCESS);
  return index;
}

static void fill(uint32_t* parameters, uint32_t parameter, uint32_t channels, uint32_t bits) {
  uint32_t n;
  for (n = 0; n < channels; ++n) parameters[parameter * channels + n] = bits;
}

static void reads_levels_border_and_footprints(void) {
  static const float texels[] = {0, 0, 0, 0, 8}; /* R32_FLOAT 2x2 with two levels */
  const texpipe_surface surface = {.struct_size = sizeof surface,
                                   .format = "R32_FLOAT",
                                   .type = "SURFTYPE_2D",
                                   .tiling = "X",
                                   .width = 2,
                                   .height = 2,
                                   .levels = 2,
                                   .texels = texels,
                                   .texel_bytes = sizeof texels};
  const uint32_t border[4] = {float_bits(4.0f), 0, 0, 0};
  uint32_t parameters[3 * 16] = {0};
  uint32_t sampler, state[4], rgba[4], count, subspans;
  uint64_t bytes;
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;
  texpipe_footprint fine, coarse;
  texpipe_lod lod;

  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_surface_bytes(&surface, &bytes), TEXPIPE_SUCCESS);
  CHECK(bytes == sizeof texels);
  CHECK_STATUS(texpipe_sampler_create(context, kClampedLinear, COUNT(kClampedLinear), border, &sampler),
               TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_sampler_state(context, sampler, state), TEXPIPE_SUCCESS);
  CHECK((state[0] >> 20 & 3) == 3); /* Mip Mode Filter LINEAR */
  const uint32_t index = new_surface(context, &surface);
  fill(parameters, 0, 16, float_bits(0.25f)); /* lod */
  fill(parameters, 1, 16, float_bits(0.0f));  /* u: half border, half texel 0 on both levels */
  fill(parameters, 2, 16, float_bits(0.5f));
  const texpipe_message message = {.struct_size = sizeof message,
                                   .operation = "sample_l",
                                   .simd = TEXPIPE_SIMD16,
                                   .surface = index,
                                   .sampler = sampler,
                                   .execution_mask = 0xFFF1,
                                   .parameters = parameters,
                                   .parameter_count = 3};
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_result(outcome, 0, rgba), TEXPIPE_SUCCESS);
  CHECK(bits_float(rgba[0]) == 0.75f * 2.0f + 0.25f * 6.0f);
  CHECK_STATUS(texpipe_outcome_result(outcome, 1, rgba), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == 0 && rgba[3] == 0); /* not enabled, so not written */
  CHECK_STATUS(texpipe_outcome_lod(outcome, 15, &lod), TEXPIPE_SUCCESS);
  CHECK(lod.clamped == 64 && lod.unclamped == 64 && lod.magnify == 0 && lod.taps == 1);
  CHECK(lod.first_level == 0 && lod.second_level == 1 && lod.second_weight == 64);
  CHECK_STATUS(texpipe_outcome_subspan_count(outcome, &subspans), TEXPIPE_SUCCESS);
  CHECK(subspans == 4);
  CHECK_STATUS(texpipe_outcome_footprint_count(outcome, 0, &count), TEXPIPE_SUCCESS);
  CHECK(count == 2);
  CHECK_STATUS(texpipe_outcome_footprint(outcome, 0, 0, &fine), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_footprint(outcome, 0, 1, &coarse), TEXPIPE_SUCCESS);
  CHECK(fine.pixels == 1 && fine.level == 0 && coarse.level == 1 && fine.tap == 0 && fine.slice_half == 0);
  CHECK(fine.border == 5 && fine.memory == 10 && fine.cube_corner == 0);
  CHECK(fine.weight[0] + fine.weight[1] + fine.weight[2] + fine.weight[3] == 65536);
  CHECK(fine.code[0][0] == border[0] && coarse.code[1][0] == float_bits(8.0f));
  CHECK(fine.pixel_weight[0] == 3 * coarse.pixel_weight[0] && fine.pixel_weight[1] == 0);
  CHECK_STATUS(texpipe_memory_read(context, coarse.address[1], rgba, 4), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == float_bits(8.0f));
  CHECK_STATUS(texpipe_outcome_footprint(outcome, 4, 0, &fine), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_outcome_footprint(outcome, 0, 2, &fine), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_outcome_result(outcome, 16, rgba), TEXPIPE_USAGE);
  texpipe_outcome_destroy(outcome);
  texpipe_context_destroy(context);
}

static void packs_headers_masks_and_halves(void) {
  static const uint8_t texels[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
  const texpipe_surface surface = {.struct_size = sizeof surface,
                                   .format = "R8G8B8A8_UINT",
                                   .type = "SURFTYPE_2D",
                                   .tiling = "YF",
                                   .width = 2,
                                   .height = 2,
                                   .texels = texels,
                                   .texel_bytes = sizeof texels};
  uint32_t parameters[4 * 8] = {0};
  uint32_t rgba[4], null_pixels, killed, count, descriptor, extended, dwords[8], enables, state[16];
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;
  texpipe_footprint footprint;

  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  const uint32_t index = new_surface(context, &surface);
  texpipe_message message = {.struct_size = sizeof message,
                             .operation = "ld",
                             .surface = index,
                             .execution_mask = 0x3,
                             .offset = {1, 0, 0},
                             .disabled_channels = 5,
                             .half_return = 1,
                             .null_mask = 1,
                             .parameters = parameters,
                             .parameter_count = 2};
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_descriptors(outcome, &descriptor, &extended), TEXPIPE_SUCCESS);
  CHECK((descriptor >> 12 & 31) == 7 && (descriptor >> 19 & 1) == 1 && (extended & 15) == 2);
  CHECK_STATUS(texpipe_outcome_result(outcome, 1, rgba), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == 0 && rgba[1] == 6 && rgba[2] == 0 && rgba[3] == 8);
  CHECK_STATUS(texpipe_outcome_masks(outcome, &null_pixels, &killed), TEXPIPE_SUCCESS);
  CHECK(null_pixels == 0 && killed == 0);
  CHECK_STATUS(texpipe_outcome_register_count(outcome, &count), TEXPIPE_SUCCESS);
  CHECK(count == 3);
  CHECK_STATUS(texpipe_outcome_register(outcome, 0, dwords, &enables), TEXPIPE_SUCCESS);
  CHECK(dwords[0] == 0x00060006 && enables == 0xF);
  CHECK_STATUS(texpipe_outcome_register(outcome, 3, dwords, &enables), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_outcome_footprint(outcome, 0, 0, &footprint), TEXPIPE_SUCCESS);
  CHECK(footprint.pixels == 3 && footprint.memory == 0x11);
  texpipe_outcome_destroy(outcome);

  /* The same texel in a null tile. */
  CHECK_STATUS(texpipe_memory_set_null(context, footprint.address[0], 1, 1), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_masks(outcome, &null_pixels, &killed), TEXPIPE_SUCCESS);
  CHECK(null_pixels == 3);
  texpipe_outcome_destroy(outcome);
  CHECK_STATUS(texpipe_memory_set_null(context, footprint.address[0], 1, 0), TEXPIPE_SUCCESS);

  /* The same message as bits, and two samples side by side. */
  {
    const uint32_t payload[3][8] = {{0, 0, 0x100, 0, 0, 0, 0, 0}};
    CHECK_STATUS(texpipe_send(context, descriptor & ~(1u << 30), extended, 1, payload, 3, &outcome), TEXPIPE_SUCCESS);
    CHECK_STATUS(texpipe_outcome_result(outcome, 0, rgba), TEXPIPE_SUCCESS);
    CHECK(rgba[0] == 5 && rgba[1] == 6 && rgba[2] == 7);
    texpipe_outcome_destroy(outcome);
    CHECK_STATUS(texpipe_send(context, descriptor, extended, 1, payload, 1, &outcome), TEXPIPE_MALFORMED_INPUT);
  }
  message = (texpipe_message){.struct_size = sizeof message,
                              .operation = "ld",
                              .simd = TEXPIPE_SIMD4X2,
                              .surface = index,
                              .execution_mask = 0xF0,
                              .parameters = parameters,
                              .parameter_count = 2};
  parameters[0] = 1, parameters[1] = 1; /* u of both samples */
  parameters[2] = 0, parameters[3] = 1; /* v */
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_result(outcome, 1, rgba), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == 13 && rgba[3] == 16);
  texpipe_outcome_destroy(outcome);

  /* A state of the caller's own. */
  {
    uint32_t bound;
    CHECK_STATUS(texpipe_surface_state(context, index, state), TEXPIPE_SUCCESS);
    CHECK(state[0] >> 29 == 1);
    CHECK_STATUS(texpipe_surface_bind(context, state, &bound), TEXPIPE_SUCCESS);
    message.surface = bound;
    CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
    texpipe_outcome_destroy(outcome);
    state[0] = 6u << 29; /* reserved surface type */
    CHECK_STATUS(texpipe_surface_bind(context, state, &bound), TEXPIPE_MALFORMED_INPUT);
    CHECK_STATUS(texpipe_surface_state(context, 99, state), TEXPIPE_USAGE);
  }
  texpipe_context_destroy(context);
}

static void answers_queries(void) {
  const texpipe_field view[] = {{"surface_min_lod", "1"}, {"mip_count_lod", "2"}};
  const texpipe_surface surface = {.struct_size = sizeof surface,
                                   .format = "BC1_UNORM",
                                   .type = "SURFTYPE_2D",
                                   .width = 64,
                                   .height = 32,
                                   .array_length = 3,
                                   .levels = 3,
                                   .fields = view,
                                   .field_count = 2};
  const texpipe_surface samples = {.struct_size = sizeof samples,
                                   .format = "R8_UNORM",
                                   .type = "SURFTYPE_2D",
                                   .width = 4,
                                   .height = 4,
                                   .samples = 8,
                                   .has_mcs = 1};
  uint32_t parameters[8] = {0}, rgba[4], count;
  const char* name = NULL;
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;

  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  texpipe_message message = {.struct_size = sizeof message,
                             .operation = "resinfo",
                             .execution_mask = 0xFF,
                             .parameters = parameters,
                             .parameter_count = 1};
  message.surface = new_surface(context, &surface);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_result(outcome, 7, rgba), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == 32 && rgba[1] == 16 && rgba[2] == 3 && rgba[3] == 2);
  CHECK_STATUS(texpipe_outcome_footprint_count(outcome, 0, &count), TEXPIPE_SUCCESS);
  CHECK(count == 0);
  texpipe_outcome_destroy(outcome);

  message.operation = "sampleinfo";
  message.parameter_count = 0;
  message.surface = new_surface(context, &samples);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_result(outcome, 0, rgba), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == 8);
  texpipe_outcome_destroy(outcome);

  CHECK_STATUS(texpipe_parameter_count("sample_d", &count), TEXPIPE_SUCCESS);
  CHECK(count == 11);
  CHECK_STATUS(texpipe_parameter_name("sample_d", 1, &name), TEXPIPE_SUCCESS);
  CHECK(strcmp(name, "dudx") == 0);
  CHECK_STATUS(texpipe_parameter_name("sample_d", 11, &name), TEXPIPE_USAGE);

  {
    /* A texture header of a one-dimensional texture with all fields 0: 1 texel. */
    const uint32_t header[8] = {0, 0, 3u << 21, 0, 0, 0, 0, 0};
    CHECK_STATUS(texpipe_txq(header, "TEX_HEADER_DIMENSION", 0, rgba), TEXPIPE_SUCCESS);
    CHECK(rgba[0] == 1);
    CHECK_STATUS(texpipe_txq(header, "TEX_HEADER_DIMENSIONS", 0, rgba), TEXPIPE_MALFORMED_INPUT);
    CHECK(strstr(texpipe_last_error(), "TEX_HEADER_DIMENSION") != NULL);
    CHECK_STATUS(texpipe_txq(header, "TEX_SAMPLER_WRAP", 0, rgba), TEXPIPE_UNSUPPORTED);
    CHECK(strstr(texpipe_last_error(), "TEX_SAMPLER_WRAP") != NULL);
  }
  texpipe_context_destroy(context);
}

static void reads_palettes_and_chroma_keys(void) {
  static const uint32_t palette[2] = {0xFF0000FF, 0x80FFFFFF};
  static const uint8_t texel[1] = {1};
  static const uint8_t key_texel[4] = {10, 20, 30, 40};
  const texpipe_surface indexed = {.struct_size = sizeof indexed,
                                   .format = "P8_UNORM_PALETTE1",
                                   .type = "SURFTYPE_2D",
                                   .texels = texel,
                                   .texel_bytes = 1};
  const texpipe_surface keyed = {.struct_size = sizeof keyed,
                                 .format = "R8G8B8A8_UNORM",
                                 .type = "SURFTYPE_2D",
                                 .texels = key_texel,
                                 .texel_bytes = 4};
  const texpipe_field chroma[] = {{"chromakey_enable", "true"}, {"chromakey_index", "2"}};
  uint32_t parameters[2 * 8] = {0}, rgba[4], sampler, null_pixels, killed;
  uint64_t address;
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;

  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_palette_load(context, 1, palette, 2), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_palette_load(context, 2, palette, 2), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_sampler_create(context, chroma, 2, NULL, &sampler), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_chroma_key_set(context, 2, 0x280A141E, 0x280A141E), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_chroma_key_set(context, 4, 0, 0), TEXPIPE_USAGE);
  texpipe_message message = {.struct_size = sizeof message,
                             .operation = "ld",
                             .execution_mask = 1,
                             .parameters = parameters,
                             .parameter_count = 2};
  message.surface = new_surface(context, &indexed);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_result(outcome, 0, rgba), TEXPIPE_SUCCESS);
  CHECK(bits_float(rgba[0]) == 1.0f && bits_float(rgba[2]) == 1.0f && rgba[3] == float_bits(128.0f / 255.0f));
  texpipe_outcome_destroy(outcome);

  message.operation = "sample+killpix";
  message.sampler = sampler;
  message.surface = new_surface(context, &keyed);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_masks(outcome, &null_pixels, &killed), TEXPIPE_SUCCESS);
  CHECK(null_pixels == 0 && killed == 1);
  texpipe_outcome_destroy(outcome);

  CHECK_STATUS(texpipe_memory_allocate(context, 64, 4096, &address), TEXPIPE_SUCCESS);
  CHECK(address % 4096 == 0);
  CHECK_STATUS(texpipe_memory_write(context, address, palette, sizeof palette), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_memory_read(context, address, rgba, sizeof palette), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == palette[0] && rgba[1] == palette[1]);
  CHECK_STATUS(texpipe_memory_allocate(context, 64, 3, &address), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_memory_allocate(context, 0, 1, &address), TEXPIPE_USAGE);
  texpipe_context_destroy(context);
}

static void averages_bits_in_a_box(void) {
  static const uint8_t bits[2] = {0x0F, 0}; /* four of sixteen texels in a row */
  const texpipe_surface map = {.struct_size = sizeof map,
                               .format = "MONO8",
                               .type = "SURFTYPE_2D",
                               .width = 16,
                               .texels = bits,
                               .texel_bytes = sizeof bits};
  const texpipe_field mono[] = {{"min_mode_filter", "MONO"}, {"mag_mode_filter", "MONO"}};
  uint32_t parameters[2 * 8] = {0}, rgba[4];
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;

  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_mono_filter_set(context, 5, 1), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_mono_filter_set(context, 8, 1), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_mono_filter_set(context, 1, 0), TEXPIPE_USAGE);
  texpipe_message message = {.struct_size = sizeof message,
                             .operation = "sample_lz",
                             .execution_mask = 1,
                             .parameters = parameters,
                             .parameter_count = 2};
  parameters[0] = float_bits(0.28125f); /* 4.5: texels 2 to 6, two of them set */
  parameters[8] = float_bits(0.5f);
  CHECK_STATUS(texpipe_sampler_create(context, mono, 2, NULL, &message.sampler), TEXPIPE_SUCCESS);
  message.surface = new_surface(context, &map);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_outcome_result(outcome, 0, rgba), TEXPIPE_SUCCESS);
  CHECK(rgba[0] == float_bits(0.4f) && rgba[3] == float_bits(0.4f));
  texpipe_outcome_destroy(outcome);
  texpipe_context_destroy(context);
}

static void refuses_by_code_and_name(void) {
  const texpipe_field misspelt[] = {{"min_mode_filtre", "LINEAR"}}, unknown[] = {{"min_mode_filter", "CUBIC"}};
  texpipe_surface surface = {.struct_size = sizeof surface, .format = "R8_UNORN", .type = "SURFTYPE_2D"};
  texpipe_message message = {.struct_size = sizeof message, .operation = "sample", .execution_mask = 1};
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;
  uint32_t index = 77;
  uint64_t bytes;

  CHECK_STATUS(texpipe_context_create(NULL), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_MALFORMED_INPUT);
  CHECK(strstr(texpipe_last_error(), "R8_UNORM") != NULL);
  CHECK(index == 77);
  surface.format = "R8_UNORM";
  surface.tiling = "Z";
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_MALFORMED_INPUT);
  surface.tiling = NULL;
  surface.width = 20000;
  CHECK_STATUS(texpipe_surface_bytes(&surface, &bytes), TEXPIPE_MALFORMED_INPUT);
  surface.width = 4;
  surface.samples = 3;
  CHECK_STATUS(texpipe_surface_bytes(&surface, &bytes), TEXPIPE_USAGE);
  surface.samples = 1;
  surface.struct_size = 8;
  CHECK_STATUS(texpipe_surface_bytes(&surface, &bytes), TEXPIPE_USAGE);
  surface.struct_size = sizeof surface;
  surface.format = "R32G32B32_SSCALED"; /* vertex fetch reads it, the sampler does not */
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_sampler_create(context, misspelt, 1, NULL, &index), TEXPIPE_MALFORMED_INPUT);
  CHECK(strstr(texpipe_last_error(), "min_mode_filter") != NULL);
  CHECK_STATUS(texpipe_sampler_create(context, unknown, 1, NULL, &index), TEXPIPE_MALFORMED_INPUT);
  CHECK_STATUS(texpipe_sampler_create(context, NULL, 1, NULL, &index), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_USAGE); /* no sampler yet */
  CHECK_STATUS(texpipe_sampler_create(context, NULL, 0, NULL, &index), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_UNSUPPORTED);
  CHECK(strstr(texpipe_last_error(), "R32G32B32_SSCALED") != NULL);
  message.operation = "deinterlace";
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_UNSUPPORTED);
  message.operation = "sampl";
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_MALFORMED_INPUT);
  message.operation = "sample_d";
  message.simd = TEXPIPE_SIMD16;
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_MALFORMED_INPUT);
  message.simd = 4;
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_USAGE);
  message.simd = TEXPIPE_SIMD8;
  message.offset[0] = 8;
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_USAGE);
  message.offset[0] = 0;
  message.parameter_count = 12;
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_USAGE);
  message.parameter_count = 1;
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_USAGE);
  CHECK(outcome == NULL);
  texpipe_context_destroy(context);
  texpipe_context_destroy(NULL);
  texpipe_outcome_destroy(NULL);
}

static void ends_with_the_address_space(void) {
  const uint64_t tebibyte = (uint64_t)1 << 40, end = (uint64_t)1 << 48;
  const texpipe_field beyond[] = {{"surface_base_address", "0xfffffffff040"}};
  const texpipe_field last[] = {{"surface_base_address", "0xffffffffffc0"}};
  texpipe_surface surface = {.struct_size = sizeof surface,
                             .format = "R8G8B8A8_UNORM",
                             .type = "SURFTYPE_2D",
                             .tiling = "LINEAR",
                             .width = 16,
                             .height = 1,
                             .fields = last,
                             .field_count = 1};
  uint32_t texel = 0xFFFFFFFF, read = 0, index = 77, state[16];
  uint64_t address = 77, allocations = 0;
  texpipe_context* context = NULL;

  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_memory_write(context, end - 4, &texel, 4), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_memory_read(context, end - 4, &read, 4), TEXPIPE_SUCCESS);
  CHECK(read == texel);
  CHECK_STATUS(texpipe_memory_write(context, end - 3, &texel, 4), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_memory_read(context, end - 3, &read, 4), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_memory_write(context, end, &texel, 4), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_memory_write(context, UINT64_MAX, &texel, 4), TEXPIPE_USAGE);
  CHECK_STATUS(texpipe_memory_set_null(context, end - 4096, 4096, 0), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_memory_set_null(context, end - 4096, 4097, 1), TEXPIPE_USAGE);

  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_SUCCESS);
  CHECK(index == 0);
  CHECK_STATUS(texpipe_surface_state(context, 0, state), TEXPIPE_SUCCESS);
  surface.height = 65; /* the same base, or one that leaves room for 63 rows */
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_MALFORMED_INPUT);
  surface.fields = beyond;
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_MALFORMED_INPUT);
  surface.height = 63;
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_SUCCESS);
  CHECK(index == 1);
  CHECK_STATUS(texpipe_surface_bind(context, state, &index), TEXPIPE_SUCCESS);
  CHECK(index == 2);
  state[9] += 1; /* DWords 8 and 9: the base address */
  CHECK_STATUS(texpipe_surface_bind(context, state, &index), TEXPIPE_MALFORMED_INPUT);
  CHECK(index == 2);

  /* The context's own state lies at the start: the 256th does not fit. */
  while (texpipe_memory_allocate(context, tebibyte, 1, &address) == TEXPIPE_SUCCESS && allocations < 300) {
    CHECK(address + tebibyte <= end);
    ++allocations;
  }
  CHECK(allocations == 255);
  CHECK(strstr(texpipe_last_error(), "address space") != NULL);
  CHECK_STATUS(texpipe_memory_allocate(context, tebibyte, 1, &address), TEXPIPE_MALFORMED_INPUT);
  CHECK_STATUS(texpipe_memory_allocate(context, end - address - tebibyte, 1, &address), TEXPIPE_SUCCESS);
  surface.field_count = 0;
  CHECK_STATUS(texpipe_surface_create(context, &surface, &index), TEXPIPE_MALFORMED_INPUT);
  texpipe_context_destroy(context);
}

/* Every operation with texels: five subspans in one batch and one by one. */
static void batches_equal_messages(void) {
  static const char* const kOperations[] = {"sample",  "sample_b",   "sample_l", "sample_c", "sample_d", "sample_lz",
                                            "gather4", "gather4_po", "LOD",      "ld",       "resinfo"};
  enum { kSubspans = 5, kPixels = 4 * kSubspans };
  static uint32_t texels[16 * 16];
  const texpipe_surface surface = {.struct_size = sizeof surface,
                                   .format = "R8G8B8A8_UNORM",
                                   .type = "SURFTYPE_2D",
                                   .width = 16,
                                   .height = 16,
                                   .texels = texels,
                                   .texel_bytes = sizeof texels};
  uint32_t parameters[12 * kPixels], results[4 * kPixels], one[12 * 8], rgba[4];
  uint32_t sampler, index, i, n, c, o, s;
  texpipe_context* context = NULL;
  for (i = 0; i < COUNT(texels); ++i) texels[i] = i * 2654435761u;
  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_sampler_create(context, kClampedLinear, COUNT(kClampedLinear), NULL, &sampler), TEXPIPE_SUCCESS);
  index = new_surface(context, &surface);
  for (i = 0; i < 12; ++i) {
    for (n = 0; n < kPixels; ++n) parameters[i * kPixels + n] = float_bits((float)((i * 7 + n * 13) % 32) / 29.0f);
  }
  for (o = 0; o < COUNT(kOperations); ++o) {
    texpipe_batch batch = {.struct_size = sizeof batch,
                           .operation = kOperations[o],
                           .surface = index,
                           .sampler = sampler,
                           .offset = {1, 0, 0},
                           .subspans = kSubspans,
                           .parameters = parameters,
                           .results = results};
    CHECK_STATUS(texpipe_parameter_count(kOperations[o], &batch.parameter_count), TEXPIPE_SUCCESS);
    if (batch.parameter_count > 6) batch.parameter_count = 6;
    CHECK_STATUS(texpipe_sample_batch(context, &batch), TEXPIPE_SUCCESS);
    for (s = 0; s < kSubspans; ++s) {
      texpipe_outcome* outcome = NULL;
      texpipe_message message = {.struct_size = sizeof message,
                                 .operation = kOperations[o],
                                 .simd = TEXPIPE_SIMD8,
                                 .surface = index,
                                 .sampler = sampler,
                                 .execution_mask = 0xF,
                                 .offset = {1, 0, 0},
                                 .parameters = one,
                                 .parameter_count = batch.parameter_count};
      for (i = 0; i < batch.parameter_count; ++i) {
        for (n = 0; n < 8; ++n) one[i * 8 + n] = parameters[i * kPixels + 4 * s + n % 4];
      }
      CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
      for (n = 0; n < 4; ++n) {
        CHECK_STATUS(texpipe_outcome_result(outcome, n, rgba), TEXPIPE_SUCCESS);
        for (c = 0; c < 4; ++c) CHECK(results[c * kPixels + 4 * s + n] == rgba[c]);
      }
      texpipe_outcome_destroy(outcome);
    }
  }
  texpipe_batch refused = {.struct_size = sizeof refused, .operation = "sample", .surface = index + 1};
  CHECK_STATUS(texpipe_sample_batch(context, &refused), TEXPIPE_USAGE);
  refused.surface = index;
  refused.subspans = 1;
  CHECK_STATUS(texpipe_sample_batch(context, &refused), TEXPIPE_USAGE);
  refused.struct_size = 1;
  CHECK_STATUS(texpipe_sample_batch(context, &refused), TEXPIPE_USAGE);
  texpipe_context_destroy(context);
}

int main(void) {
  CHECK(texpipe_abi_version() == (TEXPIPE_ABI_MAJOR << 16 | TEXPIPE_ABI_MINOR));
  reads_levels_border_and_footprints();
  packs_headers_masks_and_halves();
  answers_queries();
  reads_palettes_and_chroma_keys();
  averages_bits_in_a_box();
  refuses_by_code_and_name();
  ends_with_the_address_space();
  batches_equal_messages();
  printf("%d failures\n", failures);
  return failures;
}
