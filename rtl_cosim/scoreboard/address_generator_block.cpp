#include "rtl_cosim/scoreboard/address_generator_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

#include "functional/sampling/rules/address_mode.h"
#include "functional/sampling/rules/linear_tap.h"
#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::AddressedTexel;
using functional::SurfaceGeometry;
using functional::Tiling;
using gen9::SurfaceFormat;
using gen9::TextureCoordinateMode;

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/address_generator.sv"},
    {1, "mirror_off_by_one", "planted bug: a mirrored texel is one too far"},
};

constexpr TextureCoordinateMode kModes[] = {
    TextureCoordinateMode::kWrap,       TextureCoordinateMode::kMirror,      TextureCoordinateMode::kClamp,
    TextureCoordinateMode::kCube,       TextureCoordinateMode::kClampBorder, TextureCoordinateMode::kMirrorOnce,
    TextureCoordinateMode::kHalfBorder,
};
/// One of each size of element, and blocks.
constexpr SurfaceFormat kFormats[] = {SurfaceFormat::kR8Unorm,           SurfaceFormat::kR8G8Unorm,
                                      SurfaceFormat::kR8G8B8A8Unorm,     SurfaceFormat::kR16G16B16A16Unorm,
                                      SurfaceFormat::kR32G32B32A32Float, SurfaceFormat::kBc1Unorm,
                                      SurfaceFormat::kBc3Unorm};
constexpr Tiling kTilings[] = {Tiling::kLinear, Tiling::kX, Tiling::kY};
constexpr std::uint32_t kLargestSize = 16384;

constexpr std::string_view kKinds[] = {
    "near the map", "at a texel's border", "far", "tiny", "any bits", "infinity", "NaN", "-2", "2",
    "zero",         "just beyond the map"};

/// A coordinate of a kind.
float coordinate_of(std::string_view kind, std::uint32_t size, RandomStream& random) {
  const float sign = random.one_in(2) ? -1.0f : 1.0f;
  const auto fraction = [&] { return static_cast<float>(random.below(1u << 24)) / static_cast<float>(1u << 24); };
  if (kind == "near the map") return -2.0f + 5.0f * fraction();
  if (kind == "at a texel's border") {
    // A multiple of 1/512 texel, or its neighbour on either side.
    const auto places = static_cast<double>(random.below(4ull * 512 * size)) - 1.5 * 512 * size;
    const auto exact = static_cast<float>(places / (512.0 * size));
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(exact) + static_cast<std::uint32_t>(random.below(3)) - 1);
  }
  if (kind == "just beyond the map") {  // by up to four steps of 1/256 texel
    const double beyond = static_cast<double>(random.below(5)) / 256;
    return static_cast<float>(sign < 0 ? -beyond / size : (size + beyond) / size);
  }
  if (kind == "far")
    return std::bit_cast<float>(static_cast<std::uint32_t>((128 + random.below(60)) << 23 | random.below(1u << 23))) *
           sign;
  if (kind == "tiny")
    return std::bit_cast<float>(static_cast<std::uint32_t>(random.below(110) << 23 | random.below(1u << 23))) * sign;
  if (kind == "any bits") return std::bit_cast<float>(static_cast<std::uint32_t>(random.next()));
  if (kind == "infinity") return std::numeric_limits<float>::infinity() * sign;
  if (kind == "NaN") return std::numeric_limits<float>::quiet_NaN();
  if (kind == "-2") return -2.0f;
  if (kind == "2") return 2.0f;
  return 0.0f * sign;
}

constexpr std::string_view kTaps[] = {"at the centre", "near the centre", "anywhere", "farthest"};

/// Distance of an anisotropic tap, of a kind.
std::int32_t tap_of(std::string_view kind, RandomStream& random) {
  const auto within = [&](std::int32_t most) {
    return static_cast<std::int32_t>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
  };
  if (kind == "near the centre") return within(2000);
  if (kind == "anywhere") return within(functional::kFarthestTap);
  if (kind == "farthest") return random.one_in(2) ? functional::kFarthestTap : -functional::kFarthestTap;
  return 0;
}

