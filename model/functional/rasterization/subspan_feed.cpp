#include "functional/rasterization/subspan_feed.h"

#include <algorithm>
#include <utility>

namespace texpipe::functional {

SubspanFeed::SubspanFeed(RasterScene scene, std::uint32_t slots)
    : scene_{std::move(scene)}, triangles_{rasterize(scene_)}, store_{0} {
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    for (std::uint32_t s = 0; s < triangles_[t].subspans.size(); ++s) {
      if (!scene_.sample_shading) {
        invocations_.push_back({t, s, -1});
        continue;
      }
      const auto& samples = triangles_[t].subspans[s].samples;
      for (int sample = 0; sample < scene_.state.pattern.count; ++sample) {
        if ((samples[0] | samples[1] | samples[2] | samples[3]) >> sample & 1)
          invocations_.push_back({t, s, static_cast<std::int8_t>(sample)});
      }
    }
  }
  resize_store(slots);
}

void SubspanFeed::resize_store(std::uint32_t slots) {
  store_ = CoverageStore{std::max(slots, kSubspansPerThread)};
  Slots nothing;
  nothing.fill(store_.capacity());
  slots_.assign(threads(), nothing);
}

unsigned SubspanFeed::subspans_of(unsigned thread) const {
  return static_cast<unsigned>(
      std::min<std::size_t>(kSubspansPerThread, invocations_.size() - std::size_t{thread} * kSubspansPerThread));
}

SubspanInFlight SubspanFeed::subspan(std::size_t index) const {
  const Invocation& invocation = invocations_[index];
  const RasterizedTriangle& triangle = triangles_[invocation.triangle];
  return subspan_in_flight(scene_, triangle, triangle.subspans[invocation.subspan], invocation.sample);
}

bool SubspanFeed::insert(std::size_t index) {
  const auto slot = store_.insert(subspan(index));
  if (!slot) return false;
  slots_[index / kSubspansPerThread][index % kSubspansPerThread] = *slot;
  return true;
}

void SubspanFeed::provide(unsigned thread) {
  if (slots_[thread][0] != store_.capacity()) return;
  for (unsigned other = 0; other < slots_.size() && store_.capacity() - store_.occupancy() < subspans_of(thread);
       ++other)
    release(other);
  for (unsigned i = 0; i < subspans_of(thread); ++i) insert(std::size_t{thread} * kSubspansPerThread + i);
}

void SubspanFeed::release(unsigned thread) {
  for (std::uint32_t& slot : slots_[thread]) {
    store_.release(slot);
    slot = store_.capacity();
  }
}

}  // namespace texpipe::functional
