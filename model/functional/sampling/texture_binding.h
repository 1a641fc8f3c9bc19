// A surface and a sampler as a message finds them: their states decoded once, ready for the sampling stages.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "functional/coordinates/level_of_detail.h"
#include "functional/formats/chroma_key.h"
#include "functional/formats/element_decoder.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/anisotropy.h"
#include "functional/sampling/border.h"
#include "functional/sampling/footprint.h"
#include "functional/sampling/rules/address_mode.h"
#include "functional/surface/surface_layout.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/sampler_state.h"

namespace texpipe::functional {

/// Number of axes that are coordinates, and the parameter that selects an array element.
struct SurfaceAxes {
  std::uint8_t count = 2;  // axes with a texel position; cubes: 2, on a face
  std::optional<gen9::SamplerParameter> array_index;
};

/// Decoded surface state.
struct SurfaceBinding {
  gen9::RenderSurfaceState state;
  bool null = true;  // null surface: every read gives 0
  std::optional<SurfaceLayout> layout;
  std::optional<ElementDecoder> decoder;
  TexelCoding coding{};
  std::shared_ptr<const std::array<std::uint32_t, 512>> palettes;  // palette formats only
  std::array<bool, 2> palette_loaded{};
  FormatClass format_class = FormatClass::k32Bits;
  std::uint8_t float_channels = 0;  // of 32 bits
  SurfaceWords word_places;
  SurfaceAxes axes;
  std::uint32_t slices = 1;                  // array elements; cubes: cubes
  std::uint8_t first_level = 0;              // Surface Min LOD
  std::uint8_t last_level = 0;               // of the view
  Lod resource_minimum = 0;                  // Resource Min LOD less Surface Min LOD, not below 0
  std::array<LevelSize, kMaxLevels> size{};  // texels, by level of the view

  bool is_cube() const { return state.type == gen9::SurfaceType::kCube; }
  /// True where the resource is clamped beyond its last level: every access is out of bounds (L7).
  bool clamped_away() const { return resource_minimum > last_level * kOneLevel; }
  /// True for a level of the view that an access to one level finds out of bounds: more detailed than the floor of the
  /// resource's clamp, or any of a resource that is clamped away (L7).
  bool clamped_off(std::uint32_t level) const {
    return clamped_away() || level < static_cast<std::uint32_t>(resource_minimum >> kLodBits);
  }
  bool filterable() const {
    return decoder->facts().filtering || decoder->facts().kind == gen9::FormatKind::kYuvPlanar;
  }
};

/// Decoded sampler state.
struct SamplerBinding {
  gen9::SamplerState state;
  std::array<gen9::TextureCoordinateMode, 3> address{};
  std::array<std::array<CoordinateRounding, 3>, 2> rounding{};  // [magnify][axis]
  LodControls lod;
  FootprintAxes footprint_axes = FootprintAxes::kDerivatives;
  bool anisotropic = false;                   // either filter
  bool seamless = false;                      // cube edges and corners
  std::array<std::uint8_t, 2> mono_filter{};  // texels along u and v of a MONO filter; 0: neither filter is one
  BorderColor border;
  ChromaKey chroma_key;
  bool border_kills = false;  // the border colour matches a chroma key that kills
};

/// Minimum or maximum in place of the weighted mean (rule F6).
enum class Reduction : std::uint8_t { kNone, kMinimum, kMaximum };

/// Surface and sampler that the pixels of a message share.
struct TextureBinding {
  SurfaceBinding surface;
  SamplerBinding sampler;

  /// True when texels are compared before the filter: the operation's choice, unless the sampler's Reduction Type takes
  /// its place.
  bool compares(const gen9::SamplerMessageFacts& operation) const;
  /// Reduction of an operation: its own, or the sampler's Reduction Type. gather4 has none.
  Reduction reduction(const gen9::SamplerMessageFacts& operation) const;
};

/// Words of the states that a binding was made from: equal words give equal bindings.
struct BindingWords {
  gen9::RenderSurfaceState::Words surface{};
  gen9::SamplerState::Words sampler{};
  std::array<std::uint32_t, 4> border{};
  std::array<std::uint32_t, 2> chroma_key{};
  std::array<std::uint8_t, 2> mono_filter{};  // when a filter is MONO
  bool uses_sampler = false;
  bool queried = false;  // for a message that reads the surface's state alone

  bool operator==(const BindingWords&) const = default;
};

/// Reads the words that a request refers to: binding table, surface state, sampler state, border colour, chroma key.
/// Errors: kUnsupported for binding table indices 240 to 255 except 252 (bindless).
BindingWords read_binding_words(const GpuMemory& memory, const Message& message, const SamplerRequest& request);

/// Decodes the words.
/// Errors: those of the states' decode and of require_addressable; kUnsupported, naming the format, for formats that
/// the sampling engine does not read, and for MONO filters on formats of more than a bit, volumes and cubes;
/// kMalformedInput for a MONO filter of no or more than kMaxMonoFilter texels.
std::unique_ptr<const TextureBinding> make_binding(const GpuMemory& memory, const Message& message,
                                                   const BindingWords& words);

/// Key of a message's states, their addresses and whatever else they depend on: equal keys in one generation of a
/// memory mean equal words.
struct BindingKey {
  std::uint64_t generation = 0;
  std::uint64_t sampler_state = 0;  // all ones: not used
  std::uint64_t surface_base = 0;
  std::uint64_t dynamic_base = 0;
  std::uint64_t palettes[2] = {};
  std::uint64_t chroma_keys = 0;
  std::uint32_t table_offset = 0;
  std::uint32_t bindless = 0;
  std::uint32_t table_index = 0;
  std::uint32_t mono_filter = 0;

  bool operator==(const BindingKey& other) const {
    return ((generation ^ other.generation) | (sampler_state ^ other.sampler_state) |
            (surface_base ^ other.surface_base) | (dynamic_base ^ other.dynamic_base) |
            (palettes[0] ^ other.palettes[0]) | (palettes[1] ^ other.palettes[1]) |
            (chroma_keys ^ other.chroma_keys)) == 0 &&
           ((table_offset ^ other.table_offset) | (bindless ^ other.bindless) | (table_index ^ other.table_index) |
            (mono_filter ^ other.mono_filter)) == 0;
  }
};

/// Bindings of recent messages. They are found by where their states lie while nothing was written there, else by the
/// words of the states, so that a change of state is never missed.
class BindingCache {
 public:
  struct Entry {
    BindingWords words;
    std::uint64_t made = 0;  // number of the entry among all; 0: none
    std::unique_ptr<const TextureBinding> binding;
  };

  /// The entry stays valid until the next call. Its index is below kEntries.
  const Entry& find(const GpuMemory& memory, const Message& message, const SamplerRequest& request);

  static constexpr std::size_t kEntries = 64;
  std::size_t index_of(const Entry& entry) const { return static_cast<std::size_t>(&entry - entries_.data()); }

 private:
  struct Place {
    BindingKey key;
    const Entry* entry = nullptr;
    std::uint64_t made = 0;  // of the entry when the place was noted
  };
  static constexpr std::size_t kPlaces = 64;

  const Entry& find_by_words(const GpuMemory& memory, const Message& message, const SamplerRequest& request);

  std::array<Entry, kEntries> entries_;
  std::array<Place, kPlaces> places_;
  std::uint64_t made_ = 0;
};

}  // namespace texpipe::functional
