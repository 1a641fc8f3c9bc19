#include "machine/frame/pixel_backend.h"

#include <algorithm>
#include <utility>

#include "machine/frame/frame_costs.h"

namespace texpipe::machine {

namespace {

constexpr auto kUnit = static_cast<unsigned>(FrameUnit::kPixelBackend);

}  // namespace

PixelBackend::PixelBackend(const PixelBackendParameters& parameters, unsigned subslices,
                           functional::ClearedLines& cleared, FrameHost& host, FrameStatistics& statistics,
                           DrawAccounts& accounts)
    : parameters_{parameters},
      cleared_{cleared},
      host_{host},
      statistics_{statistics},
      accounts_{accounts},
      queues_(subslices),
      compressed_{parameters.compression_ratio} {}

bool PixelBackend::KeptLines::keep(ByteAddress line) {
  const auto end = lines_.begin() + std::min<std::ptrdiff_t>(kept_, std::ssize(lines_));
  if (std::find(lines_.begin(), end, line) != end) return true;
  lines_[kept_++ % lines_.size()] = line;
  return false;
}

bool PixelBackend::has_room(unsigned subslice, Cycles now) {
  Queue& queue = queues_[subslice];
  if (!queue.withheld && taken(queue, now) < parameters_.queue) return true;
  queue.withheld = true;
  if (queue.freed_at == now) next_ = std::min(next_, now + Cycles{1});
  return false;
}

void PixelBackend::take(unsigned subslice, const functional::TargetWork& work, Cycles now) {
  queues_[subslice].writes.push_back({.work = work, .arrived = now});
  next_ = std::min(next_, now + Cycles{1});
}

void PixelBackend::answered(std::uint64_t tag, Cycles now) {
  next_ = std::min(next_, now + Cycles{1});
  last_event_ = now;
  Write& write = window_[tag - first_number_];
  --write.waits;
  write.last_line = now;
}

/// Nothing is left to do of what came before this cycle, in which writes may come before or after.
bool PixelBackend::is_empty(Cycles now) const {
  return window_.empty() && std::all_of(queues_.begin(), queues_.end(), [&](const Queue& queue) {
           return queue.writes.empty() || queue.writes.front().arrived >= now;
         });
}

bool PixelBackend::rests(Cycles now) const {
  return window_.empty() && (last_event_ < now || last_event_ == Cycles{}) &&
         std::all_of(queues_.begin(), queues_.end(), [](const Queue& queue) { return queue.writes.empty(); });
}

void PixelBackend::advance(Cycles now) {
  tell_room(now);
  while (leave_window(now) || end_write(now)) continue;
  while (begin_write(now)) continue;
  look_ahead(now);
}

/// Tells subslices whose write was refused of places that became free in an earlier cycle.
void PixelBackend::tell_room(Cycles now) {
  for (unsigned subslice = 0; subslice < queues_.size(); ++subslice) {
    Queue& queue = queues_[subslice];
    if (!queue.withheld || taken(queue, now) >= parameters_.queue) continue;
    queue.withheld = false;
    host_.made_room(subslice);
  }
}

bool PixelBackend::leave_window(Cycles now) {
  if (done_ == 0 || !is_settled(window_.front(), now)) return false;
  window_.pop_front();
  ++first_number_;
  --done_;
  if (is_empty(now)) {
    read_.clear();
    written_.clear();
  }
  return true;
}

bool PixelBackend::end_write(Cycles now) {
  if (done_ == window_.size()) return false;
  Write& write = window_[done_];
  if (write.served > subcycles(now) || !is_settled(write, now)) return false;
  const std::uint64_t number = first_number_ + done_++;
  for (const functional::FrameLine& line : write.work.lines) {
    if (!line.write || (line.cache == functional::FrameCache::kMcs && written_.keep(line.address))) continue;
    cleared_.remove(line);
    ++write.waits;
    ask(line, true, number);
  }
  DrawAccount& account = accounts_.of(write.work.draw, now);
  account.written_pixels += write.work.pixels;
  account.stays[kUnit].leave(now);
  last_event_ = now;
  return true;
}

bool PixelBackend::begin_write(Cycles now) {
  if (window_.size() >= parameters_.window || slot_.earliest(now) > now) return false;
  const auto count = static_cast<unsigned>(queues_.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned subslice = (turn_ + i) % count;
    Queue& queue = queues_[subslice];
    if (queue.writes.empty() || queue.writes.front().arrived >= now || queue.freed_at == now) continue;
    turn_ = (subslice + 1) % count;
    window_.push_back(std::move(queue.writes.front()));
    queue.writes.pop_front();
    queue.freed_at = now;
    Write& write = window_.back();
    const Subcycles cost = target_cost(parameters_, write.work);
    const Subcycles begin = slot_.claim(now, cost);
    write.served = begin + cost;
    statistics_.backend_cycles.work(begin, write.served);
    statistics_.writes.add();
    statistics_.written_pixels.add(write.work.pixels);
    statistics_.written_colors.add(write.work.colors);
    if (write.work.reads) statistics_.blended_pixels.add(write.work.pixels);
    DrawAccount& account = accounts_.of(write.work.draw, now);
    account.busy[kUnit] = account.busy[kUnit] + cost;
    account.stays[kUnit].enter(now);
    const std::uint64_t number = first_number_ + window_.size() - 1;
    for (const functional::FrameLine& line : write.work.lines) {
      if (line.cache == functional::FrameCache::kMcs && read_.keep(line.address)) continue;
      ++account.lines[static_cast<unsigned>(line.cache)];
      if (!line.read) continue;
      if (cleared_.spares(line)) {
        statistics_.spare(line.cache);
        continue;
      }
      ++write.waits;
      ask(line, false, number);
    }
    return true;
  }
  return false;
}

void PixelBackend::ask(const functional::FrameLine& line, bool write, std::uint64_t number) {
  host_.ask(line.cache, line.address, compressed_.bytes(line), write, number);
}

/// Draw whose write came in an earlier cycle and finds the window full.
std::optional<std::uint32_t> PixelBackend::held_up(Cycles now) const {
  if (window_.size() < parameters_.window) return {};
  for (unsigned i = 0; i < queues_.size(); ++i) {
    const Queue& queue = queues_[(turn_ + i) % queues_.size()];
    if (!queue.writes.empty() && queue.writes.front().arrived < now) return queue.writes.front().work.draw;
  }
  return {};
}

void PixelBackend::look_ahead(Cycles now) {
  next_ = last_event_ == now ? now + Cycles{1} : kNever;  // when it rests, a stall may go on
  const std::optional<std::uint32_t> held = held_up(now);
  holder_.change(held, now, accounts_);
  const FrameCycle state = window_.empty() ? FrameCycle::kIdle : held ? FrameCycle::kBlocked : FrameCycle::kWaiting;
  // The next one that leaves, and the next one that is done.
  for (const std::size_t at : {std::size_t{0}, done_}) {
    if (at >= window_.size() || window_[at].waits != 0) continue;
    const Write& write = window_[at];
    Cycles due = at < done_ ? Cycles{} : cycles_touched(write.served);
    if (write.last_line != Cycles{}) due = std::max(due, write.last_line + Cycles{1});
    next_ = std::min(next_, std::max(due, now + Cycles{1}));  // one that writes nothing is due at once
  }
  for (const Queue& queue : queues_) {
    if (queue.withheld && queue.freed_at == now) next_ = now + Cycles{1};
    if (queue.writes.empty()) continue;
    if (window_.size() >= parameters_.window) {
      if (queue.writes.front().arrived == now) next_ = now + Cycles{1};  // from then on it is held up
      continue;
    }
    const Cycles arrived = std::max(queue.writes.front().arrived, queue.freed_at == kNever ? Cycles{} : queue.freed_at);
    next_ = std::min(next_, std::max({slot_.earliest(now), arrived + Cycles{1}, now + Cycles{1}}));
  }
  if (state != state_) statistics_.backend_cycles.enter(now, state);
  state_ = state;
}

}  // namespace texpipe::machine
