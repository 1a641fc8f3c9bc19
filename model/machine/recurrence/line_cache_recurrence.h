// A banked cache by recurrence: L3 and the sampler's second level in the loosely timed machine.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/line_cache_statistics.h"
#include "machine/cache/line_cache_surroundings.h"
#include "machine/cache/line_parts.h"
#include "machine/cache/tag_array.h"
#include "machine/cache/warm_cache.h"
#include "machine/recurrence/answer_order.h"
#include "machine/recurrence/line_request.h"
#include "machine/recurrence/lookup_watcher.h"
#include "machine/recurrence/repeated_work.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Arrivals of a cycle are collected; in the next cycle each bank grants one request, round robin over the clients from
/// the one after its last grant. Writes allocate without a fetch and are written back when evicted.
class LineCacheRecurrence final : public LineServer, public LineClient, public WarmCache {
 public:
  /// @param group  that it counts in
  LineCacheRecurrence(const LineCacheParameters& parameters, const LineCacheSurroundings& surroundings,
                      StatisticsGroup& group);

  void bind(std::size_t index, LineClient& client) { clients_[index] = &client; }

  /// Where it asks for lines and writes them back.
  RequestQueue& next_level() { return next_level_; }

  bool offer(std::uint32_t client, const LineRequest& request, Cycles now) override;
  void answered(std::uint64_t tag, Cycles at, const LinePath& path) override;
  void room(Cycles now) override { next_level_.send(now); }

  /// When step() has something to do.
  Cycles next() const {
    const Cycles arrival = arriving_.empty() ? kNever : arriving_.front().arrival;
    return std::min({wake_, next_decision_, next_level_.next(), arrival});
  }
  void step(Cycles now);

  /// Counts what crossed the ports before `end`, of what was decided ahead of time.
  void count_before(Cycles end);
  void close(Cycles end);

  /// After step(now), answers that are not decided are there later than this many cycles after now.
  Cycles lookahead() const { return lookahead_; }

  /// From now on `told` hears of every lookup of a read.
  void watch(LookupWatcher told) { looked_up_ = std::move(told); }

  WarmedLine warm(ByteAddress address, bool written) override;
  ByteSize line() const override { return parameters_.line; }

  /// The end of a run: counts the dirty lines that are still here.
  void count_dirty();

 private:
  struct Request {
    LineRequest request;
    std::uint64_t line = 0;
    Cycles arrival;
    bool stalled = false;  // a grant was tried
  };
  /// A write on its way here.
  struct Arriving {
    Cycles arrival;
    std::uint32_t client = 0;
    LineRequest request;
  };
  struct Waiter {
    std::uint32_t client = 0;
    LineRequest request;
    Cycles arrival;
    Cycles granted;
  };
  struct Miss {
    std::uint64_t line = 0;
    TagArray::Place place;
    std::uint32_t parts = 0;  // not there yet
    Cycles tag_read;          // then it is known that the line is missing
    Cycles asked;             // then its address is translated
    std::vector<Waiter> waiters;
  };
  struct Bank {
    explicit Bank(const CacheGeometry& geometry, std::size_t clients) : tags{geometry}, queues(clients) {}
    TagArray tags;
    std::vector<Ring<Request>> queues;  // by client
    std::uint32_t queued = 0;           // in all of them
    std::vector<Miss> misses;           // the first `missing` of them are on their way
    std::size_t missing = 0;
    IssueSlot slot;
    CycleAccount* cycles = nullptr;
    std::uint32_t stalled = 0;  // clients whose oldest request is
    std::uint32_t next = 0;     // client that is asked first
  };
  struct Answer {
    std::uint64_t tag = 0;
    Cycles at;
    LinePath path;
  };

  void come_in(Cycles now);
  void push(std::uint32_t client, const LineRequest& request, Cycles now);
  void arrive(std::uint32_t client, const LineRequest& request, Cycles now);
  void cycle(Cycles now);
  void take_answers(Cycles now);
  bool grant(std::uint32_t bank, Cycles now);
  static void account(const Bank& bank, Cycles now);
  bool read(std::uint32_t bank, std::uint32_t client, const Request& request, Cycles now);
  bool write(std::uint32_t bank, std::uint32_t client, const Request& request, Cycles now);
  std::optional<TagArray::Place> make_room(Bank& bank, LineKey key, Cycles now);
  void ask(LineParts parts, std::uint64_t line, bool write, Cycles now);
  void answer(const Waiter& waiter, Cycles ready, std::uint32_t rank, const LinePath* below = nullptr);
  LineParts parts_of(std::uint64_t line) const;
  Miss* find(Bank& bank, std::uint64_t line);
  void wake(Cycles when) { wake_ = std::min(wake_, when); }

  LineCacheParameters parameters_;
  std::vector<LineClient*> clients_;
  LineCacheSurroundings surroundings_;
  unsigned line_bits_;
  BankSelector bank_of_line_;
  Cycles lookahead_;
  std::vector<Bank> banks_;
  std::vector<AnswerOrder> ports_;
  std::vector<IssueSlot> ways_here_;   // by client: of writes
  std::vector<LinkAccount> way_accounts_;
  Ring<Arriving> arriving_;            // in order of arrival
  std::vector<std::uint32_t> queued_;  // by client
  std::vector<std::uint8_t> refused_;  // by client
  std::uint64_t queued_in_all_ = 0;
  RequestQueue next_level_;
  Cycles last_ask_;  // of the next level
  Ring<Answer> answers_;
  std::uint32_t writes_out_ = 0;  // parts of write-backs on their way
  Cycles last_arrival_ = kNever;
  Cycles wake_ = kNever;
  Cycles next_decision_ = kNever;
  RepeatedWork work_of_;  // bytes
  LineCacheStatistics statistics_;
  LookupWatcher looked_up_;
};

}  // namespace texpipe::machine
