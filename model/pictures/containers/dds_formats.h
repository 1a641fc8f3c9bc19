// Numbers of DirectDraw surface files that reader and writer share.
#pragma once

#include <cstdint>

#include "isa/gen9/surface_format.h"

namespace texpipe::study::dds {

using enum gen9::SurfaceFormat;
using gen9::SurfaceFormat;

struct CodeRow {
  std::uint32_t code;
  SurfaceFormat format;
};

// DXGI_FORMAT numbers. Depth formats are read as the colour formats that alias them; a format is
// written as its last row.
inline constexpr CodeRow kDxgiFormats[] = {
    {2, kR32G32B32A32Float},
    {3, kR32G32B32A32Uint},
    {4, kR32G32B32A32Sint},
    {6, kR32G32B32Float},
    {7, kR32G32B32Uint},
    {8, kR32G32B32Sint},
    {10, kR16G16B16A16Float},
    {11, kR16G16B16A16Unorm},
    {12, kR16G16B16A16Uint},
    {13, kR16G16B16A16Snorm},
    {14, kR16G16B16A16Sint},
    {16, kR32G32Float},
    {17, kR32G32Uint},
    {18, kR32G32Sint},
    {20, kR32FloatX8X24Typeless},
    {21, kR32FloatX8X24Typeless},
    {22, kX32TypelessG8X24Uint},
    {24, kR10G10B10A2Unorm},
    {25, kR10G10B10A2Uint},
    {26, kR11G11B10Float},
    {28, kR8G8B8A8Unorm},
    {29, kR8G8B8A8UnormSrgb},
    {30, kR8G8B8A8Uint},
    {31, kR8G8B8A8Snorm},
    {32, kR8G8B8A8Sint},
    {34, kR16G16Float},
    {35, kR16G16Unorm},
    {36, kR16G16Uint},
    {37, kR16G16Snorm},
    {38, kR16G16Sint},
    {40, kR32Float},
    {41, kR32Float},
    {42, kR32Uint},
    {43, kR32Sint},
    {45, kR24UnormX8Typeless},
    {46, kR24UnormX8Typeless},
    {47, kX24TypelessG8Uint},
    {49, kR8G8Unorm},
    {50, kR8G8Uint},
    {51, kR8G8Snorm},
    {52, kR8G8Sint},
    {54, kR16Float},
    {55, kR16Unorm},
    {56, kR16Unorm},
    {57, kR16Uint},
    {58, kR16Snorm},
    {59, kR16Sint},
    {61, kR8Unorm},
    {62, kR8Uint},
    {63, kR8Snorm},
    {64, kR8Sint},
    {65, kA8Unorm},
    {66, kR1Unorm},
    {67, kR9G9B9E5Sharedexp},
    {68, kYcrcbSwapuvy},
    {69, kYcrcbSwapuv},  // R8G8_B8G8, G8R8_G8B8: the same bytes
    {71, kBc1Unorm},
    {72, kBc1UnormSrgb},
    {74, kBc2Unorm},
    {75, kBc2UnormSrgb},
    {77, kBc3Unorm},
    {78, kBc3UnormSrgb},
    {80, kBc4Unorm},
    {81, kBc4Snorm},
    {83, kBc5Unorm},
    {84, kBc5Snorm},
    {85, kB5G6R5Unorm},
    {86, kB5G5R5A1Unorm},
    {87, kB8G8R8A8Unorm},
    {88, kB8G8R8X8Unorm},
    {91, kB8G8R8A8UnormSrgb},
    {93, kB8G8R8X8UnormSrgb},
    {95, kBc6hUf16},
    {96, kBc6hSf16},
    {98, kBc7Unorm},
    {99, kBc7UnormSrgb},
    {103, kPlanar4208},
    {107, kYcrcbNormal},
    {115, kB4G4R4A4Unorm},
    {191, kA4B4G4R4Unorm},
};

constexpr std::uint32_t four_cc(const char (&text)[5]) {
  std::uint32_t code = 0;
  for (unsigned i = 0; i < 4; ++i) code |= std::uint32_t{static_cast<unsigned char>(text[i])} << (8 * i);
  return code;
}

// Flags of the pixel format (DDPF_*).
inline constexpr std::uint32_t kHasAlpha = 0x1;
inline constexpr std::uint32_t kAlphaOnly = 0x2;
inline constexpr std::uint32_t kFourCc = 0x4;
inline constexpr std::uint32_t kPalette = 0x20;
inline constexpr std::uint32_t kRgb = 0x40;
inline constexpr std::uint32_t kLuminance = 0x20000;
inline constexpr std::uint32_t kBumpLuminance = 0x40000;
inline constexpr std::uint32_t kBumpMap = 0x80000;
inline constexpr std::uint32_t kSrgb = 0x40000000;  // of NVIDIA's texture tools

struct MaskRow {
  std::uint32_t kind;  // pixel format flags that count, kHasAlpha left out
  std::uint32_t bits, red, green, blue, alpha;
  SurfaceFormat format;
};

// Formats and their channel masks. Where two rows describe a format, the writer takes the first. 10:10:10:2 stand as
// D3DX writes them, red and blue exchanged: A2B10G10R10, whose red is lowest, has the mask of the highest bits.
inline constexpr MaskRow kMaskFormats[] = {
    {kRgb, 32, 0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000, kR8G8B8A8Unorm},
    {kRgb, 32, 0x000000FF, 0x0000FF00, 0x00FF0000, 0, kR8G8B8X8Unorm},
    {kRgb, 32, 0x00FF0000, 0x0000FF00, 0x000000FF, 0xFF000000, kB8G8R8A8Unorm},
    {kRgb, 32, 0x00FF0000, 0x0000FF00, 0x000000FF, 0, kB8G8R8X8Unorm},
    {kRgb, 32, 0x3FF00000, 0x000FFC00, 0x000003FF, 0xC0000000, kR10G10B10A2Unorm},
    {kRgb, 32, 0x000003FF, 0x000FFC00, 0x3FF00000, 0xC0000000, kB10G10R10A2Unorm},
    {kRgb, 32, 0x0000FFFF, 0xFFFF0000, 0, 0, kR16G16Unorm},
    {kRgb, 24, 0x000000FF, 0x0000FF00, 0x00FF0000, 0, kR8G8B8Unorm},
    {kRgb, 16, 0x0000F800, 0x000007E0, 0x0000001F, 0, kB5G6R5Unorm},
    {kRgb, 16, 0x00007C00, 0x000003E0, 0x0000001F, 0x00008000, kB5G5R5A1Unorm},
    {kRgb, 16, 0x00007C00, 0x000003E0, 0x0000001F, 0, kB5G5R5X1Unorm},
    {kRgb, 16, 0x00000F00, 0x000000F0, 0x0000000F, 0x0000F000, kB4G4R4A4Unorm},
    {kRgb, 16, 0x000000FF, 0x0000FF00, 0, 0, kR8G8Unorm},
    {kRgb, 16, 0x0000FFFF, 0, 0, 0, kR16Unorm},
    {kRgb, 8, 0x000000FF, 0, 0, 0, kR8Unorm},
    {kLuminance, 8, 0x000000FF, 0, 0, 0, kL8Unorm},
    {kLuminance, 16, 0x0000FFFF, 0, 0, 0, kL16Unorm},
    {kLuminance, 16, 0x000000FF, 0, 0, 0x0000FF00, kL8A8Unorm},
    {kPalette, 8, 0, 0, 0, 0, kP8UnormPalette0},
    {kPalette, 16, 0, 0, 0, 0x0000FF00, kP8A8UnormPalette0},
    {kAlphaOnly, 8, 0, 0, 0, 0x000000FF, kA8Unorm},
    {kAlphaOnly, 16, 0, 0, 0, 0x0000FFFF, kA16Unorm},
    {kBumpMap, 16, 0x000000FF, 0x0000FF00, 0, 0, kR8G8Snorm},
    {kBumpMap, 32, 0x0000FFFF, 0xFFFF0000, 0, 0, kR16G16Snorm},
    {kBumpMap, 32, 0x000000FF, 0x0000FF00, 0x00FF0000, 0xFF000000, kR8G8B8A8Snorm},
};

inline constexpr std::uint32_t kHasPitch = 0x8;       // flags of the header (DDSD_*)
inline constexpr std::uint32_t kHasDepth = 0x800000;  // the depth counts
inline constexpr std::uint32_t kHeaderBytes = 124;
inline constexpr std::uint32_t kPixelFormatBytes = 32;
inline constexpr std::uint32_t kCubeMap = 0x200;
inline constexpr std::uint32_t kFirstFace = 0x400;  // +X; then -X, +Y, -Y, +Z, -Z
inline constexpr std::uint32_t kAllFaces = 0xFC00;
inline constexpr std::uint32_t kVolume = 0x200000;
inline constexpr std::uint32_t kMiscTextureCube = 0x4;

}  // namespace texpipe::study::dds
