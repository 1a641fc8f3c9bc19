#include "workload/opencl_kernel/launch_data.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

std::uint32_t level_extent(std::uint32_t size, unsigned level) {
  return std::max(1u, size >> level);
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
  std::string text;
  for (const std::uint64_t extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text.empty() ? "one number" : text;
}

/// Axes of one element do not count.
std::vector<std::uint64_t> without_ones(const std::vector<std::uint64_t>& shape) {
  std::vector<std::uint64_t> kept;
  std::copy_if(shape.begin(), shape.end(), std::back_inserter(kept), [](std::uint64_t extent) { return extent != 1; });
  return kept;
}

NpyArray level_array(const LaunchImage& image, const LaunchArgument& argument, unsigned level) {
  const std::filesystem::path& file = image.levels[level];
  NpyArray array = read_npy(file);
  const NpyType element = element_of(image.format.type);
  if (array.type != element) {
    refuse_argument(argument, file.string() + " holds " + std::string{name_of(array.type)},
                    std::string{name_of(image.format.type)} + " is stored as " + std::string{name_of(element)});
  }
  const std::vector<std::uint64_t> shape = image_shape(image, level);
  if (without_ones(array.shape) != without_ones(shape))
    refuse_argument(argument, file.string() + " has " + shape_text(array.shape) + " elements",
                    "expected " + shape_text(shape));
  return array;
}

/// Bytes of a layer of a level in its array.
std::size_t layer_bytes(const NpyArray& array, const LaunchImage& image) {
  return array.data.size() / image.array_size;
}

bool is_npy(const std::filesystem::path& file) {
  return file.extension() == ".npy";
}

}  // namespace

std::vector<std::uint64_t> image_shape(const LaunchImage& image, unsigned level) {
  std::vector<std::uint64_t> shape;
  if (image.type == ImageType::k3D) shape.push_back(level_extent(image.depth, level));
  if (image.type == ImageType::k1DArray || image.type == ImageType::k2DArray) shape.push_back(image.array_size);
  if (image.type == ImageType::k2D || image.type == ImageType::k2DArray || image.type == ImageType::k3D)
    shape.push_back(level_extent(image.height, level));
  shape.push_back(level_extent(image.width, level));
  if (channels_of(image.format.order) > 1) shape.push_back(channels_of(image.format.order));
  return shape;
}

functional::SurfaceImage surface_image(const LaunchImage& image, const LaunchArgument& argument) {
  const std::optional<gen9::SurfaceFormat> format = surface_format(image.format);
  if (!format) {
    throw Error{
        ExitCode::kUnsupported,
        Diagnostic{.position = argument.position,
                   .problem = "images of channel order " + std::string{name_of(image.format.order)} +
                              " and channel type " + std::string{name_of(image.format.type)} + " are not supported"}};
  }
  functional::SurfaceImage surface{
      .format = *format,
      .width = image.width,
      .height = image.height,
      .depth = image.depth,
      .array_length = image.array_size,
      .levels = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(image.levels.size()))};
  switch (image.type) {
    case ImageType::k1DBuffer:
      surface.type = functional::SurfaceType::kBuffer;
      break;
    case ImageType::k1D:
    case ImageType::k1DArray:
      surface.type = functional::SurfaceType::k1D;
      break;
    case ImageType::k2D:
    case ImageType::k2DArray:
      surface.type = functional::SurfaceType::k2D;
      break;
    case ImageType::k3D:
      surface.type = functional::SurfaceType::k3D;
      break;
  }
  return surface;
}

ImageData image_data(const LaunchImage& image, const LaunchArgument& argument) {
  if (image.levels.empty()) return {};
  if (image.levels.size() == 1 && !is_npy(image.levels.front()))
    return file_image(image, argument, surface_image(image, argument), image.levels.front());
  std::vector<NpyArray> levels;
  for (unsigned level = 0; level < image.levels.size(); ++level) levels.push_back(level_array(image, argument, level));
  // Packed texels have all levels of a layer together.
  ImageData data;
  for (std::uint32_t layer = 0; layer < image.array_size; ++layer) {
    for (const NpyArray& level : levels) {
      const std::size_t bytes = layer_bytes(level, image);
      const auto begin = level.data.begin() + static_cast<std::ptrdiff_t>(layer * bytes);
      data.texels.insert(data.texels.end(), begin, begin + static_cast<std::ptrdiff_t>(bytes));
    }
  }
  return data;
}

std::vector<std::byte> buffer_bytes(const LaunchBuffer& buffer, const LaunchArgument& argument) {
  std::vector<std::byte> bytes(buffer.bytes);
  if (buffer.data.empty()) return bytes;
  const NpyArray array = read_npy(buffer.data);
  if (array.type != buffer.element) {
    refuse_argument(argument, buffer.data.string() + " holds " + std::string{name_of(array.type)},
                    "expected " + std::string{name_of(buffer.element)});
  }
  if (array.data.size() != bytes.size()) {
    refuse_argument(argument, buffer.data.string() + " has " + std::to_string(array.data.size()) + " bytes",
                    "the buffer has " + std::to_string(bytes.size()));
  }
  std::copy(array.data.begin(), array.data.end(), bytes.begin());
  return bytes;
}

}  // namespace texpipe::study