/// Most texels of real surfaces, and the extremes.
std::uint32_t size_of(RandomStream& random) {
  switch (random.below(6)) {
    case 0:
      return 1;
    case 1:
      return kLargestSize;
    case 2:
      return 1u << random.below(15);
    case 3:
      return 1 + static_cast<std::uint32_t>(random.below(kLargestSize));
    default:
      return 1 + static_cast<std::uint32_t>(random.below(300));
  }
}

std::uint32_t aligned(std::uint64_t value, std::uint64_t to) {
  return static_cast<std::uint32_t>((value + to - 1) / to * to);
}

/// Texels of a pixel on one axis, and the steps on the way to them.
struct AxisTexels {
  functional::SubtexelPosition position;
  std::int32_t first;
  std::uint32_t second_weight;
  std::array<AddressedTexel, 2> texel;
};

AxisTexels texels_of(const AddressedPixel& pixel, unsigned n, std::uint32_t size) {
  const TextureCoordinateMode mode = pixel.mode[n];
  AxisTexels axis{};
  axis.position = functional::axis_position(pixel.coordinate[n], true, size, mode, pixel.rounding[n]) + pixel.tap[n];
  functional::SubtexelPosition position = axis.position;
  if (mode == TextureCoordinateMode::kHalfBorder)
    position = functional::one_lane::inside_half_border(position, static_cast<std::int32_t>(size), pixel.linear);
  const functional::one_lane::AxisTap tap = functional::one_lane::axis_tap(position, pixel.linear);
  axis.first = tap.first + pixel.offset[n];
  axis.second_weight = static_cast<std::uint32_t>(tap.next_weight);
  for (std::int32_t next = 0; next < 2; ++next) {
    axis.texel[static_cast<std::size_t>(next)] =
        functional::apply_address_mode(mode, axis.first + next, static_cast<std::int32_t>(size));
  }
  return axis;
}

std::string_view side_of(std::int32_t index, std::uint32_t size) {
  return index < 0 ? "below" : index >= static_cast<std::int32_t>(size) ? "beyond" : "inside";
}

}  // namespace

EnumRows enum_rows(AddressGeneratorVariant) {
  return {"address generator RTL", kRtls};
}

AddressGeneratorBlock::AddressGeneratorBlock(AddressGeneratorVariant rtl, std::vector<TextureCoordinateMode> modes)
    : rtl_{rtl}, modes_{std::move(modes)} {
  if (modes_.empty()) modes_.assign(std::begin(kModes), std::end(kModes));
}

AddressedPixel AddressGeneratorBlock::Pixel::on(const functional::SurfaceLayout& layout) const {
  AddressedPixel pixel{.layout = &layout, .level = level, .slice = slice, .linear = linear};
  for (unsigned n = 0; n < 2; ++n) {
    pixel.coordinate[n] = axes[n].coordinate;
    pixel.mode[n] = axes[n].mode;
    pixel.rounding[n] = axes[n].rounding;
    pixel.tap[n] = axes[n].tap;
    pixel.offset[n] = axes[n].offset;
  }
  return pixel;
}

