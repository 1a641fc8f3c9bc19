#include "study/kernel/launch_data.h"

#include <algorithm>
#include <string>

#include "base/diagnostic.h"
#include "study/image/byte_reader.h"
#include "study/image/texture.h"

namespace texpipe::study {

namespace {

[[noreturn]] void refuse(const LaunchArgument& argument, const std::string& problem, const std::string& hint) {
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.position = argument.position,
                         .path = "argument " + std::to_string(argument.index) +
                                 (argument.name.empty() ? "" : " (" + argument.name + ")"),
                         .problem = problem,
                         .hint = hint}};
}

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
    refuse(argument, file.string() + " holds " + std::string{name_of(array.type)},
           std::string{name_of(image.format.type)} + " is stored as " + std::string{name_of(element)});
  }
  const std::vector<std::uint64_t> shape = image_shape(image, level);
  if (without_ones(array.shape) != without_ones(shape))
    refuse(argument, file.string() + " has " + shape_text(array.shape) + " elements", "expected " + shape_text(shape));
  return array;
}

/// Bytes of a layer of a level in its array.
std::size_t layer_bytes(const NpyArray& array, const LaunchImage& image) {
  return array.data.size() / image.array_size;
}

bool is_npy(const std::filesystem::path& file) {
  return file.extension() == ".npy";
}

/// Whether an image's channel order decides alone if its bytes are sRGB: files say it, too.
bool same_bytes(gen9::SurfaceFormat a, gen9::SurfaceFormat b) {
  using F = gen9::SurfaceFormat;
  const auto linear = [](F format) {
    return format == F::kR8G8B8A8UnormSrgb   ? F::kR8G8B8A8Unorm
           : format == F::kB8G8R8A8UnormSrgb ? F::kB8G8R8A8Unorm
                                             : format;
  };
  return linear(a) == linear(b);
}

std::vector<std::byte> texture_texels(const LaunchImage& image, const LaunchArgument& argument,
                                      const std::filesystem::path& file) {
  const Texture texture = read_texture(file);
  functional::SurfaceImage expected = surface_image(image, argument);
  expected.levels = texture.image.levels;
  if (same_bytes(texture.image.format, expected.format)) expected.format = texture.image.format;
  if (texture.image != expected) {
    refuse(argument,
           file.string() + " is " + std::to_string(texture.image.width) + "x" + std::to_string(texture.image.height) +
               " " + std::string{name_of(texture.image.format)},
           "expected " + std::to_string(expected.width) + "x" + std::to_string(expected.height) + " " +
               std::string{name_of(expected.format)} + " of the same type and layers");
  }
  if (texture.image.levels == 1) return texture.texels;
  refuse(argument, file.string() + " has " + std::to_string(texture.image.levels) + " levels",
         "a file of one level, or mip_levels");
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

std::vector<std::byte> image_texels(const LaunchImage& image, const LaunchArgument& argument) {
  if (image.levels.empty()) return {};
  if (image.levels.size() == 1 && !is_npy(image.levels.front()))
    return texture_texels(image, argument, image.levels.front());
  std::vector<NpyArray> levels;
  for (unsigned level = 0; level < image.levels.size(); ++level) levels.push_back(level_array(image, argument, level));
  // Packed texels have all levels of a layer together.
  std::vector<std::byte> texels;
  for (std::uint32_t layer = 0; layer < image.array_size; ++layer) {
    for (const NpyArray& level : levels) {
      const std::size_t bytes = layer_bytes(level, image);
      const auto begin = level.data.begin() + static_cast<std::ptrdiff_t>(layer * bytes);
      texels.insert(texels.end(), begin, begin + static_cast<std::ptrdiff_t>(bytes));
    }
  }
  return texels;
}

std::vector<std::byte> buffer_bytes(const LaunchBuffer& buffer, const LaunchArgument& argument) {
  std::vector<std::byte> bytes(buffer.bytes);
  if (buffer.data.empty()) return bytes;
  const NpyArray array = read_npy(buffer.data);
  if (array.type != buffer.element) {
    refuse(argument, buffer.data.string() + " holds " + std::string{name_of(array.type)},
           "expected " + std::string{name_of(buffer.element)});
  }
  if (array.data.size() != bytes.size()) {
    refuse(argument, buffer.data.string() + " has " + std::to_string(array.data.size()) + " bytes",
           "the buffer has " + std::to_string(bytes.size()));
  }
  std::copy(array.data.begin(), array.data.end(), bytes.begin());
  return bytes;
}

}  // namespace texpipe::study
