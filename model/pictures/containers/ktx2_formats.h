// VkFormat numbers of KTX 2 files as surface formats.
#pragma once

#include <cstdint>

#include "pictures/texture/stored_texels.h"

namespace texpipe::study::ktx2 {

using enum gen9::SurfaceFormat;
using gen9::SurfaceFormat;

struct VkRow {
  std::uint32_t format;
  SurfaceFormat surface_format;
};

// VkFormat numbers. Depth formats are read as the colour formats that alias them.
inline constexpr VkRow kVkFormats[] = {
    {2, kA4B4G4R4Unorm},
    {4, kB5G6R5Unorm},
    {6, kA1B5G5R5Unorm},
    {8, kB5G5R5A1Unorm},
    {9, kR8Unorm},
    {10, kR8Snorm},
    {11, kR8Uscaled},
    {12, kR8Sscaled},
    {13, kR8Uint},
    {14, kR8Sint},
    {16, kR8G8Unorm},
    {17, kR8G8Snorm},
    {18, kR8G8Uscaled},
    {19, kR8G8Sscaled},
    {20, kR8G8Uint},
    {21, kR8G8Sint},
    {23, kR8G8B8Unorm},
    {24, kR8G8B8Snorm},
    {25, kR8G8B8Uscaled},
    {26, kR8G8B8Sscaled},
    {27, kR8G8B8Uint},
    {28, kR8G8B8Sint},
    {29, kR8G8B8UnormSrgb},
    {37, kR8G8B8A8Unorm},
    {38, kR8G8B8A8Snorm},
    {39, kR8G8B8A8Uscaled},
    {40, kR8G8B8A8Sscaled},
    {41, kR8G8B8A8Uint},
    {42, kR8G8B8A8Sint},
    {43, kR8G8B8A8UnormSrgb},
    {44, kB8G8R8A8Unorm},
    {50, kB8G8R8A8UnormSrgb},
    {51, kR8G8B8A8Unorm},
    {52, kR8G8B8A8Snorm},
    {53, kR8G8B8A8Uscaled},
    {54, kR8G8B8A8Sscaled},
    {55, kR8G8B8A8Uint},
    {56, kR8G8B8A8Sint},
    {57, kR8G8B8A8UnormSrgb},
    {58, kB10G10R10A2Unorm},
    {59, kB10G10R10A2Snorm},
    {60, kB10G10R10A2Uscaled},
    {61, kB10G10R10A2Sscaled},
    {62, kB10G10R10A2Uint},
    {63, kB10G10R10A2Sint},
    {64, kR10G10B10A2Unorm},
    {65, kR10G10B10A2Snorm},
    {66, kR10G10B10A2Uscaled},
    {67, kR10G10B10A2Sscaled},
    {68, kR10G10B10A2Uint},
    {69, kR10G10B10A2Sint},
    {70, kR16Unorm},
    {71, kR16Snorm},
    {72, kR16Uscaled},
    {73, kR16Sscaled},
    {74, kR16Uint},
    {75, kR16Sint},
    {76, kR16Float},
    {77, kR16G16Unorm},
    {78, kR16G16Snorm},
    {79, kR16G16Uscaled},
    {80, kR16G16Sscaled},
    {81, kR16G16Uint},
    {82, kR16G16Sint},
    {83, kR16G16Float},
    {84, kR16G16B16Unorm},
    {85, kR16G16B16Snorm},
    {86, kR16G16B16Uscaled},
    {87, kR16G16B16Sscaled},
    {88, kR16G16B16Uint},
    {89, kR16G16B16Sint},
    {90, kR16G16B16Float},
    {91, kR16G16B16A16Unorm},
    {92, kR16G16B16A16Snorm},
    {93, kR16G16B16A16Uscaled},
    {94, kR16G16B16A16Sscaled},
    {95, kR16G16B16A16Uint},
    {96, kR16G16B16A16Sint},
    {97, kR16G16B16A16Float},
    {98, kR32Uint},
    {99, kR32Sint},
    {100, kR32Float},
    {101, kR32G32Uint},
    {102, kR32G32Sint},
    {103, kR32G32Float},
    {104, kR32G32B32Uint},
    {105, kR32G32B32Sint},
    {106, kR32G32B32Float},
    {107, kR32G32B32A32Uint},
    {108, kR32G32B32A32Sint},
    {109, kR32G32B32A32Float},
    {112, kR64Float},
    {115, kR64G64Float},
    {118, kR64G64B64Float},
    {121, kR64G64B64A64Float},
    {122, kR11G11B10Float},
    {123, kR9G9B9E5Sharedexp},
    {124, kR16Unorm},
    {125, kR24UnormX8Typeless},
    {126, kR32Float},
    {127, kR8Uint},   // S8
    {131, kDxt1Rgb},  // BC1_RGB: black where BC1_RGBA is transparent (R26)
    {132, kDxt1RgbSrgb},
    {133, kBc1Unorm},
    {134, kBc1UnormSrgb},
    {135, kBc2Unorm},
    {136, kBc2UnormSrgb},
    {137, kBc3Unorm},
    {138, kBc3UnormSrgb},
    {139, kBc4Unorm},
    {140, kBc4Snorm},
    {141, kBc5Unorm},
    {142, kBc5Snorm},
    {143, kBc6hUf16},
    {144, kBc6hSf16},
    {145, kBc7Unorm},
    {146, kBc7UnormSrgb},
    {147, kEtc2Rgb8},
    {148, kEtc2Srgb8},
    {149, kEtc2Rgb8Pta},
    {150, kEtc2Srgb8Pta},
    {151, kEtc2EacRgba8},
    {152, kEtc2EacSrgb8A8},
    {153, kEacR11},
    {154, kEacSignedR11},
    {155, kEacRg11},
    {156, kEacSignedRg11},
    {1000156000, kYcrcbNormal},    // G8B8G8R8_422
    {1000156001, kYcrcbSwapy},     // B8G8R8G8_422
    {1000340000, kB4G4R4A4Unorm},  // A4R4G4B4_PACK16
    {1000470001, kA8Unorm},
};

// Formats whose channels stand elsewhere than in the surface format that holds them.
struct SwizzledRow {
  std::uint32_t format;
  SurfaceFormat surface_format;
  const char* channels;
};

inline constexpr SwizzledRow kSwizzledFormats[] = {
    {3, kA4B4G4R4Unorm, "BGRA"},   // B4G4R4A4_PACK16
    {5, kB5G6R5Unorm, "BGR1"},     // B5G6R5_PACK16
    {7, kA1B5G5R5Unorm, "BGRA"},   // B5G5R5A1_PACK16
    {15, kL8UnormSrgb, "R001"},    // R8_SRGB
    {45, kR8G8B8A8Snorm, "BGRA"},  // B8G8R8A8
    {46, kR8G8B8A8Uscaled, "BGRA"},
    {47, kR8G8B8A8Sscaled, "BGRA"},
    {48, kR8G8B8A8Uint, "BGRA"},
    {49, kR8G8B8A8Sint, "BGRA"},
    {1000340001, kB4G4R4A4Unorm, "BGRA"},  // A4B4G4R4_PACK16
    {1000470000, kB5G5R5A1Unorm, "BGRA"},  // A1B5G5R5_PACK16
};

// Formats whose texels are converted.
struct ConvertedRow {
  std::uint32_t format;
  SurfaceFormat surface_format;
  TexelMasks masks;
};

inline constexpr TexelMasks kBgr{.bytes = 3, .mask = {0xFF0000, 0xFF00, 0xFF, 0}};

inline constexpr ConvertedRow kConvertedFormats[] = {
    {1, kR8G8Unorm, {.bytes = 1, .mask = {0xF0, 0xF}}},              // R4G4_PACK8
    {22, kR8G8B8A8UnormSrgb, {.bytes = 2, .mask = {0xFF, 0xFF00}}},  // R8G8_SRGB
    {30, kR8G8B8Unorm, kBgr},
    {31, kR8G8B8Snorm, kBgr},
    {32, kR8G8B8Uscaled, kBgr},
    {33, kR8G8B8Sscaled, kBgr},
    {34, kR8G8B8Uint, kBgr},
    {35, kR8G8B8Sint, kBgr},
    {36, kR8G8B8UnormSrgb, kBgr},
};

// Families of formats that are not read.
struct UnreadRow {
  std::uint32_t first, last;
  const char* name;
};

inline constexpr UnreadRow kUnreadFormats[] = {
    {110, 121, "channels of 64 bits"}, {128, 130, "depth with stencil"}, {157, 184, "ASTC"},
    {1000054000, 1000054007, "PVRTC"}, {1000066000, 1000066013, "ASTC"}, {1000156002, 1000156033, "Y'CbCr in planes"},
};

}  // namespace texpipe::study::ktx2
