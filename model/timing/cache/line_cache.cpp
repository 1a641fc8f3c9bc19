#include "timing/cache/line_cache.h"

#include <algorithm>
#include <bit>

#include "base/diagnostic.h"
#include "timing/protocol/debug_access.h"
#include "timing/stage/debug_transport.h"

namespace texpipe::timing {
namespace {

using machine::BankCycle;

constexpr const char* kWritingBack = "when caches are written back";

}  // namespace

LineCache::LineCache(sc_core::sc_module_name name, Simulation& simulation,
                     const machine::LineCacheParameters& parameters, const LineCachePlace& place)
    : sc_module{name},
      memory_port{"memory_port", simulation, [this](Payload& payload) { memory_answered(payload); }},
      simulation_{simulation},
      parameters_{parameters},
      memory_{place.memory},
      surroundings_{place.surroundings},
      line_bits_{static_cast<unsigned>(std::countr_zero(parameters.line.value()))},
      bank_of_line_{parameters.bank_hash, parameters.banks},
      queued_(place.surroundings.requesters, 0),
      ways_here_(place.surroundings.requesters),
      statistics_{simulation.statistics.group(this->name(), place.description)},
      progress_{simulation.watchdog.requester(this->name())},
      channel_{simulation.events.channel(EventChannelKind::kCache, std::string{this->name()} + ".lookups")},
      counts_{statistics_},
      requests_{counts_.requests},
      reads_{counts_.reads},
      hits_{counts_.hits},
      merges_{counts_.merges},
      misses_{counts_.misses},
      writes_{counts_.writes},
      read_bytes_{counts_.read_bytes},
      fills_counter_{counts_.fills},
      write_backs_{counts_.write_backs},
      dirty_at_end_{counts_.dirty_at_end},
      conflicts_{counts_.conflicts},
      occupancy_{counts_.occupancy} {
  const machine::CacheGeometry geometry = machine::bank_geometry(parameters);
  for (std::uint32_t bank = 0; bank < parameters.banks; ++bank) {
    banks_.emplace_back(geometry, surroundings_.requesters);
    banks_.back().cycles = &counts_.bank_cycles(bank);
  }
  for (std::uint32_t index = 0; index < surroundings_.requesters; ++index) {
    const std::string port = "requester[" + std::to_string(index) + "]";
    ports_.push_back(std::make_unique<AnswerPort>(
        port.c_str(), simulation, parameters.bytes_per_cycle,
        AnswerPort::Owner{[this, index](Payload& payload) { return offered(index, payload); },
                          [this](Payload& payload) { return debug(payload); }, surroundings_.places.port()}));
    ports_.back()->share_bus(*ports_[index - index % surroundings_.requesters_per_port]);
    if (index % surroundings_.requesters_per_port == 0)
      ports_.back()->keep(machine::port_account(statistics_, index / surroundings_.requesters_per_port));
    if (surroundings_.write_bytes_per_cycle) way_accounts_.push_back(machine::way_account(statistics_, index));
    simulation.watchdog.add({std::string{this->name()} + "." + port, parameters.queue,
                             [this, index] { return std::uint64_t{queued_[index]}; },
                             [this, index] { return describe_queue(index); }});
  }
}

void LineCache::offer_sockets(Sockets& sockets, const std::string& path) {
  for (std::uint32_t index = 0; index < ports_.size(); ++index) sockets.offer(path, index, requester(index));
  sockets.offer(path, 0, memory_port.socket);
}

std::string LineCache::describe_queue(std::uint32_t requester) const {
  std::string text;
  for (std::size_t bank = 0; bank < banks_.size(); ++bank) {
    const auto& queue = banks_[bank].queues[requester];
    if (queue.empty()) continue;
    text += (text.empty() ? "" : "; ") + std::string{"bank "} + std::to_string(bank) + " address " +
            std::to_string(queue.front().payload->get_address()) + " since cycle " +
            std::to_string(queue.front().arrival.value());
  }
  return text;
}

bool LineCache::offered(std::uint32_t requester, Payload& payload) {
  if (queued_[requester] == parameters_.queue) return false;
  push(requester, payload);
  return true;
}

void LineCache::push(std::uint32_t requester, Payload& payload) {
  come_in();  // what arrived by now stands before it, whichever process runs first
  const std::uint64_t line = payload.get_address() >> line_bits_;
  const std::uint64_t last = (payload.get_address() + payload.get_data_length() - 1) >> line_bits_;
  if (line != last) throw Error{ExitCode::kInternalError, std::string{name()} + ": a request crosses a cache line"};
  ++queued_[requester];
  occupancy_.set_level(now(), ++queued_in_all_);
  progress_.asked();
  if (!payload.is_write() || !surroundings_.write_bytes_per_cycle) {
    arrive(requester, PayloadRef{payload}, now());
    return;
  }
  machine::IssueSlot& way = ways_here_[requester];
  const Cycles start = way.earliest(now());
  const std::uint64_t bytes = payload.get_data_length();
  const machine::Subcycles begin = way.claim(start, machine::work_at_rate(bytes, *surroundings_.write_bytes_per_cycle));
  way_accounts_[requester].move(bytes, begin, way.free_at());
  const Cycles at = way.last_busy(start);
  arriving_.push_back({at, requester, PayloadRef{payload}});
  for (std::size_t i = arriving_.size() - 1; i > 0 && arriving_[i].at < arriving_[i - 1].at; --i)
    std::swap(arriving_[i], arriving_[i - 1]);
  come_in_.at(arriving_.front().at);
}

void LineCache::come_in() {
  while (!arriving_.empty() && arriving_.front().at <= now()) {
    const Arriving next = std::move(arriving_.front());
    arriving_.pop_front();
    arrive(next.requester, next.payload, next.at);
  }
  if (!arriving_.empty()) come_in_.at(arriving_.front().at);
}

void LineCache::arrive(std::uint32_t requester, PayloadRef payload, Cycles at) {
  Bank& bank = banks_[bank_of_line_(key_of(*payload).line)];
  bank.queues[requester].push_back({std::move(payload), requester, at});
  ++bank.queued;
  last_arrival_ = at;
  wake(at + Cycles{1});
}

void LineCache::memory_answered(Payload& payload) {
  note_place(payload, machine::LinePlace::kMemory, now());  // what a foreign module does not tell
  answers_.push_back({now(), PayloadRef{payload}});
  wake(now() + Cycles{1});
}

void LineCache::cycle() {
  come_in();
  take_answers();
  for (std::uint32_t bank = 0; bank < banks_.size(); ++bank) {
    const bool granted = banks_[bank].queued > 0 && grant(bank);
    account(banks_[bank]);
    if (!granted) continue;
    for (const auto& queue : banks_[bank].queues) {
      if (!queue.empty()) wake(banks_[bank].slot.earliest(now() + Cycles{1}));
    }
  }
  // What arrived in this cycle before this process ran could not be told to wake later: the event was pending for now.
  if (last_arrival_ == now()) wake(now() + Cycles{1});
}

void LineCache::take_answers() {
  while (!answers_.empty() && answers_.front().first < now()) {
    const PayloadRef payload = std::move(answers_.front().second);
    answers_.pop_front();
    if (payload->is_write()) {
      --writes_out_;
      continue;
    }
    const machine::LineKey key = key_of(*payload);
    const std::uint32_t index = bank_of_line_(key.line);
    Bank& bank = banks_[index];
    const auto number = bank.misses.find(key);
    Miss& miss = bank.misses[number];
    if (--miss.parts > 0) continue;
    bank.tags.set_pinned(miss.place, false);
    const machine::LinePath& below = payload->get_extension<MemoryBuffer>()->path;
    for (const Request& waiter : miss.waiters) answer(waiter, now() + parameters_.fill_latency, 2 * index + 1, &below);
    miss.waiters.clear();
    bank.misses.remove(number);
    bank.misses.give_back(number);
    fills_counter_.add();
  }
  if (!answers_.empty()) wake(now() + Cycles{1});
}

bool LineCache::grant(std::uint32_t index) {
  Bank& bank = banks_[index];
  const Cycles free = bank.slot.earliest(now());
  if (free > now()) {
    wake(free);
    return false;
  }
  const auto requesters = static_cast<std::uint32_t>(bank.queues.size());
  std::uint32_t ready = 0;
  for (const auto& queue : bank.queues) ready += !queue.empty() && queue.front().arrival < now();
  for (std::uint32_t turn = 0; turn < requesters && ready > 0; ++turn) {
    const std::uint32_t requester = (bank.next + turn) % requesters;
    auto& queue = bank.queues[requester];
    if (queue.empty() || queue.front().arrival >= now() || !serve(index, queue.front())) {
      if (!queue.empty() && queue.front().arrival < now()) queue.front().stalled = true;
      continue;
    }
    const machine::Subcycles begin = bank.slot.claim(
        now(), machine::work_at_rate(queue.front().payload->get_data_length(), parameters_.bytes_per_cycle));
    bank.cycles->work(begin, bank.slot.free_at());
    bank.next = (requester + 1) % requesters;
    queue.front().payload = PayloadRef{};
    queue.pop_front();
    --bank.queued;
    --queued_[requester];
    occupancy_.set_level(now(), --queued_in_all_);
    requests_.add();
    conflicts_.add(ready - 1);
    if (ports_[requester]->waiting() != nullptr) {
      push(requester, *ports_[requester]->waiting());
      ports_[requester]->take_waiting();
    }
    return true;
  }
  return false;
}

void LineCache::account(Bank& bank) {
  const bool blocked = std::any_of(bank.queues.begin(), bank.queues.end(),
                                   [](const auto& queue) { return !queue.empty() && queue.front().stalled; });
  bank.cycles->enter(now(), blocked                ? BankCycle::kBlocked
                            : !bank.misses.empty() ? BankCycle::kWaiting
                                                   : BankCycle::kIdle);
}

bool LineCache::serve(std::uint32_t bank, Request& request) {
  request.granted = now();  // if it is
  const machine::LineKey key = key_of(*request.payload);
  return request.payload->is_write() ? write(bank, key, request) : read(bank, key, request);
}

bool LineCache::read(std::uint32_t index, machine::LineKey key, Request& request) {
  Bank& bank = banks_[index];
  if (const auto pending = bank.misses.find(key); pending != bank.misses.kNone) {
    bank.tags.lookup(key);
    bank.misses[pending].waiters.push_back(request);
    merges_.add();
    publish(request, key, LookupResult::kMerge);
  } else if (bank.tags.lookup(key)) {
    answer(request, now() + parameters_.hit_latency, 2 * index);
    hits_.add();
    publish(request, key, LookupResult::kHit);
  } else {
    if (bank.misses.size() == parameters_.mshrs) return false;
    const auto place = make_room(bank, key);
    if (!place) return false;
    bank.tags.set_pinned(*place, true);
    const machine::LineParts parts = parts_of(key);
    Miss& miss = bank.misses[bank.misses.enter(key)];
    miss.place = *place;
    miss.parts = parts.count;
    miss.waiters.push_back(request);
    ask_memory(parts, MemoryCommand::kRead);
    misses_.add();
    publish(request, key, LookupResult::kMiss);
  }
  reads_.add();
  return true;
}

void LineCache::publish(const Request& request, machine::LineKey key, LookupResult result) const {
  if (!simulation_.events.listening()) return;
  simulation_.events.publish(LookupEvent{channel_, now(), key.line, result, nullptr, request.requester, line()});
}

bool LineCache::write(std::uint32_t index, machine::LineKey key, Request& request) {
  Bank& bank = banks_[index];
  auto place = bank.tags.lookup(key);
  if (!place) place = make_room(bank, key);
  if (!place) return false;
  bank.tags.set_dirty(*place, true);
  answer(request, now() + parameters_.hit_latency, 2 * index);
  writes_.add();
  return true;
}

// A full write buffer stops every allocation, also of a line whose victim is clean: the victim is known only once it is
// chosen.
std::optional<machine::TagArray::Place> LineCache::make_room(Bank& bank, machine::LineKey key) {
  if (writes_out_ > (parameters_.write_buffer - 1) * parts_of(key).count) return std::nullopt;
  const auto allocation = bank.tags.allocate(key);
  if (!allocation) return std::nullopt;
  if (allocation->evicted && allocation->victim_dirty) {
    const machine::LineParts parts = parts_of(allocation->victim);
    writes_out_ += parts.count;
    write_backs_.add();
    ask_memory(parts, MemoryCommand::kWrite);
  }
  return allocation->place;
}

machine::WarmedLine LineCache::warm(ByteAddress address, bool written) {
  const machine::LineKey key{machine::AddressSpace::kStored, address.value() >> line_bits_};
  return machine::warm(banks_[bank_of_line_(key.line)].tags, key, written);
}

/// The parts of a line leave when its tags have been read and its address is translated; walks overlap, requests leave
/// in order.
void LineCache::ask_memory(machine::LineParts parts, MemoryCommand command) {
  const Cycles known = now() + parameters_.tag_latency();
  last_ask_ = std::max(last_ask_, known);
  if (surroundings_.tlb != nullptr) {
    last_ask_ = std::max(last_ask_, known + surroundings_.tlb->look_up(parts.first));
  }
  for (std::uint32_t part = 0; part < parts.count; ++part) {
    PayloadRef request = command == MemoryCommand::kWrite
                             ? write_of(parts[part], parts.size)
                             : memory_request(simulation_.memory, command, parts[part], parts.size);
    note_place(*request, surroundings_.places.latency(), known);
    note_place(*request, machine::LinePlace::kTlb, last_ask_);
    unknown_.push_back({last_ask_, std::move(request)});
  }
  known_.at(unknown_.front().first);
}

void LineCache::send_known() {
  while (!unknown_.empty() && unknown_.front().first <= now()) {
    PayloadRef request = std::move(unknown_.front().second);
    unknown_.pop_front();
    memory_port.send(std::move(request));
  }
  if (!unknown_.empty()) known_.at(unknown_.front().first);
}

machine::LineParts LineCache::parts_of(machine::LineKey key) const {
  return machine::parts_of(ByteAddress{key.line * parameters_.line.value()}, parameters_.line, surroundings_.next_line);
}

PayloadRef LineCache::write_of(ByteAddress address, ByteSize size) {
  PayloadRef payload = memory_request(simulation_.memory, MemoryCommand::kWrite, address, size);
  if (writes_bytes_) memory_.read(address, data_of(*payload));
  return payload;
}

/// @param below  of a line that was missing: where it was; null: it was here
void LineCache::answer(const Request& request, Cycles ready, std::uint32_t rank, const machine::LinePath* below) {
  Payload& payload = *request.payload;
  if (auto* buffer = payload.get_extension<MemoryBuffer>()) {
    buffer->path.add(machine::place_before_arrival(surroundings_, payload.is_write()), request.arrival);
    buffer->path.add(surroundings_.places.banks, request.granted);
    if (below != nullptr) buffer->path.add(*below);
    buffer->path.add(surroundings_.places.latency(), ready);
  }
  if (payload.is_read()) {
    read_bytes_.add(payload.get_data_length());
    counts_.latency.add((ready - request.arrival).value());
  }
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  progress_.answered();
  ports_[request.requester]->answer(request.payload, ready, rank);
}

unsigned LineCache::debug(Payload& payload) {
  const unsigned count = debug_access(memory_, payload);
  if (count > 0 && payload.is_write() && writes_bytes_) debug_transport(memory_port.socket, payload, kWritingBack);
  return count;
}

void LineCache::write_back_all() {
  for (Bank& bank : banks_) {
    for (const machine::LineKey key : bank.tags.clean_all()) {
      const machine::LineParts parts = parts_of(key);
      dirty_at_end_.add(parameters_.line.value());
      for (std::uint32_t part = 0; part < parts.count && writes_bytes_; ++part) {
        debug_transport(memory_port.socket, *write_of(parts[part], parts.size), kWritingBack);
      }
    }
  }
}

std::uint64_t LineCache::bytes_moved() const {
  return (fills_counter_.value() + write_backs_.value()) * parameters_.line.value();
}

void LineCache::wake(Cycles when) {
  wake_.at(when);
}

}  // namespace texpipe::timing
