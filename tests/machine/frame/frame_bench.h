// The fixed functions alone, before caches that answer after a fixed time.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "machine/frame/frame_pipeline.h"
#include "machine/frame/pixel_backend.h"
#include "machine/frame/urb_ports.h"

namespace texpipe::machine {

using functional::FrameCache;
using functional::FrameStep;
using functional::FrameStepKind;
using functional::FrameWork;
using functional::TargetWork;

/// Caches that answer each request after `latency` cycles, and a dispatcher that starts each thread at once.
class FrameBench final : public FrameHost {
 public:
  explicit FrameBench(const FrameParameters& parameters = {}, Cycles latency = Cycles{20})
      : latency_{latency},
        statistics{registry, "frame"},
        urb{parameters.urb, 2, *this, statistics},
        pipeline{parameters, cleared, *this, urb, statistics, accounts},
        backend{parameters.pixel_backend, 2, cleared, *this, statistics, accounts} {
    cleared.keep(FrameCache::kDepth, parameters.hiz.clear_state);
    cleared.keep(FrameCache::kColor, parameters.pixel_backend.clear_state);
  }

  /// Runs until nothing is left to happen. @return  the last cycle in which something did
  Cycles run() {
    while (true) {
      Cycles next = std::min({pipeline.next(), backend.next(), urb.next()});
      if (!requests_.empty()) next = std::min(next, requests_.front().at);
      if (next == kNever) return now;
      now = next;
      while (!requests_.empty() && requests_.front().at == now) {
        const Request request = requests_.front();
        requests_.pop_front();
        if (request.backend) {
          backend.answered(request.tag, now);
        } else {
          pipeline.answered(request.tag, now);
        }
      }
      urb.advance(now);
      in_backend_ = true;
      backend.advance(now);
      in_backend_ = false;
      pipeline.advance(now, backend.rests(now));
    }
  }

  Cycles run(FrameWork& work) {
    pipeline.take(work, now);
    return run();
  }

  void ask(FrameCache cache, ByteAddress, ByteSize size, bool write, std::uint64_t tag) override {
    ++(write ? written : read)[static_cast<unsigned>(cache)];
    bytes[static_cast<unsigned>(cache)] += size.value();
    requests_.push_back({now + latency_, tag, in_backend_});
  }
  void open(std::uint32_t threads) override {
    for (std::uint32_t thread = 0; thread < threads; ++thread) {
      opened.push_back(now);
      if (starts) pipeline.started(now);
    }
  }
  std::uint64_t flush() override {
    flushed_at = now;
    return dirty;
  }
  std::uint64_t invalidate(const functional::ReadOnlyCaches& caches) override {
    invalidated.push_back({now, caches.textures, caches.vertices});
    return 7;
  }
  void passed(std::uint32_t draw) override { gone.push_back({now, draw}); }
  void made_room(unsigned subslice) override { rooms.push_back(subslice); }
  void urb_moved(unsigned subslice) override { moved.push_back({now, subslice}); }

 private:
  struct Request {
    Cycles at;
    std::uint64_t tag;
    bool backend;
  };
  Cycles latency_;
  std::deque<Request> requests_;
  bool in_backend_ = false;

 public:
  StatisticsRegistry registry;
  FrameStatistics statistics;
  DrawAccounts accounts;
  UrbPorts urb;
  functional::ClearedLines cleared;
  FramePipeline pipeline;
  PixelBackend backend;
  Cycles now;
  bool starts = true;
  std::uint64_t dirty = 0;
  Cycles flushed_at;
  struct Invalidation {
    Cycles at;
    bool textures;
    bool vertices;
  };
  std::vector<Invalidation> invalidated;
  std::vector<Cycles> opened;
  std::vector<std::pair<Cycles, std::uint32_t>> gone;  // draws, when they had passed
  std::vector<unsigned> rooms;
  std::array<unsigned, functional::kFrameCaches> read{}, written{};
  std::array<std::uint64_t, functional::kFrameCaches> bytes{};
  std::vector<std::pair<Cycles, unsigned>> moved;  // messages to the URB: when, and of which subslice
};

}  // namespace texpipe::machine
