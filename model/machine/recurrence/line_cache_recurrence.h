// A cache of lines by recurrence, in the loosely timed machine: a sampler's second level, the samplers' shared one, L3
// or the last-level cache.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "machine/cache/line_bank.h"
#include "machine/cache/line_cache_parameters.h"
#include "machine/cache/warm_cache.h"
#include "machine/recurrence/answer_order.h"
#include "machine/recurrence/line_request.h"
#include "machine/recurrence/lookup_watcher.h"

namespace texpipe::machine {

/// The banks' decisions are made by LineBanks; here time passes from one step to the next, and answers are decided
/// ahead of their times.
class LineCacheRecurrence final : public LineServer, public WarmCache {
 public:
  /// @param group  statistics in which the cache counts
  LineCacheRecurrence(const LineCacheParameters& parameters, const LineCacheSurroundings& surroundings,
                      StatisticsGroup& group);

  void bind(std::uint32_t requester, LineClient& client) override { requesters_[requester].client = &client; }

  /// Binds the ways to the next level, one for each slice, whose numbers there begin with `first`.
  void bind_next_level(LineServer& next, std::uint32_t first);

  bool offer(std::uint32_t requester, const LineRequest& request, Cycles now) override;

  /// Time at which step() has something to do; kNever: nothing until another function is called.
  Cycles next() const {
    Cycles next = std::min(banks_.next(), next_decision_);
    for (const Way& way : ways_) next = std::min(next, way.queue.next());
    return next;
  }
  void step(Cycles now);

  /// Counts the answers that crossed the ports before `end`; they were decided ahead of time.
  void count_before(Cycles end);
  void close(Cycles end);

  Cycles lookahead() const override { return lookahead_; }

  /// Calls `told` at every lookup of a read from now on.
  void watch(LookupWatcher told) { told_ = std::move(told); }

  WarmedLine warm(ByteAddress address, bool written) override { return banks_.warm(address, written); }
  void prefetch(ByteAddress address) const override { banks_.prefetch_tags(address); }
  std::uint64_t invalidate() override { return banks_.invalidate(); }
  std::vector<ByteAddress> clean() override { return banks_.clean(); }
  ByteSize line() const override { return banks_.line(); }

  /// Writes all changed lines back. @return  bytes of them
  std::uint64_t flush(Cycles now) { return banks_.flush(now); }

  /// At the end of a run: counts the dirty lines that are still here.
  void count_dirty();

 private:
  using Banks = LineBanks<std::uint64_t, LineCacheRecurrence>;  // the number of a requester's request is its handle
  using Request = Banks::Request;
  friend Banks;

  struct Requester {
    LineClient* client = nullptr;
    std::optional<std::uint64_t> refused;  // line of its last request, if that was refused
  };

  /// The way of a slice to the next level: its missing lines and write-backs.
  class Way final : public LineClient {
   public:
    explicit Way(LineCacheRecurrence& cache) : cache_{cache} {}
    void answered(std::uint64_t tag, Cycles at, const LinePath& path) override { cache_.answered(tag, at, path); }
    void room(Cycles now) override { queue.send(now); }

    RequestQueue queue;

   private:
    LineCacheRecurrence& cache_;
  };

  void answered(std::uint64_t tag, Cycles at, const LinePath& path);

  // Calls of the banks.
  void ask(std::uint32_t slice, const LineParts& parts, bool write, Cycles at);
  LinePath* answer(const Request& request, Cycles ready, std::uint32_t rank);
  void looked_up(const Request& request, LineLookup result, Cycles now) const {
    if (told_) told_(request.requester, request.line, result, now);
  }
  void freed(std::uint32_t requester, Cycles now);

  std::vector<Requester> requesters_;
  std::uint32_t requesters_per_port_;
  Cycles lookahead_;
  std::vector<AnswerOrder> ports_;
  Cycles next_decision_ = kNever;  // next time at which a port has an answer to decide
  std::vector<Way> ways_;          // by slice
  LookupWatcher told_;
  Banks banks_;
};

}  // namespace texpipe::machine
