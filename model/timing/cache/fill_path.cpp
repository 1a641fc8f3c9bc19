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
      register_times_{parameters.registers, machine::Cause::kL1Mshrs, simulation.lost_cycles.relaxations},
      channel_{simulation.events.channel(EventChannelKind::kQueue, std::string{this->name()} + ".mshrs")},
      progress_{simulation.watchdog.requester(this->name())},
      counts_{statistics},
      requested_{counts_.requested},
      filled_{counts_.filled},
      bytes_{counts_.bytes},
      latency_{counts_.latency},
      occupancy_{counts_.occupancy} {
  simulation.watchdog.add({std::string{this->name()} + ".mshrs", parameters.registers,
                           [this] { return std::uint64_t{lines_.size()}; },
                           [this] {
                             const auto& [id, key] = *by_id_.begin();
                             return "line at " + std::to_string(key.line * parameters_.line.value()) +
                                    " asked for at cycle " + std::to_string(lines_.at(key).asked_at.value());
                           }});
}

bool FillPath::in_flight(machine::LineKey key) const {
  if (!lines_.empty() && lines_.contains(key)) return true;
  return just_arrived_at_ == simulation_.clock.now() &&
         std::find(just_arrived_.begin(), just_arrived_.end(), key) != just_arrived_.end();
}

bool FillPath::wait(machine::LineKey key, std::uint64_t waiter) {
  const auto found = lines_.find(key);
  if (found == lines_.end()) return false;
  found->second.waiters.push_back(waiter);
  return true;
}

void FillPath::request(machine::LineKey key, Decoding decoding, std::uint64_t waiter, Lookup lookup,
                       machine::RelaxedTimes& times, machine::AbsentIn absent) {
  register_times_.take(times, absent);
  const std::uint64_t id = next_id_++;
  const std::uint64_t line = parameters_.line.value();
  const std::uint64_t stored =
      key.line * line / (key.space == machine::AddressSpace::kDecoded ? decoding.expansion : 1);
  const machine::LineParts parts =
      machine::parts_of(ByteAddress{stored / line * line}, parameters_.line, parameters_.next_line);
  const auto fill = lines_.emplace(key, Fill{id, decoding.blocks, parts.count, lookup.known, {waiter}, {}}).first;
  fill->second.times.vanish(absent);
  by_id_.emplace(id, key);
  occupancy_.set_level(simulation_.clock.now(), lines_.size());
  requested_.add();
  progress_.asked();
  publish_level();
  for (std::uint32_t part = 0; part < parts.count; ++part) {
    PayloadRef payload = memory_request(simulation_.memory, MemoryCommand::kRead, parts[part], parts.size);
    tag_of(*payload) = id;
    machine::RelaxedTimes& asked = times_of(*payload) = times;
    asked.vanish(absent);
    asked.spend(simulation_.relaxed(machine::Cause::kTagRate), lookup.at);
    asked.spend(simulation_.relaxed(machine::Cause::kTagLatency), lookup.known);
    unknown_.emplace_back(lookup.known, std::move(payload));
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
  const machine::LineKey key = by_id_.at(tag_of(payload));
  bytes_.add(payload.get_data_length());
  Fill& fill = lines_.at(key);
  const Cycles now = simulation_.clock.now();
  times_of(payload).spend(simulation_.relaxed(machine::Cause::kForeignMemory), now);  // of one that tells nothing
  fill.times.join(times_of(payload));
  if (--fill.parts > 0) return;
  if (key.space == machine::AddressSpace::kStored) {
    finish(key);
    return;
  }
  const Cycles start = decoder_.earliest(now);
  decoder_.claim(start, machine::work_at_rate(fill.blocks, parameters_.blocks_per_cycle));
  const Cycles ready = start + parameters_.decode_latency;
  fill.times.join(decoder_free_);
  fill.times.pass(start);
  decoder_free_ = fill.times;
  decoder_free_.spend(simulation_.relaxed(machine::Cause::kDecompressionRate), decoder_.earliest(start));
  fill.times.spend(simulation_.relaxed(machine::Cause::kDecompressionLatency), ready);
  if (ready == now) {
    finish(key);
    return;
  }
  decoding_.emplace_back(ready, key);
  decoded_.at(decoding_.front().first);
}

void FillPath::arrive() {
  while (!decoding_.empty() && decoding_.front().first <= simulation_.clock.now()) {
    const machine::LineKey key = decoding_.front().second;
    decoding_.pop_front();
    finish(key);
  }
  if (!decoding_.empty()) decoded_.at(decoding_.front().first);
}

void FillPath::publish_level() const {
  if (!simulation_.events.listening()) return;
  simulation_.events.publish(LevelEvent{channel_, simulation_.clock.now(), lines_.size()});
}

void FillPath::finish(machine::LineKey key) {
  const Cycles now = simulation_.clock.now();
  const auto found = lines_.find(key);
  Fill fill = std::move(found->second);
  lines_.erase(found);
  by_id_.erase(fill.id);
  if (just_arrived_at_ != now) just_arrived_.clear();
  just_arrived_at_ = now;
  just_arrived_.push_back(key);
  occupancy_.set_level(now, lines_.size());
  publish_level();
  latency_.add((now - fill.asked_at).value());
  filled_.add();
  progress_.answered();
  register_times_.release(fill.times);
  fill.times.vanish(fill.times.absent());
  for (const std::uint64_t waiter : fill.waiters) owner_.arrived(waiter, fill.times);
  owner_.freed();
}

}  // namespace texpipe::timing
