// Packs a sampler operation's results into response registers (specification/messages 3.5).
#pragma once

#include <array>
#include <cstdint>

#include "functional/message/message.h"
#include "functional/message/sampler_request.h"
#include "functional/sampling/results.h"

namespace texpipe::functional {

/// Registers and byte enables of the response: channels in the order R G B A, masked ones skipped, cut to the response
/// length; then the register of the pixel null mask, then that of killpix. Only enabled channels are written; bytes
/// that the documents leave undefined are not written (R1).
/// @param response  overwritten; its storage is used again
void pack_sampler_response(const SamplerRequest& request, const SamplerResults& results, MessageResponse& response);

/// Room for results that a response does not return.
using UnreadRows = std::array<std::array<std::uint32_t, kMaxSamplerChannels>, 3>;

/// Whether a response is nothing but the results as they are, of all lanes.
bool is_plain_response(const SamplerRequest& request);

/// Rows of such a response, where results are to be put. @param registers  of the response, one after the other
void set_plain_rows(const SamplerRequest& request, Grf* registers, UnreadRows& unread, ResultRows& rows);

/// A number in 16 bits: floats to HF (nearest even), integers saturated to W or UW.
std::uint16_t narrow_result(std::uint32_t bits, ChannelKind kind);

}  // namespace texpipe::functional
