#include "machine/cache/warm_cache.h"

#include <algorithm>

#include "functional/message/target_work.h"

namespace texpipe::machine {

/// Draws the samplers on which so many work groups run. Drawn without the standard library's distributions, which are
/// not the same everywhere.
void WarmLevels::draw(unsigned groups) {
  drawn_.assign(samplers_.size(), false);
  std::size_t left = samplers_.size();
  for (; groups != 0 && left != 0; --groups) {
    auto&& sampler = drawn_[draws_() % samplers_.size()];
    if (!sampler) --left;
    sampler = true;
  }
}

void WarmLevels::begin(ByteAddress address, LineUse use, unsigned groups) {
  if (use != LineUse::kSampled) {
    const Slice& slice = any_slice();
    return touch(Levels{slice.levels}.subspan(slice.of_data_ports), {}, address.value(), use == LineUse::kWritten);
  }
  if (samplers_.empty()) return touch(any_slice().levels, {}, address.value(), false);
  if (groups == 1) {
    const Sampler& sampler = from_ != nullptr ? *from_ : samplers_[draws_() % samplers_.size()];
    return touch(sampler.caches, slices_[sampler.slice].levels, address.value(), false);
  }
  draw(groups);
  for (std::size_t i = 0; i < samplers_.size(); ++i) {
    if (drawn_[i]) touch(samplers_[i].caches, slices_[samplers_[i].slice].levels, address.value(), false);
  }
}

/// One of a sampler or a data port, or the name of the sampler that follows.
void WarmLevels::begin(const WarmAccess& access) {
  if (!access.names_sampler()) return begin(access.line(), access.use(), 1);
  const std::size_t place = access.sampler() < numbers_.size() ? numbers_[access.sampler()] : kNoSampler;
  from_ = place == kNoSampler ? nullptr : &samplers_[place];
}

void WarmLevels::touch(std::span<const WarmAccess> accesses) {
  for (const WarmAccess& access : accesses) {
    if (access.names_sampler() || !access.of_frame()) {
      begin(access);
    } else if (access.cache() < frame_.size()) {
      touch(Levels{frame_}.subspan(access.cache(), 1), behind_frame_, access.line().value(), access.written());
    }
  }
  from_ = nullptr;
  end();
}

void WarmLevels::hand_on(WarmLevels& to, HandedCaches of_frame) {
  const auto each = [](const std::vector<WarmCache*>& from, const std::vector<WarmCache*>& caches, auto&& take) {
    for (std::size_t i = 0; i < std::min(from.size(), caches.size()); ++i) take(from[i], caches[i]);
  };
  for (std::size_t sampler = 0; sampler < std::min(own_.size(), to.own_.size()); ++sampler)
    each(own_[sampler], to.own_[sampler], [&](WarmCache* from, WarmCache* cache) { to.take_on(from, cache, {}); });
  for (std::size_t slice = 0; slice < std::min(slices_.size(), to.slices_.size()); ++slice) {
    const std::vector<WarmCache*>& levels = to.slices_[slice].levels;
    each(slices_[slice].every, to.slices_[slice].every, [&](WarmCache* from, WarmCache* cache) {
      const auto place = std::find(levels.begin(), levels.end(), cache);
      if (place != levels.end()) to.take_on(from, cache, Levels{place + 1, levels.end()});
    });
  }
  using functional::FrameCache;
  const auto handed =
      static_cast<std::size_t>(of_frame == HandedCaches::kColors ? FrameCache::kColor : FrameCache::kHiz);
  for (std::size_t i = 0; i < std::min(frame_.size(), to.frame_.size()); ++i) {
    if (of_frame == HandedCaches::kAll || i == handed) to.take_on(frame_[i], to.frame_[i], to.behind_frame_);
  }
  to.end();
}

/// Lets a cache have what another one has used. What has changed goes to the next level once, when the cache gives it
/// back. @param behind  levels behind it
void WarmLevels::take_on(WarmCache* from, WarmCache* cache, Levels behind) {
  if (from == nullptr || cache == nullptr || from == cache) return;
  for (const WarmCache::Recent& recent : from->take_recent()) {
    const WarmedLine line = cache->warm(recent.line, recent.changed);
    if (line.written_back && !behind.empty()) touch(behind, {}, line.written_back->line * cache->line().value(), true);
  }
}

void WarmLevels::write_back_frame() {
  for (WarmCache* const cache : frame_) {
    if (cache == nullptr) continue;
    for (const ByteAddress line : cache->clean()) touch(behind_frame_, {}, line.value(), true);
  }
  end();
}

void WarmLevels::begin_last(const Last& access) {
  access.cache->prefetch(ByteAddress{access.address});
  Last& place = last_[last_begun_++ % kLast];
  if (last_begun_ > kLast) {
    make(place);
    ++last_made_;
  }
  place = access;
}

void WarmLevels::end() {
  for (; last_made_ != last_begun_; ++last_made_) make(last_[last_made_ % kLast]);
  last_begun_ = last_made_ = 0;
}

std::uint64_t WarmLevels::invalidate(bool textures, bool constants, bool vertices) {
  constexpr std::size_t kVertexCache = 0;
  std::uint64_t lines = 0;
  for (const Sampler& sampler : samplers_)
    for (WarmCache* const cache : sampler.caches) lines += textures ? cache->invalidate() : 0;
  for (const Slice& slice : slices_) {
    for (std::size_t level = 0; level < slice.levels.size(); ++level) {
      WarmCache* const cache = slice.levels[level];
      const bool coherent = std::find(behind_frame_.begin(), behind_frame_.end(), cache) != behind_frame_.end();
      if (!coherent && (textures || (constants && level >= slice.of_data_ports))) lines += cache->invalidate();
    }
  }
  if (vertices && !frame_.empty()) lines += frame_[kVertexCache]->invalidate();
  return lines;
}

void WarmLevels::make(const Last& access) {
  const WarmedLine line = access.cache->warm(ByteAddress{access.address}, access.written);
  const unsigned lines = (line.written_back ? 1 : 0) + (line.missed && !access.written ? 1 : 0);
  bytes_of_memory_ += lines * access.cache->line().value();
  if (memory_ == nullptr) return;
  if (line.missed && !access.written) memory_->open_row(ByteAddress{access.address});
  if (line.written_back) memory_->open_row(ByteAddress{line.written_back->line * access.cache->line().value()});
}

/// @param behind  levels that follow the last one of `levels`
void WarmLevels::touch(Levels levels, Levels behind, std::uint64_t address, bool written) {
  if (levels.empty()) levels = std::exchange(behind, {});
  if (levels.empty()) return;
  WarmCache& first = *levels.front();
  levels = levels.subspan(1);
  const Levels next = levels.empty() ? behind : levels;
  if (next.empty()) return begin_last({&first, address, written});
  const WarmedLine line = first.warm(ByteAddress{address}, written);
  const std::uint64_t bytes = first.line().value();
  const std::uint64_t step = std::min(next.front()->line().value(), bytes);
  const auto each_part = [&](std::uint64_t begin, bool write) {
    for (std::uint64_t part = 0; part < bytes; part += step) touch(levels, behind, begin + part, write);
  };
  if (line.written_back) each_part(line.written_back->line * bytes, true);
  if (line.missed && !written) each_part(address / bytes * bytes, false);
}

}  // namespace texpipe::machine
