#include "machine/recurrence/fill_recurrence.h"

#include <algorithm>
#include <utility>

namespace texpipe::machine {

FillRecurrence::FillRecurrence(const TextureCacheParameters& parameters, ByteSize next_line, Owner& owner,
                               const FillStatistics& statistics, EarlyCounts& early)
    : parameters_{parameters},
      sectors_{parameters.sectors()},
      next_line_{next_line},
      owner_{owner},
      decoder_{parameters.decompression.latency, parameters.decompression.blocks_per_cycle},
      registers_{parameters.mshrs},
      statistics_{statistics},
      early_{early} {}

void FillRecurrence::enter(LineKey key, std::uint32_t fill) {
  std::uint32_t& last = last_of_[bucket_of(key)];
  flights_[fill] = {name_of(key), last};
  last = fill + 1;
}

void FillRecurrence::forget(Cycles now) {
  last_of_.fill(0);
  first_arrival_ = kNever;
  for (std::uint32_t i = 0; i < flying_;) {
    if (fills_[i].arrival < now) {
      if (i != --flying_) std::swap(fills_[i], fills_[flying_]);
      continue;
    }
    enter(fills_[i].key, i);
    first_arrival_ = std::min(first_arrival_, fills_[i].arrival);
    ++i;
  }
}

std::uint32_t FillRecurrence::taken(Cycles now) const {
  if (first_arrival_ > now) return flying_;
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < flying_; ++i) count += fills_[i].arrival > now;
  return count;
}

Cycles FillRecurrence::next_arrival(Cycles now) const {
  if (first_arrival_ > now) return first_arrival_;
  Cycles next = kNever;
  for (std::uint32_t i = 0; i < flying_; ++i) {
    if (fills_[i].arrival > now) next = std::min(next, fills_[i].arrival);
  }
  return next;
}

void FillRecurrence::request(const LineSectors& wanted, LineDecoding decoding, std::uint64_t waiter, Cycles now,
                             Cycles known) {
  ask(wanted, decoding, now, known).waiters.push_back(waiter);
}

FillRecurrence::Fill& FillRecurrence::ask(const LineSectors& wanted, LineDecoding decoding, Cycles now, Cycles known) {
  if (flying_ == fills_.size()) {
    fills_.emplace_back();
    flights_.emplace_back();
  }
  enter(wanted.key, flying_);
  Fill& fill = fills_[flying_++];
  fill.key = wanted.key;
  fill.sectors = wanted.sectors;
  fill.order = next_order_++;
  fill.blocks = decoding.blocks;
  fill.parts = 0;
  fill.asked_at = known;
  fill.arrival = kNever;
  fill.waiters.clear();
  ++unknown_;
  registers_.came(now);
  early_.add(statistics_.requested, 1, now);
  if (watcher_ != nullptr) watcher_->requested(now);
  for_each_stored_run(wanted, decoding, sectors_, [&](ByteAddress address, ByteSize bytes) {
    const LineParts parts = parts_of(address, bytes, next_line_);
    fill.parts += parts.count;
    for (std::uint32_t number = 0; number < parts.count; ++number) {
      const LinePart part = parts[number];
      next_level_.add({part.address, static_cast<std::uint32_t>(part.size.value()), false, tag_of(fill, part.size)},
                      known);
    }
  });
  return fill;
}

void FillRecurrence::answered(std::uint64_t tag, Cycles at, const LinePath& path) {
  const auto end = fills_.begin() + flying_;
  const std::uint64_t order = tag >> kBytesBits;
  Fill& fill = *std::find_if(fills_.begin(), end, [order](const Fill& f) { return f.order == order; });
  early_.add(statistics_.bytes, tag & ((std::uint64_t{1} << kBytesBits) - 1), at);
  if (--fill.parts > 0) return;
  fill.path->clear();
  fill.path->add(LinePlace::kL1, fill.asked_at);
  fill.path->add(path);
  arrive(fill, decoder_.decode(fill.key, fill.blocks, at));
}

void FillRecurrence::arrive(Fill& fill, Cycles at) {
  fill.arrival = at;
  fill.path->add(LinePlace::kL1, at);
  first_arrival_ = std::min(first_arrival_, at);
  --unknown_;
  registers_.went(at);
  early_.add(statistics_.filled, 1, at);
  if (watcher_ != nullptr) watcher_->filled(fill.key, fill.asked_at, at);
  early_.add(statistics_.latency, (at - fill.asked_at).value(), at);
  for (const std::uint64_t waiter : fill.waiters) owner_.line_there(waiter, fill);
  if (!fill.waiters.empty()) return;
  ahead_until_ = std::max(ahead_until_, at);
  owner_.came_ahead();
}

}  // namespace texpipe::machine
