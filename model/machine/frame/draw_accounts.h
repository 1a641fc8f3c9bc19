// Accounts of a frame's draws: when each passed through the pipeline, and what it kept busy.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "base/quantity.h"
#include "functional/message/target_work.h"
#include "machine/statistics/issue_slot.h"

namespace texpipe::machine {

/// Units of the pipeline, in the order in which work passes them.
enum class FrameUnit : std::uint8_t {
  kCommandStreamer,
  kVertexFetch,
  kGeometry,
  kRasterizer,
  kHiz,
  kDepth,
  kOpening,  // threads that are ready wait for the dispatcher
  kPixelBackend,
};
inline constexpr unsigned kFrameUnits = 8;
constexpr unsigned number_of(FrameUnit unit) {
  return static_cast<unsigned>(unit);
}

/// Cycles from the entry of a draw's first step into a unit to the end of its last one there.
struct UnitStay {
  Cycles from{~std::uint64_t{0}};
  Cycles to;

  bool any() const { return from <= to; }
  void enter(Cycles now) {
    from = std::min(from, now);
    to = std::max(to, now);
  }
  void leave(Cycles now) { to = std::max(to, now); }
};

/// A stall of the command streamer.
struct StallAccount {
  std::uint32_t draw = 0;  // the next one
  Cycles since;            // in which it came to the command streamer
  Cycles begin;            // in which the pipeline was empty
  Cycles end;
  std::uint64_t bytes = 0;  // written back
};

struct DrawAccount {
  Cycles first;  // in which the command streamer begins its step
  Cycles last;   // in which its last step or write leaves the pipeline
  std::array<Subcycles, kFrameUnits> busy{};
  /// In which its step at the front of a unit was at work or waited for lines. Of the pixel backend: in which its write
  /// found no room in the window, as those before it were at work or waited for lines.
  std::array<Cycles, kFrameUnits> held{};
  std::array<UnitStay, kFrameUnits> stays{};
  std::array<std::uint64_t, functional::kFrameCaches> lines{};  // asked for or written, by cache
  std::uint64_t vertices = 0;
  std::uint64_t primitives = 0;
  std::uint64_t tiles = 0;
  std::uint64_t subspans = 0;       // covered
  std::uint64_t pixels = 0;         // covered
  std::uint64_t passed_pixels = 0;  // of these, that passed the early tests
  std::uint64_t threads = 0;
  std::uint64_t written_pixels = 0;  // of all targets
};

/// By number of the draw.
class DrawAccounts {
 public:
  DrawAccount& of(std::uint32_t draw, Cycles now) {
    if (draw != draw_ || account_ == nullptr) {
      const auto [at, fresh] = accounts_.try_emplace(draw);
      if (fresh) at->second.first = now;
      account_ = &at->second;
      draw_ = draw;
    }
    account_->last = std::max(account_->last, now);
    return *account_;
  }
  const std::map<std::uint32_t, DrawAccount>& all() const { return accounts_; }

  void add(const StallAccount& stall) { stalls_.push_back(stall); }
  /// In the order in which they began.
  const std::vector<StallAccount>& stalls() const { return stalls_; }

 private:
  std::map<std::uint32_t, DrawAccount> accounts_;
  std::uint32_t draw_ = 0;
  DrawAccount* account_ = nullptr;  // of draw_
  std::vector<StallAccount> stalls_;
};

/// Charges the draw that holds up a unit, from cycle to cycle.
class Holder {
 public:
  explicit Holder(unsigned unit) : unit_{unit} {}

  /// @param draw  that holds the unit up from `now` on; none: nobody does
  void change(std::optional<std::uint32_t> draw, Cycles now, DrawAccounts& accounts) {
    if (draw == draw_) return;
    if (draw_) {
      Cycles& held = accounts.of(*draw_, Cycles{}).held[unit_];
      held = held + (now - since_);
    }
    draw_ = draw;
    since_ = now;
  }

 private:
  unsigned unit_;
  std::optional<std::uint32_t> draw_;
  Cycles since_;
};

}  // namespace texpipe::machine
