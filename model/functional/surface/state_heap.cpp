#include "functional/surface/state_heap.h"

#include <algorithm>
#include <array>

#include "base/diagnostic.h"
#include "functional/surface/address_range.h"
#include "isa/gen9/binding_table_entry.h"

namespace texpipe::functional {

namespace {

constexpr std::uint32_t kTableBytes = gen9::kBindingTableEntries * 4;
constexpr std::uint32_t kSurfaceStateBytes = 64;
constexpr std::uint32_t kSamplerStateBytes = 16;
constexpr std::uint32_t kBorderColorBytes = 64;  // their pointers are 64-byte aligned
constexpr std::uint32_t kFirstBorderColor = StateHeap::kMaxSamplers * kSamplerStateBytes;
constexpr std::uint32_t kPaletteEntries = 256;
constexpr std::uint32_t kChromaKeys = 4;

template <std::size_t N>
void write_words(GpuMemory& memory, ByteAddress address, const std::array<std::uint32_t, N>& words) {
  memory.write(address, std::as_bytes(std::span{words}));
}

ByteAddress at(ByteAddress base, std::uint64_t offset) {
  return ByteAddress{base.value() + offset};
}

[[noreturn]] void full(const char* what, unsigned maximum) {
  throw Error{ExitCode::kMalformedInput, std::string{"more than "} + std::to_string(maximum) + " " + what};
}

}  // namespace

StateHeap::StateHeap(GpuMemory& memory, const std::string& name) : memory_{memory}, name_{name} {
  context_.surface_state_base =
      memory_.allocate(name_ + ".surfaces", ByteSize{kTableBytes + kMaxSurfaces * kSurfaceStateBytes});
  context_.dynamic_state_base =
      memory_.allocate(name_ + ".samplers", ByteSize{kFirstBorderColor + kMaxSamplers * kBorderColorBytes});
  context_.bindless_surface_state_base = context_.surface_state_base;
}

std::uint32_t StateHeap::add_surface(const gen9::RenderSurfaceState& state) {
  if (surfaces_ == kMaxSurfaces) full("surfaces in a binding table", kMaxSurfaces);
  require_addressable(state);
  const std::uint32_t offset = kTableBytes + surfaces_ * kSurfaceStateBytes;
  write_words(memory_, at(context_.surface_state_base, offset), state.encode());
  write_words(memory_, at(context_.surface_state_base, surfaces_ * 4), gen9::BindingTableEntry{offset}.encode());
  return surfaces_++;
}

std::uint32_t StateHeap::add_sampler(gen9::SamplerState state, const gen9::BorderColorState& border) {
  if (samplers_ == kMaxSamplers) full("samplers in a sampler table", kMaxSamplers);
  state.border_color_pointer = kFirstBorderColor + samplers_ * kBorderColorBytes;
  write_words(memory_, at(context_.dynamic_state_base, state.border_color_pointer), border.encode());
  write_words(memory_, at(context_.dynamic_state_base, samplers_ * kSamplerStateBytes), state.encode());
  return samplers_++;
}

void StateHeap::set_palette(unsigned palette, std::span<const std::uint32_t> entries) {
  ByteAddress& address = context_.palettes.at(palette);
  if (address.value() == 0) {
    address = memory_.allocate(name_ + ".palette" + std::to_string(palette), ByteSize{kPaletteEntries * 4});
  }
  memory_.write(address, std::as_bytes(entries.first(std::min<std::size_t>(entries.size(), kPaletteEntries))));
}

void StateHeap::set_chroma_key(unsigned index, std::uint32_t low, std::uint32_t high) {
  if (index >= kChromaKeys) full("chroma keys", kChromaKeys);
  if (context_.chroma_keys.value() == 0) {
    context_.chroma_keys = memory_.allocate(name_ + ".chroma_keys", ByteSize{kChromaKeys * 8});
  }
  write_words(memory_, at(context_.chroma_keys, index * 8), std::array{low, high});
}

}  // namespace texpipe::functional
