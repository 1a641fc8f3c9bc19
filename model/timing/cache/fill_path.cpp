#include "timing/cache/fill_path.h"

#include <algorithm>
#include <bit>

namespace texpipe::timing {

FillPath::FillPath(sc_core::sc_module_name name, Simulation& simulation, machine::StatisticsGroup& statistics,
                   const Parameters& parameters, Owner owner)
    : sc_module{name},
      port{"port", simulation, [this](Payload& payload) { answered(payload); }},
      simulation_{simulation},
      parameters_{parameters},
      sectors_{parameters.line, parameters.sector},
      owner_{std::move(owner)},
      decoder_{parameters.decode_latency, parameters.blocks_per_cycle},
      channel_{simulation.events.channel(EventChannelKind::kQueue, std::string{this->name()} + ".mshrs")},
      progress_{simulation.watchdog.requester(this->name())},
      counts_{statistics} {
  simulation.watchdog.add({std::string{this->name()} + ".mshrs", parameters.registers,
                           [this] { return std::uint64_t{lines_.size()}; }, [this] { return describe_oldest(); }});
}

std::string FillPath::describe_oldest() const {
  const Fill* oldest = nullptr;
  std::uint64_t line = 0;
  lines_.for_each([&](machine::LineKey, const Fill& fill) {
    if (oldest != nullptr && oldest->order < fill.order) return;
    oldest = &fill;
    line = fill.sectors.key.line;
  });
  return "line at " + std::to_string(line * parameters_.line.value()) + " asked for at cycle " +
         std::to_string(oldest->asked_at.value());
}

FillPath::Flight FillPath::in_flight(machine::LineKey key) const {
  Flight flight;
  flight.fill_ = lines_.find(key);
  flight.there_ = flight.fill_ == Fills::kNone;
  flight.known_ = !flight.there_ || (just_arrived_at_ == simulation_.clock.now() &&
                                     std::any_of(just_arrived_.begin(), just_arrived_.end(),
                                                 [key](const auto& arrived) { return arrived.key == key; }));
  return flight;
}

bool FillPath::wait(Flight flight, std::uint64_t waiter) {
  if (flight.there_) return false;
  lines_[flight.fill_].waiters.push_back(waiter);
  return true;
}

void FillPath::request(const machine::LineSectors& wanted, Decoding decoding, std::uint64_t waiter, Lookup lookup) {
  ask(wanted, decoding, lookup).waiters.push_back(waiter);
}

FillPath::Fill& FillPath::ask(const machine::LineSectors& wanted, Decoding decoding, Lookup lookup) {
  const Fills::Register number =
      lines_.enter(name_of(wanted.key, static_cast<unsigned>(std::countr_zero(wanted.sectors))));
  Fill& fill = lines_[number];
  fill.order = next_order_++;
  fill.sectors = wanted;
  fill.blocks = decoding.blocks;
  fill.parts = 0;
  fill.asked_at = lookup.known;
  fill.waiters.clear();
  counts_.occupancy.set_level(simulation_.clock.now(), lines_.size());
  counts_.requested.add();
  progress_.asked();
  publish_level();
  machine::for_each_stored_run(wanted, decoding, sectors_, [&](ByteAddress address, ByteSize bytes) {
    const machine::LineParts parts = machine::parts_of(address, bytes, parameters_.next_line);
    fill.parts += parts.count;
    for (std::uint32_t part = 0; part < parts.count; ++part) {
      PayloadRef payload =
          memory_request(simulation_.memory, MemoryCommand::kRead, parts[part].address, parts[part].size);
      tag_of(*payload) = number;
      note_place(*payload, machine::LinePlace::kL1, lookup.known);
      port.send_at(lookup.known, std::move(payload));
    }
  });
  return fill;
}

void FillPath::answered(Payload& payload) {
  const auto number = static_cast<Fills::Register>(tag_of(payload));
  counts_.bytes.add(payload.get_data_length());
  Fill& fill = lines_[number];
  const Cycles now = simulation_.clock.now();
  if (--fill.parts > 0) return;
  note_place(payload, machine::LinePlace::kMemory, now);  // a foreign memory tells no places
  fill.path = payload.get_extension<MemoryBuffer>()->path;
  const Cycles ready = decoder_.decode(fill.sectors.key, fill.blocks, now);
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
  just_arrived_.push_back(fill.sectors);
  counts_.occupancy.set_level(now, lines_.size());
  publish_level();
  if (simulation_.events.listening())
    simulation_.events.publish(FillEvent{channel_, now, fill.sectors.key.line, fill.asked_at});
  counts_.latency.add((now - fill.asked_at).value());
  counts_.filled.add();
  progress_.answered();
  fill.path.add(machine::LinePlace::kL1, now);
  arriving_order_ = fill.order;
  arriving_path_ = fill.path;
  for (const std::uint64_t waiter : fill.waiters) owner_.arrived(waiter);
  lines_.give_back(number);
  owner_.freed();
}

}  // namespace texpipe::timing
