#include "isa/gen9/pixel_interpolator_message.h"

#include "isa/gen9/message_layouts.h"

namespace texpipe::gen9 {

namespace {

using M = PixelInterpolatorMessage;

constexpr std::array<EnumRow, 4> kPlaces{{
    {0, "shared offset", "one offset for all channels, in the descriptor"},
    {1, "sample", "position of a sample"},
    {2, "centroid", "centroid of the covered samples"},
    {3, "per-slot offset", "an offset per channel, in the payload"},
}};

constexpr std::array<EnumRow, 2> kModes{{
    {0, "perspective", "perspective-correct barycentrics"},
    {1, "linear", "barycentrics linear on the screen"},
}};

constexpr EnumRow kSlotGroupRows[] = {
    {0, "slots 0-15", "channels 0 to 15"},
    {1, "slots 16-31", "channels 16 to 31"},
};
constexpr EnumRows kSlotGroups{"interpolator slot group", kSlotGroupRows};

bool shares_offset(const M& message) {
  return message.place == InterpolationPlace::kSharedOffset;
}
bool names_sample(const M& message) {
  return message.place == InterpolationPlace::kSample;
}

// Source: specification/messages 4. The place comes first: bits 7:0 depend on it.
constexpr std::array kFields = message_table<M>(std::array{
    field<M, &M::place>(0, 13, 12, "Message Type", "where barycentrics are wanted"),
    field<M, &M::x_offset>(0, 3, 0, "X Offset", "1/16 pixel", kPlain, shares_offset),
    field<M, &M::y_offset>(0, 7, 4, "Y Offset", "1/16 pixel", kPlain, shares_offset),
    field<M, &M::sample_index>(0, 7, 4, "Sample Index", "sample", kPlain, names_sample),
    coded_field<M, &M::slots_16_to_31, kSlotGroups>(0, 11, 11, "Slot Group Select"),
    field<M, &M::interpolation>(0, 14, 14, "Interpolation Mode", "kind of barycentrics"),
    coded_field<M, &M::simd16, kSimd8Or16>(0, 16, 16, "SIMD Mode"),
});
constexpr MessageLayout<M> kLayout{"pixel interpolator message", kFields, kMessageWordNames};

}  // namespace

EnumRows enum_rows(InterpolationPlace) {
  return {"interpolator message type", kPlaces};
}
EnumRows enum_rows(InterpolationMode) {
  return {"Interpolation Mode", kModes};
}

PixelInterpolatorMessage PixelInterpolatorMessage::decode(MessageWords words) {
  return decode_message_fields(kLayout, words);
}

MessageWords PixelInterpolatorMessage::encode() const {
  return encode_message_fields(kLayout, *this);
}

std::vector<FieldValue> PixelInterpolatorMessage::fields() const {
  return kLayout.values(*this);
}

void PixelInterpolatorMessage::assign(const FieldAssignment& assignment) {
  kLayout.assign(*this, assignment);
}

std::string PixelInterpolatorMessage::describe() const {
  std::string text = "pixel interpolator " + std::string{name_of(place)};
  if (shares_offset(*this)) text += " (" + std::to_string(x_offset) + "/16, " + std::to_string(y_offset) + "/16)";
  if (names_sample(*this)) text += " " + std::to_string(sample_index);
  text += std::string{", "} + std::string{name_of(interpolation)} + (simd16 ? ", SIMD16" : ", SIMD8");
  if (slots_16_to_31) text += ", slots 16-31";
  return text + describe_lengths(*this);
}

template <>
const MessageLayout<PixelInterpolatorMessage>& message_layout() {
  return kLayout;
}

}  // namespace texpipe::gen9
