// Any message: two descriptor words in, a typed message, its fields or one line of text out, and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "isa/gen9/data_port_message.h"
#include "isa/gen9/gateway_message.h"
#include "isa/gen9/message_fields.h"
#include "isa/gen9/other_message.h"
#include "isa/gen9/pixel_interpolator_message.h"
#include "isa/gen9/render_target_message.h"
#include "isa/gen9/sampler_message.h"
#include "isa/gen9/urb_message.h"

namespace texpipe::gen9 {

using AnyMessage = std::variant<SamplerMessage, PixelInterpolatorMessage, DataPortMessage, RenderTargetMessage,
                                GatewayMessage, ThreadSpawnerMessage, UrbMessage, OtherMessage>;

/// The message of two descriptor words, by the SFID in the extended descriptor.
/// Refuses (Error, kMalformedInput) reserved SFIDs, reserved codes and set bits that must be zero, by the field's name.
AnyMessage decode_message(MessageWords words);

/// Refuses values that their field cannot hold. encode_message(decode_message(w)) == w.
MessageWords encode_message(const AnyMessage& message);

/// One line, as `sampler sample SIMD8, binding 1, sampler 0, no header, message 2, response 4`.
std::string describe_message(const AnyMessage& message);

/// Every field with its bits, value and meaning.
std::vector<FieldValue> message_fields(const AnyMessage& message);

/// A message with default fields to this shared function, by either of its names (`SFID_SAMPLER`, `Sampler`) or its
/// number. Throws Error (kMalformedInput) with the nearest spelling.
AnyMessage message_to(std::string_view shared_function);

/// A message to a shared function with fields set from text, in any order. Throws Error (kMalformedInput) for a
/// field or value that does not exist, with the nearest spelling.
AnyMessage message_from_fields(std::string_view shared_function, std::span<const FieldAssignment> assignments);

}  // namespace texpipe::gen9