AddressGeneratorBlock::Pixel AddressGeneratorBlock::pixel_of(std::uint64_t seed, std::uint64_t index) const {
  RandomStream random{mixed(seed, index)};
  Pixel pixel{};
  SurfaceGeometry& geometry = pixel.geometry;
  geometry.element = functional::element_shape(kFormats[random.below(std::size(kFormats))]);
  geometry.tiling = kTilings[random.below(std::size(kTilings))];
  geometry.width = size_of(random);
  geometry.height = size_of(random);
  geometry.array = true;
  geometry.depth = 1 + static_cast<std::uint32_t>(random.below(random.one_in(8) ? 2048 : 64));
  geometry.levels = static_cast<std::uint32_t>(std::bit_width(std::max(geometry.width, geometry.height)));
  geometry.horizontal_alignment = 4u << random.below(3);
  geometry.vertical_alignment = 4u << random.below(3);
  const std::uint64_t columns = 3ull * aligned(geometry.width, 64) / 2 + 64;
  geometry.row_pitch = std::min(aligned(columns * geometry.element.bytes, 512), 1u << 18);
  geometry.slice_pitch = aligned(3ull * geometry.height + random.below(256), 16);
  geometry.base = ByteAddress{random.below(std::uint64_t{1} << 34) << 12};
  pixel.level = static_cast<unsigned>(random.below(geometry.levels));
  pixel.slice = static_cast<std::uint32_t>(random.below(geometry.depth));
  pixel.linear = !random.one_in(3);
  const std::uint32_t sizes[] = {functional::level_extent(geometry.width, pixel.level),
                                 functional::level_extent(geometry.height, pixel.level)};
  for (std::size_t n = 0; n < 2; ++n) {
    Axis& axis = pixel.axes[n];
    axis.mode = modes_[random.below(modes_.size())];
    axis.kind = random.one_in(4) ? kKinds[random.below(std::size(kKinds))] : kKinds[random.below(2)];
    axis.coordinate = coordinate_of(axis.kind, sizes[n], random);
    axis.offset = random.one_in(3) ? static_cast<std::int32_t>(random.below(16)) - 8 : 0;
    axis.rounding =
        random.one_in(2) ? functional::CoordinateRounding::kNearest : functional::CoordinateRounding::kTruncate;
    axis.tap_kind = random.one_in(3) ? kTaps[random.below(std::size(kTaps))] : kTaps[0];
    axis.tap = tap_of(axis.tap_kind, random);
  }
  return pixel;
}

PortValues AddressGeneratorBlock::request(std::uint64_t seed, std::uint64_t index) const {
  const Pixel pixel = pixel_of(seed, index);
  const functional::SurfaceLayout layout{pixel.geometry};
  return address_generator_request(pixel.on(layout));
}

PortValues AddressGeneratorBlock::result(std::uint64_t seed, std::uint64_t index, const PortValues&,
                                         const PortValues*) const {
  const Pixel pixel = pixel_of(seed, index);
  const functional::SurfaceLayout layout{pixel.geometry};
  const functional::LevelSize size = layout.level_size(pixel.level);
  const std::uint32_t sizes[] = {size.width, size.height};
  std::array<AxisTexels, 2> axes;
  for (unsigned n = 0; n < 2; ++n) {
    axes[n] = texels_of(pixel.on(layout), n, sizes[n]);
  }
  PortValues result;
  for (const Port& port : outputs()) result.emplace_back(port.bits);
  for (unsigned corner = 0; corner < (pixel.linear ? 4u : 1u); ++corner) {
    const unsigned right = corner % 2, lower = corner / 2;
    const std::uint32_t u = axes[0].second_weight, v = axes[1].second_weight;
    result[2].put(kCornerWeightPortBits * corner, kCornerWeightPortBits,
                  std::uint64_t{right != 0 ? u : 256 - u} * (lower != 0 ? v : 256 - v));
    const AddressedTexel x = axes[0].texel[right], y = axes[1].texel[lower];
    if (x.border || y.border) {
      result[1].put(corner, 1, 1);
      continue;
    }
    const functional::TexelPlace place{
        .x = static_cast<std::uint32_t>(x.texel), .y = static_cast<std::uint32_t>(y.texel), .slice = pixel.slice};
    result[0].put(corner, 1, 1);
    result[3].put(kAddressPortBits * corner, kAddressPortBits, layout.element_address(pixel.level, place).value());
    const functional::ElementShape& element = pixel.geometry.element;
    result[4].put(4 * corner, 4, place.y % element.height * 4 + place.x % element.width);
  }
  return result;
}

