// One direction of the interconnect: inputs with queues, outputs with a link each.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/ring.h"
#include "machine/statistics/issue_slot.h"
#include "timing/simulation/simulation.h"

namespace texpipe::timing {

struct SwitchParameters {
  Cycles latency{1};
  Fraction bytes_per_cycle{64};
  std::uint32_t slots{1};
};

/// Calls at the ends of a switch.
struct SwitchEnds {
  /// Offers a message at an output. Returns true when it was taken at once; else delivered() follows.
  std::function<bool(unsigned output, Payload& payload)> offer;
  /// Tells that a message which did not fit when it came has a slot now.
  std::function<void(unsigned input, Payload& payload)> taken;
};

/// A message that arrives at t is granted at t + 1 or later and reaches an idle output at t + latency + transfer. Each
/// output takes the earliest arrival among the heads of the inputs, of equals the lowest input; input and link are busy
/// for the transfer, at least one cycle. Results do not depend on the order of calls within a cycle.
class MessageSwitch final : public sc_core::sc_module {
 public:
  /// @param inputs, outputs  names of the ports, 64 at most, for statistics and the watchdog's report
  MessageSwitch(sc_core::sc_module_name name, Simulation& simulation, const std::string& path,
                const std::string& direction, const SwitchParameters& parameters,
                const std::vector<std::string>& inputs, const std::vector<std::string>& outputs, SwitchEnds ends);

  /// Takes a message at an input. Returns true when a slot was free; else the sender's offer stands until `taken`.
  bool accept(unsigned input, Payload& payload, unsigned output, unsigned registers);

  /// Tells that the message offered at an output was taken.
  void delivered(unsigned output);

 private:
  static constexpr unsigned kNoOutput = ~0u;
  static constexpr std::size_t kMostPorts = 64;
  using PortSet = std::uint64_t;  // set of ports, a bit each
  static constexpr PortSet bit_of(unsigned port) { return PortSet{1} << port; }

  struct Entry {
    PayloadRef payload;
    unsigned output = 0;
    Cycles transfer;
    Cycles arrived;
    std::uint64_t bytes = 0;
  };
  struct Input {
    Ring<Entry> queue;
    Entry waiting;  // offered while the queue was full; its payload is null when there is none
    Cycles free;
    machine::CycleAccount* cycles = nullptr;
    machine::Counter* bytes = nullptr;
  };
  struct Crossing {
    PayloadRef payload;
    Cycles at;
  };
  struct Output {
    Ring<Crossing> crossing;  // granted, in order of arrival at the output
    bool offered = false;     // the front waits for delivered()
    Cycles free;              // when the link is free
    unsigned best = 0;        // during arbitration: the input whose head it takes next
    machine::CycleAccount* cycles = nullptr;
    machine::Counter* bytes = nullptr;
  };

  /// Most messages between grant and delivery: one per cycle of the link's latency, besides those that wait at its end.
  std::uint64_t crossing_capacity() const { return parameters_.slots + parameters_.latency.value(); }
  void arbitrate();
  void grant(unsigned input, Cycles now);
  PortSet choose_inputs(Cycles now);
  void deliver();
  /// Whether deliver() is running and has not left the output yet.
  bool looks_at(unsigned output) const { return delivering_ <= output; }

  Simulation& simulation_;
  SwitchParameters parameters_;
  SwitchEnds ends_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  PortSet queued_ = 0;               // inputs that have messages
  PortSet crossed_ = 0;              // outputs with messages that were granted and have not left
  unsigned delivering_ = kNoOutput;  // output that deliver() looks at
  machine::Counter& transfers_;
  machine::Counter& registers_;
  Wake arbitrate_wake_{simulation_.agenda, wakes<&MessageSwitch::arbitrate>(*this)};
  Wake deliver_wake_{simulation_.agenda, wakes<&MessageSwitch::deliver>(*this)};
};

}  // namespace texpipe::timing
