// Tables of a timed frame's draws and passes, and what the summary says of them.
#pragma once

#include <string>

#include "study/draws/frame_course.h"

namespace texpipe::study {

inline constexpr const char* kDrawTableName = "draws.csv";
inline constexpr const char* kPassTableName = "passes.csv";

/// CSV: a row for each draw, by number.
std::string draw_table(const FrameCourse& course);
/// CSV: a row for each pass, in the order of their first draws.
std::string pass_table(const FrameCourse& course);

/// `14 in 3 passes; longest 7 (26 %, threads: sampler.filter), 9 (21 %, pixel_backend)`.
std::string draws_line(const FrameCourse& course);

}  // namespace texpipe::study
