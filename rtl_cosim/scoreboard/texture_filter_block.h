// Stimulus, reference and coverage of the RTL filter.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "functional/sampling/filter.h"
#include "functional/sampling/prefilter.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/scoreboard/stream_block.h"
#include "rtl_cosim/verilated/verilated_texture_filter.h"

namespace texpipe::rtl_cosim {

EnumRows enum_rows(TextureFilterVariant);

/// Filters, each of which decides on a pixel's footprints and their weights.
enum class FilterStimulus : std::uint8_t {
  kPoint,
  kBilinear,
  kTrilinear,
  kAnisotropic,
  kAnisotropicTrilinear,
  kVolume,
  kVolumeTrilinear,
  kMono
};
EnumRows enum_rows(FilterStimulus);

class TextureFilterBlock final : public StreamBlock {
 public:
  /// @param filters  to draw from; empty: all of them
  TextureFilterBlock(TextureFilterVariant rtl, std::vector<FilterStimulus> filters);

  std::string_view unit() const override { return "footprints"; }
  std::span<const Port> inputs() const override { return kTextureFilterInputs; }
  std::span<const Port> outputs() const override { return kTextureFilterOutputs; }
  unsigned slots() const override { return kTextureFilterSlots; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override {
    return make_verilated_texture_filter(rtl_, seed);
  }
  PortValues request(std::uint64_t seed, std::uint64_t index) const override;
  PortValues result(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                    const PortValues* before) const override;
  std::string explain(std::uint64_t seed, std::uint64_t index, const PortValues& request) const override;
  void declare(CoverBins& bins) const override;
  void cover(std::uint64_t seed, std::uint64_t index, const PortValues& request, CoverBins& bins) const override;

 private:
  struct Coding {
    std::uint32_t denominator;
    bool is_signed;
  };
  static const std::vector<Coding>& codings_of(FilterStimulus filter);
  static std::string name_of(Coding coding);

  /// Footprint and subspan that a request is. Subspans follow each other; every kRun footprints a run of them
  /// begins, so that the way to one is short.
  struct Place {
    FilterStimulus filter;
    unsigned taps;    // of the first group of pixels
    bool two_groups;  // the second group has another filter's single footprint
    unsigned count;   // footprints of the subspan
    unsigned number;  // of this one
    bool last;
    std::uint64_t own;  // seed of the subspan
  };
  static constexpr std::uint64_t kRun = 96;
  Place place_of(std::uint64_t seed, std::uint64_t index) const;

  /// Contents of a request.
  struct Work {
    Place place;
    Coding coding;
    std::string_view codes;  // how they were drawn
    functional::FootprintPlan plan;
    std::array<functional::Texel, functional::kTexelsPerFootprint> texels;
    std::optional<functional::SubspanCompare> compare;

    std::array<functional::Texel, functional::kTexelsPerFootprint> compared() const;
  };
  Work work_of(std::uint64_t seed, std::uint64_t index) const;
  static void put_weights(const Place& place, Work& work);
  static void put_texels(RandomStream& random, Work& work);
  static void put_limits(RandomStream& random, Work& work);

  TextureFilterVariant rtl_;
  std::vector<FilterStimulus> filters_;
};

}  // namespace texpipe::rtl_cosim
