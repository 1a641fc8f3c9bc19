// The texels and bytes that a launch's files hold, as memory has them.
#pragma once

#include <cstddef>
#include <vector>

#include "functional/surface/surface_image.h"
#include "workload/opencl_kernel/image_file.h"
#include "workload/opencl_kernel/kernel_launch.h"

namespace texpipe::study {

/// Surface of an image, without content. Errors: kUnsupported, with the argument's place, for a format that no surface
/// holds.
functional::SurfaceImage surface_image(const LaunchImage& image, const LaunchArgument& argument);

/// Content of an image's files (npy of each level, or one DDS, KTX or PNG file). Errors: kInvalidConfiguration for
/// files of another size or type, with what was expected; those of the readers.
ImageData image_data(const LaunchImage& image, const LaunchArgument& argument);

/// A buffer's bytes; zeros without a file. Errors: as above for a file of another size or type.
std::vector<std::byte> buffer_bytes(const LaunchBuffer& buffer, const LaunchArgument& argument);

/// Shape of an image's array: slice or layer, row, column, channel; one row, layer or channel has no axis of its own.
std::vector<std::uint64_t> image_shape(const LaunchImage& image, unsigned level = 0);

}  // namespace texpipe::study
