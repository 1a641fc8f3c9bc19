#include "timing/interconnect/message_switch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <stdexcept>

#include "isa/gen9/shared_function.h"

namespace texpipe::timing {

namespace {

enum class LinkCycle : std::uint8_t { kBusy, kBlockedDownstream, kIdle };

constexpr std::array<EnumRow, 3> kLinkCycles{{
    {0, "busy", "registers cross the link"},
    {1, "blocked_downstream", "a message waits for the receiver"},
    {2, "idle", "nothing waits for the receiver"},
}};

enum class WayCycle : std::uint8_t { kBusy, kWaiting, kIdle };

constexpr std::array<EnumRow, 3> kWayCycles{{
    {0, "busy", "registers come over this way"},
    {1, "waiting", "a message waits for its turn, the link it goes to or the receiver"},
    {2, "idle", "no message waits"},
}};

constexpr std::uint32_t kRegisterBytes = 32;
constexpr Cycles kLater{std::numeric_limits<std::uint64_t>::max()};

std::string describe_head(const Payload& payload) {
  const auto* message = payload.get_extension<MessageExtension>();
  return std::string{texpipe::name_of(static_cast<gen9::SharedFunction>(message->message.shared_function))} +
         " of EU " + std::to_string(message->sender.eu) + " thread " + std::to_string(message->sender.thread) +
         ", sent at cycle " + std::to_string(message->sent_at.value());
}

}  // namespace

MessageSwitch::MessageSwitch(sc_core::sc_module_name name, Simulation& simulation, const std::string& path,
                             const std::string& direction, const SwitchParameters& parameters,
                             const std::vector<std::string>& inputs, const std::vector<std::string>& outputs,
                             SwitchEnds ends)
    : sc_module{name},
      simulation_{simulation},
      parameters_{parameters},
      ends_{std::move(ends)},
      transfers_{simulation.statistics.group(path).counter(direction + "_transfers", machine::StatisticUnit::kMessages,
                                                           "messages moved")},
      registers_{simulation.statistics.group(path).counter(direction + "_registers", machine::StatisticUnit::kRegisters,
                                                           "registers moved")} {
  if (inputs.size() > kMostPorts || outputs.size() > kMostPorts) throw std::logic_error{path + ": too many ports"};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    inputs_.emplace_back();
    machine::StatisticsGroup& group = simulation.statistics.group(path);
    inputs_[i].cycles = &group.account(direction + "_cycles_from_" + inputs[i], "cycles of the way into the switch",
                                       EnumRows{"way cycle", kWayCycles});
    inputs_[i].bytes = &group.counter(direction + "_bytes_from_" + inputs[i], machine::StatisticUnit::kBytes,
                                      "bytes moved from there");
    simulation.watchdog.add({path + "." + direction + ".from." + inputs[i], parameters.slots,
                             [this, i] { return inputs_[i].queue.size(); },
                             [this, i] { return describe_head(*inputs_[i].queue.front().payload); }});
  }
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    outputs_.emplace_back();
    outputs_[o].cycles = &simulation.statistics.group(path).account(
        direction + "_cycles_to_" + outputs[o], "cycles of the link", EnumRows{"link cycle", kLinkCycles});
    outputs_[o].bytes = &simulation.statistics.group(path).counter(direction + "_bytes_to_" + outputs[o],
                                                                   machine::StatisticUnit::kBytes, "bytes moved there");
    simulation.watchdog.add({path + "." + direction + ".to." + outputs[o], crossing_capacity(),
                             [this, o] { return outputs_[o].crossing.size(); },
                             [this, o] { return describe_head(*outputs_[o].crossing.front().payload); }});
  }
}

bool MessageSwitch::accept(unsigned input, Payload& payload, unsigned output, unsigned registers) {
  const Cycles now = simulation_.clock.now();
  const std::uint64_t bytes = std::uint64_t{registers} * kRegisterBytes;
  const machine::Subcycles work = machine::work_at_rate(bytes, parameters_.bytes_per_cycle);
  const Cycles transfer = std::max(machine::cycles_touched(work), Cycles{1});
  Entry entry{PayloadRef{payload}, output, transfer, now, bytes};
  transfers_.add();
  registers_.add(registers);
  Input& port = inputs_[input];
  if (port.queue.size() >= parameters_.slots) {
    port.waiting = std::move(entry);
    return false;
  }
  port.queue.push_back(std::move(entry));
  queued_ |= bit_of(input);
  port.cycles->enter(now, WayCycle::kWaiting);
  // Messages behind others are looked at when those are granted; messages to a full output when that has room.
  const Output& to = outputs_[output];
  if (port.queue.size() == 1 && to.crossing.size() < crossing_capacity())
    arbitrate_wake_.at(std::max({now + Cycles{1}, port.free, to.free}));
  return true;
}

