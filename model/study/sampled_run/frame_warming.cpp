#include "study/sampled_run/frame_warming.h"

#include <algorithm>

#include "functional/message/pixel_writes.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::study {

using functional::PlanDetail;
using machine::LineUse;

namespace {

constexpr unsigned kTogether = 16;  // groups, whose neighbours sample lines near theirs
constexpr unsigned kPlanned = 8;    // of so many such groups those of one touch what they sample
constexpr unsigned kLineBits = 6;
constexpr functional::LineShape kLines{.bits = kLineBits, .decoded = false};

}  // namespace

double FrameWarming::run(unsigned first, unsigned end, unsigned near) {
  const unsigned far_end = end - std::min(near, end - first);
  const std::uint64_t before = footprints_;
  unsigned all_planned = 0;
  for (unsigned group = first; group < far_end;) {
    const unsigned planned = std::min(group + kTogether, far_end);
    run(group, planned, PlanDetail::kFootprints);
    all_planned += planned - group;
    group = std::min(group + kPlanned * kTogether, far_end);
    run(planned, group, PlanDetail::kNone);
  }
  const double far = all_planned == 0 ? 0 : static_cast<double>(footprints_ - before) * (far_end - first) / all_planned;
  const std::uint64_t before_near = footprints_;
  run(far_end, end, PlanDetail::kFootprints);
  return far + static_cast<double>(footprints_ - before_near);
}

void FrameWarming::run(unsigned first, unsigned end, PlanDetail detail) {
  if (first == end) return;
  runner_->watch(this, {detail, kLines});
  runner_->run(first, end);
}

void FrameWarming::touch(const std::vector<functional::FrameLine>& lines) {
  for (const functional::FrameLine& line : lines) system_.warm_frame(line);
}

void FrameWarming::touch(const std::vector<Touch>& touches) {
  for (const Touch& touch : touches) {
    if (touch.cache) {
      system_.warm_frame({.address = touch.address, .cache = *touch.cache, .write = touch.written});
    } else {
      system_.warm(touch.address, touch.use, 1);
    }
  }
}

void FrameWarming::executed(const functional::Message& message, const functional::MessageExecutor& executor) {
  using gen9::SharedFunction;
  switch (static_cast<SharedFunction>(message.shared_function)) {
    case SharedFunction::kSampler:
      return touch_samples(executor.last_plan());
    case SharedFunction::kDataPort0:
    case SharedFunction::kDataPort1:
    case SharedFunction::kDataPort2:
    case SharedFunction::kReadOnlyDataPort:
      return touch_accesses(executor.last_accesses());
    case SharedFunction::kRenderCache:
      if (message.context->pixels == nullptr) return;
      message.context->pixels->last_work(message, target_);
      for (const functional::FrameLine& line : target_.lines)
        touches_.push_back({.address = line.address, .cache = line.cache, .written = line.write});
      return;
    default:
      return;
  }
}

void FrameWarming::touch_samples(const std::vector<functional::SubspanPlan>& plan) {
  for (const functional::SubspanPlan& subspan : plan) {
    footprints_ += subspan.footprints.size();
    for (const functional::Footprint& footprint : subspan.footprints) {
      for (unsigned i = 0; i < footprint.line_count; ++i) {
        const std::uint64_t line = footprint.lines[i];
        if (line == last_) continue;
        last_ = line;
        touches_.push_back({.address = ByteAddress{line << kLineBits}});
      }
    }
  }
}

void FrameWarming::touch_accesses(const functional::DataPortOutcome& outcome) {
  if (outcome.local) return;
  const auto touch = [&](const std::vector<functional::MemoryAccess>& accesses, LineUse use) {
    std::uint64_t before = ~std::uint64_t{0};
    for (const functional::MemoryAccess& access : accesses) {
      const std::uint64_t line = access.address.value() >> kLineBits;
      if (access.size == 0 || line == before) continue;
      before = line;
      touches_.push_back({.address = ByteAddress{line << kLineBits}, .use = use});
    }
  };
  touch(outcome.reads, LineUse::kRead);
  touch(outcome.writes, LineUse::kWritten);
}

}  // namespace texpipe::study
