// The RTL sampler (rtl_cosim/rtl/sampler.sv): subspans in, sums out, lines from a memory; without Verilator's headers.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "functional/sampling/filter.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/subspan_setup.h"
#include "functional/sampling/texture_binding.h"
#include "rtl_cosim/verilated/port_values.h"
#include "rtl_cosim/verilated/traced.h"
#include "rtl_cosim/verilated/verilated_address_generator.h"
#include "rtl_cosim/verilated/verilated_texel_decoder.h"
#include "rtl_cosim/verilated/verilated_texture_cache.h"
#include "rtl_cosim/verilated/verilated_texture_filter.h"

namespace texpipe::rtl_cosim {

/// RTL that stands behind the ports.
enum class SamplerVariant : std::uint8_t {
  kRepository,
  kLevelsSwapped,  // planted: the second level of a tap has the first one's weight
};

/// Registered steps of its pipelines; the texture cache's are in verilated_texture_cache.
namespace verilated_sampler {
inline constexpr unsigned kAddressSlots = 6;
inline constexpr unsigned kDecoderSlots = kTexelDecoderSlots;
inline constexpr unsigned kFilterSlots = kTextureFilterSlots;
inline constexpr unsigned kLevels = 16;
}  // namespace verilated_sampler

inline constexpr std::array<Port, 28> kSamplerInputs{{
    {"in_size", 2 * kSizePortBits, kSizePortBits},
    {"in_level_columns", 16 * verilated_sampler::kLevels, 16},
    {"in_level_rows", 32 * verilated_sampler::kLevels, 32},
    {"in_base", kAddressPortBits},
    {"in_pitch", 19},
    {"in_tiling", 2},
    {"in_element", 7},
    {"in_coding", 4},
    {"in_channels", 4 * kChannelLayoutBits, kChannelLayoutBits},
    {"in_modes", 6, 3},
    {"in_compare", 1},
    {"in_relation", 3},
    {"in_compare_alpha", 1},
    {"in_shown", 4},
    {"in_others", 4 * kFilterCodeBits, kFilterCodeBits, true},
    {"in_border_codes", 4 * kFilterCodeBits, kFilterCodeBits, true},
    {"in_pixels", 4},
    {"in_coordinates", 256, 32},
    {"in_to_nearest", 8, 1},
    {"in_offsets", 32, 4, true},
    {"in_slice_rows", 128, 32},
    {"in_levels", 16, 4},
    {"in_second_weights", 32, 8},
    {"in_linear", 4},
    {"in_taps", 20, 5},
    {"in_spacings", 512, 64},
    {"in_limits", 4 * kFilterCodeBits, kFilterCodeBits, true},
    {"in_unordered", 4},
}};
inline constexpr std::array<Port, 2> kSamplerOutputs{{
    {"out_sums", 16 * kFilterPixelSumBits, kFilterPixelSumBits, true},
    {"out_border_weights", 4 * kFilterBorderWeightBits, kFilterBorderWeightBits},
}};

/// One clocked instance, after its reset. Use per cycle: drive(), look at the outputs, then clock(). Outputs settle in
/// drive().
class VerilatedSampler : public Traced {
 public:
  struct Inputs {
    bool request_valid = false;  // of the one that was put last
    bool result_ready = false;
    bool ask_ready = false;
    const CacheLineWords* answer = nullptr;  // null: none
    unsigned answer_id = 0;
  };
  struct Ask {
    unsigned id;
    std::uint64_t line;  // address / 64
  };
  /// Doings of this cycle.
  struct Doings {
    bool splits, lines_wait, asks_lines;
    bool looks_up, looks_up_last, lacks_register, lacks_line, lacks_room;
    unsigned outcome;  // of the lookup, 0: hit, 1: merge, 2: miss
    bool moves, reads, texels_wait;
    bool decodes, codes_wait;
    bool filters, sums_wait, sums;
  };

  /// Synchronous: it is empty, and so is the cache, after the next clock().
  virtual void reset(bool asserted) = 0;
  /// A request on the input ports, from the next drive() on.
  virtual void put(const PortValues& request) = 0;
  virtual void drive(const Inputs& inputs) = 0;
  /// Rising edge and falling edge.
  virtual void clock() = 0;

  virtual bool request_ready() const = 0;
  virtual bool result_valid() const = 0;
  virtual PortValues result() const = 0;
  virtual bool ask_valid() const = 0;
  virtual Ask ask() const = 0;
  virtual Doings doings() const = 0;
};

/// @param seed  of what registers hold before the reset
std::unique_ptr<VerilatedSampler> make_verilated_sampler(SamplerVariant rtl, std::uint64_t seed);

/// Feature that the RTL sampler lacks for a binding, for an error text; it neither gathers nor reduces, whatever
/// the binding. Null: none.
const char* beyond_sampler(const functional::TextureBinding& binding);
/// Feature that the RTL sampler lacks for a pixel. Null: none.
const char* beyond_sampler(const functional::PixelSetup& pixel);

/// A subspan on the input ports; of what is not beyond_sampler().
/// @param compare  null: texels are summed as they are
PortValues sampler_request(const functional::TextureBinding& binding, const functional::SubspanSetup& setup,
                           const functional::SubspanCompare* compare);

/// A pixel's sums on the output ports.
functional::PixelSums sampler_sums(const PortValues& result, unsigned pixel);

}  // namespace texpipe::rtl_cosim
