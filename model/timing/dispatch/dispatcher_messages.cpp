// Messages of threads that the dispatcher takes, and its answers.
#include <utility>

#include "functional/shared_function/end_of_thread.h"
#include "functional/shared_function/fixed_function_message.h"
#include "isa/gen9/shared_function.h"
#include "timing/dispatch/thread_dispatcher.h"

namespace texpipe::timing {

using gen9::SharedFunction;

tlm::tlm_sync_enum ThreadDispatcher::forward(int subslice_index, Payload& payload, tlm::tlm_phase& phase,
                                             sc_core::sc_time&) {
  Subslice& subslice = subslices_[static_cast<unsigned>(subslice_index)];
  const Cycles now = simulation_.clock.now();
  if (phase == tlm::BEGIN_REQ) {
    if (gate_ != nullptr && is_for(message_of(payload), SharedFunction::kRenderCache) &&
        !gate_->takes_write(static_cast<unsigned>(subslice_index))) {
      subslice.withheld = PayloadRef{payload};
      return tlm::TLM_ACCEPTED;
    }
    take(static_cast<unsigned>(subslice_index), payload);
    phase = tlm::END_REQ;
    return tlm::TLM_UPDATED;
  }
  forget_end(subslice);
  if (!subslice.ends.empty()) answer_wake_.at(now + Cycles{1});
  return tlm::TLM_COMPLETED;
}

bool ThreadDispatcher::is_for(const MessageExtension& message, gen9::SharedFunction shared_function) {
  return message.message.shared_function == static_cast<std::uint8_t>(shared_function);
}

/// Takes a message of a subslice, which takes effect.
void ThreadDispatcher::take(unsigned subslice, Payload& payload) {
  const Cycles now = simulation_.clock.now();
  message_of(payload).accepted_at = now;
  const functional::Message& message = message_of(payload).message;
  functional::execute_fixed_function_message(message, message_of(payload).response);
  if (gate_ != nullptr && is_for(message_of(payload), SharedFunction::kRenderCache)) gate_->write(subslice, message);
  if (gate_ == nullptr || !gate_->times_urb() || !is_for(message_of(payload), SharedFunction::kUrb))
    return finish(subslice, payload);
  subslices_[subslice].urb_moves.push_back(PayloadRef{payload});
  gate_->move_urb(subslice, message, message_of(payload).response);
}

/// Ends the thread whose last message it is, and answers the message. A message whose bytes have passed the URB is
/// answered before those that arrive in the same cycle, whichever process runs first.
void ThreadDispatcher::finish(unsigned subslice, Payload& payload, bool moved) {
  const Cycles now = simulation_.clock.now();
  if (functional::ends_thread(message_of(payload).message)) end_thread(message_of(payload), now);
  Ring<End>& ends = subslices_[subslice].ends;
  ends.push_back({PayloadRef{payload}, now, moved});
  for (std::size_t i = ends.size() - 1; moved && i > 0 && ends[i - 1].at == now && !ends[i - 1].moved; --i)
    std::swap(ends[i], ends[i - 1]);
  answer_wake_.at(now + Cycles{1});
}

/// Finishes the oldest message to the URB.
void ThreadDispatcher::take_moved(unsigned subslice) {
  const PayloadRef payload = std::move(subslices_[subslice].urb_moves.front());
  subslices_[subslice].urb_moves.pop_front();
  finish(subslice, *payload, true);
}

/// Takes a render target write that had no room.
void ThreadDispatcher::take_withheld(unsigned subslice) {
  const PayloadRef payload = std::exchange(subslices_[subslice].withheld, PayloadRef{});
  take(subslice, *payload);
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
  spawners[subslice]->nb_transport_bw(*payload, phase, delay);
}

/// Drops the message that was offered and is answered.
void ThreadDispatcher::forget_end(Subslice& subslice) {
  subslice.offered = false;
  subslice.ends.front().payload = PayloadRef{};
  subslice.ends.pop_front();
}

/// Answers messages, one per subslice and cycle.
void ThreadDispatcher::answer() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    bool more = false;
    for (std::size_t s = 0; s < subslices_.size(); ++s) {
      Subslice& subslice = subslices_[s];
      if (subslice.offered || subslice.ends.empty()) continue;
      if (subslice.ends.front().at == now) {
        more = true;
        continue;
      }
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const PayloadRef payload = subslice.ends.front().payload;
      payload->set_response_status(tlm::TLM_OK_RESPONSE);
      subslice.offered = true;
      const tlm::tlm_sync_enum status = spawners[s]->nb_transport_bw(*payload, phase, delay);
      if (status == tlm::TLM_ACCEPTED) continue;
      forget_end(subslice);
      more |= !subslice.ends.empty();
    }
    if (more) answer_wake_.at(now + Cycles{1});
  });
}

}  // namespace texpipe::timing
