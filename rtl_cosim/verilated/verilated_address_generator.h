// The RTL address generator (rtl_cosim/rtl/address_generator.sv) behind the stream ports.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "functional/sampling/rules/coordinate.h"
#include "functional/sampling/texture_binding.h"
#include "functional/shared_function/staged_message.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/sampler_state_enums.h"
#include "rtl_cosim/verilated/stream_rtl.h"

namespace texpipe::rtl_cosim {

/// RTL that stands behind the ports.
enum class AddressGeneratorVariant : std::uint8_t {
  kRepository,
  kMirrorOffByOne,  // planted: a mirrored texel is one too far
};

inline constexpr unsigned kSizePortBits = 15;
inline constexpr unsigned kAddressPortBits = 48;
inline constexpr unsigned kCornerWeightPortBits = 17;
inline constexpr unsigned kTapPortBits = 30;
inline constexpr unsigned kAddressGeneratorSlots = 4;

inline constexpr std::array<Port, 13> kAddressGeneratorInputs{{
    {"in_coordinates", 64, 32},
    {"in_modes", 6, 3},
    {"in_linear", 1},
    {"in_to_nearest", 2, 1},
    {"in_taps", 2 * kTapPortBits, kTapPortBits, true},
    {"in_offsets", 8, 4, true},
    {"in_size", 2 * kSizePortBits, kSizePortBits},
    {"in_level_column", 16},
    {"in_level_row", 32},
    {"in_base", kAddressPortBits},
    {"in_pitch", 19},
    {"in_tiling", 2},
    {"in_element", 7},
}};
inline constexpr std::array<Port, 5> kAddressGeneratorOutputs{{
    {"out_texels", 4},
    {"out_border", 4},
    {"out_weights", 4 * kCornerWeightPortBits, kCornerWeightPortBits},
    {"out_addresses", 4 * kAddressPortBits, kAddressPortBits},
    {"out_places", 16, 4},
}};

/// A pixel of a level of a surface, with two axes U and V.
struct AddressedPixel {
  const functional::SurfaceLayout* layout = nullptr;  // of rows, X or Y tiles, with neither mip tail nor samples
  unsigned level = 0;                                 // of the surface
  std::uint32_t slice = 0;                            // of the array
  bool linear = false;                                // else the texel that contains the position
  std::array<float, 2> coordinate{};                  // normalised
  std::array<gen9::TextureCoordinateMode, 2> mode{};
  std::array<functional::CoordinateRounding, 2> rounding{};
  std::array<std::int32_t, 2> tap{};     // of an anisotropic tap from the centre, in 1/256 texel
  std::array<std::int32_t, 2> offset{};  // texels, -8 to 7
};

/// Feature that an address generator of planes of rows, X and Y tiles lacks for a binding. Null: none.
const char* beyond_address_generator(const functional::TextureBinding& binding);

/// Values of in_tiling and in_element.
std::uint64_t tiling_code(functional::Tiling tiling);
std::uint64_t element_code(const functional::ElementShape& element);

/// A pixel on the input ports.
PortValues address_generator_request(const AddressedPixel& pixel);
/// Puts the output ports' values of pixel p into a footprint.
void put_addressed_pixel(const PortValues& result, unsigned p, functional::AddressedFootprint& footprint);

/// @param seed  of what registers hold before the reset
std::unique_ptr<StreamRtl> make_verilated_address_generator(AddressGeneratorVariant rtl, std::uint64_t seed);

}  // namespace texpipe::rtl_cosim
