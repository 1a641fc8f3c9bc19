// The state that messages refer to, as a driver lays it out: binding table, surface and sampler states, border colours,
// palettes.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "functional/memory/gpu_memory.h"
#include "functional/message/message.h"
#include "isa/gen9/border_color_state.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::functional {

/// A surface state heap that starts with one binding table, and a dynamic state heap that starts with one sampler
/// table. Everything is written to GPU memory when it is added.
class StateHeap {
 public:
  static constexpr unsigned kMaxSurfaces = 240;  // binding table indices from 240 on have meanings of their own
  static constexpr unsigned kMaxSamplers = 64;  // 16 of them within reach of a descriptor, more through a header's M0.3

  explicit StateHeap(GpuMemory& memory, const std::string& name = "state");

  /// Binding table index of the surface. Errors: Error (kMalformedInput) when the table is full, a field does not
  /// hold its value, or the surface lies beyond the address space.
  std::uint32_t add_surface(const gen9::RenderSurfaceState& state);

  /// Sampler index. The border colour is stored with it and its pointer set. Errors: as for surfaces.
  std::uint32_t add_sampler(gen9::SamplerState state, const gen9::BorderColorState& border = {});

  /// Loads palette 0 or 1: up to 256 ARGB8888 entries.
  void set_palette(unsigned palette, std::span<const std::uint32_t> entries);

  /// Sets one of the 4 chroma keys: lowest and highest ARGB8888, inclusive.
  void set_chroma_key(unsigned index, std::uint32_t low, std::uint32_t high);

  /// Sets the size of MONO filters, 1 to 7 texels along each axis.
  void set_mono_filter(std::uint8_t width, std::uint8_t height) { context_.mono_filter = {width, height}; }

  /// Switches of what the documents leave open.
  void set_queries(const QueryOptions& queries) { context_.queries = queries; }

  /// Value for a header's M0.3 so that descriptor index (sampler % 16) means this sampler (specification/messages 3.4).
  std::uint32_t header_sampler_pointer(std::uint32_t sampler) const { return sampler / 16 * 256; }

  /// The context of a thread that uses this state.
  const MessageContext& context() const { return context_; }

 private:
  GpuMemory& memory_;
  std::string name_;
  MessageContext context_;
  std::uint32_t surfaces_ = 0;
  std::uint32_t samplers_ = 0;
};

}  // namespace texpipe::functional
