/* The shortest useful program: a checkerboard of 2x2 texels, one bilinear subspan, its results and its footprint. */
#include <texpipe.h>

#include "check.h"

int main(void) {
  static const uint8_t texels[16] = {0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255};
  const texpipe_surface surface = {.struct_size = sizeof surface,
                                   .format = "R8G8B8A8_UNORM",
                                   .type = "SURFTYPE_2D",
                                   .width = 2,
                                   .height = 2,
                                   .texels = texels,
                                   .texel_bytes = sizeof texels};
  static const texpipe_field linear[] = {{"min_mode_filter", "LINEAR"},
                                         {"mag_mode_filter", "LINEAR"},
                                         {"tcx_address_control_mode", "CLAMP"},
                                         {"tcy_address_control_mode", "CLAMP"},
                                         {"u_address_mag_filter_rounding_enable", "true"},
                                         {"v_address_mag_filter_rounding_enable", "true"}};
  uint32_t parameters[2 * 8] = {0};
  texpipe_context* context = NULL;
  texpipe_outcome* outcome = NULL;
  texpipe_footprint footprint;
  uint32_t surface_index, sampler_index, count, rgba[4];
  int pixel;

  CHECK(texpipe_abi_version() >> 16 == TEXPIPE_ABI_MAJOR);
  CHECK_STATUS(texpipe_context_create(&context), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_surface_create(context, &surface, &surface_index), TEXPIPE_SUCCESS);
  CHECK_STATUS(texpipe_sampler_create(context, linear, sizeof linear / sizeof *linear, NULL, &sampler_index),
               TEXPIPE_SUCCESS);
  for (pixel = 0; pixel < 4; ++pixel) {
    parameters[pixel] = float_bits(0.25f + 0.25f * (float)(pixel % 2));
    parameters[8 + pixel] = float_bits(0.5f);
  }
  const texpipe_message message = {.struct_size = sizeof message,
                                   .operation = "sample_lz",
                                   .surface = surface_index,
                                   .sampler = sampler_index,
                                   .execution_mask = 0xF,
                                   .parameters = parameters,
                                   .parameter_count = 2};
  CHECK_STATUS(texpipe_sample(context, &message, &outcome), TEXPIPE_SUCCESS);
  texpipe_context_destroy(context);
  for (pixel = 0; pixel < 4; ++pixel) {
    CHECK_STATUS(texpipe_outcome_result(outcome, (uint32_t)pixel, rgba), TEXPIPE_SUCCESS);
    CHECK(bits_float(rgba[0]) == 0.5f && bits_float(rgba[3]) == 1.0f);
  }
  CHECK_STATUS(texpipe_outcome_footprint_count(outcome, 0, &count), TEXPIPE_SUCCESS);
  CHECK(count == 1);
  CHECK_STATUS(texpipe_outcome_footprint(outcome, 0, 0, &footprint), TEXPIPE_SUCCESS);
  CHECK(footprint.pixels == 0xF);
  CHECK(footprint.weight[4] == 16384 && footprint.weight[7] == 16384); /* the middle of the four texels */
  CHECK(footprint.weight[0] == 32768 && footprint.weight[2] == 32768); /* the middle of the left texels */
  CHECK(footprint.code[4][0] == 0 && footprint.code[5][0] == 255);
  texpipe_outcome_destroy(outcome);
  return failures;
}
