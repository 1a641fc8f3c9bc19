// Descriptor of messages to the unified return buffer, SFID 6 (specification/3d-pipeline 3).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

enum class UrbOperation : std::uint8_t {
  kWriteHword,
  kWriteOword,
  kReadHword,
  kReadOword,
  kAtomicMove,
  kAtomicIncrement,
  kAtomicAdd,
  kSimd8Write,
  kSimd8Read,
};
EnumRows enum_rows(UrbOperation);

struct UrbMessage : MessageFields {
  UrbOperation operation = UrbOperation::kSimd8Write;
  std::uint16_t global_offset = 0;  // slots of 16 bytes, 0..2047
  bool channel_masks = false;       // a register of masks, by lane, stands in the payload; of blocks: swizzle
  bool per_slot_offsets = false;    // a register of offsets, by lane, stands in the payload

  UrbMessage() { shared_function = SharedFunction::kUrb; }
  bool operator==(const UrbMessage&) const = default;

  /// Refuses (Error, kMalformedInput) reserved operations and bits that must be zero. encode(decode(w)) == w.
  static UrbMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

}  // namespace texpipe::gen9
