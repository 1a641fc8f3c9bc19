// A sampler compiled for a surface, a sampler and an operation: all lanes of a message together, over decoded texels.
// Equal to the stepwise form bit for bit.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "functional/sampling/lanes/lane_kernels.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/results.h"
#include "functional/sampling/texture_binding.h"
#include "functional/texels/decoded_texels.h"

namespace texpipe::functional {

/// Source of a surface's decoded texels.
TexelSource texel_source(const TextureBinding& binding);

/// Whether a sampler keeps where the texels lie that it reads.
enum class PlaceKeeping : std::uint8_t { kNone, kOfTexels };

/// Texels that the lanes of a message read, and why.
struct SampledPlaces {
  const lanes::LaneInput& lanes;
  const lanes::SampleProgram& program;
  const lanes::LanePlaces* places;  // [lanes::place_of()]
};

/// Samples messages. Not for use by several threads.
class CompiledSampler {
 public:
  /// Null when the binding or the operation has the stepwise form only: loads of single samples, surfaces whose decoded
  /// texels would take more than DecodedTexels::kMostBytes, and what the documents forbid: one MONO filter beside
  /// another filter, or pixels that its texels kill.
  /// @param binding  must outlive the sampler
  /// @param texels   of the binding's surface; null when they are too many
  static std::unique_ptr<CompiledSampler> make(const TextureBinding& binding,
                                               const gen9::SamplerMessageFacts& operation,
                                               std::shared_ptr<DecodedTexels> texels,
                                               const lanes::LaneKernels& kernels);

  /// Samples the pixels of a request. The texels are prepared for the memory.
  /// @param rows  gain the results of the pixels; numbers of other channels may change
  /// @return bits of the pixels whose results the stepwise form has to find
  std::uint32_t sample(const GpuMemory& memory, const SamplerRequest& request, PlaceKeeping keeping,
                       const ResultRows& rows);

  /// Several requests that differ in their parameters alone, as `sample` samples them: `begin` for all of them, then,
  /// if their lanes are to be sampled, `sample_next` for each.
  enum class Lanes : std::uint8_t { kSampled, kOutside, kBySteps };
  Lanes begin(const GpuMemory& memory, const SamplerRequest& request, PlaceKeeping keeping = PlaceKeeping::kNone);
  std::uint32_t sample_next(const SamplerRequest& request, const ResultRows& rows,
                            PlaceKeeping keeping = PlaceKeeping::kNone) {
    sample_lanes(request, keeping, rows);
    return output_.unresolved;
  }

  /// Whether `sample_together` takes requests as this one, after `begin`: all channels of SIMD16 messages.
  bool takes_together(const SamplerRequest& request) const;
  /// Samples some requests as `sample_next` would. @param coordinates  of each, along both axes
  void sample_together(const SamplerRequest& request, std::span<const std::array<const std::uint32_t*, 2>> coordinates,
                       std::span<const ResultRows> rows);

  /// Pixels of the last call that the chroma key kills.
  std::uint32_t killed() const { return output_.killed; }

  /// Whether the last call kept the places of texels: asked to, of samples of planes and volumes that end at their
  /// edges.
  bool has_places() const { return output_.places != nullptr; }
  /// Places of the last call's texels, while has_places(): valid until the next call.
  SampledPlaces places() const { return {input_, program_, output_.places}; }

  /// Whether messages without texel offsets take the kernels' most frequent form (lanes/plain.inc.h).
  bool is_plain() const { return program_.plain; }
  /// Whether those of them that read one level alone take the form of nearest filters (lanes/one_texel.inc.h).
  bool takes_one_texel() const { return program_.one_texel && input_.level >= 0; }

 private:
  CompiledSampler(const TextureBinding& binding, const gen9::SamplerMessageFacts& operation,
                  std::shared_ptr<DecodedTexels> texels, const lanes::LaneKernels& kernels);

  void compile_levels();
  void compile_axes();
  void compile_filter();
  void compile_compare();
  void compile_border();
  void compile_level_choice();
  void compile_loads();
  bool stays_on_maps() const;
  bool can_be_one_texel() const;
  bool can_be_plain() const;

  void set_places(const SamplerRequest& request, std::uint32_t pixels);
  void set_cube_places(const SamplerRequest& request, std::uint32_t pixels);
  void set_offsets(const SamplerRequest& request);
  void set_levels(const SamplerRequest& request, std::uint32_t pixels);
  void note_only_level();
  void set_gather_channel(const SamplerRequest& request);
  void set_limits(const SamplerRequest& request, std::uint32_t pixels);
  /// Whether a request's levels are those that the input has.
  bool has_only_level(const SamplerRequest& request) const {
    const bool own_minimum = request.parameters[static_cast<unsigned>(gen9::SamplerParameter::kMlod)] != nullptr;
    return gathers_ || (fixed_levels_ && !own_minimum && !levels_changed_);
  }
  lanes::LanePlaces* room_for_places();
  void place_rows();
  void sample_lanes(const SamplerRequest& request, PlaceKeeping keeping, const ResultRows& rows);
  void add_borders();
  void publish(const SamplerRequest& request, const ResultRows& rows) const;
  void load(const SamplerRequest& request, const lanes::LaneTexels& texels);
  const std::uint32_t* values_of(const SamplerRequest& request, gen9::SamplerParameter parameter, unsigned row);

  const TextureBinding& binding_;
  const gen9::SamplerMessageFacts& operation_;  // of the table of operations
  std::shared_ptr<DecodedTexels> texels_;
  const lanes::LaneKernels& kernels_;

  Prefilter prefilter_;
  bool loads_ = false;
  bool gathers_ = false;
  bool compares_ = false;
  unsigned multiple_ = 1;                   // what the weights sum to: the texels of a MONO filter's box
  bool fixed_levels_ = false;               // the level of detail changes nothing
  bool levels_changed_ = false;             // and yet a message's own minimum did
  bool first_slices_ = false;               // the input's slices are those of messages that name none
  bool plain_quads_ = false;                // levels of detail follow from differences of coordinates alone
  std::array<bool, 2> anisotropic_{};       // [magnify]
  std::array<double, 3> quad_sizes_{};      // what differences of coordinates are multiplied by
  ChannelKind kind_ = ChannelKind::kFixed;  // of the results

  lanes::SampleProgram program_;
  lanes::LevelProgram level_program_;
  lanes::LoadProgram load_program_;
  lanes::LaneInput input_;
  lanes::LaneOutput output_;
  std::unique_ptr<std::array<lanes::LanePlaces, lanes::kPlaces>> places_;  // made when they are first asked for
  struct TexelOwner {
    const GpuMemory* memory = nullptr;
    DecodedTexels* texels = nullptr;
  } owner_;
  lanes::LaneTexels from_{};
  std::array<std::uint8_t, 4> row_of_{};      // of the results, where R, G, B, A go; 4: into `values_`
  unsigned constant_rows_ = 0;                // bit n: row n of the results is
  std::array<std::uint32_t, 4> constants_{};  // this
  bool copies_rows_ = false;                  // all rows come from `values_`
  alignas(64) std::array<std::array<std::uint32_t, lanes::kChannels>, 4> values_{};
  alignas(64) std::array<std::array<std::uint32_t, lanes::kChannels>, 5> parameters_{};  // of fewer channels
};

}  // namespace texpipe::functional
