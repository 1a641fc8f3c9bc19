#include "study/sampled_run/frame_warming.h"

#include <algorithm>

#include "functional/message/pixel_writes.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::study {

using functional::PlanDetail;
using machine::LineUse;

namespace {

constexpr unsigned kLineBits = 6;
constexpr functional::LineShape kLines{.bits = kLineBits, .decoded = false};

}  // namespace

double FrameWarming::run(unsigned first, unsigned end, unsigned near) {
  const unsigned far_end = end - std::min(near, end - first);
  const double before = footprints_;
  functional::PlanRequest plan{PlanDetail::kFootprints, kLines};
  plan.sparse = true;
  run(first, far_end, plan);
  plan.sparse = false;
  run(far_end, end, plan);
  return footprints_ - before;
}

void FrameWarming::run(unsigned first, unsigned end, const functional::PlanRequest& plan) {
  if (first == end) return;
  runner_->watch(this, plan);
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
  std::size_t footprints = 0;
  unsigned subspans = 0, planned = 0;
  for (const functional::SubspanPlan& subspan : plan) {
    subspans += subspan.pixels != 0 ? 1 : 0;
    planned += subspan.footprints.empty() ? 0 : 1;
    footprints += subspan.footprints.size();
    for (const functional::Footprint& footprint : subspan.footprints) {
      for (unsigned i = 0; i < footprint.line_count; ++i) {
        const std::uint64_t line = footprint.lines[i];
        if (std::exchange(recent_[line % kRecent], line) == line) continue;
        touches_.push_back({.address = ByteAddress{line << kLineBits}});
      }
    }
  }
  if (planned != 0) footprints_ += static_cast<double>(footprints) * subspans / planned;
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
