#include "timing/data_port/data_port.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <tuple>
#include <utility>

namespace texpipe::timing {

namespace {

enum class DataPortCycle : std::uint8_t { kBusy, kBlockedDownstream, kWaitingForMemory, kIdle };

constexpr std::array<EnumRow, 4> kDataPortCycles{{
    {0, "busy", "a line goes to L3"},
    {1, "blocked_downstream", "lines wait: L3 takes none, or too many are outstanding"},
    {2, "waiting_for_memory", "messages wait for lines, acknowledgements or shared local memory"},
    {3, "idle", "no message"},
}};

constexpr std::array<EnumRow, 2> kLocalCycles{{
    {0, "busy", "banks move what a message names"},
    {1, "idle", "no message is at the banks"},
}};

machine::LineLevels behind_data_port(const Simulation& simulation) {
  machine::LineLevels levels = simulation.options.line_levels;
  levels.l1 = false;
  for (const machine::CacheFacts& cache : machine::kLineCaches)
    if (cache.use != machine::CacheUse::kAll) levels.caches.reset(machine::cache_number(cache.kind));
  return levels;
}

/// Byte enables of eight bytes, for each value of eight bits, one per byte.
using Enables = std::array<unsigned char, 8>;
constexpr auto kEnables = [] {
  std::array<Enables, 256> enables{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    for (unsigned b = 0; b < 8; ++b) enables[bits][b] = (bits >> b & 1) != 0 ? TLM_BYTE_ENABLED : TLM_BYTE_DISABLED;
  }
  return enables;
}();

}  // namespace

DataPort::DataPort(sc_core::sc_module_name name, Simulation& simulation, const machine::DataPortParameters& parameters,
                   functional::GpuMemory& bytes, ByteSize l3_line)
    : sc_module{name},
      messages{"messages"},
      memory{"memory"},
      simulation_{simulation},
      parameters_{parameters},
      bytes_{bytes},
      line_{std::min(ByteSize{machine::kLineBytes}, l3_line)},
      cycles_{simulation.statistics.group(this->name(), "data port")
                  .account("cycles", "where the cycles of the line port went",
                           EnumRows{"data port cycle", kDataPortCycles})},
      message_counter_{simulation.statistics.group(this->name())
                           .counter("messages", machine::StatisticUnit::kMessages, "messages taken")},
      line_counter_{
          simulation.statistics.group(this->name()).counter("lines", machine::StatisticUnit::kLines, "lines written")},
      byte_counter_{
          simulation.statistics.group(this->name()).counter("bytes", machine::StatisticUnit::kBytes, "bytes written")},
      read_line_counter_{simulation.statistics.group(this->name())
                             .counter("lines_read", machine::StatisticUnit::kLines, "lines asked for")},
      read_byte_counter_{simulation.statistics.group(this->name())
                             .counter("bytes_read", machine::StatisticUnit::kBytes, "bytes of them that lanes read")},
      local_counter_{
          simulation.statistics.group(this->name())
              .counter("local_messages", machine::StatisticUnit::kMessages, "messages to shared local memory")},
      bank_counter_{simulation.statistics.group(this->name())
                        .counter("local_cycles", machine::StatisticUnit::kCycles,
                                 "cycles that its banks worked; more than the messages: lanes met in a bank")},
      bank_cycles_{simulation.statistics.group(this->name())
                       .account("local_memory_cycles", "what the banks of shared local memory did",
                                {"link cycle", kLocalCycles})},
      line_waits_{simulation.statistics.group(this->name()), behind_data_port(simulation),
                  "where the oldest line was that is read, cycle by cycle"},
      read_interval_{machine::work_at_rate(1, parameters.reads_per_cycle)} {
  messages.register_nb_transport_fw(this, &DataPort::forward);
  memory.register_nb_transport_bw(this, &DataPort::backward);
  // Counts at the end of the run, and before the end of each interval of the time series.
  for (auto* const counts : {&simulation.count_until, &simulation.count_before}) {
    counts->emplace_back([this](Cycles end) {
      const auto oldest = oldest_read();
      line_waits_.count_known(oldest == sent_.end() ? end : std::max(oldest_since_, oldest->at));
    });
  }
  simulation.watchdog.add({std::string{this->name()} + ".messages", parameters.message_slots, [this] { return held(); },
                           [this] { return std::to_string(oldest().unacknowledged) + " lines not acknowledged"; }});
}

tlm::tlm_sync_enum DataPort::forward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  const Cycles now = simulation_.clock.now();
  if (phase == tlm::END_RESP) {
    answered(now);
    answer_wake_.at(now);
    return tlm::TLM_COMPLETED;
  }
  if (held() >= parameters_.message_slots) {
    waiting_ = &payload;
    return tlm::TLM_ACCEPTED;
  }
  take(payload, now);
  phase = tlm::END_REQ;
  return tlm::TLM_UPDATED;
}

