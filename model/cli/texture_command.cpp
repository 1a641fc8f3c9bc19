// texpipe texture info|decode|mips|sheet: what a texture file holds, as text and pictures.
#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/memory_limit.h"
#include "cli/output_option.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "pictures/containers/dds_writer.h"
#include "pictures/format_sheet/format_sheet.h"
#include "pictures/mips/make_mips.h"
#include "pictures/texture/decode_texture.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::cli {

namespace {

struct TextureArguments {
  std::string file;
  OutputOption output;
  study::TexturePlane plane;
  std::string format;  // empty: chosen
  std::string max_memory = value_text(study::kMostTextureBytes);
};

/// The file's texture, when it and `texel_bytes` more for each texel of its largest level stay below the limit; says
/// what its reader remarks.
study::Texture load(const TextureArguments& arguments, std::uint64_t texel_bytes, const GlobalOptions& global) {
  const ByteSize most = memory_limit(arguments.max_memory);
  study::Texture texture = study::read_texture(arguments.file, most);
  const std::uint64_t texels = std::uint64_t{texture.image.width} * texture.image.height;
  study::check_memory(texture.texels.size() + texels * texel_bytes, most, arguments.file,
                      fmt::format("unpacking {}x{} texels", texture.image.width, texture.image.height));
  print_warnings(texture.remarks, global);
  return texture;
}

std::string_view type_word(gen9::SurfaceType type) {
  return name_of(type);
}

ExitCode info(const TextureArguments& arguments, const GlobalOptions& global) {
  const study::Texture texture = load(arguments, 0, global);
  const functional::SurfaceImage& image = texture.image;
  if (global.json) {
    std::cout << study::json_text(nlohmann::ordered_json{{"file", arguments.file},
                                                         {"format", name_of(image.format)},
                                                         {"type", type_word(image.type)},
                                                         {"width", image.width},
                                                         {"height", image.height},
                                                         {"depth", image.depth},
                                                         {"array_length", image.array_length},
                                                         {"levels", image.levels},
                                                         {"channels", study::channel_letters(texture.channels)},
                                                         {"bytes", texture.texels.size()}},
                                  2)
              << '\n';
    return ExitCode::kSuccess;
  }
  const study::FittedOutput fitted{std::cout};
  std::cout << fmt::format(
      "{}\n  format  {}\n  type    {}\n  size    {}x{}x{}, {}, {}\n  bytes   {}\n", arguments.file,
      name_of(image.format), type_word(image.type), image.width, image.height, image.depth,
      study::counted(image.array_length * (image.type == gen9::SurfaceType::kCube ? 6 : 1), "slice"),
      study::counted(image.levels, "level"), texture.texels.size());
  if (texture.channels != functional::kUnswizzled)
    std::cout << fmt::format("  swizzle {}\n", study::channel_letters(texture.channels));
  for (unsigned level = 0; level < image.levels; ++level) {
    const functional::PackedLevel packed = functional::packed_level(image, level);
    std::cout << fmt::format("  level {:<2} {}x{}, {} a slice\n", level, functional::level_extent(image.width, level),
                             functional::level_extent(image.height, level),
                             study::counted(packed.bytes / packed.slices, "byte"));
  }
  return ExitCode::kSuccess;
}

std::string extension_of(const TextureArguments& arguments) {
  return std::filesystem::path{arguments.output.file}.extension().string();
}

[[noreturn]] void refuse_output(const TextureArguments& arguments, const std::string& why) {
  throw Error{ExitCode::kUsage, Diagnostic{.path = "-o", .problem = "'" + arguments.output.file + "' is " + why}};
}

constexpr std::uint64_t kDecodedBytes = 16 + 16;  // colours, and the array or picture made of them
constexpr std::uint64_t kMipBytes = 2 * 32;       // two levels as doubles

ExitCode decode(const TextureArguments& arguments, const GlobalOptions& global) {
  const std::string extension = extension_of(arguments);
  if (extension != ".png" && extension != ".npy") refuse_output(arguments, "neither a .png nor an .npy file");
  const study::DecodedPlane plane = study::decode_plane(load(arguments, kDecodedBytes, global), arguments.plane);
  const bool picture = extension == ".png";
  write_output(arguments.output,
               picture ? study::png_bytes(study::picture_of(plane)) : study::npy_bytes(study::array_of(plane)), global);
  return ExitCode::kSuccess;
}

gen9::SurfaceFormat named_format(const std::string& name) try {
  return gen9::format_of_name(name);
} catch (const Error& error) {
  Diagnostic diagnostic = error.diagnostics().front();
  diagnostic.path = "--format";
  throw Error{ExitCode::kUsage, diagnostic};
}

ExitCode mips(const TextureArguments& arguments, const GlobalOptions& global) {
  if (extension_of(arguments) != ".dds") refuse_output(arguments, "no .dds file");
  const std::optional<gen9::SurfaceFormat> wanted =
      arguments.format.empty() ? std::nullopt : std::optional{named_format(arguments.format)};
  const study::Texture texture = load(arguments, kMipBytes, global);
  const gen9::SurfaceFormat format = wanted.value_or(study::mip_format(texture.image, texture.channels));
  const study::Texture made = study::with_mips(texture, format);
  write_output(arguments.output, study::dds_bytes(made), global);
  if (!global.quiet) {
    std::cerr << fmt::format("{} of {}", study::counted(made.image.levels, "level"), name_of(format));
    if (format != texture.image.format) std::cerr << fmt::format(", decoded from {}", name_of(texture.image.format));
    std::cerr << '\n';
  }
  return ExitCode::kSuccess;
}

ExitCode sheet(const TextureArguments& arguments, const GlobalOptions& global) {
  if (extension_of(arguments) != ".png") refuse_output(arguments, "no .png file");
  write_output(arguments.output, study::png_bytes(study::format_sheet()), global);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_texture(CLI::App& app, const GlobalOptions& options) {
  const auto arguments = std::make_shared<TextureArguments>();
  app.require_subcommand(1);
  CLI::App* info_verb = app.add_subcommand("info", "what a DDS, KTX, PKM or PNG file holds");
  info_verb->add_option("FILE", arguments->file, "texture file")->required();
  CLI::App* decode_verb = app.add_subcommand("decode", "one level of one slice as PNG or npy");
  decode_verb->add_option("FILE", arguments->file, "texture file")->required();
  add_output_option(*decode_verb, arguments->output, "picture (.png) or array of R, G, B, A (.npy)")->required();
  decode_verb->add_option("--level", arguments->plane.level, "mip level")->capture_default_str();
  decode_verb->add_option("--slice", arguments->plane.slice, "array slice, face or depth slice")->capture_default_str();
  CLI::App* mips_verb = app.add_subcommand("mips", "all mip levels, made from the largest, as a DDS file");
  mips_verb->add_option("FILE", arguments->file, "texture file")->required();
  add_output_option(*mips_verb, arguments->output, "texture (.dds)")->required();
  mips_verb->add_option("--format", arguments->format,
                        "SURFACE_FORMAT of the result, not compressed; the file's own, or the nearest that is not");
  CLI::App* sheet_verb = app.add_subcommand("sheet", "a picture of every surface format");
  add_output_option(*sheet_verb, arguments->output, "picture (.png)")->required();
  for (CLI::App* verb : {info_verb, decode_verb, mips_verb})
    add_memory_limit(*verb, arguments->max_memory, "for texels and what is made of them");
  return [=, &options] {
    if (info_verb->parsed()) return info(*arguments, options);
    if (options.json) warn_no_effect("--json", "the result is a file", options);
    if (mips_verb->parsed()) return mips(*arguments, options);
    return decode_verb->parsed() ? decode(*arguments, options) : sheet(*arguments, options);
  };
}

}  // namespace texpipe::cli
