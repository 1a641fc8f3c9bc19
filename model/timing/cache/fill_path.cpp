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
      channel_{simulation.events.channel(ChannelKind::kQueue, std::string{this->name()} + ".mshrs")},
      progress_{simulation.watchdog.requester(this->name())},
      requested_{
          statistics.counter("fills_requested", machine::StatisticUnit::kLines, "lines asked of the next level")},
      filled_{statistics.counter("fills", machine::StatisticUnit::kLines, "lines that came from the next level")},
      bytes_{statistics.counter("fill_bytes", machine::StatisticUnit::kBytes, "bytes that came from the next level")},
      latency_{statistics.histogram("fill_latency", machine::StatisticUnit::kCycles, "line asked for to line there")},
      occupancy_{
          statistics.histogram("mshrs", machine::StatisticUnit::kEntries, "miss registers taken, weighted by cycles")} {
  SC_METHOD(send_known);
  sensitive << known_;
  dont_initialize();
  SC_METHOD(arrive);
  sensitive << decoded_;
  dont_initialize();
  occupancy_.set_level(Cycles{}, 0);
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

void FillPath::request(machine::LineKey key, std::uint8_t expansion, std::uint64_t waiter, Cycles known,
                       const machine::CausePath& path) {
  const std::uint64_t id = next_id_++;
  const std::uint64_t line = parameters_.line.value();
  const std::uint64_t stored = key.line * line / (key.space == machine::AddressSpace::kDecoded ? expansion : 1);
  const machine::LineParts parts =
      machine::parts_of(ByteAddress{stored / line * line}, parameters_.line, parameters_.next_line);
  lines_.emplace(key, Fill{id, expansion, parts.count, known, {waiter}, path, {}});
  by_id_.emplace(id, key);
  occupancy_.set_level(simulation_.clock.now(), lines_.size());
  requested_.add();
  progress_.asked();
  publish_level();
  for (std::uint32_t part = 0; part < parts.count; ++part) {
    PayloadRef payload = memory_request(simulation_.memory, MemoryCommand::kRead, parts[part], parts.size);
    tag_of(*payload) = id;
    path_of(*payload) = path;
    path_of(*payload).spend(machine::Cause::kTagLatency, known);
    unknown_.emplace_back(known, std::move(payload));
  }
  simulation_.clock.notify(known_, unknown_.front().first);
}

void FillPath::send_known() {
  while (!unknown_.empty() && unknown_.front().first <= simulation_.clock.now()) {
    PayloadRef payload = std::move(unknown_.front().second);
    unknown_.pop_front();
    port.send(std::move(payload));
  }
  if (!unknown_.empty()) simulation_.clock.notify(known_, unknown_.front().first);
}

void FillPath::answered(Payload& payload) {
  const machine::LineKey key = by_id_.at(tag_of(payload));
  bytes_.add(payload.get_data_length());
  Fill& fill = lines_.at(key);
  const Cycles now = simulation_.clock.now();
  fill.path = path_of(payload);
  fill.path.spend(machine::Cause::kMemoryLatency, now);  // where a foreign target said nothing
  if (--fill.parts > 0) return;
  if (key.space == machine::AddressSpace::kStored) {
    finish(key);
    return;
  }
  const Cycles start = decoder_.earliest(now);
  decoder_.claim(start, machine::work_at_rate(1, parameters_.decodes_per_cycle));
  const Cycles ready = start + parameters_.decode_latency;
  fill.path.spend(machine::Cause::kDecompressionRate, start);
  fill.path.spend(machine::Cause::kDecompressionLatency, ready);
  if (ready == now) {
    finish(key);
    return;
  }
  decoding_.emplace_back(ready, key);
  simulation_.clock.notify(decoded_, decoding_.front().first);
}

void FillPath::arrive() {
  while (!decoding_.empty() && decoding_.front().first <= simulation_.clock.now()) {
    const machine::LineKey key = decoding_.front().second;
    decoding_.pop_front();
    finish(key);
  }
  if (!decoding_.empty()) simulation_.clock.notify(decoded_, decoding_.front().first);
}

void FillPath::publish_level() const {
  if (!simulation_.events.listening()) return;
  simulation_.events.publish(LevelEvent{channel_, simulation_.clock.now(), lines_.size()});
}

void FillPath::finish(machine::LineKey key) {
  const Cycles now = simulation_.clock.now();
  const auto found = lines_.find(key);
  const Fill fill = std::move(found->second);
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
  freed_path_ = fill.path;
  freed_path_.blame(fill.begun, machine::Cause::kL1Mshrs, simulation_.lost_cycles.strains);
  for (const std::uint64_t waiter : fill.waiters) owner_.arrived(waiter, fill.path);
  owner_.freed();
}

}  // namespace texpipe::timing
