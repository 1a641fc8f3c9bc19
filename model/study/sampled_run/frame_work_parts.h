// Work of the fixed functions for those threads of a phase that are simulated.
#pragma once

#include <cstddef>
#include <vector>

#include "functional/frame/work/frame_work.h"
#include "study/sampled_run/frame_stretches.h"

namespace texpipe::study {

/// Work of steps that are not simulated, in any order but for stalls.
struct LeftOutWork {
  std::vector<functional::FrameLine> lines;
  functional::ReadOnlyCaches invalidates;
  bool stalls = false;
  std::size_t before_stall = 0;  // lines that come before the last stall
};

/// Leaves the steps of these parts of a phase alone: those that let threads of a part start, and what comes between
/// them; what follows the last thread belongs to a part that ends there.
/// @param left_out  what the steps do that go, by the part before which they go, and behind the last one
void keep_parts(const std::vector<FramePart>& parts, functional::FrameWork& work, std::vector<LeftOutWork>& left_out);

}  // namespace texpipe::study
