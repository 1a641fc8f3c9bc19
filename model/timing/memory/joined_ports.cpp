#include "timing/memory/joined_ports.h"

#include <string>
#include <utility>

#include "machine/memory/memory_costs.h"

namespace texpipe::timing {

JoinedPorts::JoinedPorts(sc_core::sc_module_name name, Simulation& simulation, std::uint32_t requesters,
                         MemoryBlock& memory)
    : sc_module{name},
      simulation_{simulation},
      memory_port_{"memory_port", simulation, [this](Payload& payload) { answered(payload); }, [this] { step(); }},
      requests_{requesters} {
  for (std::uint32_t requester = 0; requester < requesters; ++requester) {
    ports_.push_back(std::make_unique<AnswerPort>(
        ("requester[" + std::to_string(requester) + "]").c_str(), simulation, machine::kMemoryPortBytesPerCycle,
        AnswerPort::Owner{[this, requester](Payload& payload) { return offered(requester, payload); },
                          [this](Payload& payload) { return debug(payload); }}));
  }
  connect(simulation, memory_port_.socket, memory.socket());
}

void JoinedPorts::offer_sockets(Sockets& sockets, const std::string& path) {
  for (std::uint32_t requester = 0; requester < ports_.size(); ++requester)
    sockets.offer(path, requester, ports_[requester]->socket);
}

bool JoinedPorts::offered(std::uint32_t requester, Payload& payload) {
  if (requests_.full(requester)) return false;
  requests_.put(requester, PayloadRef{payload}, simulation_.clock.now());
  wake_.at(requests_.next());
  return true;
}

/// Hands on what memory takes. Memory calls it, too, when it has taken a request, be it in this very call.
void JoinedPorts::step() {
  if (std::exchange(stepping_, true)) return;
  const Cycles now = simulation_.clock.now();
  const auto has_room = [this] { return memory_port_.queue() == 0; };
  requests_.take(now, has_room, [&](std::uint32_t requester, PayloadRef payload) {
    asked_by_.emplace(&*payload, requester);
    memory_port_.send(std::move(payload));
    AnswerPort& port = *ports_[requester];
    if (port.waiting() == nullptr) return;
    requests_.put(requester, PayloadRef{*port.waiting()}, now);
    port.take_waiting();
  });
  if (requests_.next() != machine::kNever) wake_.at(requests_.next());
  stepping_ = false;
}

void JoinedPorts::answered(Payload& payload) {
  const auto asked = asked_by_.find(&payload);
  const std::uint32_t requester = asked->second;
  asked_by_.erase(asked);
  ports_[requester]->answer(PayloadRef{payload}, simulation_.clock.now(), 0);
}

}  // namespace texpipe::timing