const DataPort::Entry& DataPort::oldest() const {
  const Entry* first = nullptr;
  for (const Entry& entry : entries_) {
    if (entry.payload && (first == nullptr || entry.number < first->number)) first = &entry;
  }
  return *first;
}

std::uint32_t DataPort::place_of_new_entry() {
  if (free_entries_.empty()) {
    entries_.emplace_back();
    return static_cast<std::uint32_t>(entries_.size() - 1);
  }
  const std::uint32_t place = free_entries_.back();
  free_entries_.pop_back();
  return place;
}

void DataPort::take(Payload& payload, Cycles now) {
  MessageExtension& message = message_of(payload);
  message.accepted_at = now;
  functional::execute_data_port_message(bytes_, message.message, outcome_);
  std::swap(message.response, outcome_.response);
  payload.set_response_status(tlm::TLM_OK_RESPONSE);
  message_counter_.add();

  const std::uint32_t place = place_of_new_entry();
  Entry& entry = entries_[place];
  entry.payload = PayloadRef{payload};
  entry.number = taken_++;
  entry.unsent = entry.unacknowledged = 0;
  entry.local = outcome_.local;
  entry.sent_at = now;
  entry.after_lines = Cycles{0};
  entry.done_at = now + parameters_.latency;
  if (outcome_.local) {
    use_banks(entry, now + parameters_.latency);
  } else {
    machine::coalesce(outcome_.writes, line_, accessed_lines_);
    add_lines(place, MemoryCommand::kWrite, now + parameters_.latency);
    machine::gather_lines(outcome_.reads, line_, parameters_.read_gather, accessed_lines_);
    add_lines(place, MemoryCommand::kRead, now + parameters_.latency);
  }
  if (entry.unacknowledged == 0) {
    answer_wake_.at(entry.done_at + Cycles{1});
  } else {
    line_wake_.at(now + parameters_.latency);
  }
  account(now);
}

void DataPort::add_lines(std::uint32_t place, MemoryCommand command, Cycles ready) {
  bool first_read = command == MemoryCommand::kRead;
  for (const machine::LineAccess& access : accessed_lines_) {
    if (first_read) entries_[place].after_lines = parameters_.read_latency;
    lines_.push_back({place, access, command, ready, std::exchange(first_read, false)});
  }
  const auto count = static_cast<std::uint32_t>(accessed_lines_.size());
  entries_[place].unsent += count;
  entries_[place].unacknowledged += count;
}

/// Reserves the banks of shared local memory for a message; messages use them one after the other.
void DataPort::use_banks(Entry& entry, Cycles ready) {
  std::vector<functional::MemoryAccess>& accesses = outcome_.writes;
  accesses.insert(accesses.end(), outcome_.reads.begin(), outcome_.reads.end());
  const Cycles work{machine::bank_cycles(accesses, parameters_.local_memory.banks)};
  const Cycles start = std::max(ready, banks_free_at_);
  banks_free_at_ = start + work;
  entry.done_at = banks_free_at_ - Cycles{1} + parameters_.local_memory.latency;
  local_counter_.add();
  bank_counter_.add(work.value());
  bank_cycles_.work(start, banks_free_at_);
}

void DataPort::send_lines() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    while (!request_pending_ && !lines_.empty() && sent_.size() < parameters_.outstanding_lines) {
      Cycles at = std::max(lines_.front().ready, next_line_);
      if (lines_.front().first) at = read_slot_.earliest(at);
      if (at > now) {
        line_wake_.at(at);
        break;
      }
      const PendingLine line = lines_.front();
      lines_.pop_front();
      next_line_ = now + parameters_.line_interval;
      cycles_.work(now, next_line_);
      const bool read = line.command == MemoryCommand::kRead;
      (read ? read_line_counter_ : line_counter_).add();
      (read ? read_byte_counter_ : byte_counter_).add(static_cast<std::uint64_t>(std::popcount(line.access.bytes)));
      const PayloadRef payload = line_payload(line);
      if (line.first) {
        read_slot_.claim(now, read_interval_);
      }
      --entries_[line.entry].unsent;
      entries_[line.entry].sent_at = now;
      sent_.push_back({payload, line.entry, now});
      simulation_.request_began();
      tlm::tlm_phase phase = tlm::BEGIN_REQ;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      request_pending_ = true;
      const tlm::tlm_sync_enum status = memory->nb_transport_fw(*payload, phase, delay);
      if (status == tlm::TLM_UPDATED || status == tlm::TLM_COMPLETED) request_pending_ = false;
      const bool responded = status == tlm::TLM_UPDATED && phase == tlm::BEGIN_RESP;
      if (status == tlm::TLM_COMPLETED || responded) acknowledged(*payload);
      if (responded) {
        phase = tlm::END_RESP;
        memory->nb_transport_fw(*payload, phase, delay);
      }
    }
    account(now);
    // Wake when the first line is ready, whatever happens meanwhile: the account must not depend on other events.
    if (!lines_.empty() && lines_.front().ready > now) line_wake_.at(lines_.front().ready);
  });
}

