#include "analysis/verify/decode_cases.h"

#include <bit>
#include <optional>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "functional/sampling/sample.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

using gen9::ShaderChannelSelect;

// Byte offset of the element at a texel; nothing outside the surface.
std::optional<std::uint64_t> element_offset(const functional::SurfaceImage& image, double x, double y, double z,
                                            double slice, double level) {
  const auto within = [](double value, std::uint32_t extent) { return value >= 0 && value < extent; };
  if (!within(level, image.levels)) return std::nullopt;
  const auto lod = static_cast<unsigned>(level);
  const functional::PackedLevel packed = functional::packed_level(image, lod);
  if (!within(x, functional::level_extent(image.width, lod)) ||
      !within(y, functional::level_extent(image.height, lod)) || !within(z, packed.slices) ||
      !within(slice, image.array_length)) {
    return std::nullopt;
  }
  const functional::ElementShape element = functional::element_shape(image.format);
  std::uint64_t offset = functional::packed_bytes(image) / image.array_length * static_cast<std::uint64_t>(slice);
  for (unsigned before = 0; before < lod; ++before) offset += functional::packed_level(image, before).bytes;
  const std::uint64_t row =
      static_cast<std::uint64_t>(z) * packed.rows + static_cast<std::uint64_t>(y) / element.height;
  return offset + (row * packed.columns + static_cast<std::uint64_t>(x) / element.width) * element.bytes;
}

std::uint32_t selected(ShaderChannelSelect select, const std::array<std::uint32_t, 4>& rgba, bool integer) {
  switch (select) {
    case ShaderChannelSelect::kZero:
      return 0;
    case ShaderChannelSelect::kOne:
      return integer ? 1 : std::bit_cast<std::uint32_t>(1.0f);
    default:
      return rgba[static_cast<unsigned>(select) - static_cast<unsigned>(ShaderChannelSelect::kRed)];
  }
}

// Place of a row's texel.
struct RowTexel {
  unsigned x = 0;
  unsigned y = 0;
  std::optional<std::uint64_t> offset;  // of its element; nothing outside the surface
};

RowTexel texel_of_row(const GoldenCase& golden, const CaseRows& rows, std::size_t row) {
  const double x = double{rows.value(row, "u")} + golden.offset[0];
  const double y = double{rows.value(row, "v")} + golden.offset[1];
  const double z = double{rows.value(row, "r")} + golden.offset[2];
  RowTexel texel{.offset = element_offset(golden.surface.image, x, y, z, rows.value(row, "ai"),
                                          rows.value(row, "lod") + golden.surface.base_level)};
  if (texel.offset) texel.x = static_cast<unsigned>(x);
  if (texel.offset) texel.y = static_cast<unsigned>(y);
  return texel;
}

NpyArray packed_texels(const GoldenCase& golden) {
  NpyArray data = read_case_file(golden.surface.data);
  const std::uint64_t needed = functional::packed_bytes(golden.surface.image);
  if (data.type != NpyType::kUint8 || data.data.size() != needed) {
    wrong_case_file(golden.surface.data, "has another type or size", std::to_string(needed) + " bytes ('|u1')");
  }
  return data;
}

}  // namespace

bool needs_decode_table(const GoldenCase& golden) {
  return golden.operation == gen9::SamplerMessageType::kLd && !gen9::format_facts(golden.surface.image.format).sampling;
}

CaseResults decode_rows(const GoldenCase& golden, const CaseRows& rows) {
  const functional::SurfaceImage& image = golden.surface.image;
  const NpyArray data = packed_texels(golden);
  const functional::ElementDecoder decoder{image.format};
  const functional::ElementShape element = functional::element_shape(image.format);
  const functional::ChannelKind kind = decoder.coding()[0].kind;
  const bool integer = kind == functional::ChannelKind::kUint || kind == functional::ChannelKind::kSint;
  CaseResults results(rows.rows);
  for (std::size_t row = 0; row < rows.rows; ++row) {
    const RowTexel at = texel_of_row(golden, rows, row);
    std::array<std::uint32_t, 4> rgba = functional::out_of_bounds_texel(decoder.coding());
    if (at.offset) {
      rgba = functional::texel_to_rgba(
          decoder.coding(), decoder.texel(data.data.data() + *at.offset, at.x % element.width, at.y % element.height));
    }
    for (unsigned i = 0; i < 4; ++i) results[row][i] = selected(golden.surface.channels[i], rgba, integer);
  }
  return results;
}

std::vector<std::byte> decoded_element(const GoldenCase& golden, const CaseRows& rows, std::size_t row) {
  const NpyArray data = packed_texels(golden);
  const RowTexel at = texel_of_row(golden, rows, row);
  if (!at.offset) return {};
  const std::byte* first = data.data.data() + *at.offset;
  return {first, first + functional::element_shape(golden.surface.image.format).bytes};
}

}  // namespace texpipe::study
