// Messages to shared functions that the model names and does not look into: VME, CRE and null.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

struct OtherMessage : MessageFields {
  std::uint32_t function_control = 0;           // descriptor bits 18:0
  std::uint8_t format_control = 0;              // descriptor bits 31:29
  std::uint32_t extended_function_control = 0;  // extended descriptor bits 31:16

  bool operator==(const OtherMessage&) const = default;

  static bool accepts(SharedFunction) { return true; }

  /// Refuses (Error, kMalformedInput) a reserved shared function. encode(decode(w)) == w.
  static OtherMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

}  // namespace texpipe::gen9
