// Descriptor of render cache messages, SFID 5 (specification/messages 5.4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

enum class RenderCacheType : std::uint8_t { kWrite = 12, kRead = 13 };
EnumRows enum_rows(RenderCacheType);

enum class RenderTargetKind : std::uint8_t {
  kSimd16,
  kSimd16Replicated,
  kSimd8DualSourceLow,
  kSimd8DualSourceHigh,
  kSimd8
};
EnumRows enum_rows(RenderTargetKind);

struct RenderTargetMessage : MessageFields {
  RenderCacheType type = RenderCacheType::kWrite;
  RenderTargetKind kind = RenderTargetKind::kSimd16;
  std::uint8_t binding_table_index = 0;
  bool slots_16_to_31 = false;
  bool last_render_target = false;
  bool per_sample = false;
  bool half_precision = false;                // payload of 16-bit floats
  std::uint32_t bindless_surface_offset = 0;  // bytes, a multiple of 64; counts with binding table index 252

  RenderTargetMessage() { shared_function = SharedFunction::kRenderCache; }
  bool operator==(const RenderTargetMessage&) const = default;

  /// Refuses (Error, kMalformedInput) reserved types and kinds, and bits that must be zero. encode(decode(w)) == w.
  static RenderTargetMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

}  // namespace texpipe::gen9
