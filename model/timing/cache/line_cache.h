// A banked cache between requesters and memory: the L3, and the sampler's optional second level.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "base/ring.h"
#include "functional/memory/gpu_memory.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/line_cache_statistics.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/miss_table.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/warm_cache.h"
#include "timing/cache/line_cache_block.h"
#include "timing/simulation/simulation.h"
#include "timing/stage/answer_port.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

/// Arrivals of a cycle are collected; in the next cycle each bank grants one request, round robin over the requesters
/// from the one after its last grant. What memory is asked for leaves when the tags have been read. Answers are in any
/// order. Writes allocate without a fetch (byte masks assumed) and are written back when evicted. The cache holds no
/// bytes and its lines carry none, but those that are written back to a memory with bytes of its own: the current ones
/// of `memory`.
class LineCache : public sc_core::sc_module, public LineCacheBlock, public machine::WarmCache {
 public:
  LineCache(sc_core::sc_module_name name, Simulation& simulation, const machine::LineCacheParameters& parameters,
            const LineCachePlace& place);

  void offer_sockets(Sockets& sockets, const std::string& path) override;

  /// Socket of a requester, 0 to requesters - 1.
  MemoryTarget<AnswerPort>& requester(std::uint32_t index) { return ports_[index]->socket; }

  RequestPort memory_port;

  void write_bytes_back() override { writes_bytes_ = true; }
  void write_back_all() override;
  std::uint64_t bytes_moved() const override;
  machine::WarmedLine warm(ByteAddress address, bool written) override;
  ByteSize line() const override { return parameters_.line; }

 private:
  struct Request {
    PayloadRef payload;
    std::uint32_t requester;
    Cycles arrival;
    Cycles granted = {};
    bool stalled = false;  // at the bank's head: no register, no room
  };
  /// A write on its way here.
  struct Arriving {
    Cycles at;
    std::uint32_t requester = 0;
    PayloadRef payload;
  };
  struct Miss {
    machine::TagArray::Place place;
    std::uint32_t parts;  // not there yet
    std::vector<Request> waiters;
  };
  struct Bank {
    Bank(const machine::CacheGeometry& geometry, std::uint32_t requesters) : tags{geometry}, queues(requesters) {}
    machine::TagArray tags;
    std::vector<Ring<Request>> queues;  // by requester
    std::uint32_t queued = 0;           // in all of them
    machine::MissTable<Miss> misses;
    machine::IssueSlot slot;
    machine::CycleAccount* cycles = nullptr;
    std::uint32_t next = 0;  // requester that is asked first
  };

  std::string describe_queue(std::uint32_t requester) const;
  bool offered(std::uint32_t requester, Payload& payload);
  void push(std::uint32_t requester, Payload& payload);
  void arrive(std::uint32_t requester, PayloadRef payload, Cycles at);
  void come_in();
  unsigned debug(Payload& payload);
  void cycle();
  void take_answers();
  bool grant(std::uint32_t bank);
  void account(Bank& bank);
  bool serve(std::uint32_t bank, Request& request);
  machine::LineKey key_of(const Payload& payload) const {
    return {machine::AddressSpace::kStored, payload.get_address() >> line_bits_};
  }
  bool read(std::uint32_t bank, machine::LineKey key, Request& request);
  void publish(const Request& request, machine::LineKey key, LookupResult result) const;
  bool write(std::uint32_t bank, machine::LineKey key, Request& request);
  std::optional<machine::TagArray::Place> make_room(Bank& bank, machine::LineKey key);
  /// The line's parts as the next level takes them.
  machine::LineParts parts_of(machine::LineKey key) const;
  PayloadRef write_of(ByteAddress address, ByteSize size);
  void answer(const Request& request, Cycles ready, std::uint32_t rank, const machine::LinePath* below = nullptr);
  void ask_memory(machine::LineParts parts, MemoryCommand command);
  void send_known();
  void memory_answered(Payload& payload);
  void wake(Cycles when);
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  machine::LineCacheParameters parameters_;
  functional::GpuMemory& memory_;
  machine::LineCacheSurroundings surroundings_;
  unsigned line_bits_;  // of an address inside a line
  machine::BankSelector bank_of_line_;
  std::vector<std::unique_ptr<AnswerPort>> ports_;
  std::vector<std::uint32_t> queued_;          // requests per requester
  std::vector<machine::IssueSlot> ways_here_;  // by requester: of writes
  std::vector<machine::LinkAccount> way_accounts_;
  Ring<Arriving> arriving_;  // in order of arrival
  std::uint64_t queued_in_all_ = 0;
  std::vector<Bank> banks_;
  Ring<std::pair<Cycles, PayloadRef>> unknown_;  // to memory, until tags have been read and the address is translated
  Cycles last_ask_;                              // when the last of them leaves
  Ring<std::pair<Cycles, PayloadRef>> answers_;  // arrived from memory
  Cycles last_arrival_;
  std::uint32_t writes_out_ = 0;  // parts of write-backs on their way
  bool writes_bytes_ = false;
  Wake wake_{simulation_.agenda, wakes<&LineCache::cycle>(*this)};
  Wake come_in_{simulation_.agenda, wakes<&LineCache::come_in>(*this)};
  Wake known_{simulation_.agenda, wakes<&LineCache::send_known>(*this)};

  machine::StatisticsGroup& statistics_;
  Requester& progress_;
  ChannelId channel_;  // of lookups
  machine::LineCacheStatistics counts_;
  machine::Counter& requests_;
  machine::Counter& reads_;
  machine::Counter& hits_;
  machine::Counter& merges_;
  machine::Counter& misses_;
  machine::Counter& writes_;
  machine::Counter& read_bytes_;
  machine::Counter& fills_counter_;
  machine::Counter& write_backs_;
  machine::Counter& dirty_at_end_;
  machine::Counter& conflicts_;
  machine::Histogram& occupancy_;
};

}  // namespace texpipe::timing
