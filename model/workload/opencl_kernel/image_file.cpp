#include "workload/opencl_kernel/image_file.h"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

using functional::SurfaceImage;
using functional::SurfaceType;
using StoredType = gen9::ChannelType;
using gen9::FormatFacts;
using gen9::FormatKind;

bool is_integer(StoredType type) {
  return type == StoredType::kUint || type == StoredType::kSint;
}

/// Codes that mean the same but for what integers are divided by.
bool same_codes(StoredType a, StoredType b) {
  const auto sign = [](StoredType type) { return type == StoredType::kSint || type == StoredType::kSnorm; };
  const auto fixed = [](StoredType type) {
    return is_integer(type) || type == StoredType::kUnorm || type == StoredType::kSnorm;
  };
  return a == b || (fixed(a) && fixed(b) && sign(a) == sign(b));
}

bool has_colours(const FormatFacts& facts) {
  return facts.kind == FormatKind::kPlain || facts.kind == FormatKind::kPacked || facts.kind == FormatKind::kSrgb;
}

/// Whether two formats have the same channels in the same bits; of one or two channels, whatever they are called.
bool same_bits(gen9::SurfaceFormat one, gen9::SurfaceFormat other) {
  if (one == other) return true;
  const FormatFacts& a = gen9::format_facts(one);
  const FormatFacts& b = gen9::format_facts(other);
  if (!has_colours(a) || !has_colours(b) || a.bits_per_element != b.bits_per_element) return false;
  const bool names_count = a.channels[2].name != 0;
  for (std::size_t i = 0; i < a.channels.size(); ++i) {
    const gen9::StoredChannel &left = a.channels[i], &right = b.channels[i];
    if ((left.name == 0) != (right.name == 0)) return false;
    if (left.name == 0) continue;
    if (left.bits != right.bits || !same_codes(left.type, right.type)) return false;
    if (names_count && left.name != right.name) return false;
  }
  return true;
}

std::optional<std::string> type_word(SurfaceType type, bool array) {
  switch (type) {
    case SurfaceType::k1D:
      return array ? "1d_array" : "1d";
    case SurfaceType::k2D:
      return array ? "2d_array" : "2d";
    case SurfaceType::k3D:
      return "3d";
    default:
      return {};
  }
}

/// Keys of a launch's argument that take a file as it is; nothing when no image is like it.
std::optional<std::string> keys_that_take(const SurfaceImage& file) {
  const std::optional<std::string> type = type_word(file.type, file.array_length > 1);
  if (!type) return {};
  for (const EnumRow& order : enum_rows(ChannelOrder{}).rows) {
    for (const EnumRow& channel : enum_rows(ChannelType{}).rows) {
      const std::optional<gen9::SurfaceFormat> format =
          surface_format({static_cast<ChannelOrder>(order.value), static_cast<ChannelType>(channel.value)});
      if (!format || !same_bits(file.format, *format)) continue;
      std::string keys = fmt::format("image_type: {}, width: {}", *type, file.width);
      if (file.type != SurfaceType::k1D) keys += fmt::format(", height: {}", file.height);
      if (file.type == SurfaceType::k3D) keys += fmt::format(", depth: {}", file.depth);
      if (file.array_length > 1) keys += fmt::format(", array_size: {}", file.array_length);
      return keys + fmt::format(", channel_order: {}, channel_type: {}", order.name, channel.name);
    }
  }
  return {};
}

std::string how_to_take(const SurfaceImage& file, const SurfaceImage& expected) {
  std::string hint = "expected " + image_text(expected);
  if (const std::optional<std::string> keys = keys_that_take(file)) hint += "; '" + *keys + "' takes the file as it is";
  if (file.width == expected.width && file.height == expected.height && file.format != expected.format) {
    hint +=
        "; 'texpipe texture decode FILE -o OUT.npy' makes numbers of it for 'channel_order: RGBA, channel_type: "
        "FLOAT'";
  }
  return hint;
}

}  // namespace

void refuse_argument(const LaunchArgument& argument, const std::string& problem, const std::string& hint) {
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.position = argument.position,
                         .path = "argument " + std::to_string(argument.index) +
                                 (argument.name.empty() ? "" : " (" + argument.name + ")"),
                         .problem = problem,
                         .hint = hint}};
}

ImageData file_image(const LaunchImage& image, const LaunchArgument& argument, SurfaceImage expected,
                     const std::filesystem::path& file) {
  Texture texture = read_texture(file);
  const gen9::SurfaceFormat format = expected.format;
  expected.levels = 1;
  SurfaceImage found = texture.image;
  found.levels = 1;
  if (same_bits(found.format, format)) found.format = format;
  if (found != expected)
    refuse_argument(argument, file.string() + " is " + image_text(texture.image), how_to_take(texture.image, expected));
  if (texture.image.levels != 1) {
    refuse_argument(argument, file.string() + " has " + std::to_string(texture.image.levels) + " levels",
                    "a file of one level, or mip_levels");
  }
  if (texture.channels != functional::kUnswizzled && image.access != ImageAccess::kRead) {
    unsupported(fmt::format("{} as an image that is written: its channels are swizzled ({})", file.string(),
                            channel_letters(texture.channels)));
  }
  ImageData data{.texels = std::move(texture.texels), .channels = texture.channels, .remarks = texture.remarks};
  const auto type_of = [](gen9::SurfaceFormat f) { return gen9::format_facts(f).channels[0].type; };
  if (is_integer(type_of(format)) != is_integer(type_of(texture.image.format))) {
    data.remarks.push_back(
        {.position = {.file = file.string()},
         .problem = fmt::format("codes of {} are taken as {}", name_of(texture.image.format), name_of(format))});
  }
  return data;
}

}  // namespace texpipe::study
