#include "functional/frame/pixel/target_write.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "functional/frame/blend/blend_state.h"
#include "functional/message/recent_decode.h"
#include "isa/gen9/render_target_message.h"

namespace texpipe::functional {

namespace {

using gen9::RenderTargetKind;

constexpr unsigned kHeaderRegisters = 2;
constexpr unsigned kTargetDword = 2;                     // of the header
constexpr std::uint32_t kSource0AlphaPresent = 1 << 11;  // bit of the header's first DWord
constexpr unsigned kLanesOfGroup = 8;

/// Lanes and colours that a kind of write carries.
struct KindRow {
  RenderTargetKind kind;
  unsigned groups;      // of eight lanes
  unsigned first_lane;  // of sixteen
  bool dual_source;
};
constexpr std::array<KindRow, 5> kKindRows{{
    {RenderTargetKind::kSimd16, 2, 0, false},
    {RenderTargetKind::kSimd16Replicated, 2, 0, false},
    {RenderTargetKind::kSimd8DualSourceLow, 1, 0, true},
    {RenderTargetKind::kSimd8DualSourceHigh, 1, 8, true},
    {RenderTargetKind::kSimd8, 1, 0, false},
}};

/// Hands out registers of the payload in order.
class Registers {
 public:
  explicit Registers(const KeptWrite& kept) : payload_{kept.payload} {}

  const std::uint32_t* take(const char* what) {
    if (next_ >= payload_.size())
      throw Error{ExitCode::kMalformedInput, "a render target write of " + std::to_string(payload_.size()) +
                                                 " payload registers ends before its " + what};
    return payload_[next_++].data();
  }

 private:
  std::span<const Grf> payload_;
  std::size_t next_ = 0;
};

/// R, G, B, A, each of all groups.
template <class Member>
void take_colors(Registers& registers, TargetWrite& write, Member member) {
  for (unsigned c = 0; c < 4; ++c) {
    for (unsigned g = 0; g < write.group_count; ++g) (write.groups[g].*member)[c] = registers.take("colours");
  }
}

void replicate(const std::uint32_t* color, TargetWrite& write) {
  for (unsigned g = 0; g < write.group_count; ++g) {
    TargetWrite::Group& group = write.groups[g];
    for (unsigned c = 0; c < 4; ++c) {
      group.replicated[c].fill(color[c]);
      group.color[c] = group.replicated[c].data();
    }
  }
}

}  // namespace

WrittenLanes written_lanes(const gen9::RenderTargetMessage& fields) {
  const KindRow& kind = kKindRows[static_cast<unsigned>(fields.kind)];
  return {kind.first_lane + (fields.slots_16_to_31 ? 2 * kLanesOfGroup : 0), kind.groups * kLanesOfGroup};
}

bool parse_plain_write(const KeptWrite& kept, PlainWrite& write, std::array<const std::uint32_t*, 4>& color) {
  const auto& fields = recently_decoded<gen9::RenderTargetMessage>({kept.descriptor, kept.extended_descriptor});
  write.replicated = fields.kind == RenderTargetKind::kSimd16Replicated;
  if (!write.replicated && fields.kind != RenderTargetKind::kSimd16) return false;
  constexpr unsigned kGroups = 2;
  const std::size_t size = kept.payload.size();
  std::size_t next = 0;
  write.target = 0;
  write.header = fields.header_present;
  if (fields.header_present) {
    if (size < kHeaderRegisters) return false;
    const Grf& header = kept.payload[0];
    write.target = header[kTargetDword] % kRenderTargets;
    next = kHeaderRegisters + ((header[0] & kSource0AlphaPresent) != 0 ? kGroups : 0);
  }
  const unsigned per_channel = write.replicated ? 0 : kGroups;
  if (size < next + std::max(1u, 4 * per_channel)) return false;
  const Grf* const colors = kept.payload.data() + next;
  for (unsigned c = 0; c < 4; ++c) color[c] = write.replicated ? colors->data() + c : colors[kGroups * c].data();
  write.first_lane = written_lanes(fields).first;
  write.binding_table_index = fields.binding_table_index;
  write.bindless_surface_offset = fields.bindless_surface_offset;
  return true;
}

void parse_target_write(const KeptWrite& kept, const WrittenParts& parts, TargetWrite& write) {
  const auto& fields = recently_decoded<gen9::RenderTargetMessage>({kept.descriptor, kept.extended_descriptor});
  const KindRow& kind = kKindRows[static_cast<unsigned>(fields.kind)];
  write.group_count = kind.groups;
  write.first_lane = written_lanes(fields).first;
  write.binding_table_index = fields.binding_table_index;
  write.bindless_surface_offset = fields.bindless_surface_offset;
  write.target = 0;
  for (TargetWrite::Group& group : write.groups) group.second[0] = group.depth = group.alpha = nullptr;
  Registers registers{kept};
  bool has_alpha = false;
  if (fields.header_present) {
    const std::uint32_t* header = registers.take("header");
    for (unsigned i = 1; i < kHeaderRegisters; ++i) registers.take("header");
    write.target = header[kTargetDword] % kRenderTargets;
    has_alpha = (header[0] & kSource0AlphaPresent) != 0;
  }
  for (unsigned g = 0; has_alpha && g < write.group_count; ++g)
    write.groups[g].alpha = registers.take("alpha of target 0");
  write.sample_masks = nullptr;
  if (parts.sample_mask)  // a register of sixteen lanes, of which a message of the upper eight has the upper half
    write.sample_masks = reinterpret_cast<const std::uint16_t*>(registers.take("sample masks")) + kind.first_lane;
  if (fields.kind == RenderTargetKind::kSimd16Replicated) {
    replicate(registers.take("colour"), write);
  } else {
    take_colors(registers, write, &TargetWrite::Group::color);
    if (kind.dual_source) take_colors(registers, write, &TargetWrite::Group::second);
  }
  for (unsigned g = 0; parts.depth && g < write.group_count; ++g) write.groups[g].depth = registers.take("depths");
  write.stencils = parts.stencil ? reinterpret_cast<const std::uint8_t*>(registers.take("stencil values")) : nullptr;
}

}  // namespace texpipe::functional
