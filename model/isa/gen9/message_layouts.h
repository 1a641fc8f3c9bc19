// Tables of the messages, one of each kind, for those who read words that no message may have.
#pragma once

#include "isa/gen9/message_descriptor.h"

namespace texpipe::gen9 {

/// The table of a kind of message.
template <class M>
const MessageLayout<M>& message_layout();

template <>
const MessageLayout<SamplerMessage>& message_layout();
template <>
const MessageLayout<PixelInterpolatorMessage>& message_layout();
template <>
const MessageLayout<DataPortMessage>& message_layout();
template <>
const MessageLayout<RenderTargetMessage>& message_layout();
template <>
const MessageLayout<GatewayMessage>& message_layout();
template <>
const MessageLayout<ThreadSpawnerMessage>& message_layout();
template <>
const MessageLayout<UrbMessage>& message_layout();
template <>
const MessageLayout<OtherMessage>& message_layout();

}  // namespace texpipe::gen9
