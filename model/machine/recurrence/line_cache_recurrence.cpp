#include "machine/recurrence/line_cache_recurrence.h"

#include <bit>
#include <utility>

namespace texpipe::machine {
namespace {

/// The cache's own number for what it asks of the next level: the line, and whether it is a write-back.
std::uint64_t tag_of(std::uint64_t line, bool write) {
  return line << 1 | static_cast<std::uint64_t>(write);
}

}  // namespace

LineCacheRecurrence::LineCacheRecurrence(const LineCacheParameters& parameters,
                                         const LineCacheSurroundings& surroundings, StatisticsGroup& group)
    : parameters_{parameters},
      clients_(surroundings.requesters, nullptr),
      surroundings_{surroundings},
      line_bits_{static_cast<unsigned>(std::countr_zero(parameters.line.value()))},
      bank_of_line_{parameters.bank_hash, parameters.banks},
      lookahead_{std::min(parameters.hit_latency, parameters.fill_latency)},
      ports_((clients_.size() + surroundings.requesters_per_port - 1) / surroundings.requesters_per_port),
      ways_here_(clients_.size()),
      queued_(clients_.size(), 0),
      refused_(clients_.size(), 0),
      work_of_{parameters.bytes_per_cycle},
      statistics_{group} {
  for (std::uint32_t bank = 0; bank < parameters.banks; ++bank)
    banks_.emplace_back(bank_geometry(parameters), clients_.size()).cycles = &statistics_.bank_cycles(bank);
  for (std::size_t client = 0; client < clients_.size(); ++client) {
    const std::size_t port = client / surroundings.requesters_per_port;
    if (client % surroundings.requesters_per_port == 0)
      ports_[port].keep(port_account(group, port), surroundings.places.port());
    if (surroundings.write_bytes_per_cycle) way_accounts_.push_back(way_account(group, client));
  }
}

bool LineCacheRecurrence::offer(std::uint32_t client, const LineRequest& request, Cycles now) {
  if (queued_[client] == parameters_.queue) {
    refused_[client] = 1;
    return false;
  }
  push(client, request, now);
  return true;
}

/// Writes that have arrived by now stand before what is asked now.
void LineCacheRecurrence::come_in(Cycles now) {
  for (; !arriving_.empty() && arriving_.front().arrival <= now; arriving_.pop_front())
    arrive(arriving_.front().client, arriving_.front().request, arriving_.front().arrival);
}

void LineCacheRecurrence::push(std::uint32_t client, const LineRequest& request, Cycles now) {
  come_in(now);
  ++queued_[client];
  statistics_.occupancy.set_level(now, ++queued_in_all_);
  if (!request.write || !surroundings_.write_bytes_per_cycle) {
    arrive(client, request, now);
    return;
  }
  IssueSlot& way = ways_here_[client];
  const Cycles start = way.earliest(now);
  const Subcycles begin = way.claim(start, work_at_rate(request.bytes, *surroundings_.write_bytes_per_cycle));
  way_accounts_[client].move(request.bytes, begin, way.free_at());
  arriving_.push_back({way.last_busy(start), client, request});
  for (std::size_t i = arriving_.size() - 1; i > 0 && arriving_[i].arrival < arriving_[i - 1].arrival; --i)
    std::swap(arriving_[i], arriving_[i - 1]);
}

void LineCacheRecurrence::arrive(std::uint32_t client, const LineRequest& request, Cycles now) {
  const std::uint64_t line = request.address.value() >> line_bits_;
  Bank& bank = banks_[bank_of_line_(line)];
  bank.queues[client].push_back({request, line, now, false});
  ++bank.queued;
  last_arrival_ = now;
  wake(now + Cycles{1});
}

void LineCacheRecurrence::answered(std::uint64_t tag, Cycles at, const LinePath& path) {
  Answer& answer = answers_.push_back();
  answer.tag = tag;
  answer.at = at;
  answer.path = path;
  wake(answers_.front().at + Cycles{1});
}

void LineCacheRecurrence::step(Cycles now) {
  come_in(now);
  if (wake_ <= now) cycle(now);
  if (next_decision_ <= now) {
    next_decision_ = kNever;
    count_before(now);
    for (AnswerOrder& port : ports_) {
      port.decide(now + lookahead_);
      if (port.next() != kNever) next_decision_ = std::min(next_decision_, port.next() - lookahead_);
    }
  }
  if (next_level_.next() <= now) next_level_.send(now);
}

void LineCacheRecurrence::count_before(Cycles end) {
  for (AnswerOrder& port : ports_) port.count_before(end);
}

void LineCacheRecurrence::close(Cycles end) {
  for (AnswerOrder& port : ports_) port.close(end);
}

void LineCacheRecurrence::cycle(Cycles now) {
  wake_ = kNever;
  take_answers(now);
  for (std::uint32_t index = 0; index < banks_.size(); ++index) {
    const Bank& bank = banks_[index];
    if (bank.queued == 0) continue;
    const bool granted = grant(index, now);
    account(bank, now);
    if (granted && bank.queued > 0) wake(bank.slot.earliest(now + Cycles{1}));
  }
  // A request that came at this time may stand behind a wake for now.
  if (last_arrival_ == now) wake(now + Cycles{1});
}

void LineCacheRecurrence::take_answers(Cycles now) {
  while (!answers_.empty() && answers_.front().at < now) {
    const std::uint64_t tag = answers_.front().tag;
    const LinePath& below = answers_.front().path;  // its place is not used again in this loop's turn
    answers_.pop_front();
    if ((tag & 1) != 0) {
      --writes_out_;
      continue;
    }
    const std::uint64_t line = tag >> 1;
    const std::uint32_t index = bank_of_line_(line);
    Bank& bank = banks_[index];
    Miss& miss = *find(bank, line);
    if (--miss.parts > 0) continue;
    bank.tags.set_pinned(miss.place, false);
    LinePath path;
    path.add(surroundings_.places.latency(), miss.tag_read);
    path.add(LinePlace::kTlb, miss.asked);
    path.add(below);
    for (const Waiter& waiter : miss.waiters) {
      answer(waiter, now + parameters_.fill_latency, 2 * index + 1, &path);
    }
    std::swap(miss, bank.misses[--bank.missing]);
    account(bank, now);
    statistics_.fills.add();
  }
  if (!answers_.empty()) wake(answers_.front().at + Cycles{1});
}

bool LineCacheRecurrence::grant(std::uint32_t index, Cycles now) {
  Bank& bank = banks_[index];
  const Cycles free = bank.slot.earliest(now);
  if (free > now) {
    wake(free);
    return false;
  }
  const auto clients = static_cast<std::uint32_t>(bank.queues.size());
  std::uint32_t ready = 0;
  for (const auto& queue : bank.queues) ready += !queue.empty() && queue.front().arrival < now;
  for (std::uint32_t turn = 0; turn < clients && ready > 0; ++turn) {
    const std::uint32_t client = bank.next + turn < clients ? bank.next + turn : bank.next + turn - clients;
    auto& queue = bank.queues[client];
    if (queue.empty() || queue.front().arrival >= now) continue;
    Request& request = queue.front();
    if (!(request.request.write ? write(index, client, request, now) : read(index, client, request, now))) {
      bank.stalled += !std::exchange(request.stalled, true);
      continue;
    }
    bank.stalled -= request.stalled;
    const Subcycles begin = bank.slot.claim(now, work_of_(request.request.bytes));
    bank.cycles->work(begin, bank.slot.free_at());
    bank.next = client + 1 == clients ? 0 : client + 1;
    queue.pop_front();
    --bank.queued;
    --queued_[client];
    statistics_.occupancy.set_level(now, --queued_in_all_);
    statistics_.requests.add();
    statistics_.conflicts.add(ready - 1);
    if (std::exchange(refused_[client], 0) != 0) clients_[client]->room(now);
    return true;
  }
  return false;
}

void LineCacheRecurrence::account(const Bank& bank, Cycles now) {
  bank.cycles->enter(now, bank.stalled > 0   ? BankCycle::kBlocked
                          : bank.missing > 0 ? BankCycle::kWaiting
                                             : BankCycle::kIdle);
}

bool LineCacheRecurrence::read(std::uint32_t index, std::uint32_t client, const Request& request, Cycles now) {
  Bank& bank = banks_[index];
  const LineKey key{AddressSpace::kStored, request.line};
  if (Miss* pending = find(bank, request.line)) {
    bank.tags.lookup(key);
    pending->waiters.push_back({client, request.request, request.arrival, now});
    statistics_.merges.add();
    if (looked_up_) looked_up_(client, request.line, LineLookup::kMerge, now);
  } else if (bank.tags.lookup(key)) {
    answer({client, request.request, request.arrival, now}, now + parameters_.hit_latency, 2 * index);
    statistics_.hits.add();
    if (looked_up_) looked_up_(client, request.line, LineLookup::kHit, now);
  } else {
    if (bank.missing == parameters_.mshrs) return false;
    const auto place = make_room(bank, key, now);
    if (!place) return false;
    bank.tags.set_pinned(*place, true);
    if (bank.missing == bank.misses.size()) bank.misses.emplace_back();
    Miss& miss = bank.misses[bank.missing++];
    const LineParts parts = parts_of(request.line);
    miss.line = request.line;
    miss.place = *place;
    miss.parts = parts.count;
    miss.waiters.assign(1, {client, request.request, request.arrival, now});
    ask(parts, request.line, false, now);
    miss.tag_read = now + parameters_.tag_latency();
    miss.asked = last_ask_;
    statistics_.misses.add();
    if (looked_up_) looked_up_(client, request.line, LineLookup::kMiss, now);
  }
  statistics_.reads.add();
  return true;
}

bool LineCacheRecurrence::write(std::uint32_t index, std::uint32_t client, const Request& request, Cycles now) {
  Bank& bank = banks_[index];
  const LineKey key{AddressSpace::kStored, request.line};
  auto place = bank.tags.lookup(key);
  if (!place) place = make_room(bank, key, now);
  if (!place) return false;
  bank.tags.set_dirty(*place, true);
  answer({client, request.request, request.arrival, now}, now + parameters_.hit_latency, 2 * index);
  statistics_.writes.add();
  return true;
}

std::optional<TagArray::Place> LineCacheRecurrence::make_room(Bank& bank, LineKey key, Cycles now) {
  if (writes_out_ > (parameters_.write_buffer - 1) * parts_of(key.line).count) return std::nullopt;
  const auto allocation = bank.tags.allocate(key);
  if (!allocation) return std::nullopt;
  if (allocation->evicted && allocation->victim_dirty) {
    const LineParts parts = parts_of(allocation->victim.line);
    writes_out_ += parts.count;
    statistics_.write_backs.add();
    ask(parts, allocation->victim.line, true, now);
  }
  return allocation->place;
}

void LineCacheRecurrence::ask(LineParts parts, std::uint64_t line, bool write, Cycles now) {
  const Cycles walk = surroundings_.tlb != nullptr ? surroundings_.tlb->look_up(parts.first) : Cycles{};
  last_ask_ = std::max(last_ask_, now + parameters_.tag_latency() + walk);
  for (std::uint32_t part = 0; part < parts.count; ++part) {
    next_level_.add({parts[part], static_cast<std::uint32_t>(parts.size.value()), write, tag_of(line, write)},
                    last_ask_);
  }
}

/// @param below  of a line that was missing: where it was; null: it was here
void LineCacheRecurrence::answer(const Waiter& waiter, Cycles ready, std::uint32_t rank, const LinePath* below) {
  if (!waiter.request.write) {
    statistics_.read_bytes.add(waiter.request.bytes);
    statistics_.latency.add((ready - waiter.arrival).value());
  }
  LinePath& path = ports_[waiter.client / surroundings_.requesters_per_port].add(
      *clients_[waiter.client], waiter.request.tag, waiter.request.bytes, work_of_(waiter.request.bytes), ready, rank);
  path.add(place_before_arrival(surroundings_, waiter.request.write), waiter.arrival);
  path.add(surroundings_.places.banks, waiter.granted);
  if (below != nullptr) path.add(*below);
  path.add(surroundings_.places.latency(), ready);
  next_decision_ = std::min(next_decision_, ready - lookahead_);
}

LineParts LineCacheRecurrence::parts_of(std::uint64_t line) const {
  return machine::parts_of(ByteAddress{line << line_bits_}, parameters_.line, surroundings_.next_line);
}

LineCacheRecurrence::Miss* LineCacheRecurrence::find(Bank& bank, std::uint64_t line) {
  for (std::size_t i = 0; i < bank.missing; ++i) {
    if (bank.misses[i].line == line) return &bank.misses[i];
  }
  return nullptr;
}

WarmedLine LineCacheRecurrence::warm(ByteAddress address, bool written) {
  const LineKey key{AddressSpace::kStored, address.value() >> line_bits_};
  return machine::warm(banks_[bank_of_line_(key.line)].tags, key, written);
}

void LineCacheRecurrence::count_dirty() {
  for (Bank& bank : banks_) statistics_.dirty_at_end.add(bank.tags.clean_all().size() * parameters_.line.value());
}

}  // namespace texpipe::machine
