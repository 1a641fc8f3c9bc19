// A sample message taken stage by stage, for machines in which somebody else's block stands for a stage: each stage
// hands on what it makes, and the later ones go on from there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "functional/sampling/filter.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/results.h"
#include "functional/shared_function/execute_sampler_message.h"

namespace texpipe::functional {

/// A footprint as an address generator hands it on. Corner c of pixel p stands at 4 * p + c.
struct AddressedFootprint {
  std::uint16_t read = 0;                                         // corners that are read from memory
  std::uint16_t border = 0;                                       // corners that are the border colour
  std::array<std::uint32_t, kTexelsPerFootprint> weight{};        // of corners; a pixel's sum to 2^16
  std::array<ByteAddress, kTexelsPerFootprint> element{};         // of the element that holds the texel
  std::array<std::uint8_t, kTexelsPerFootprint> column{}, row{};  // of the texel in it
};

/// Plan, texels and sums of a sample or gather. What nobody delivers is computed when the next stage asks for it, once.
/// Footprints are named by their subspan and their number in it.
class StagedMessage {
 public:
  /// Plans a message: its footprints go to the outcome, its response waits for finish(). Null for messages that neither
  /// sample nor gather, or read nothing, and for those of SPA: execute_sampler_message has their outcome.
  /// @param memory   read when texels are asked for; it must outlive the message
  /// @param message  must outlive the result
  /// Errors: as execute_sampler_message
  static std::shared_ptr<StagedMessage> plan(const GpuMemory& memory, const Message& message, LineShape lines,
                                             SamplerOutcome& outcome);

  const TextureBinding& binding() const { return *binding_; }
  const PixelSetup& pixel(unsigned subspan, unsigned p) const { return subspans_[subspan].setup.pixel[p]; }
  const FootprintPlan& footprint(unsigned subspan, unsigned number) const {
    return subspans_[subspan].footprints[number].plan;
  }
  bool is_last(unsigned subspan, unsigned number) const { return number + 1 == subspans_[subspan].footprints.size(); }

  bool gathers() const { return request_.operation->gathers(); }
  /// Minimum or maximum in place of sums.
  bool reduces() const { return reduction_ != Reduction::kNone; }

  /// Takes the addresses from an address generator; before anybody asks for texels.
  /// @param published  footprint of the outcome; gets the cache lines of these addresses
  void deliver(unsigned subspan, unsigned number, const AddressedFootprint& addressed, Footprint& published);

  /// Corners whose texels are read from memory, and the bytes of the element of one of them.
  std::uint16_t read(unsigned subspan, unsigned number) const { return subspans_[subspan].footprints[number].read; }
  std::array<std::byte, 16> element(unsigned subspan, unsigned number, unsigned corner) const;
  /// Place of the corner's texel in its element: column, row.
  std::array<std::uint8_t, 2> place(unsigned subspan, unsigned number, unsigned corner) const;
  /// Takes a texel from a texel decoder; before anybody asks for operands.
  void deliver(unsigned subspan, unsigned number, unsigned corner, const Texel& texel);

  /// Operands of the filter: texels after the chroma key, before the compare.
  const std::array<Texel, kTexelsPerFootprint>& operands(unsigned subspan, unsigned number);
  /// The compare of the subspan's pixels; null: none.
  const SubspanCompare* compare(unsigned subspan) const;
  /// Takes from a filter the sums of each pixel over all footprints of the subspan, for fixed-point formats and
  /// messages that neither gather nor reduce.
  void deliver(unsigned subspan, const std::array<PixelSums, kPixelsPerSubspan>& sums);

  /// The response, from what was delivered.
  void finish(MessageResponse& response);

 private:
  struct FootprintWork {
    FootprintPlan plan;
    std::uint16_t read = 0;
    std::uint16_t decoded = 0;  // corners whose texels are there
    bool keyed = false;
    bool addressed = false;  // by somebody else: `element`, `column` and `row` count
    AddressedFootprint places;
    std::array<Texel, kTexelsPerFootprint> texels;
  };
  struct SubspanWork {
    SubspanSetup setup;
    SubspanCompare compare;
    std::vector<FootprintWork> footprints;
    std::array<PixelSums, kPixelsPerSubspan> sums;
    bool summed = false;
  };

  StagedMessage(const GpuMemory& memory, SamplerRequest request, std::unique_ptr<const TextureBinding> binding,
                LineShape lines);

  void plan_subspan(unsigned number, SubspanPlan& published);
  FootprintWork& work(unsigned subspan, unsigned number) { return subspans_[subspan].footprints[number]; }
  void decode(unsigned subspan, FootprintWork& work);
  void key(unsigned subspan, FootprintWork& work);
  void finish_pixel(unsigned subspan, unsigned p);

  const GpuMemory& memory_;
  SamplerRequest request_;
  std::unique_ptr<const TextureBinding> binding_;
  LineShape lines_;
  Prefilter prefilter_;
  Reduction reduction_;
  SamplerResults results_;
  std::vector<SubspanWork> subspans_;
};

}  // namespace texpipe::functional
