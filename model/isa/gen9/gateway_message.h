// Descriptors of gateway (SFID 3) and thread spawner (SFID 7) messages (specification/messages 6).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

enum class GatewayFunction : std::uint8_t { kOpen, kClose, kForward, kTimestamp, kBarrier, kUpdateState, kMmio };
EnumRows enum_rows(GatewayFunction);

struct GatewayMessage : MessageFields {
  GatewayFunction function = GatewayFunction::kBarrier;

  GatewayMessage() { shared_function = SharedFunction::kGateway; }
  bool operator==(const GatewayMessage&) const = default;

  /// Refuses (Error, kMalformedInput) reserved functions and bits that must be zero. encode(decode(w)) == w.
  static GatewayMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

/// The payload register of a barrier message, of which only DWord 2 counts.
struct BarrierPayload {
  static constexpr std::size_t kDwords = 8;
  using Words = std::array<std::uint32_t, kDwords>;

  std::uint8_t barrier_id = 0;     // 0..31
  std::uint8_t barrier_count = 0;  // threads, counts when enabled
  bool barrier_count_enable = false;

  Words reserved{};  // bits that belong to no field: kept by decode, given back by encode

  bool operator==(const BarrierPayload&) const = default;

  static BarrierPayload decode(std::span<const std::uint32_t, kDwords> words);
  Words encode() const;
};

struct ThreadSpawnerMessage : MessageFields {
  bool opcode = false;        // 0: ends a thread
  bool request_type = false;  // 0: root thread
  bool keep_resource = true;  // bit 4: the URB handle is not given back

  ThreadSpawnerMessage() { shared_function = SharedFunction::kThreadSpawner; }
  bool operator==(const ThreadSpawnerMessage&) const = default;

  /// Refuses (Error, kMalformedInput) bits that must be zero. encode(decode(w)) == w.
  static ThreadSpawnerMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

}  // namespace texpipe::gen9
