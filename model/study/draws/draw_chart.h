// Chart of a timed frame: passes, draws, threads and units over the cycles of the run, as a figure.
#pragma once

#include <string>

#include "study/draws/frame_course.h"

namespace texpipe::study {

inline constexpr const char* kDrawChartName = "draws.svg";

/// An SVG file that needs no other. Draws have the colour of what limited them; a unit's bars are the draws that have
/// steps in it, the darker the larger the part of the time in which it worked for them.
/// @param title  `interface on kaby_lake_gt2`
std::string draw_chart(const FrameCourse& course, const std::string& title);

}  // namespace texpipe::study
