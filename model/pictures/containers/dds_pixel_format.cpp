#include "pictures/containers/dds_pixel_format.h"

#include <fmt/format.h>
#include <algorithm>
#include <bit>

#include "host/files/byte_reader.h"
#include "pictures/containers/dds_read_formats.h"
#include "pictures/texture/srgb_twin.h"

namespace texpipe::study {

namespace {

using namespace dds;

// As its four letters, when they are ones.
std::string four_cc_text(std::uint32_t code) {
  for (const auto& [number, name] : kUnreadNumbers) {
    if (number == code) return fmt::format("{} (D3DFMT_{})", code, name);
  }
  std::string letters;
  for (unsigned i = 0; i < 4; ++i) letters += static_cast<char>(code >> (8 * i));
  const bool printable = std::all_of(letters.begin(), letters.end(), [](char c) { return c >= ' ' && c <= '~'; });
  return printable ? "'" + letters + "'" : hexadecimal(code, 8);
}

std::string pixel_text(const DdsPixelFormat& pixel) {
  std::string flags;
  for (const auto& [flag, name] : kFlagNames) {
    if (pixel.flags & flag) flags += (flags.empty() ? "" : ", ") + std::string{name};
  }
  return fmt::format("pixel format of {} bits with masks {} {} {} {} and flags {} ({})", pixel.bits,
                     hexadecimal(pixel.red, 8), hexadecimal(pixel.green, 8), hexadecimal(pixel.blue, 8),
                     hexadecimal(pixel.alpha, 8), hexadecimal(pixel.flags, 8), flags.empty() ? "none" : flags);
}

void say(StoredFormat& stored, std::string problem, std::string hint = {}) {
  stored.remarks.push_back({.problem = std::move(problem), .hint = std::move(hint)});
}

/// The one kind of texels that flags mean; writers set two, or none.
std::uint32_t kind_of(const DdsPixelFormat& pixel) {
  const auto has = [&](std::uint32_t flag) { return (pixel.flags & flag) != 0; };
  const bool colours = pixel.green != 0 && pixel.green != pixel.red;
  if (has(kBumpLuminance)) return kBumpLuminance;
  if (has(kBumpMap)) return kBumpMap;
  if (has(kLuminance) && !(has(kRgb) && colours)) return kLuminance;
  if (has(kPalette)) return kPalette;
  if (has(kRgb)) return kRgb;
  if (has(kAlphaOnly) || (pixel.alpha != 0 && pixel.red == 0 && pixel.green == 0 && pixel.blue == 0)) return kAlphaOnly;
  return pixel.red != 0 && !colours ? kLuminance : kRgb;
}

/// The masks that count, as the tables have them.
DdsPixelFormat masks_that_count(const DdsPixelFormat& pixel, std::uint32_t kind) {
  DdsPixelFormat p = pixel;
  const std::uint32_t all = p.bits >= 32 ? 0xFFFFFFFF : (std::uint32_t{1} << p.bits) - 1;
  const bool alpha = (p.flags & (kHasAlpha | kAlphaOnly)) != 0 || kind == kBumpMap || kind == kAlphaOnly;
  if (!alpha) p.alpha = 0;
  if (kind == kAlphaOnly) {
    p.red = p.green = p.blue = 0;
    if (p.alpha == 0) p.alpha = all;
  }
  if (kind == kLuminance || kind == kPalette) p.green = p.blue = 0;
  if (kind == kLuminance && p.red == 0) p.red = all & ~p.alpha;
  if (kind == kPalette) p.red = 0;
  return p;
}

bool in_one_piece(std::uint32_t mask) {
  const std::uint32_t low = mask >> std::countr_zero(mask | 0x80000000);
  return (low & (low + 1)) == 0;
}

/// A conversion for masks that no surface format has; nothing when they cannot be masks.
std::optional<StoredFormat> format_for_masks(const DdsPixelFormat& p, std::uint32_t kind) {
  const std::array masks{p.red, p.green, p.blue, p.alpha};
  const bool bytes = p.bits == 8 || p.bits == 16 || p.bits == 24 || p.bits == 32;
  const std::uint32_t all = p.bits == 32 ? 0xFFFFFFFF : (std::uint32_t{1} << p.bits % 32) - 1;
  if (!bytes || !(kind == kRgb || kind == kLuminance || kind == kAlphaOnly)) return {};
  std::uint32_t used = 0;
  int widest = 0;
  for (const std::uint32_t mask : masks) {
    if (!in_one_piece(mask) || (used & mask) != 0) return {};
    used |= mask;
    widest = std::max(widest, std::popcount(mask));
  }
  if (used == 0 || (used & ~all) != 0 || widest > 16) return {};
  const bool wide = widest > 8;
  const bool three_bytes = p.bits == 24 && !wide && p.alpha == 0;
  StoredFormat stored{.format = kind == kAlphaOnly   ? (wide ? kA16Unorm : kA8Unorm)
                                : kind == kLuminance ? (wide ? kL16A16Unorm : kL8A8Unorm)
                                : three_bytes        ? kR8G8B8Unorm
                                : wide               ? kR16G16B16A16Unorm
                                                     : kR8G8B8A8Unorm,
                      .masks = TexelMasks{.bytes = p.bits / 8, .mask = masks}};
  const bool whole_bytes =
      std::all_of(masks.begin(), masks.end(), [](std::uint32_t mask) { return mask == 0 || std::popcount(mask) == 8; });
  if (!whole_bytes) {
    say(stored,
        fmt::format("no surface format has masks {} {} {} {}", hexadecimal(p.red, 8), hexadecimal(p.green, 8),
                    hexadecimal(p.blue, 8), hexadecimal(p.alpha, 8)),
        fmt::format("texels are converted to {}", name_of(stored.format)));
  }
  return stored;
}

bool matches(const MaskRow& row, const DdsPixelFormat& p, std::uint32_t kind) {
  return row.kind == kind && row.bits == p.bits && row.red == p.red && row.green == p.green && row.blue == p.blue &&
         row.alpha == p.alpha;
}

StoredFormat mask_format(const DdsPixelFormat& pixel, const std::string& file) {
  if (pixel.flags & kOtherKinds) unsupported_in(file, pixel_text(pixel));
  const std::uint32_t kind = kind_of(pixel);
  const DdsPixelFormat p = masks_that_count(pixel, kind);
  std::optional<StoredFormat> found;
  for (const ReadRow& read : kReadMasks) {
    if (matches(read.row, p, kind))
      found = StoredFormat{.format = read.row.format, .channels = *channel_selects_of(read.channels)};
  }
  for (const MaskRow& row : kMaskFormats) {
    if (!found && matches(row, p, kind)) found = StoredFormat{.format = row.format};
  }
  if (!found) found = format_for_masks(p, kind);
  if (!found) unsupported_in(file, pixel_text(pixel));
  if (p.bits == 32 && p.green == 0x000FFC00) {
    say(*found,
        fmt::format("masks of 10:10:10:2 are read as {}, red and blue exchanged, as D3DX writes them",
                    name_of(found->format)),
        "a DX10 header leaves no doubt");
  }
  if (found->format == kR32Float) say(*found, "a mask of 32 bits of red is read as R32_FLOAT, as D3DX writes it");
  if (kind == kRgb && pixel.alpha != 0 && p.alpha == 0) {
    say(*found, fmt::format("the alpha mask {} does not count without DDPF_ALPHAPIXELS", hexadecimal(pixel.alpha, 8)),
        "alpha is 1");
  }
  return *found;
}

StoredFormat four_cc_format(std::uint32_t code, const std::string& file) {
  for (const FourCcRow& row : kFourCcFormats) {
    if (row.code == code) return {.format = row.format, .channels = *channel_selects_of(row.channels)};
  }
  for (const auto& [number, masks] : kNumberedMasks) {
    if (number == code) return mask_format(masks, file);
  }
  unsupported_in(file, "FourCC " + four_cc_text(code));
}

}  // namespace

StoredFormat dds_legacy_format(const DdsPixelFormat& pixel, const std::string& file) {
  const bool no_kind = (pixel.flags & ~(kHasAlpha | kSrgb | 0x80000000)) == 0;
  const bool letters = (pixel.flags & kFourCc) != 0 || (no_kind && pixel.four_cc != 0);
  StoredFormat stored;
  if (letters) {
    stored = four_cc_format(pixel.four_cc, file);
    // NVIDIA's and AMD's tools say in the unused bits which channels of a normal map lie where.
    for (const FourCcRow& row : kFourCcFormats) {
      if (pixel.bits > 64 && row.code == pixel.bits && row.format == stored.format)
        stored.channels = *channel_selects_of(row.channels);
    }
    if (pixel.four_cc == four_cc("DXT2") || pixel.four_cc == four_cc("DXT4"))
      say(stored, four_cc_text(pixel.four_cc) + ": colours are multiplied by alpha already");
  } else {
    stored = mask_format(pixel, file);
  }
  if (no_kind) say(stored, "flags of the pixel format say nothing of its kind", "read by what else it says");
  if (pixel.flags & kSrgb) stored.format = srgb_twin(stored.format).value_or(stored.format);
  return stored;
}

StoredFormat dds_dxgi_format(std::uint32_t code, const std::string& file) {
  for (const CodeRow& row : kDxgiFormats) {
    if (row.code == code) return {.format = row.format, .first_bit_is_highest = row.format == kR1Unorm};
  }
  for (const CodeRow& row : kTypelessFormats) {
    if (row.code != code) continue;
    StoredFormat stored{.format = row.format};
    say(stored, fmt::format("DXGI_FORMAT {} is TYPELESS", code), fmt::format("read as {}", name_of(row.format)));
    return stored;
  }
  std::string name;
  for (const NamedCode& row : kUnreadDxgi) {
    if (row.code == code) name = fmt::format(" ({})", row.name);
  }
  if (code >= 133 && code <= 187) name = " (ASTC)";
  unsupported_in(file, fmt::format("DXGI_FORMAT {}{}", code, name));
}

}  // namespace texpipe::study
