#include "functional/shared_function/execute_pixel_interpolator_message.h"

#include <bit>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/pixel_interpolator_message.h"

namespace texpipe::functional {

namespace {

using gen9::InterpolationMode;
using gen9::InterpolationPlace;
using gen9::PixelInterpolatorMessage;

constexpr unsigned kChannelsPerRegister = 8;
constexpr unsigned kFirstChannelOfUpperGroup = 16;

/// Offset in 1/16 pixel as the 4.12 offset that interpolation takes. The hardware field has four bits: -8..7.
PixelOffset grid_offset(std::int32_t x, std::int32_t y) {
  const auto narrow = [](std::int32_t v) {
    return static_cast<std::int16_t>((((v & 0xF) ^ 0x8) - 0x8) * (1 << (kPixelOffsetBits - 4)));
  };
  return {narrow(x), narrow(y)};
}

/// Place at which a channel is evaluated; none for a sample that does not exist.
std::optional<PixelOffset> place_of(const PixelInterpolatorMessage& fields, const Message& message,
                                    const PixelCoverage& pixel, unsigned channel) {
  switch (fields.place) {
    case InterpolationPlace::kSharedOffset:
      return grid_offset(fields.x_offset, fields.y_offset);
    case InterpolationPlace::kSample:
      if (fields.sample_index >= pixel.pattern.count) return std::nullopt;
      return offset_of(pixel.pattern.positions[fields.sample_index]);
    case InterpolationPlace::kCentroid:
      return centroid(pixel.pattern, pixel.coverage, pixel.sample_mask);
    case InterpolationPlace::kPerSlotOffset: {
      const unsigned parts = fields.simd16 ? 2 : 1;
      const unsigned part = channel / kChannelsPerRegister;
      const auto x = static_cast<std::int32_t>(message.payload[part][channel % kChannelsPerRegister]);
      const auto y = static_cast<std::int32_t>(message.payload[parts + part][channel % kChannelsPerRegister]);
      return grid_offset(x, y);
    }
  }
  return std::nullopt;
}

}  // namespace

MessageResponse execute_pixel_interpolator_message(const CoverageStore& store, const Message& message) {
  const auto fields = PixelInterpolatorMessage::decode({message.descriptor, message.extended_descriptor});
  const unsigned channels = fields.simd16 ? 2 * kChannelsPerRegister : kChannelsPerRegister;
  const unsigned parts = channels / kChannelsPerRegister;
  const unsigned payload = fields.place == InterpolationPlace::kPerSlotOffset ? 2 * parts : 1;
  if (message.payload.size() < payload) {
    throw Error{ExitCode::kMalformedInput, "pixel interpolator message has " + std::to_string(message.payload.size()) +
                                               " payload registers; expected " + std::to_string(payload)};
  }

  MessageResponse response;
  response.registers.resize(2 * parts);
  response.byte_enables.resize(2 * parts);
  const unsigned first_slot = fields.slots_16_to_31 ? kFirstChannelOfUpperGroup / 4 : 0;
  for (unsigned channel = 0; channel < channels; ++channel) {
    if ((message.execution_mask >> channel & 1) == 0) continue;
    Barycentrics at{};
    if (const SubspanInFlight* subspan = store.find(message.subspan_slots[first_slot + channel / 4])) {
      const unsigned pixel = channel % 4;
      const auto offset = place_of(fields, message, subspan->pixels[pixel], channel);
      const std::int32_t x = subspan->x + static_cast<std::int32_t>(pixel & 1);
      const std::int32_t y = subspan->y + static_cast<std::int32_t>(pixel >> 1);
      if (offset) {
        at = fields.interpolation == InterpolationMode::kLinear
                 ? linear_barycentrics(subspan->barycentrics, x, y, *offset)
                 : perspective_barycentrics(subspan->barycentrics, x, y, *offset);
      }
    }
    const unsigned base = 2 * (channel / kChannelsPerRegister);
    const unsigned lane = channel % kChannelsPerRegister;
    response.registers[base][lane] = std::bit_cast<std::uint32_t>(at.b1);
    response.registers[base + 1][lane] = std::bit_cast<std::uint32_t>(at.b2);
    response.byte_enables[base] |= 0xFu << (4 * lane);
    response.byte_enables[base + 1] |= 0xFu << (4 * lane);
  }
  return response;
}

}  // namespace texpipe::functional
