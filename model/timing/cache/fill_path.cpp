#include "timing/cache/fill_path.h"

#include <algorithm>

namespace texpipe::timing {

FillPath::FillPath(sc_core::sc_module_name name, Simulation& simulation, machine::StatisticsGroup& statistics,
                   const Parameters& parameters, Owner owner)
    : sc_module{name},
      port{"port", simulation, [this](Payload& payload) { answered(payload); }},
      simulation_{simulation},
      parameters_{parameters},
      owner_{std::move(owner)},
      channel_{simulation.events.channel(EventChannelKind::kQueue, std::string{this->name()} + ".mshrs")},
      progress_{simulation.watchdog.requester(this->name())},
      counts_{statistics},
      requested_{counts_.requested},
      filled_{counts_.filled},
      bytes_{counts_.bytes},
      latency_{counts_.latency},
      occupancy_{counts_.occupancy} {
  simulation.watchdog.add({std::string{this->name()} + ".mshrs", parameters.registers,
                           [this] { return std::uint64_t{lines_.size()}; }, [this] { return describe_oldest(); }});
}

std::string FillPath::describe_oldest() const {
  const Fill* oldest = nullptr;
  std::uint64_t line = 0;
  lines_.for_each([&](machine::LineKey key, const Fill& fill) {
    if (oldest != nullptr && oldest->order < fill.order) return;
    oldest = &fill;
    line = key.line;
  });
  return "line at " + std::to_string(line * parameters_.line.value()) + " asked for at cycle " +
         std::to_string(oldest->asked_at.value());
}

FillPath::Flight FillPath::in_flight(machine::LineKey key) const {
  Flight flight;
  flight.fill_ = lines_.find(key);
  flight.there_ = flight.fill_ == Fills::kNone;
  flight.known_ = !flight.there_ || (just_arrived_at_ == simulation_.clock.now() &&
                                     std::find(just_arrived_.begin(), just_arrived_.end(), key) != just_arrived_.end());
  return flight;
}

bool FillPath::wait(Flight flight, std::uint64_t waiter) {
  if (flight.there_) return false;
  lines_[flight.fill_].waiters.push_back(waiter);
  return true;
}

void FillPath::request(machine::LineKey key, Decoding decoding, std::uint64_t waiter, Lookup lookup) {
  const std::uint64_t line = parameters_.line.value();
  const std::uint64_t stored =
      key.line * line / (key.space == machine::AddressSpace::kDecoded ? decoding.expansion : 1);
  const machine::LineParts parts =
      machine::parts_of(ByteAddress{stored / line * line}, parameters_.line, parameters_.next_line);
  const Fills::Register number = lines_.enter(key);
  Fill& fill = lines_[number];
  fill.order = next_order_++;
  fill.blocks = decoding.blocks;
  fill.parts = parts.count;
  fill.asked_at = lookup.known;
  fill.waiters.assign(1, waiter);
  occupancy_.set_level(simulation_.clock.now(), lines_.size());
  requested_.add();
  progress_.asked();
  publish_level();
  for (std::uint32_t part = 0; part < parts.count; ++part) {
    PayloadRef payload = memory_request(simulation_.memory, MemoryCommand::kRead, parts[part], parts.size);
    tag_of(*payload) = number;
    note_place(*payload, machine::LinePlace::kL1, lookup.known);
    unknown_.push_back({lookup.known, std::move(payload)});
  }
  known_.at(unknown_.front().first);
}

void FillPath::send_known() {
  while (!unknown_.empty() && unknown_.front().first <= simulation_.clock.now()) {
    PayloadRef payload = std::move(unknown_.front().second);
    unknown_.pop_front();
    port.send(std::move(payload));
  }
  if (!unknown_.empty()) known_.at(unknown_.front().first);
}

void FillPath::answered(Payload& payload) {
  const auto number = static_cast<Fills::Register>(tag_of(payload));
  bytes_.add(payload.get_data_length());
  Fill& fill = lines_[number];
  const Cycles now = simulation_.clock.now();
  if (--fill.parts > 0) return;
  note_place(payload, machine::LinePlace::kMemory, now);  // what a foreign module does not tell
  fill.path = payload.get_extension<MemoryBuffer>()->path;
  if (lines_.key(number).space == machine::AddressSpace::kStored) {
    finish(number);
    return;
  }
  const Cycles start = decoder_.earliest(now);
  decoder_.claim(start, machine::work_at_rate(fill.blocks, parameters_.blocks_per_cycle));
  const Cycles ready = start + parameters_.decode_latency;
  if (ready == now) {
    finish(number);
    return;
  }
  decoding_.push_back({ready, number});
  decoded_.at(decoding_.front().first);
}

void FillPath::arrive() {
  while (!decoding_.empty() && decoding_.front().first <= simulation_.clock.now()) {
    const Fills::Register number = decoding_.front().second;
    decoding_.pop_front();
    finish(number);
  }
  if (!decoding_.empty()) decoded_.at(decoding_.front().first);
}

void FillPath::publish_level() const {
  if (!simulation_.events.listening()) return;
  simulation_.events.publish(LevelEvent{channel_, simulation_.clock.now(), lines_.size()});
}

void FillPath::finish(Fills::Register number) {
  const Cycles now = simulation_.clock.now();
  Fill& fill = lines_[number];
  lines_.remove(number);
  if (just_arrived_at_ != now) just_arrived_.clear();
  just_arrived_at_ = now;
  just_arrived_.push_back(lines_.key(number));
  occupancy_.set_level(now, lines_.size());
  publish_level();
  if (simulation_.events.listening())
    simulation_.events.publish(FillEvent{channel_, now, lines_.key(number).line, fill.asked_at});
  latency_.add((now - fill.asked_at).value());
  filled_.add();
  progress_.answered();
  fill.path.add(machine::LinePlace::kL1, now);
  arriving_order_ = fill.order;
  arriving_path_ = fill.path;
  for (const std::uint64_t waiter : fill.waiters) owner_.arrived(waiter);
  lines_.give_back(number);
  owner_.freed();
}

}  // namespace texpipe::timing
