// A texture file as the data of a kernel's image.
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "pictures/texture/texture.h"
#include "workload/opencl_kernel/kernel_launch.h"

namespace texpipe::study {

/// Contents of an image's files for its surface.
struct ImageData {
  std::vector<std::byte> texels;  // packed; empty: zeros
  ChannelSelects channels = functional::kUnswizzled;
  std::vector<Diagnostic> remarks;
};

/// Texels of a file whose bits are those of the image's format: the launch says what they mean, so that grey pictures
/// feed any image of one channel, linear and sRGB codes each other's, and pictures images of integers.
/// @param expected  the image's surface
/// Errors: kInvalidConfiguration, with how the file can be taken, for other sizes, types and formats; kUnsupported for
/// a swizzled file of an image that is written; those of read_texture.
ImageData file_image(const LaunchImage& image, const LaunchArgument& argument, functional::SurfaceImage expected,
                     const std::filesystem::path& file);

/// A launch's error in an argument: throws Error (kInvalidConfiguration) at its place.
[[noreturn]] void refuse_argument(const LaunchArgument& argument, const std::string& problem, const std::string& hint);

}  // namespace texpipe::study
