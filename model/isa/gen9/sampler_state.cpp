#include "isa/gen9/sampler_state.h"

namespace texpipe::gen9 {

namespace {

using S = SamplerState;

template <auto Member>
constexpr BitField<S> row(std::uint8_t dword, std::uint8_t high, std::uint8_t low, std::string_view name,
                          std::string_view meaning, FieldCoding coding = kPlain) {
  return field<S, Member>(dword, high, low, name, meaning, coding);
}

// Source: specification/state 3.
constexpr std::array kFields{
    row<&S::disable>(0, 31, 31, "Sampler Disable", "every result is 0"),
    row<&S::border_color_mode>(0, 29, 29, "Texture Border Color Mode", "space and defaults of the border colour"),
    row<&S::lod_preclamp>(0, 28, 27, "LOD PreClamp Mode", "clamp before the choice of the filter"),
    row<&S::coarse_lod_quality>(0, 26, 22, "Coarse LOD Quality Mode", "0: full quality"),
    row<&S::mip_filter>(0, 21, 20, "Mip Mode Filter", "choice between levels"),
    row<&S::mag_filter>(0, 19, 17, "Mag Mode Filter", "filter when a texel covers more than a pixel"),
    row<&S::min_filter>(0, 16, 14, "Min Mode Filter", "filter when a pixel covers more than a texel"),
    row<&S::lod_bias>(0, 13, 1, "Texture LOD Bias", "added to the level"),
    row<&S::lod_algorithm>(0, 0, 0, "LOD algorithm", "how gradients become a level"),
    row<&S::min_lod>(1, 31, 20, "Min LOD", "least level"),
    row<&S::max_lod>(1, 19, 8, "Max LOD", "greatest level"),
    row<&S::chroma_key_enable>(1, 7, 7, "ChromaKey Enable", "texels are compared with a key"),
    row<&S::chroma_key_index>(1, 6, 5, "ChromaKey Index", "entry of the key table"),
    row<&S::chroma_key_mode>(1, 4, 4, "ChromaKey Mode", "what a match does"),
    row<&S::shadow_function>(1, 3, 1, "Shadow Function", "relation whose inverse is returned"),
    row<&S::cube_surface_control>(1, 0, 0, "Cube Surface Control Mode", "address mode of cubes"),
    row<&S::border_color_pointer>(2, 23, 6, "Border Color Pointer", "bytes from dynamic state base", {.shift = 6}),
    row<&S::lod_clamp_magnification_mode>(2, 0, 0, "LOD Clamp Magnification Mode", "clamp when magnifying"),
    row<&S::reduction_type>(3, 23, 22, "Reduction Type", "how texels become one value, if enabled"),
    row<&S::max_anisotropy>(3, 21, 19, "Maximum Anisotropy", "taps along the longer axis", {.bias = 1, .shift = 1}),
    row<&S::round_u_mag>(3, 18, 18, "U Address Mag Filter Rounding Enable", "rounds instead of truncating"),
    row<&S::round_u_min>(3, 17, 17, "U Address Min Filter Rounding Enable", "rounds instead of truncating"),
    row<&S::round_v_mag>(3, 16, 16, "V Address Mag Filter Rounding Enable", "rounds instead of truncating"),
    row<&S::round_v_min>(3, 15, 15, "V Address Min Filter Rounding Enable", "rounds instead of truncating"),
    row<&S::round_r_mag>(3, 14, 14, "R Address Mag Filter Rounding Enable", "rounds instead of truncating"),
    row<&S::round_r_min>(3, 13, 13, "R Address Min Filter Rounding Enable", "rounds instead of truncating"),
    row<&S::trilinear_quality>(3, 12, 11, "Trilinear Filter Quality", "when a level may be dropped"),
    row<&S::non_normalized_coordinates>(3, 10, 10, "Non-normalized Coordinate Enable", "coordinates count texels"),
    row<&S::reduction_type_enable>(3, 9, 9, "Reduction Type Enable", "the reduction type counts"),
    row<&S::address_u>(3, 8, 6, "TCX Address Control Mode", "beyond the map along U"),
    row<&S::address_v>(3, 5, 3, "TCY Address Control Mode", "beyond the map along V"),
    row<&S::address_r>(3, 2, 0, "TCZ Address Control Mode", "beyond the map along R"),
};

constexpr BitLayout<S, S::kDwords> kLayout{"SAMPLER_STATE", kFields};

}  // namespace

SamplerState SamplerState::decode(std::span<const std::uint32_t, kDwords> words) {
  SamplerState state = kLayout.decode_keeping_reserved(words);
  kLayout.require_listed(state);
  return state;
}

SamplerState::Words SamplerState::encode() const {
  return kLayout.encode_with_reserved(*this);
}

std::vector<FieldValue> SamplerState::fields() const {
  return kLayout.values(*this);
}

void SamplerState::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

const BitLayout<SamplerState, SamplerState::kDwords>& SamplerState::layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
