// Requests between caches and memory in the loosely timed machine, and the interfaces of those who ask and answer.
#pragma once

#include <cstdint>

#include "base/quantity.h"
#include "base/ring.h"
#include "machine/cache/line_path.h"
#include "machine/stage/never.h"

namespace texpipe::machine {

struct LineRequest {
  ByteAddress address;
  std::uint32_t bytes = 0;
  bool write = false;
  std::uint64_t tag = 0;  // the client's own number
};

/// A block that asks for lines: a cache, the fills of a sampler, a data port.
class LineClient {
 public:
  virtual ~LineClient() = default;

  /// Takes the answer to a request, which comes at `at`, now or later. Calls come in the order of their times.
  /// @param path  places of the line since it was asked for
  virtual void answered(std::uint64_t tag, Cycles at, const LinePath& path) = 0;

  /// Says that there is room from `now` on, after a request was refused.
  virtual void room(Cycles now) = 0;
};

/// A block that is asked for lines: a cache or a memory.
class LineServer {
 public:
  virtual ~LineServer() = default;

  /// Takes a request that arrives at `now`. Returns false when there is no room; room() follows, and the client offers
  /// the request again.
  virtual bool offer(std::uint32_t client, const LineRequest& request, Cycles now) = 0;

  /// Names the block that asks under a number, before its first request.
  virtual void bind(std::uint32_t client, LineClient& asks) = 0;

  /// Cycles of certainty: when everything up to `now` has happened, answers that are not decided come later than this
  /// many cycles after `now`.
  virtual Cycles lookahead() const = 0;
};

/// Requests that become known at given times and go out one after the other, each when the one before is taken.
class RequestQueue {
 public:
  void bind(LineServer& server, std::uint32_t client) { server_ = &server, client_ = client; }

  /// @param known  time from which on it may go out; not before that of an earlier call
  void add(const LineRequest& request, Cycles known) { waiting_.push_back({request, known}); }

  /// Time at which there is something to send; kNever: nothing, or the server has no room.
  Cycles next() const { return refused_ || waiting_.empty() ? kNever : waiting_.front().known; }

  void send(Cycles now) {
    refused_ = false;
    while (!waiting_.empty() && waiting_.front().known <= now) {
      if (!server_->offer(client_, waiting_.front().request, now)) {
        refused_ = true;
        return;
      }
      waiting_.pop_front();
    }
  }

 private:
  struct Waiting {
    LineRequest request;
    Cycles known;
  };

  LineServer* server_ = nullptr;
  std::uint32_t client_ = 0;
  Ring<Waiting> waiting_;
  bool refused_ = false;
};

}  // namespace texpipe::machine
