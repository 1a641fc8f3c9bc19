// Packs a sampler operation's results into response registers (specification/messages 3.5).
#pragma once

#include "functional/message/message.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/results.h"

namespace texpipe::functional {

/// Registers and byte enables of the response: channels in the order R G B A, masked ones skipped, cut to the response
/// length; then the register of the pixel null mask, then that of killpix. Only enabled channels are written; bytes
/// that the documents leave undefined are not written (R1).
/// @param response  overwritten; its storage is used again
void pack_sampler_response(const SamplerRequest& request, const SamplerResults& results, MessageResponse& response);

/// Makes room for a response that is nothing but the results as they are, of all channels.
/// @param rows  where results are to be put in the response
/// @return false when the response is another one
bool make_plain_response(const SamplerRequest& request, MessageResponse& response, ResultRows& rows);

/// A number in 16 bits: floats to HF (nearest even), integers saturated to W or UW.
std::uint16_t narrow_result(std::uint32_t bits, ChannelKind kind);

}  // namespace texpipe::functional
