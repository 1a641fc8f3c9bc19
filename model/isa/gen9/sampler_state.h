// SAMPLER_STATE: 4 DWords that say how a surface is sampled (specification/state 3).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "isa/gen9/bit_field.h"
#include "isa/gen9/compare_function.h"
#include "isa/gen9/fixed_point.h"
#include "isa/gen9/sampler_state_enums.h"
#include "isa/gen9/texture_coordinate_mode.h"

namespace texpipe::gen9 {

struct SamplerState {
  static constexpr std::size_t kDwords = 4;
  using Words = std::array<std::uint32_t, kDwords>;

  bool disable = false;  // every result is 0
  BorderColorMode border_color_mode = BorderColorMode::kDx10Ogl;
  LodPreclamp lod_preclamp = LodPreclamp::kNone;
  std::uint8_t coarse_lod_quality = 0;  // 0: full
  MipFilter mip_filter = MipFilter::kNone;
  MapFilter mag_filter = MapFilter::kNearest;
  MapFilter min_filter = MapFilter::kNearest;
  S4_8 lod_bias;
  LodAlgorithm lod_algorithm = LodAlgorithm::kLegacy;

  U4_8 min_lod;  // 0..14
  U4_8 max_lod;  // 0..14
  bool chroma_key_enable = false;
  std::uint8_t chroma_key_index = 0;
  ChromaKeyMode chroma_key_mode = ChromaKeyMode::kKillOnAnyMatch;
  ShadowFunction shadow_function = ShadowFunction::kAlways;  // the result is its inverse (resolution R18)
  CubeSurfaceControl cube_surface_control = CubeSurfaceControl::kProgrammed;

  std::uint32_t border_color_pointer = 0;  // bytes from dynamic state base, a multiple of 64
  LodClampMagnificationMode lod_clamp_magnification_mode = LodClampMagnificationMode::kMipNone;

  ReductionType reduction_type = ReductionType::kStandard;  // counts when reduction_type_enable is set
  std::uint8_t max_anisotropy = 2;                          // taps along the longer axis: 2, 4, ... 16
  bool round_u_mag = false;  // rounding of the coordinate to 1/256 texel, else truncation
  bool round_u_min = false;
  bool round_v_mag = false;
  bool round_v_min = false;
  bool round_r_mag = false;
  bool round_r_min = false;
  TrilinearQuality trilinear_quality = TrilinearQuality::kFull;
  bool non_normalized_coordinates = false;
  bool reduction_type_enable = false;
  TextureCoordinateMode address_u = TextureCoordinateMode::kWrap;
  TextureCoordinateMode address_v = TextureCoordinateMode::kWrap;
  TextureCoordinateMode address_r = TextureCoordinateMode::kWrap;

  Words reserved{};  // bits that belong to no field: kept by decode, given back by encode

  bool operator==(const SamplerState&) const = default;

  /// Refuses (Error, kMalformedInput) reserved codes of enumerations; keeps reserved bits.
  static SamplerState decode(std::span<const std::uint32_t, kDwords> words);
  /// Refuses (Error, kMalformedInput) a value that its field cannot hold. encode(decode(w)) == w.
  Words encode() const;

  /// Every field with its bits, value and meaning, in the order of the document.
  std::vector<FieldValue> fields() const;
  /// Sets a field from text, as `mip_mode_filter=LINEAR`.
  void assign(const FieldAssignment& assignment);
  /// Table of its fields.
  static const BitLayout<SamplerState, kDwords>& layout();
};

}  // namespace texpipe::gen9
