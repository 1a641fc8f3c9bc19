// A banked cache between requesters and memory: the L3, and the sampler's optional second level.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "base/parameter.h"
#include "functional/memory/gpu_memory.h"
#include "timing/cache/tag_array.h"
#include "timing/observe/simulation.h"
#include "timing/stage/answer_port.h"
#include "timing/stage/request_port.h"

namespace texpipe::timing {

struct LineCacheParameters {
  ByteSize size{768 * 1024};
  std::uint32_t ways = 16;
  ByteSize line{64};
  SetHash set_hash = SetHash::kXor;
  Replacement replacement = Replacement::kLru;
  std::uint64_t seed = 1;
  std::uint32_t banks = 4;
  std::uint32_t bytes_per_cycle = 64;
  Cycles hit_latency{30};
  Cycles fill_latency{4};
  std::uint32_t mshrs = 32;
  std::uint32_t queue = 16;
  std::uint32_t write_buffer = 64;

  template <class Visitor>
  void describe(Visitor& v) {
    v("size", size,
      {.range = {{ByteSize{1024}, ByteSize{std::uint64_t{1} << 30}}},
       .help = "data capacity",
       .source = {"L3: Skylake PRM vol. 4; sampler L2: assumed"}});
    v("ways", ways, {.range = {{1, 4096}}, .help = "lines per set", .source = kAssumed});
    v("line", line,
      {.range = {{ByteSize{16}, ByteSize{1024}}}, .power_of_two = true, .help = "bytes of a line", .source = kAssumed});
    v("set_hash", set_hash, {.help = "how a line number chooses its set", .source = kAssumed});
    v("replacement", replacement, {.help = "which line of a full set makes room", .source = kAssumed});
    v("seed", seed, {.help = "of random replacement"});
    v("banks", banks, {.range = {{1, 64}}, .help = "banks that work at a time", .source = {"L3: Skylake PRM vol. 4"}});
    v("bytes_per_cycle", bytes_per_cycle,
      {.range = {{1, 1024}},
       .help = "bytes per cycle of a bank and of a requester's port",
       .source = {"L3: Skylake PRM vol. 4"}});
    v("hit_latency", hit_latency,
      {.range = {{Cycles{1}, Cycles{100'000}}}, .help = "granted to data at the requester", .source = kAssumed});
    v("fill_latency", fill_latency,
      {.range = {{Cycles{1}, Cycles{100'000}}},
       .help = "line from memory to data at the requester",
       .source = kAssumed});
    v("mshrs", mshrs,
      {.range = {{1, 65536}}, .help = "lines of a bank that can be on their way at a time", .source = kAssumed});
    v("queue", queue, {.range = {{1, 65536}}, .help = "requests of one requester that wait", .source = kAssumed});
    v("write_buffer", write_buffer,
      {.range = {{1, 65536}}, .help = "lines that wait to be written to memory", .source = kAssumed});
  }
};

/// Arrivals of a cycle are collected; in the next cycle each bank grants one request, round robin over the requesters
/// from the one after its last grant. Answers are in any order. Writes allocate without a fetch (byte masks assumed)
/// and are written back when evicted. The cache holds no bytes: reads and write-backs carry the current ones of
/// `memory`.
class LineCache : public sc_core::sc_module {
 public:
  SC_HAS_PROCESS(LineCache);

  LineCache(sc_core::sc_module_name name, Simulation& simulation, const LineCacheParameters& parameters,
            std::uint32_t requesters, functional::GpuMemory& memory, std::string_view description);

  /// Socket of a requester, 0 to requesters - 1.
  MemoryTarget<AnswerPort>& requester(std::uint32_t index) { return ports_[index]->socket; }

  RequestPort memory_port;

  /// Writes every dirty line to memory by debug transport: no time passes.
  void write_back_all();

 private:
  struct Request {
    PayloadRef payload;
    std::uint32_t requester;
    Cycles arrival;
  };
  struct Miss {
    TagArray::Place place;
    std::vector<Request> waiters;
  };
  struct Bank {
    explicit Bank(const CacheGeometry& geometry, std::uint32_t requesters) : tags{geometry}, queues(requesters) {}
    TagArray tags;
    std::vector<std::deque<Request>> queues;  // by requester
    std::map<std::uint64_t, Miss> misses;     // by line number
    IssueSlot slot;
    std::uint32_t next = 0;  // requester that is asked first
  };

  std::string describe_queue(std::uint32_t requester) const;
  bool offered(std::uint32_t requester, Payload& payload);
  void push(std::uint32_t requester, Payload& payload);
  unsigned debug(Payload& payload);
  void cycle();
  void take_answers();
  bool grant(std::uint32_t bank);
  bool serve(std::uint32_t bank, Request& request);
  bool read(std::uint32_t bank, LineKey key, Request& request);
  bool write(std::uint32_t bank, LineKey key, const Request& request);
  std::optional<TagArray::Place> make_room(Bank& bank, LineKey key);
  PayloadRef write_of(LineKey key);
  void answer(const Request& request, Cycles ready, std::uint32_t rank);
  void memory_answered(Payload& payload);
  void wake(Cycles when);
  std::uint32_t bank_of_line(std::uint64_t line) const;
  Cycles now() const { return simulation_.clock.now(); }

  Simulation& simulation_;
  LineCacheParameters parameters_;
  functional::GpuMemory& memory_;
  std::vector<std::unique_ptr<AnswerPort>> ports_;
  std::vector<std::uint32_t> queued_;  // requests per requester
  std::uint64_t queued_in_all_ = 0;
  std::vector<Bank> banks_;
  std::deque<std::pair<Cycles, PayloadRef>> answers_;  // arrived from memory
  Cycles last_arrival_;
  std::uint32_t writes_out_ = 0;  // write-backs on their way
  sc_core::sc_event wake_;

  StatisticsGroup& statistics_;
  Requester& progress_;
  Counter& requests_;
  Counter& reads_;
  Counter& hits_;
  Counter& merges_;
  Counter& misses_;
  Counter& writes_;
  Counter& read_bytes_;
  Counter& fills_counter_;
  Counter& write_backs_;
  Counter& conflicts_;
  Histogram& occupancy_;
};

}  // namespace texpipe::timing