PayloadRef DataPort::line_payload(const PendingLine& line) {
  PayloadRef payload = memory_request(simulation_.memory, line.command, line.access.line, line_);
  const auto length = static_cast<unsigned>(line_.value());
  const std::uint64_t bytes = line.access.bytes;
  if (line.command == MemoryCommand::kWrite && static_cast<unsigned>(std::popcount(bytes)) != length) {
    std::vector<unsigned char>& enables = payload->get_extension<MemoryBuffer>()->enables;
    enables.resize(length);
    for (unsigned b = 0; b < length; b += 8) {
      const Enables& eight = kEnables[bytes >> b & 0xFF];
      std::copy(eight.begin(), eight.end(), enables.begin() + b);
    }
    payload->set_byte_enable_ptr(enables.data());
    payload->set_byte_enable_length(length);
  }
  return payload;
}

tlm::tlm_sync_enum DataPort::backward(Payload& payload, tlm::tlm_phase& phase, sc_core::sc_time&) {
  if (request_pending_ && sent_.back().payload.get() == &payload) request_taken();
  if (phase == tlm::END_REQ) return tlm::TLM_ACCEPTED;
  acknowledged(payload);
  phase = tlm::END_RESP;
  return tlm::TLM_UPDATED;
}

void DataPort::request_taken() {
  request_pending_ = false;
  line_wake_.at(std::max(simulation_.clock.now(), next_line_));
}

/// The oldest line that is read. Lines that are written make nobody wait, except for room.
std::vector<DataPort::SentLine>::iterator DataPort::oldest_read() {
  return std::find_if(sent_.begin(), sent_.end(), [](const SentLine& line) { return line.payload->is_read(); });
}

void DataPort::acknowledged(Payload& payload) {
  const Cycles now = simulation_.clock.now();
  const auto sent =
      std::find_if(sent_.begin(), sent_.end(), [&payload](const SentLine& s) { return s.payload.get() == &payload; });
  Entry& entry = entries_[sent->entry];
  if (payload.is_read() && sent == oldest_read()) {
    note_place(payload, machine::LinePlace::kMemory, now);  // for a foreign module that tells no places
    line_waits_.wait(std::max(oldest_since_, sent->at), now, payload.get_extension<MemoryBuffer>()->path);
    oldest_since_ = now;
  }
  sent_.erase(sent);
  entry.last_line = ByteAddress{payload.get_address()};
  if (--entry.unacknowledged == 0) {
    entry.done_at = now + entry.after_lines;
    answer_wake_.at(entry.done_at + Cycles{1});
  }
  if (!lines_.empty()) line_wake_.at(std::max(now, next_line_));
  account(now);
  simulation_.request_ended();
}

/// Answers the message that was done first, of several the one taken first, from the cycle after on.
void DataPort::answer() {
  simulation_.guarded([this] {
    const Cycles now = simulation_.clock.now();
    while (!answering_) {
      const Entry* first = nullptr;
      Cycles next{~std::uint64_t{0}};
      for (const Entry& entry : entries_) {
        if (!entry.payload || entry.unacknowledged != 0) continue;
        if (entry.done_at >= now) {
          next = std::min(next, entry.done_at + Cycles{1});
        } else if (first == nullptr ||
                   std::tie(entry.done_at, entry.number) < std::tie(first->done_at, first->number)) {
          first = &entry;
        }
      }
      if (first == nullptr) {
        if (next != Cycles{~std::uint64_t{0}}) answer_wake_.at(next);
        return;
      }
      answering_ = true;
      answered_entry_ = static_cast<std::uint32_t>(first - entries_.data());
      tlm::tlm_phase phase = tlm::BEGIN_RESP;
      sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
      const PayloadRef payload = first->payload;
      if (simulation_.events.listening())
        simulation_.events.publish(DataPortEvent{&message_of(*payload), first->local, first->sent_at,
                                                 first->done_at - first->after_lines, first->done_at,
                                                 first->last_line});
      if (messages->nb_transport_bw(*payload, phase, delay) != tlm::TLM_ACCEPTED) answered(now);
    }
  });
}

void DataPort::answered(Cycles now) {
  answering_ = false;
  const PayloadRef gone = std::exchange(entries_[answered_entry_].payload, PayloadRef{});
  free_entries_.push_back(answered_entry_);
  if (waiting_ != nullptr) {
    Payload& payload = *std::exchange(waiting_, nullptr);
    take(payload, now);
    tlm::tlm_phase phase = tlm::END_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    messages->nb_transport_bw(payload, phase, delay);
  }
  account(now);
}

void DataPort::account(Cycles now) {
  const bool line_waits = !lines_.empty() && lines_.front().ready <= now;
  cycles_.enter(now, line_waits    ? DataPortCycle::kBlockedDownstream
                     : held() != 0 ? DataPortCycle::kWaitingForMemory
                                   : DataPortCycle::kIdle);
}

}  // namespace texpipe::timing
