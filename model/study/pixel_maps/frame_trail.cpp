#include "study/pixel_maps/frame_trail.h"

#include <algorithm>

#include "functional/surface/geometry.h"

namespace texpipe::study {

namespace {

/// Drivers write addresses with the highest bit of 48 repeated above.
ByteAddress in_space(ByteAddress address) {
  return ByteAddress{address.value() & (functional::GpuMemory::kEnd - 1)};
}

}  // namespace

void FrameTrail::begin_phases(std::vector<FollowedPhase> phases, std::vector<functional::GroupPlace> places) {
  first_ = phases_.size();
  for (FollowedPhase& phase : phases) begin_phase(std::move(phase));
  if (phases_.size() - first_ > 1) places_ = std::move(places);
}

std::uint64_t FrameTrail::number_of(std::uint64_t group, std::uint64_t thread) const {
  if (places_.empty()) return phases_.back().first_thread + group * phases_.back().threads_per_group + thread;
  const functional::GroupPlace& place = places_[group];
  return phases_[first_ + place.part].first_thread + place.group;
}

const FollowedPhase* FrameTrail::phase_of(std::uint64_t thread) const {
  const auto behind =
      std::upper_bound(phases_.begin(), phases_.end(), thread,
                       [](std::uint64_t number, const FollowedPhase& phase) { return number < phase.first_thread; });
  return behind == phases_.begin() ? nullptr : &*(behind - 1);
}

std::optional<std::uint32_t> FrameTrail::target(const gen9::RenderSurfaceState::Words& words, std::uint32_t layer) {
  const functional::DrawOfThreads& draw = *phase().draw;
  if (has_recent_ && layer == recent_layer_ && draw.number == recent_draw_ && words == recent_words_) return recent_;
  recent_draw_ = draw.number;
  recent_words_ = words;
  recent_layer_ = layer;
  has_recent_ = true;
  recent_.reset();
  const auto state = gen9::RenderSurfaceState::decode(words);
  if (state.type == gen9::SurfaceType::kNull || state.is_buffer()) return {};
  const unsigned level = state.mip_count - 1u;
  const bool one_row = state.type == gen9::SurfaceType::k1D;
  const PaintedTarget target{.address = in_space(state.base_address),
                             .level = level,
                             .slice = state.minimum_array_element + layer,
                             .width = functional::level_extent(state.width, level),
                             .height = one_row ? 1 : functional::level_extent(state.height, level)};
  const auto known = std::find(targets_.begin(), targets_.end(), target);
  recent_ = static_cast<std::uint32_t>(known - targets_.begin());
  if (known == targets_.end()) {
    targets_.push_back(target);
    of_application_.push_back(false);
  }
  if (!draw.by_driver) of_application_[*recent_] = true;
  return recent_;
}

void FrameTrail::copied(ByteAddress from, std::uint32_t to) {
  const std::uint64_t draw = phase().draw->number;
  if (!copies_.empty() && copies_.back().to == to && copies_.back().draw == draw) return;
  const PaintedTarget& target = targets_[to];
  for (std::uint32_t i = 0; i < targets_.size(); ++i) {
    const PaintedTarget& source = targets_[i];
    if (i == to || source.address != in_space(from) || source.width != target.width || source.height != target.height)
      continue;
    copies_.push_back({i, to, draw});
    return;
  }
}

std::vector<FrameTrail::Part> FrameTrail::parts_of(const functional::PaintedPicture& picture,
                                                   const std::vector<functional::PaintedPicture>& all) const {
  std::vector<Part> parts;
  const auto at_picture = [&](const PaintedTarget& target) {
    return target.address == in_space(picture.address) && target.width == picture.width &&
           target.height == picture.height;
  };
  const auto found = std::find_if(targets_.begin(), targets_.end(), at_picture);
  if (found == targets_.end() || picture.draws == 0) return parts;
  Part part{.target = static_cast<std::uint32_t>(found - targets_.begin()), .last_draw = picture.draws - 1};
  for (const functional::PaintedPicture& earlier : all) {
    if (earlier.address == picture.address && earlier.draws < picture.draws) part.first_draw = earlier.draws;
  }
  while (true) {
    // The last copy that the part has is what its pixels come from.
    const auto copy = std::find_if(copies_.rbegin(), copies_.rend(), [&](const Copy& one) {
      return one.to == part.target && one.draw >= part.first_draw && one.draw <= part.last_draw;
    });
    if (copy != copies_.rend()) part.copied_by = copy->draw;
    parts.push_back(part);
    if (copy == copies_.rend() || copy->draw == 0) return parts;
    Part source{.target = copy->from, .last_draw = copy->draw - 1};
    // Draws before an earlier copy belong to the picture that it went to.
    for (const Copy& earlier : copies_) {
      if (earlier.from == copy->from && earlier.to != copy->to && earlier.draw < copy->draw)
        source.first_draw = std::max(source.first_draw, earlier.draw + 1);
      if (earlier.from == copy->from && earlier.to == copy->to && earlier.draw < part.first_draw)
        source.first_draw = std::max(source.first_draw, earlier.draw + 1);
    }
    part = source;
  }
}

}  // namespace texpipe::study
