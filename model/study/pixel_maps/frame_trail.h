// Phases, render targets and copies of a frame, as those see them who follow its threads.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/quantity.h"
#include "functional/device/workload.h"
#include "isa/gen9/render_surface_state.h"

namespace texpipe::study {

/// A level and slice of a surface that pixel threads write.
struct PaintedTarget {
  ByteAddress address;  // of the surface
  unsigned level = 0;
  std::uint32_t slice = 0;
  std::uint32_t width = 0;  // of the level
  std::uint32_t height = 0;

  auto operator<=>(const PaintedTarget&) const = default;
};

/// A lane's write to a pixel.
struct Paint {
  std::uint32_t target = 0;  // of FrameTrail
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint64_t draw = 0;
  std::uint64_t thread = 0;  // counted over the workload
};

/// Threads of a phase.
struct FollowedPhase {
  std::uint64_t first_thread = 0;
  unsigned threads_per_group = 1;
  std::optional<functional::DrawOfThreads> draw;
  std::string stage;
};

/// A picture is complete when the draws that copy it, and resolve its samples, are over: its pixels come from the
/// target that is copied, and from what is copied to that.
class FrameTrail {
 public:
  /// Draws to a target, the first and the last one included, without the one that copies another target to it.
  struct Part {
    std::uint32_t target = 0;
    std::uint64_t first_draw = 0;
    std::uint64_t last_draw = 0;
    std::optional<std::uint64_t> copied_by{};
    bool holds(const Paint& paint) const {
      return paint.target == target && paint.draw >= first_draw && paint.draw <= last_draw && paint.draw != copied_by;
    }
  };

  void begin_phase(FollowedPhase phase) {
    current_ = phases_.size();
    phases_.push_back(std::move(phase));
    places_.clear();
  }
  /// Begins phases whose groups start among each other. @param places  by group: place among those of its phase, which
  /// counts from the first of these
  void begin_phases(std::vector<FollowedPhase> phases, std::vector<functional::GroupPlace> places);
  /// The phase that began last; of several the one that `look_at` chose.
  const FollowedPhase& phase() const { return phases_[current_]; }
  /// Makes the phase of a thread that runs the current one.
  void look_at(std::uint64_t thread) { current_ = static_cast<std::size_t>(phase_of(thread) - phases_.data()); }
  /// Number of a thread of the phases that began last.
  std::uint64_t number_of(std::uint64_t group, std::uint64_t thread) const;
  std::size_t phases() const { return phases_.size(); }
  const FollowedPhase& phase(std::size_t number) const { return phases_[number]; }
  /// The phase of a thread; null: the workload has no phases.
  const FollowedPhase* phase_of(std::uint64_t thread) const;

  /// Number of the target that a surface state names; none: no target has pixels there.
  std::optional<std::uint32_t> target(const gen9::RenderSurfaceState::Words& words, std::uint32_t layer);
  const std::vector<PaintedTarget>& targets() const { return targets_; }
  /// A draw that is not the driver's own paints the target.
  bool is_of_application(std::uint32_t target) const { return of_application_[target]; }

  /// The phase's draw reads the surface at the place that it writes in a target of the same size.
  void copied(ByteAddress from, std::uint32_t to);

  /// Parts in which a picture's pixels were painted, the last target first. @param all  pictures of the frame
  std::vector<Part> parts_of(const functional::PaintedPicture& picture,
                             const std::vector<functional::PaintedPicture>& all) const;

 private:
  struct Copy {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint64_t draw = 0;
  };

  std::vector<FollowedPhase> phases_;
  std::size_t current_ = 0;
  std::size_t first_ = 0;                       // of those that began last
  std::vector<functional::GroupPlace> places_;  // of their groups; none: there is one phase
  std::vector<PaintedTarget> targets_;
  std::vector<bool> of_application_;  // by target
  std::vector<Copy> copies_;
  gen9::RenderSurfaceState::Words recent_words_{};  // of the recent target
  std::uint32_t recent_layer_ = 0;
  std::optional<std::uint32_t> recent_;
  bool has_recent_ = false;
  std::uint64_t recent_draw_ = 0;
};

}  // namespace texpipe::study
