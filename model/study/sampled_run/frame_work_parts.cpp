#include "study/sampled_run/frame_work_parts.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace texpipe::study {

using functional::FrameLine;
using functional::FrameStep;

namespace {

/// Threads of a step, which lets those from `begin` on start, that belong to parts.
std::uint32_t threads_in(const std::vector<FramePart>& parts, std::uint32_t begin, std::uint32_t count) {
  std::uint32_t inside = 0;
  for (const FramePart& part : parts) {
    const std::uint32_t first = std::max(begin, part.first), end = std::min(begin + count, part.end);
    if (first < end) inside += end - first;
  }
  return inside;
}

void add(const functional::ReadOnlyCaches& caches, functional::ReadOnlyCaches& sum) {
  sum.textures |= caches.textures;
  sum.constants |= caches.constants;
  sum.vertices |= caches.vertices;
}

void add(const FrameStep& step, const std::vector<FrameLine>& lines, LeftOutWork& sum) {
  if (step.kind == functional::FrameStepKind::kStall) {
    sum.stalls = true;
    sum.before_stall = sum.lines.size();
  }
  const auto first = lines.begin() + step.first_line;
  sum.lines.insert(sum.lines.end(), first, first + step.lines);
  add(step.invalidates, sum.invalidates);
}

}  // namespace

void keep_parts(const std::vector<FramePart>& parts, functional::FrameWork& work, std::vector<LeftOutWork>& left_out) {
  left_out.assign(parts.size() + 1, {});
  std::uint32_t all = 0;
  for (const FrameStep& step : work.steps) all += step.opens;
  std::vector<FrameStep> steps;
  std::vector<FrameLine> kept;
  std::uint32_t begin = 0;
  std::size_t part = 0;  // the first one that does not end before the step
  for (FrameStep step : work.steps) {
    while (part < parts.size() && parts[part].end <= begin && parts[part].end != all) ++part;
    const bool at_part = part < parts.size() ? parts[part].first <= begin : begin == all && !parts.empty();
    const std::uint32_t opens = step.opens == 0 ? 0 : threads_in(parts, begin, step.opens);
    begin += step.opens;
    if (opens == 0 && (step.opens != 0 || !at_part)) {
      add(step, work.lines, left_out[part]);
      continue;
    }
    step.opens = opens;
    const auto first = work.lines.begin() + step.first_line;
    step.first_line = static_cast<std::uint32_t>(kept.size());
    kept.insert(kept.end(), first, first + step.lines);
    steps.push_back(step);
  }
  work.steps = std::move(steps);
  work.lines = std::move(kept);
}

}  // namespace texpipe::study
