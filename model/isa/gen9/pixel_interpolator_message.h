// Descriptor of pixel interpolator messages, SFID 0xB (specification/messages 4).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/gen9/message_fields.h"

namespace texpipe::gen9 {

enum class InterpolationPlace : std::uint8_t { kSharedOffset, kSample, kCentroid, kPerSlotOffset };
EnumRows enum_rows(InterpolationPlace);

enum class InterpolationMode : std::uint8_t { kPerspective, kLinear };
EnumRows enum_rows(InterpolationMode);

struct PixelInterpolatorMessage : MessageFields {
  InterpolationPlace place = InterpolationPlace::kSharedOffset;
  InterpolationMode interpolation = InterpolationMode::kPerspective;
  bool simd16 = false;
  bool slots_16_to_31 = false;
  std::int8_t x_offset = 0;       // 1/16 pixel, -8..7; shared offset only
  std::int8_t y_offset = 0;       // likewise
  std::uint8_t sample_index = 0;  // sample only

  PixelInterpolatorMessage() { shared_function = SharedFunction::kPixelInterpolator; }
  bool operator==(const PixelInterpolatorMessage&) const = default;

  /// Refuses (Error, kMalformedInput) bits that must be zero, by number. encode(decode(w)) == w.
  static PixelInterpolatorMessage decode(MessageWords words);
  MessageWords encode() const;
  std::vector<FieldValue> fields() const;
  void assign(const FieldAssignment& assignment);
  std::string describe() const;
};

}  // namespace texpipe::gen9
