#include "study/sampled_run/frame_warming.h"

#include "functional/message/pixel_writes.h"
#include "isa/gen9/shared_function.h"

namespace texpipe::study {

using functional::PlanDetail;
using functional::TouchedLines;
using machine::LineUse;

namespace {

constexpr functional::LineShape kLines{.bits = TouchedLines::kLineBits, .decoded = false};

}  // namespace

double FrameWarming::run(unsigned first, unsigned end) {
  if (first == end) return 0;
  const std::uint64_t before = lines_.footprints();
  runner_->watch(this, {PlanDetail::kFootprints, kLines});
  runner_->run(first, end);
  return static_cast<double>(lines_.footprints() - before);
}

void FrameWarming::take(const LeftOutWork& work) {
  if (work.invalidates.any()) system_.invalidate(work.invalidates);
  std::vector<Touch> touches;
  for (const functional::FrameLine& line : work.lines) touches.push_back(touch_of(line));
  touch(touches);
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
      for (const functional::FrameLine& line : target_.lines) touch_frame(line);
      return;
    default:
      return;
  }
}

void FrameWarming::sampled() {
  for (const std::uint64_t line : lines_.lines())
    touches_.emplace_back(ByteAddress{line << TouchedLines::kLineBits}, LineUse::kSampled);
  lines_.clear();
}

void FrameWarming::touch_samples(const std::vector<functional::SubspanPlan>& plan) {
  for (const functional::SubspanPlan& subspan : plan) {
    lines_.add_footprints(static_cast<unsigned>(subspan.footprints.size()));
    for (const functional::Footprint& footprint : subspan.footprints)
      for (unsigned i = 0; i < footprint.line_count; ++i) lines_.touch(footprint.lines[i]);
  }
  sampled();
}

/// A line that its cache touched last stays as it is.
void FrameWarming::touch_frame(const functional::FrameLine& line) {
  const Touch touch = touch_of(line);
  std::optional<Touch>& last = last_touches_[touch.cache()];
  if (last && last->line() == touch.line() && last->written() == touch.written()) return;
  last = touch;
  touches_.push_back(touch);
}

void FrameWarming::touch_accesses(const functional::DataPortOutcome& outcome) {
  if (outcome.local) return;
  const auto touch = [&](const std::vector<functional::MemoryAccess>& accesses, LineUse use) {
    std::uint64_t before = ~std::uint64_t{0};
    for (const functional::MemoryAccess& access : accesses) {
      const std::uint64_t line = access.address.value() >> TouchedLines::kLineBits;
      if (access.size == 0 || line == before) continue;
      before = line;
      touches_.emplace_back(ByteAddress{line << TouchedLines::kLineBits}, use);
    }
  };
  touch(outcome.reads, LineUse::kRead);
  touch(outcome.writes, LineUse::kWritten);
}

}  // namespace texpipe::study
