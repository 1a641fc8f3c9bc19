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

FrameLoad FrameWarming::run(unsigned first, unsigned end) {
  FrameLoad load{.threads = static_cast<double>(end - first) * threads_->threads_per_group()};
  const std::uint64_t before = footprints();
  runner_->watch(this, {PlanDetail::kFootprints, kLines});
  runner_->run(first, end);
  load.footprints = static_cast<double>(footprints() - before);
  return load;
}

FrameLoad FrameWarming::take(const LeftOutWork& work) {
  if (work.invalidates.any()) system_.invalidate(work.invalidates);
  const std::span lines{work.lines};
  FrameLoad load;
  if (work.stalls) {
    load += touch_lines(lines.first(work.before_stall));
    const std::uint64_t before = system_.warmed_memory_bytes();
    system_.write_back_frame();
    load.memory_bytes += static_cast<double>(system_.warmed_memory_bytes() - before);
  }
  load += touch_lines(lines.subspan(work.before_stall));
  return load;
}

FrameLoad FrameWarming::touch_lines(std::span<const functional::FrameLine> lines) {
  std::vector<Touch> touches;
  for (const functional::FrameLine& line : lines) add(line, touches);
  return touch_behind_slices(touches);
}

FrameLoad FrameWarming::touch_behind_slices(const std::vector<Touch>& touches) {
  const std::uint64_t before = system_.warmed_memory_bytes();
  system_.warm_behind_slices(touches);
  return {.memory_bytes = static_cast<double>(system_.warmed_memory_bytes() - before)};
}

FrameLoad FrameWarming::write_back() {
  const std::uint64_t before = system_.warmed_memory_bytes();
  system_.write_back_warmed();
  return {.memory_bytes = static_cast<double>(system_.warmed_memory_bytes() - before)};
}

/// A line that is read and written is fetched, as one that is written alone is not.
void FrameWarming::add(const functional::FrameLine& line, std::vector<Touch>& touches) {
  const auto cache = static_cast<std::size_t>(line.cache);
  if (line.clears) cleared_->add(line);
  if (line.read && !cleared_->spares(line)) touches.emplace_back(line.address, cache, false);
  const bool was_clear = line.write && cleared_->remove(line);
  if (line.write && (was_clear || !line.if_clear)) touches.emplace_back(line.address, cache, true);
}

void FrameWarming::executed(unsigned group, const functional::Message& message,
                            const functional::MessageExecutor& executor) {
  using gen9::SharedFunction;
  switch (static_cast<SharedFunction>(message.shared_function)) {
    case SharedFunction::kSampler:
      return touch_samples(group, executor.last_plan());
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
  for (std::size_t sampler = 0; sampler < lines_.size(); ++sampler) {
    TouchedLines& lines = lines_[sampler];
    if (lines.lines().empty()) continue;
    touches_.push_back(Touch::from_sampler(sampler));
    for (const std::uint64_t line : lines.lines())
      touches_.emplace_back(ByteAddress{line << TouchedLines::kLineBits}, LineUse::kSampled);
    lines.clear();
  }
}

std::uint64_t FrameWarming::footprints() const {
  std::uint64_t sum = 0;
  for (const TouchedLines& lines : lines_) sum += lines.footprints();
  return sum;
}

void FrameWarming::touch_samples(unsigned group, const std::vector<functional::SubspanPlan>& plan) {
  TouchedLines& lines = *touched_lines(group);
  for (const functional::SubspanPlan& subspan : plan) {
    lines.add_footprints(static_cast<unsigned>(subspan.footprints.size()));
    for (const functional::Footprint& footprint : subspan.footprints)
      for (unsigned i = 0; i < footprint.line_count; ++i) lines.touch(footprint.lines[i]);
  }
  sampled();
}

/// A line that its cache touched last stays as it is.
void FrameWarming::touch_frame(const functional::FrameLine& line) {
  std::optional<functional::FrameLine>& last = last_lines_[static_cast<std::size_t>(line.cache)];
  if (last == line) return;
  last = line;
  add(line, touches_);
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
