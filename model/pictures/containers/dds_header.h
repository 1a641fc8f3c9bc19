// Header of DirectDraw surface files, and the ways in which its fields of sizes can be read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/files/byte_reader.h"
#include "pictures/containers/dds_pixel_format.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {

struct DdsHeader {
  std::uint32_t flags, height, width, pitch, depth, levels;
  DdsPixelFormat pixel;
  std::uint32_t caps2;
  std::uint32_t dxgi, dimension, misc, array_size;  // of the DX10 header
  bool is_dx10;
};

/// Reads all up to the palette or the texels; sizes of headers that are a known mistake give a remark.
/// Errors: kMalformedInput for other sizes and for a file that ends.
DdsHeader read_dds_header(ByteReader& reader, Texture& texture);

/// A way to read the fields of sizes, and what is said when it is taken; nothing for what the fields plainly say.
struct DdsReading {
  functional::SurfaceImage image;
  std::string remark{};
};

/// All that a header may mean, the likeliest first. Remarks on fields that are left out go to the texture.
/// @param flat  format, width, height and levels
/// Errors: kUnsupported for cube maps without all faces and for buffers, kMalformedInput for a dimension that is none.
std::vector<DdsReading> dds_readings(const DdsHeader& header, const functional::SurfaceImage& flat, Texture& texture,
                                     const std::string& name);

}  // namespace texpipe::study
