// Target side of the message protocol: the port of a shared function.
#pragma once

#include <functional>

#include <systemc>

#include "timing/protocol/message_protocol.h"

namespace texpipe::timing {

/// Speaks the message protocol, so that a shared function has only decisions to make. One request waits and one
/// response is offered at a time.
class MessagePort : public sc_core::sc_module {
 public:
  MessageTarget<MessagePort> socket{"socket"};

  struct Owner {
    // returns whether the message is taken now; else it waits until take_waiting()
    std::function<bool(Payload&)> offered;
    std::function<void()> ended;  // called when the offered response is written
  };

  MessagePort(sc_core::sc_module_name name, Owner owner);

  /// The message that is offered and not taken yet; null when there is none.
  Payload* waiting() const { return waiting_; }
  void take_waiting();

  /// Offers a response (BEGIN_RESP). Returns whether it is ended at once; if not, `ended` follows and nothing may be
  /// offered till then.
  bool respond(Payload& payload);

 private:
  tlm::tlm_sync_enum transport_forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time& delay);

  Owner owner_;
  Payload* waiting_ = nullptr;
};

}  // namespace texpipe::timing
