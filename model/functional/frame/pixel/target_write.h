// Parts of a render target write's payload (specification/pixel-shader-binary 6).
#pragma once

#include <array>
#include <cstdint>

#include "functional/frame/pixel/kept_writes.h"
#include "isa/gen9/render_target_message.h"

namespace texpipe::functional {

/// Parts that a shader sends with its colours: its state says which.
struct WrittenParts {
  bool sample_mask = false;
  bool depth = false;
  bool stencil = false;
};

/// Registers of a write, by groups of eight lanes.
struct TargetWrite {
  static constexpr unsigned kMostGroups = 2;
  struct Group {
    std::array<const std::uint32_t*, 4> color{};   // R, G, B, A
    std::array<const std::uint32_t*, 4> second{};  // of dual source; null: none
    const std::uint32_t* depth = nullptr;
    const std::uint32_t* alpha = nullptr;  // of target 0, with the colours of another target
    std::array<Grf, 4> replicated{};       // storage of colours that all lanes share
  };
  std::array<Group, kMostGroups> groups{};
  unsigned group_count = 1;
  unsigned first_lane = 0;  // of the thread: that of the first group
  std::uint8_t binding_table_index = 0;
  std::uint32_t bindless_surface_offset = 0;
  unsigned target = 0;                          // index of its blend state
  const std::uint16_t* sample_masks = nullptr;  // by lane of the message
  const std::uint8_t* stencils = nullptr;       // likewise
};

/// Lanes of the sender that a write is of; bit n of its execution mask is lane `first` + n.
struct WrittenLanes {
  unsigned first = 0;
  unsigned count = 0;
};
WrittenLanes written_lanes(const gen9::RenderTargetMessage& fields);

/// Most writes: a colour for each of sixteen lanes, or one for all of them.
struct PlainWrite {
  bool header = false;
  bool replicated = false;
  unsigned first_lane = 0;  // of the thread
  std::uint8_t binding_table_index = 0;
  std::uint32_t bindless_surface_offset = 0;
  unsigned target = 0;
};
/// Parts of such a write, as `parse_target_write` finds them; false: the write is another one, or too short.
/// @param color  becomes R, G, B, A, of sixteen lanes or of one
bool parse_plain_write(const KeptWrite& kept, PlainWrite& write, std::array<const std::uint32_t*, 4>& color);

/// Finds the parts. What it points to is in `kept` and in `write`. Errors: kMalformedInput for a payload that is too
/// short for its parts.
void parse_target_write(const KeptWrite& kept, const WrittenParts& parts, TargetWrite& write);

}  // namespace texpipe::functional
