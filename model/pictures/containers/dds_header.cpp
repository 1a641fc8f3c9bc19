#include "pictures/containers/dds_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "pictures/containers/dds_formats.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

using namespace dds;
using functional::SurfaceImage;
using functional::SurfaceType;

void check_size(Texture& texture, const std::string& name, const std::string& what, std::uint32_t size,
                std::uint32_t expected) {
  if (size == expected) return;
  // Sizes that writers are known to state by mistake, in headers that are right otherwise.
  constexpr std::uint32_t kMistakes[] = {0, 24, 32, 124, 128};
  const std::string problem = what + " size is " + std::to_string(size);
  if (std::ranges::find(kMistakes, size) == std::end(kMistakes)) malformed(name, problem, std::to_string(expected));
  remark(texture, name, problem, "read as " + std::to_string(expected));
}

std::string missing_faces(std::uint32_t caps2) {
  constexpr const char* kFaces[] = {"+X", "-X", "+Y", "-Y", "+Z", "-Z"};
  std::string missing;
  for (unsigned face = 0; face < 6; ++face) {
    if ((caps2 & kFirstFace << face) == 0) missing += (missing.empty() ? "" : ", ") + std::string{kFaces[face]};
  }
  return missing;
}

SurfaceImage of_type(SurfaceImage image, SurfaceType type, std::uint32_t depth = 1) {
  image.type = type;
  image.depth = type == SurfaceType::k3D ? std::max(depth, 1u) : 1;
  if (type == SurfaceType::k1D) image.height = 1;
  return image;
}

SurfaceImage of_cubes(SurfaceImage image, std::uint32_t cubes) {
  image = of_type(image, SurfaceType::kCube);
  image.array_length = cubes;
  return image;
}

/// Readings of a legacy header, the likeliest first.
std::vector<DdsReading> legacy_readings(const DdsHeader& h, const SurfaceImage& flat, const std::string& name) {
  const std::uint32_t faces = h.caps2 & kAllFaces;
  const bool cube = (h.caps2 & kCubeMap) != 0;
  const bool volume = (h.caps2 & kVolume) != 0;
  const bool depth_counts = (h.flags & kHasDepth) != 0 && h.depth > 1;
  if (cube && faces != 0 && faces != kAllFaces)
    unsupported_in(name, "cube map without all six faces (" + missing_faces(h.caps2) + " missing)");
  const DdsReading picture{flat, "read as one picture, which takes the file's bytes"};
  const DdsReading cubes{of_cubes(flat, 1), "DDSCAPS2 has not all flags of a cube map, but the file holds six faces"};
  const DdsReading deep{of_type(flat, SurfaceType::k3D, h.depth),
                        fmt::format("DDSCAPS2_VOLUME is not set, but a depth of {}: read as a volume", h.depth)};
  std::vector<DdsReading> readings;
  if (cube) {
    if (faces == kAllFaces) {
      readings = {{cubes.image}};
      if (h.depth > 1) readings.push_back({deep.image, "read as a volume, which takes the file's bytes"});
      readings.push_back(picture);
    } else {
      readings = {{flat, "DDSCAPS2_CUBEMAP is set without faces: read as one picture"}, cubes};
    }
  } else if (volume) {
    readings = {{deep.image, h.depth == 0 ? "the depth of the volume is 0: read as 1" : ""}, picture};
    if (faces != 0) readings.push_back(cubes);
  } else if (depth_counts) {
    readings = {deep,
                {flat, fmt::format("a depth of {} without DDSCAPS2_VOLUME does not count: the file has the bytes "
                                   "of one picture",
                                   h.depth)}};
  } else {
    readings = {{flat}};
    if (faces != 0) readings.push_back(cubes);
    if (h.depth > 1) readings.push_back(deep);
  }
  return readings;
}