/// Chooses for each output the input whose head it takes next: one that arrived before now, the earliest, of several
/// the lowest index. Returns the outputs that have one.
MessageSwitch::PortSet MessageSwitch::choose_inputs(Cycles now) {
  PortSet wanted = 0;
  for (PortSet left = queued_; left != 0; left &= left - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left));
    const Input& input = inputs_[i];
    const Entry& head = input.queue.front();
    if (input.free > now || head.arrived >= now) continue;
    unsigned& best = outputs_[head.output].best;
    const bool first = (wanted & bit_of(head.output)) == 0;
    if (first || head.arrived < inputs_[best].queue.front().arrived) best = i;
    wanted |= bit_of(head.output);
  }
  return wanted;
}

void MessageSwitch::arbitrate() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    // A grant makes its input busy, so the message behind cannot be chosen in this cycle, and the choices stand.
    for (PortSet wanted = choose_inputs(now); wanted != 0; wanted &= wanted - 1) {
      const Output& output = outputs_[static_cast<unsigned>(std::countr_zero(wanted))];
      if (output.free <= now && output.crossing.size() < crossing_capacity()) grant(output.best, now);
    }
    // Look again when a busy port is free, or when a message that arrived now may be granted. A full output calls by
    // delivered().
    Cycles next = kLater;
    for (PortSet left = queued_; left != 0; left &= left - 1) {
      const Input& input = inputs_[static_cast<unsigned>(std::countr_zero(left))];
      const Output& output = outputs_[input.queue.front().output];
      if (output.crossing.size() >= crossing_capacity()) continue;
      next = std::min(next, std::max({input.free, output.free, now + Cycles{1}}));
    }
    if (next != kLater) arbitrate_wake_.at(next);
  });
}

void MessageSwitch::grant(unsigned input, Cycles now) {
  Input& from = inputs_[input];
  Entry entry = std::move(from.queue.front());
  from.queue.pop_front();
  if (from.queue.empty()) queued_ &= ~bit_of(input);
  Output& to = outputs_[entry.output];
  const Cycles at = now - Cycles{1} + parameters_.latency + entry.transfer;
  from.free = to.free = now + entry.transfer;
  to.cycles->work(now, now + entry.transfer);
  to.bytes->add(entry.bytes);
  from.cycles->work(now, now + entry.transfer);
  from.bytes->add(entry.bytes);
  to.crossing.push_back({std::move(entry.payload), at});
  crossed_ |= bit_of(entry.output);
  if (!to.offered) deliver_wake_.at(to.crossing.front().at);
  if (from.waiting.payload) {
    const PayloadRef payload = from.waiting.payload;
    from.waiting.arrived = now;
    from.queue.push_back(std::exchange(from.waiting, Entry{}));
    queued_ |= bit_of(input);
    ends_.taken(input, *payload);
  }
  from.cycles->enter(now, from.queue.empty() ? WayCycle::kIdle : WayCycle::kWaiting);
}

void MessageSwitch::deliver() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    Cycles next = kLater;
    for (PortSet left = crossed_; left != 0;) {
      const auto o = static_cast<unsigned>(std::countr_zero(left));
      delivering_ = o;
      Output& output = outputs_[o];
      while (!output.offered && !output.crossing.empty() && output.crossing.front().at <= now) {
        output.offered = true;
        const PayloadRef payload = output.crossing.front().payload;
        if (ends_.offer(o, *payload)) {
          delivered(o);
        } else if (output.offered) {
          output.cycles->enter(now, LinkCycle::kBlockedDownstream);
        }
      }
      if (!output.offered && !output.crossing.empty()) next = std::min(next, output.crossing.front().at);
      // Deliveries may have emptied other outputs.
      left = crossed_ & ~(bit_of(o) | (bit_of(o) - 1));
    }
    delivering_ = kNoOutput;
    if (next != kLater) deliver_wake_.at(next);
  });
}

void MessageSwitch::delivered(unsigned output_index) {
  const Cycles now = simulation_.clock.now();
  Output& output = outputs_[output_index];
  const bool was_full = output.crossing.size() >= crossing_capacity();
  output.offered = false;
  const PayloadRef gone = std::move(output.crossing.front().payload);
  output.crossing.pop_front();
  if (output.crossing.empty()) crossed_ &= ~bit_of(output_index);
  output.cycles->enter(now, LinkCycle::kIdle);
  if (!output.crossing.empty() && !looks_at(output_index)) deliver_wake_.at(std::max(output.crossing.front().at, now));
  if (was_full) arbitrate_wake_.at(now);
}

}  // namespace texpipe::timing
