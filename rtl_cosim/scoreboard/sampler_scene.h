// Surfaces and samplers for the RTL sampler: every format, tiling and address mode that it has, in a memory of their
// own.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "functional/sampling/texture_binding.h"

namespace texpipe::rtl_cosim {

/// Surfaces that the bench draws subspans on; equal for equal seeds. They have two contents, of which one stands in
/// memory until the next reset in flight, so that a line which was kept over it shows.
class SamplerScene {
 public:
  /// A surface that is large against the cache.
  static constexpr unsigned kLargeSize = 1024;

  explicit SamplerScene(std::uint64_t seed);
  /// One for all benches of RTL of somebody else's.
  static const SamplerScene& shared();

  /// @param resets  in flight so far
  const functional::GpuMemory& memory(std::uint64_t resets = 0) const { return memories_[resets % memories_.size()]; }

  /// One for each format that the RTL decodes and filters, of any size, tiling and address modes; and for each format
  /// with signs one with a border of negative codes.
  unsigned size() const { return static_cast<unsigned>(bindings_.size()) - 3; }
  const functional::TextureBinding& binding(unsigned number) const { return *bindings_[number]; }
  /// The large one: plain texels, tiled, with all levels, that repeats.
  unsigned large() const { return size(); }
  /// Number of the large one, mirrored.
  unsigned mirrored() const { return size() + 1; }
  /// As wide as surfaces can be, four rows, that repeats.
  unsigned wide() const { return size() + 2; }

 private:
  using Modes = std::array<gen9::TextureCoordinateMode, 2>;
  /// @param border  the least and the largest value of a channel of the border colour
  void add(const gen9::RenderSurfaceState& surface, std::uint64_t seed, Modes modes, std::array<float, 2> border);

  std::array<functional::GpuMemory, 2> memories_;  // the same surfaces at the same addresses
  functional::MessageContext context_;
  std::vector<std::unique_ptr<const functional::TextureBinding>> bindings_;
};

}  // namespace texpipe::rtl_cosim
