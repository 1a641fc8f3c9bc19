#include "machine/frame/urb_ports.h"

#include <algorithm>

namespace texpipe::machine {

UrbPorts::UrbPorts(const UrbParameters& parameters, unsigned subslices, FrameHost& host, FrameStatistics& statistics)
    : parameters_{parameters}, host_{host}, statistics_{statistics}, queues_(subslices) {}

Subcycles UrbPorts::write(std::uint64_t bytes, Cycles now) {
  statistics_.urb_written.add(bytes);
  const Subcycles cost = work_at_rate(bytes, parameters_.bytes_per_cycle);
  return writes_.claim(now, cost) + cost;
}

void UrbPorts::take(unsigned subslice, std::uint64_t written, std::uint64_t read, Cycles now) {
  queues_[subslice].moves.push_back({.written = written, .read = read, .arrived = now});
  next_ = std::min(next_, now + Cycles{1});
}

void UrbPorts::advance(Cycles now) {
  while (begin_move(now)) continue;
  end_moves(now);
  next_ = kNever;
  for (const Queue& queue : queues_) {
    if (queue.moves.empty()) continue;
    const Move& first = queue.moves.front();
    if (queue.begun != 0) next_ = std::min(next_, std::max(cycles_touched(first.end), now + Cycles{1}));
    if (queue.begun == queue.moves.size()) continue;
    next_ = std::min(next_, std::max(earliest(queue.moves[queue.begun], now), now + Cycles{1}));
  }
}

/// First cycle, `now` or later, in which a message can begin.
Cycles UrbPorts::earliest(const Move& move, Cycles now) const {
  Cycles earliest = std::max(now, move.arrived + Cycles{1});
  if (move.written != 0) earliest = std::max(earliest, writes_.earliest(now));
  if (move.read != 0) earliest = std::max(earliest, reads_.earliest(now));
  return earliest;
}

bool UrbPorts::begin_move(Cycles now) {
  const auto count = static_cast<unsigned>(queues_.size());
  for (unsigned i = 0; i < count; ++i) {
    const unsigned subslice = (turn_ + i) % count;
    Queue& queue = queues_[subslice];
    if (queue.begun == queue.moves.size()) continue;
    Move& move = queue.moves[queue.begun];
    if (earliest(move, now) > now) continue;
    move.end = subcycles(now);
    if (move.written != 0) move.end = write(move.written, now);
    if (move.read != 0) {
      const Subcycles cost = work_at_rate(move.read, parameters_.bytes_per_cycle);
      move.end = std::max(move.end, reads_.claim(now, cost) + cost);
      statistics_.urb_read.add(move.read);
    }
    ++queue.begun;
    turn_ = (subslice + 1) % count;
    return true;
  }
  return false;
}

void UrbPorts::end_moves(Cycles now) {
  for (unsigned subslice = 0; subslice < queues_.size(); ++subslice) {
    Queue& queue = queues_[subslice];
    while (queue.begun != 0 && queue.moves.front().end <= subcycles(now)) {
      queue.moves.pop_front();
      --queue.begun;
      host_.urb_moved(subslice);
    }
  }
}

}  // namespace texpipe::machine
