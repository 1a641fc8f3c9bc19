// The message protocol: EU, interconnect and shared functions. Four phases, END_REQ and END_RESP can be withheld.
//
// The payload's command is TLM_IGNORE_COMMAND; its data are source 0's registers, then source 1's (those of
// `message.payload`). BEGIN_REQ offers a message, END_REQ says that the shared function took it; BEGIN_RESP offers the
// complete response, END_RESP says that its registers are written. A sampler answers in the order of the requests;
// other units match by payload.
#pragma once

#include <cstdint>

#include <tlm_utils/simple_initiator_socket.h>
#include <systemc>
#include <tlm>

#include "base/quantity.h"
#include "functional/message/message.h"
#include "timing/protocol/non_blocking_target.h"
#include "timing/protocol/payload_pool.h"

namespace texpipe::timing {

struct MessageProtocol {
  using tlm_payload_type = tlm::tlm_generic_payload;
  using tlm_phase_type = tlm::tlm_phase;
};

inline constexpr unsigned kMessageBusBits = 256;  // one general register

template <class Module>
using MessageInitiator = tlm_utils::simple_initiator_socket<Module, kMessageBusBits, MessageProtocol>;
template <class Module>
using MessageTarget = NonBlockingTarget<Module, kMessageBusBits, MessageProtocol>;
template <class Module>
using TaggedMessageInitiator = tlm_utils::simple_initiator_socket_tagged<Module, kMessageBusBits, MessageProtocol>;
template <class Module>
using TaggedMessageTarget = NonBlockingTarget<Module, kMessageBusBits, MessageProtocol, int>;

/// The thread that sent a message, counted from 0 in the machine tree.
struct ThreadIndex {
  std::uint16_t subslice = 0;
  std::uint16_t eu = 0;
  std::uint16_t thread = 0;

  auto operator<=>(const ThreadIndex&) const = default;
};

/// Mandatory on every payload of the message protocol: a message, its response and its sender.
struct MessageExtension : tlm::tlm_extension<MessageExtension> {
  functional::Message message;           // descriptors, execution mask, payload registers, context, variant
  functional::MessageResponse response;  // filled by the shared function before BEGIN_RESP
  ThreadIndex sender;
  std::uint64_t id = 0;  // chosen by the sender, unique among its messages in flight
  Cycles sent_at;        // when the EU's send issued
  Cycles accepted_at;    // when the shared function took it (END_REQ)

  tlm::tlm_extension_base* clone() const override { return new MessageExtension{*this}; }
  void copy_from(const tlm::tlm_extension_base& other) override { *this = static_cast<const MessageExtension&>(other); }
  void recycle();
};

using MessagePool = PayloadPool<MessageExtension>;

/// The extension of a payload that travels by the message protocol. Throws Error (internal) when it is missing.
MessageExtension& message_of(Payload& payload);

/// Sets command, data pointer and length from the extension's message, as the protocol asks. Call after filling it.
void describe_message(Payload& payload);

}  // namespace texpipe::timing