/// The dimension of the resource; 0, which old writers left, by the other fields.
std::uint32_t dimension_of(const DdsHeader& h, Texture& texture, const std::string& name) {
  constexpr std::uint32_t kUnknown = 0, kBuffer = 1, k2D = 3, k3D = 4;
  if (h.dimension == kBuffer) unsupported_in(name, "resource dimension 1 (BUFFER)");
  if (h.dimension > k3D) malformed(name, "resource dimension is " + std::to_string(h.dimension), "2, 3 or 4");
  if (h.dimension != kUnknown) return h.dimension;
  const bool volume = (h.caps2 & kVolume) != 0 || ((h.flags & kHasDepth) != 0 && h.depth > 1);
  remark(texture, name, "resource dimension is 0", volume ? "read as 4, a volume" : "read as 3, two dimensions");
  return volume ? k3D : k2D;
}

/// Readings of a DX10 header, the likeliest first.
std::vector<DdsReading> dx10_readings(const DdsHeader& h, SurfaceImage flat, Texture& texture,
                                      const std::string& name) {
  constexpr std::uint32_t k1D = 2, k3D = 4;
  const std::uint32_t dimension = dimension_of(h, texture, name);
  if (h.array_size == 0) remark(texture, name, "array size is 0", "read as 1");
  flat.array_length = std::max(h.array_size, 1u);
  const DdsReading picture{flat, "read as two-dimensional, which takes the file's bytes"};
  if (dimension == k3D) {
    const bool none = h.depth == 0;
    return {{of_type(flat, SurfaceType::k3D, h.depth), none ? "the depth of the volume is 0: read as 1" : ""}, picture};
  }
  if (dimension == k1D) {
    const bool rows = h.height > 1;
    return {{of_type(flat, SurfaceType::k1D),
             rows ? fmt::format("a height of {} does not count in one dimension", h.height) : ""},
            picture};
  }

  const bool stated = (h.misc & kMiscTextureCube) != 0;
  const bool by_caps = (h.caps2 & kCubeMap) != 0 && (h.caps2 & kAllFaces) == kAllFaces;
  std::vector<DdsReading> readings;
  if (stated || by_caps) {
    const std::string remark = stated ? "" : "only DDSCAPS2 says that this is a cube map: read as one, as GLI means it";
    readings.push_back({of_cubes(flat, flat.array_length), remark});
    if (flat.array_length % 6 == 0) {
      readings.push_back({of_cubes(flat, flat.array_length / 6),
                          fmt::format("the array size counts {} faces: read as {}", flat.array_length,
                                      counted(flat.array_length / 6, "cube map"))});
    }
  }
  readings.push_back(stated || by_caps
                         ? DdsReading{flat, "a cube map is stated, but the file has the bytes of an array"}
                         : DdsReading{flat});
  if (h.depth > 1 && flat.array_length == 1) {
    readings.push_back({of_type(flat, SurfaceType::k3D, h.depth),
                        fmt::format("a depth of {} takes the file's bytes: read as a volume", h.depth)});
  }
  return readings;
}

}  // namespace

DdsHeader read_dds_header(ByteReader& reader, Texture& texture) {
  const std::string& name = reader.file();
  DdsHeader h{};
  reader.skip(4);
  check_size(texture, name, "header", reader.u32(), kHeaderBytes);
  for (std::uint32_t* field : {&h.flags, &h.height, &h.width, &h.pitch, &h.depth, &h.levels}) *field = reader.u32();
  reader.skip(11 * 4);
  check_size(texture, name, "pixel format", reader.u32(), kPixelFormatBytes);
  DdsPixelFormat& pixel = h.pixel;
  for (std::uint32_t* field :
       {&pixel.flags, &pixel.four_cc, &pixel.bits, &pixel.red, &pixel.green, &pixel.blue, &pixel.alpha}) {
    *field = reader.u32();
  }
  reader.skip(4);
  h.caps2 = reader.u32();
  reader.skip(12);
  h.is_dx10 = ((pixel.flags & kFourCc) != 0 || pixel.flags == 0) && pixel.four_cc == four_cc("DX10");
  if (!h.is_dx10) return h;
  for (std::uint32_t* field : {&h.dxgi, &h.dimension, &h.misc, &h.array_size}) *field = reader.u32();
  reader.skip(4);
  return h;
}

std::vector<DdsReading> dds_readings(const DdsHeader& header, const SurfaceImage& flat, Texture& texture,
                                     const std::string& name) {
  return header.is_dx10 ? dx10_readings(header, flat, texture, name) : legacy_readings(header, flat, name);
}

}  // namespace texpipe::study
