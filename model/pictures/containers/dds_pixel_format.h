// Formats of DirectDraw surface files: FourCC codes, masks and DXGI numbers as surface formats.
#pragma once

#include <cstdint>
#include <string>

#include "pictures/texture/stored_texels.h"

namespace texpipe::study {

/// DDS_PIXELFORMAT without its size.
struct DdsPixelFormat {
  std::uint32_t flags = 0, four_cc = 0, bits = 0, red = 0, green = 0, blue = 0, alpha = 0;
};

/// Format of a legacy header. Where no surface format has the masks, texels are to be converted to one that holds them.
/// Errors: kUnsupported, naming FourCC, or flags, bits and masks.
StoredFormat dds_legacy_format(const DdsPixelFormat& pixel, const std::string& file);

/// Format of a DX10 header; TYPELESS ones as UNORM, those of 32 bits a channel as FLOAT. Errors: kUnsupported by name.
StoredFormat dds_dxgi_format(std::uint32_t code, const std::string& file);

}  // namespace texpipe::study