std::string AddressGeneratorBlock::explain(std::uint64_t seed, std::uint64_t index, const PortValues&) const {
  const Pixel pixel = pixel_of(seed, index);
  const functional::SurfaceLayout layout{pixel.geometry};
  const functional::LevelSize size = layout.level_size(pixel.level);
  const std::uint32_t sizes[] = {size.width, size.height};
  std::string text = fmt::format(
      "    surface      {} by {} texels, level {} of {} by {}, {} tiles, elements of {}x{} texels in {} bytes\n",
      pixel.geometry.width, pixel.geometry.height, pixel.level, size.width, size.height,
      functional::name_of(pixel.geometry.tiling), pixel.geometry.element.width, pixel.geometry.element.height,
      pixel.geometry.element.bytes);
  for (unsigned n = 0; n < 2; ++n) {
    const Axis& axis = pixel.axes[n];
    const AxisTexels texels = texels_of(pixel.on(layout), n, sizes[n]);
    const auto text_of_texel = [](const AddressedTexel& texel) {
      return texel.border ? std::string{"border"} : std::to_string(texel.texel);
    };
    text += fmt::format(
        "    {}            {} {}: position {}/256, first texel {}, on the map {} and {}, second weight {}/256\n",
        "UV"[n], name_of(axis.mode), axis.coordinate, texels.position, texels.first, text_of_texel(texels.texel[0]),
        text_of_texel(texels.texel[1]), texels.second_weight);
  }
  return text;
}

void AddressGeneratorBlock::declare(CoverBins& bins) const {
  for (const char axis : {'U', 'V'}) {
    for (const TextureCoordinateMode mode : modes_) {
      for (const char* side : {"below", "inside", "beyond"})
        bins.declare(fmt::format("{} {}: {} the map", axis, name_of(mode), side));
      for (const std::string_view kind : kKinds)
        bins.declare(fmt::format("{} {}: coordinate {}", axis, name_of(mode), kind));
    }
    for (const std::string_view tap : kTaps) bins.declare(fmt::format("{}: tap {}", axis, tap));
    bins.declare(fmt::format("{}: size 1", axis));
    bins.declare(fmt::format("{}: size 16384", axis));
  }
  for (const Tiling tiling : kTilings) {
    for (const SurfaceFormat format : kFormats) {
      const functional::ElementShape element = functional::element_shape(format);
      bins.declare(fmt::format("{} tiles: elements of {}x{} in {} bytes", functional::name_of(tiling), element.width,
                               element.height, element.bytes));
    }
  }
  bins.declare("axes rounded differently");
  for (const char* filter : {"point", "linear"}) {
    for (const char* rounding : {"to nearest", "down"})
      bins.declare(fmt::format("{} filter, U positions {}", filter, rounding));
  }
  for (unsigned level = 0; level < functional::kMaxLevels; ++level) bins.declare(fmt::format("level {}", level));
}

void AddressGeneratorBlock::cover(std::uint64_t seed, std::uint64_t index, const PortValues&, CoverBins& bins) const {
  const Pixel pixel = pixel_of(seed, index);
  const functional::SurfaceLayout layout{pixel.geometry};
  const std::uint32_t sizes[] = {functional::level_extent(pixel.geometry.width, pixel.level),
                                 functional::level_extent(pixel.geometry.height, pixel.level)};
  for (unsigned n = 0; n < 2; ++n) {
    const Axis& axis = pixel.axes[n];
    const AxisTexels texels = texels_of(pixel.on(layout), n, sizes[n]);
    bins.hit(fmt::format("{} {}: {} the map", "UV"[n], name_of(axis.mode), side_of(texels.first, sizes[n])));
    bins.hit(fmt::format("{} {}: coordinate {}", "UV"[n], name_of(axis.mode), axis.kind));
    bins.hit(fmt::format("{}: size {}", "UV"[n], sizes[n]));
    bins.hit(fmt::format("{}: tap {}", "UV"[n], axis.tap_kind));
  }
  const functional::ElementShape& element = pixel.geometry.element;
  bins.hit(fmt::format("{} tiles: elements of {}x{} in {} bytes", functional::name_of(pixel.geometry.tiling),
                       element.width, element.height, element.bytes));
  bins.hit(fmt::format("{} filter, U positions {}", pixel.linear ? "linear" : "point",
                       pixel.axes[0].rounding == functional::CoordinateRounding::kNearest ? "to nearest" : "down"));
  if (pixel.axes[0].rounding != pixel.axes[1].rounding) bins.hit("axes rounded differently");
  bins.hit(fmt::format("level {}", pixel.level));
}

}  // namespace texpipe::rtl_cosim
