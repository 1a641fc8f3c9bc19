#include "pictures/containers/dds_writer.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>

#include "base/diagnostic.h"
#include "pictures/containers/dds_formats.h"
#include "pictures/texture/stored_texels.h"

namespace texpipe::study {

namespace {

using functional::SurfaceImage;
using functional::SurfaceType;

std::optional<std::uint32_t> dxgi_code(gen9::SurfaceFormat format) {
  const auto last = std::rend(dds::kDxgiFormats);
  const auto row = std::find_if(std::rbegin(dds::kDxgiFormats), last,
                                [&](const dds::CodeRow& candidate) { return candidate.format == format; });
  return row == last ? std::nullopt : std::optional{row->code};
}

const dds::MaskRow* legacy_masks(const SurfaceImage& image) {
  if (image.array_length != 1 || image.type == SurfaceType::k1D) return nullptr;
  const auto* row = std::ranges::find(dds::kMaskFormats, image.format, &dds::MaskRow::format);
  return row == std::end(dds::kMaskFormats) || row->kind == dds::kPalette ? nullptr : row;
}

/// Resource dimension of the DX10 header.
std::uint32_t dimension(SurfaceType type) {
  constexpr std::uint32_t k1D = 2, k2D = 3, k3D = 4;
  return type == SurfaceType::k1D ? k1D : type == SurfaceType::k3D ? k3D : k2D;
}

/// Writes the words of a file.
class WordWriter {
 public:
  template <std::size_t Count>
  void words(const std::array<std::uint32_t, Count>& values) {
    for (const std::uint32_t value : values) {
      for (unsigned byte = 0; byte < 4; ++byte) bytes_.push_back(static_cast<std::byte>(value >> 8 * byte));
    }
  }
  std::vector<std::byte> take() { return std::move(bytes_); }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

bool dds_can_hold(const SurfaceImage& image) {
  if (image.type == SurfaceType::kBuffer || image.sample_bits != 0) return false;
  return dxgi_code(image.format) || legacy_masks(image);
}

std::vector<std::byte> dds_bytes(const Texture& texture) {
  const SurfaceImage& image = texture.image;
  const std::string format{gen9::format_facts(image.format).name};
  if (!dds_can_hold(image)) unsupported("DDS files of " + format + " with this type");
  if (texture.channels != functional::kUnswizzled) unsupported("DDS files with a swizzle");
  constexpr std::uint32_t kFieldsAlways = 0x1007, kPitch = 0x8, kMipCount = 0x20000, kLinearSize = 0x80000,
                          kDepth = 0x800000;
  constexpr std::uint32_t kComplex = 0x8, kTexture = 0x1000, kMipMap = 0x400000;
  const bool volume = image.type == SurfaceType::k3D;
  const bool cube = image.type == SurfaceType::kCube;
  const functional::PackedLevel top = functional::packed_level(image, 0);
  const bool blocks = gen9::format_facts(image.format).compressed();
  const std::uint64_t slice_bytes = top.bytes / top.slices;
  const std::uint64_t size = blocks ? slice_bytes : slice_bytes / top.rows;
  const std::uint32_t fields = kFieldsAlways | kMipCount | (blocks ? kLinearSize : kPitch) | (volume ? kDepth : 0u);

  const std::optional<std::uint32_t> code = dxgi_code(image.format);
  WordWriter writer;
  writer.words(std::array<std::uint32_t, 8>{dds::four_cc("DDS "), dds::kHeaderBytes, fields, image.height, image.width,
                                            static_cast<std::uint32_t>(size), volume ? image.depth : 0, image.levels});
  writer.words(std::array<std::uint32_t, 11>{});
  if (code) {
    writer.words(std::array<std::uint32_t, 8>{dds::kPixelFormatBytes, dds::kFourCc, dds::four_cc("DX10")});
  } else {
    const dds::MaskRow& row = *legacy_masks(image);
    const bool alpha = row.alpha != 0 && (row.kind & (dds::kAlphaOnly | dds::kBumpMap)) == 0;
    writer.words(std::array<std::uint32_t, 8>{dds::kPixelFormatBytes, row.kind | (alpha ? dds::kHasAlpha : 0u), 0,
                                              row.bits, row.red, row.green, row.blue, row.alpha});
  }
  const bool complex = cube || volume || image.levels > 1;
  const std::uint32_t faces = cube ? dds::kCubeMap | dds::kAllFaces : volume ? dds::kVolume : 0u;
  writer.words(
      std::array<std::uint32_t, 5>{kTexture | (complex ? kComplex : 0u) | (image.levels > 1 ? kMipMap : 0u), faces});
  if (code) {
    writer.words(std::array<std::uint32_t, 5>{*code, dimension(image.type), cube ? dds::kMiscTextureCube : 0u,
                                              image.array_length});
  }
  std::vector<std::byte> bytes = writer.take();
  // Files of one bit a texel begin with the highest bit, the sampler with the lowest: the way back is the same.
  const StoredFormat stored{.format = image.format, .first_bit_is_highest = image.format == dds::kR1Unorm};
  const std::vector<std::byte> texels = converted(stored, texture.texels);
  bytes.insert(bytes.end(), texels.begin(), texels.end());
  return bytes;
}

}  // namespace texpipe::study
