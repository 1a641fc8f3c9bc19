// Figures of maps: the map with its colour scale, for papers and pages; and its numbers, for programs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "study/pixel_maps/pixel_maps.h"

namespace texpipe::study {

/// An SVG file that needs no other: title, the map at its size (small maps enlarged by whole numbers), a bar of its
/// colours with ticks and unit, and below what a reader has to know: the mean, the highest value, and what has none.
/// @param title  `picture_0 of interface on kaby_lake_gt2`
std::string map_figure(const PixelMapValues& map, std::uint32_t width, std::uint32_t height, const std::string& title);

/// Round numbers from `low` to `high` for a scale's ticks, two to seven of them.
std::vector<double> scale_ticks(double low, double high);

/// A .npy file of 32-bit floats, rows by columns, in the map's unit; NaN: the pixel has none.
std::vector<std::byte> map_npy(const PixelMapValues& map, std::uint32_t width, std::uint32_t height);

/// Name of a map's file with another ending: `picture_0_map_latency.svg`.
std::string with_ending(const std::string& png_name, const char* ending);

}  // namespace texpipe::study
