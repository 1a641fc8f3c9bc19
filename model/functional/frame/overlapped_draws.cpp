#include "functional/frame/overlapped_draws.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "functional/frame/pixel/pixel_threads.h"

namespace texpipe::functional {

namespace {

constexpr std::uint64_t kMostPixelThreads = 16384;  // of a phase, but for those of its last draw

}  // namespace

void MixedThreads::clear() {
  parts_.clear();
  places_.clear();
  older_.reset();
  pixel_threads_ = 0;
}

void MixedThreads::add_pixels(const ThreadSource& threads, const DrawInFlight& draw) {
  parts_.push_back({&threads, draw.draw, &draw.place, &draw.pixels.batch()});
  pixel_threads_ += threads.groups();
}

void MixedThreads::add_vertices(const ThreadSource& threads, const DrawInFlight& draw) {
  parts_.push_back({&threads, draw.draw, &draw.place, nullptr});
}

void MixedThreads::order_by(const std::vector<FrameStep>& steps) {
  const auto first_of_vertices =
      std::find_if(parts_.begin(), parts_.end(), [](const Part& part) { return part.pixels == nullptr; });
  struct Turn {
    std::uint32_t part, end, group;
  };
  const auto middle = static_cast<std::uint32_t>(first_of_vertices - parts_.begin());
  Turn pixels{0, middle, 0}, vertices{middle, static_cast<std::uint32_t>(parts_.size()), 0};
  for (const FrameStep& step : steps) {
    Turn& turn = step.kind == FrameStepKind::kVertices ? vertices : pixels;
    for (std::uint32_t thread = 0; thread < step.opens; ++thread) {
      while (turn.part < turn.end && turn.group == parts_[turn.part].threads->groups()) {
        ++turn.part;
        turn.group = 0;
      }
      if (turn.part == turn.end) throw Error{ExitCode::kInternalError, "a step lets more threads start than there are"};
      places_.push_back({turn.part, turn.group++});
    }
  }
}

std::string MixedThreads::name() const {
  const bool pixels = parts_.front().pixels != nullptr, vertices = parts_.back().pixels == nullptr;
  return pixels && vertices ? "pixel and vertex shader" : pixels ? "pixel shader" : "vertex shader";
}

/// Threads with scratch memory are a phase of their own.
unsigned MixedThreads::reuse_distance() const {
  return parts_.size() == 1 ? parts_.front().threads->reuse_distance() : kNeverReused;
}

void MixedThreads::start(unsigned group, unsigned thread, ThreadRegisters& registers,
                         std::unique_ptr<EuProgram>& program) const {
  const GroupPlace& place = places_[group];
  parts_[place.part].threads->start(place.group, thread, registers, program);
}

std::vector<PhasePart> MixedThreads::parts() const {
  std::vector<PhasePart> parts;
  for (const Part& part : parts_) parts.push_back({part.draw, part.threads->name(), part.threads->groups()});
  return parts;
}

bool MixedThreads::keeps_order() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.threads->keeps_order(); });
}

const OlderThreads* MixedThreads::older_at_same_pixels() const {
  if (older_) return &*older_;
  if (parts_.front().pixels == nullptr) return nullptr;
  std::vector<const PixelBatch*> batches;
  for (const Part& part : parts_)
    if (part.pixels != nullptr) batches.push_back(part.pixels);
  const OlderThreads of_pixels = older_threads(batches);
  std::vector<std::uint32_t> groups;  // by number among the pixel threads
  for (std::uint32_t group = 0; group < places_.size(); ++group)
    if (parts_[places_[group].part].pixels != nullptr) groups.push_back(group);
  older_.emplace();
  std::uint32_t number = 0;
  for (const GroupPlace& place : places_) {
    older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
    if (parts_[place.part].pixels == nullptr) continue;
    for (const std::uint32_t before : of_pixels.of(number++)) older_->groups.push_back(groups[before]);
  }
  older_->starts.push_back(static_cast<std::uint32_t>(older_->groups.size()));
  return &*older_;
}

const MixedThreads* OverlappedDraws::next_threads(const Next& next) {
  end_threads();
  while (true) {
    // Vertices without a shader have no threads to wait for.
    for (std::shared_ptr<DrawInFlight>& draw : fetched_) {
      draw->geometry.next_threads();
      draw->pixels.take(draw->geometry.primitives());
      shaded_.push_back(std::move(draw));
    }
    fetched_.clear();
    if (!shaded_.empty()) work_.add(FrameStepKind::kJoin);
    const std::size_t first = work_.steps.size();
    add_pixels();
    const std::size_t middle = work_.steps.size();
    if (shaded_.empty() && !alone_) add_vertices(next);
    work_.spread(first, middle);
    threads_.order_by(work_.steps);
    if (threads_.groups() != 0) return &threads_;
    threads_.clear();
    if (fetched_.empty() && shaded_.empty() && !continued_) return nullptr;
  }
}

/// Lets the writes of the phase that has ended take effect.
void OverlappedDraws::end_threads() {
  for (const std::shared_ptr<DrawInFlight>& draw : drawn_) draw->pixels.end_threads();
  drawn_.clear();
  threads_.clear();
}

void OverlappedDraws::add_pixels() {
  alone_ = false;
  while (!shaded_.empty() && !alone_ && threads_.pixel_threads() < kMostPixelThreads) {
    const std::shared_ptr<DrawInFlight> draw = shaded_.front();
    work_.draw = static_cast<std::uint32_t>(draw->draw.number);
    if (draw->pixels.has_scratch() && threads_.pixel_threads() != 0) return;
    const ThreadSource* threads = draw->pixels.next_threads();
    if (threads != nullptr) {
      threads_.add_pixels(*threads, *draw);
      drawn_.push_back(draw);
      alone_ = draw->pixels.has_scratch();
      if (!draw->pixels.is_drawn()) return;
    }
    shaded_.erase(shaded_.begin());
    if (draw->geometry.more()) continued_ = draw;
    if (threads != nullptr && draw->pixels.tests_late()) return;
  }
}

void OverlappedDraws::add_vertices(const Next& next) {
  std::uint64_t vertices = 0;
  while (vertices < work_.ahead) {
    std::shared_ptr<DrawInFlight> draw = continued_ ? std::exchange(continued_, nullptr) : next();
    if (!draw) return;
    work_.draw = static_cast<std::uint32_t>(draw->draw.number);
    const ThreadSource* threads = draw->geometry.next_threads();
    if (threads != nullptr) threads_.add_vertices(*threads, *draw);
    vertices += draw->geometry.vertices();
    const bool last = draw->geometry.is_last_portion();
    fetched_.push_back(std::move(draw));
    if (!last) return;
  }
}

}  // namespace texpipe::functional
