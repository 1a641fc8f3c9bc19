// Names and masks of DirectDraw surface files that are read but never written (those are in dds_formats.h): read by
// dds_pixel_format.cpp.
#pragma once

#include <cstdint>
#include <utility>

#include "pictures/containers/dds_formats.h"
#include "pictures/containers/dds_pixel_format.h"

namespace texpipe::study::dds {

struct FourCcRow {
  std::uint32_t code;
  SurfaceFormat format;
  const char* channels = "RGBA";
};

// FourCC codes, and the D3DFMT numbers that stand in their place. Normal maps in BC3 keep a channel in alpha, which the
// letters of ATI's codes name by its place.
inline constexpr FourCcRow kFourCcFormats[] = {
    {four_cc("DXT1"), kBc1Unorm},
    {four_cc("DXT2"), kBc2Unorm},
    {four_cc("DXT3"), kBc2Unorm},
    {four_cc("DXT4"), kBc3Unorm},
    {four_cc("DXT5"), kBc3Unorm},
    {four_cc("RXGB"), kBc3Unorm, "AGB1"},
    {four_cc("xGBR"), kBc3Unorm, "AGB1"},
    {four_cc("RxBG"), kBc3Unorm, "RAB1"},
    {four_cc("RBxG"), kBc3Unorm, "RAG1"},
    {four_cc("xRBG"), kBc3Unorm, "GAB1"},
    {four_cc("RGxB"), kBc3Unorm, "RGA1"},
    {four_cc("xGxR"), kBc3Unorm, "AG01"},
    {four_cc("ATI1"), kBc4Unorm},
    {four_cc("BC4U"), kBc4Unorm},
    {four_cc("BC4S"), kBc4Snorm},
    {four_cc("ATI2"), kBc5Unorm},
    {four_cc("A2XY"), kBc5Unorm},
    {four_cc("BC5U"), kBc5Unorm},
    {four_cc("BC5S"), kBc5Snorm},
    {four_cc("BC6H"), kBc6hUf16},
    {four_cc("BC7L"), kBc7Unorm},
    {four_cc("ETC1"), kEtc1Rgb8},
    {four_cc("ETC2"), kEtc2Rgb8},
    {four_cc("ET2A"), kEtc2EacRgba8},
    {four_cc("RGBG"), kYcrcbSwapuvy},
    {four_cc("GRGB"), kYcrcbSwapuv},
    {four_cc("YUY2"), kYcrcbNormal},
    {four_cc("UYVY"), kYcrcbSwapy},
    {four_cc("YVYU"), kYcrcbSwapuv},
    {four_cc("VYUY"), kYcrcbSwapuvy},
    {four_cc("NV12"), kPlanar4208},
    {31, kR10G10B10A2Unorm},
    {35, kB10G10R10A2Unorm},
    {36, kR16G16B16A16Unorm},
    {67, kR10G10B10SnormA2Unorm},
    {70, kR16Unorm},  // D16_LOCKABLE
    {80, kR16Unorm},  // D16
    {82, kR32Float},  // D32F_LOCKABLE
    {110, kR16G16B16A16Snorm},
    {111, kR16Float},
    {112, kR16G16Float},
    {113, kR16G16B16A16Float},
    {114, kR32Float},
    {115, kR32G32Float},
    {116, kR32G32B32A32Float},
};

// D3DFMT numbers of formats that masks describe.
inline constexpr std::pair<std::uint32_t, DdsPixelFormat> kNumberedMasks[] = {
    {20, {kRgb, 0, 24, 0xFF0000, 0xFF00, 0xFF, 0}},                       // R8G8B8
    {21, {kRgb | kHasAlpha, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0xFF000000}},  // A8R8G8B8
    {22, {kRgb, 0, 32, 0xFF0000, 0xFF00, 0xFF, 0}},                       // X8R8G8B8
    {23, {kRgb, 0, 16, 0xF800, 0x7E0, 0x1F, 0}},                          // R5G6B5
    {24, {kRgb, 0, 16, 0x7C00, 0x3E0, 0x1F, 0}},                          // X1R5G5B5
    {25, {kRgb | kHasAlpha, 0, 16, 0x7C00, 0x3E0, 0x1F, 0x8000}},         // A1R5G5B5
    {26, {kRgb | kHasAlpha, 0, 16, 0xF00, 0xF0, 0xF, 0xF000}},            // A4R4G4B4
    {27, {kRgb, 0, 8, 0xE0, 0x1C, 0x3, 0}},                               // R3G3B2
    {28, {kAlphaOnly, 0, 8, 0, 0, 0, 0xFF}},                              // A8
    {29, {kRgb | kHasAlpha, 0, 16, 0xE0, 0x1C, 0x3, 0xFF00}},             // A8R3G3B2
    {30, {kRgb, 0, 16, 0xF00, 0xF0, 0xF, 0}},                             // X4R4G4B4
    {32, {kRgb | kHasAlpha, 0, 32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000}},  // A8B8G8R8
    {33, {kRgb, 0, 32, 0xFF, 0xFF00, 0xFF0000, 0}},                       // X8B8G8R8
    {34, {kRgb, 0, 32, 0xFFFF, 0xFFFF0000, 0, 0}},                        // G16R16
    {40, {kPalette | kHasAlpha, 0, 16, 0, 0, 0, 0xFF00}},                 // A8P8
    {41, {kPalette, 0, 8, 0, 0, 0, 0}},                                   // P8
    {50, {kLuminance, 0, 8, 0xFF, 0, 0, 0}},                              // L8
    {51, {kLuminance | kHasAlpha, 0, 16, 0xFF, 0, 0, 0xFF00}},            // A8L8
    {52, {kLuminance | kHasAlpha, 0, 8, 0xF, 0, 0, 0xF0}},                // A4L4
    {60, {kBumpMap, 0, 16, 0xFF, 0xFF00, 0, 0}},                          // V8U8
    {61, {kBumpLuminance, 0, 16, 0x1F, 0x3E0, 0xFC00, 0}},                // L6V5U5
    {62, {kBumpLuminance, 0, 32, 0xFF, 0xFF00, 0xFF0000, 0}},             // X8L8V8U8
    {63, {kBumpMap, 0, 32, 0xFF, 0xFF00, 0xFF0000, 0xFF000000}},          // Q8W8V8U8
    {64, {kBumpMap, 0, 32, 0xFFFF, 0xFFFF0000, 0, 0}},                    // V16U16
    {81, {kLuminance, 0, 16, 0xFFFF, 0, 0, 0}},                           // L16
};

struct ReadRow {
  MaskRow row;
  const char* channels = "RGBA";
};

// Masks that are read and not written, besides those of kMaskFormats.
inline constexpr ReadRow kReadMasks[] = {
    {{kRgb, 32, 0x3FF00000, 0x000FFC00, 0x000003FF, 0, kR10G10B10A2Unorm}, "RGB1"},
    {{kRgb, 32, 0x000003FF, 0x000FFC00, 0x3FF00000, 0, kB10G10R10X2Unorm}},
    {{kRgb, 32, 0xFFFFFFFF, 0, 0, 0, kR32Float}},  // D3DX's R32F
    {{kRgb, 16, 0x00000F00, 0x000000F0, 0x0000000F, 0, kB4G4R4A4Unorm}, "RGB1"},
    {{kRgb, 16, 0x0000001F, 0x000007E0, 0x0000F800, 0, kB5G6R5Unorm}, "BGR1"},
    {{kRgb, 16, 0x0000001F, 0x000003E0, 0x00007C00, 0x00008000, kB5G5R5A1Unorm}, "BGRA"},
    {{kRgb, 16, 0x0000001F, 0x000003E0, 0x00007C00, 0, kB5G5R5A1Unorm}, "BGR1"},
    {{kRgb, 16, 0x0000F800, 0x000007C0, 0x0000003E, 0x00000001, kA1B5G5R5Unorm}},
    {{kRgb, 16, 0x0000000F, 0x000000F0, 0x00000F00, 0x0000F000, kB4G4R4A4Unorm}, "BGRA"},
    {{kRgb, 16, 0x0000F000, 0x00000F00, 0x000000F0, 0x0000000F, kA4B4G4R4Unorm}},
    {{kRgb, 16, 0x000000FF, 0, 0, 0x0000FF00, kL8A8Unorm}},       // A8L8 of NVIDIA's first texture tools
    {{kLuminance, 8, 0x000000FF, 0, 0, 0x0000FF00, kL8A8Unorm}},  // A8L8 with the bits of one channel
    {{kLuminance, 32, 0x0000FFFF, 0, 0, 0xFFFF0000, kL16A16Unorm}},
    {{kBumpMap, 32, 0x3FF00000, 0x000FFC00, 0x000003FF, 0xC0000000, kR10G10B10SnormA2Unorm}},  // exchanged by D3DX
    {{kBumpMap, 32, 0x000003FF, 0x000FFC00, 0x3FF00000, 0xC0000000, kR10G10B10SnormA2Unorm}},
    {{kBumpLuminance, 16, 0x0000001F, 0x000003E0, 0x0000FC00, 0, kR5G5SnormB6Unorm}},
};

inline constexpr std::pair<std::uint32_t, const char*> kFlagNames[] = {
    {0x1, "DDPF_ALPHAPIXELS"},
    {0x2, "DDPF_ALPHA"},
    {0x4, "DDPF_FOURCC"},
    {0x8, "DDPF_PALETTEINDEXED4"},
    {0x10, "DDPF_PALETTEINDEXEDTO8"},
    {0x20, "DDPF_PALETTEINDEXED8"},
    {0x40, "DDPF_RGB"},
    {0x80, "DDPF_COMPRESSED"},
    {0x100, "DDPF_RGBTOYUV"},
    {0x200, "DDPF_YUV"},
    {0x400, "DDPF_ZBUFFER"},
    {0x800, "DDPF_PALETTEINDEXED1"},
    {0x1000, "DDPF_PALETTEINDEXED2"},
    {0x2000, "DDPF_ZPIXELS"},
    {0x4000, "DDPF_STENCILBUFFER"},
    {0x8000, "DDPF_ALPHAPREMULT"},
    {0x20000, "DDPF_LUMINANCE"},
    {0x40000, "DDPF_BUMPLUMINANCE"},
    {0x80000, "DDPF_BUMPDUDV"},
    {0x40000000, "DDPF_SRGB"},
    {0x80000000, "DDPF_NORMAL"},
};
// Kinds of texels that are not read.
inline constexpr std::uint32_t kOtherKinds =
    0x8 | 0x10 | 0x80 | 0x100 | 0x200 | 0x400 | 0x800 | 0x1000 | 0x2000 | 0x4000;

inline constexpr std::pair<std::uint32_t, const char*> kUnreadNumbers[] = {
    {71, "D32"},
    {73, "D15S1"},
    {75, "D24S8"},
    {77, "D24X8"},
    {79, "D24X4S4"},
    {83, "D24FS8"},
    {84, "D32_LOCKABLE"},
    {85, "S8_LOCKABLE"},
    {117, "CxV8U8"},
    {118, "A1"},
    {119, "A2B10G10R10_XR_BIAS"},
    {199, "BINARYBUFFER"},
};

struct NamedCode {
  std::uint32_t code;
  const char* name;
};

// TYPELESS numbers, and how they are read.
inline constexpr CodeRow kTypelessFormats[] = {
    {1, kR32G32B32A32Float},
    {5, kR32G32B32Float},
    {9, kR16G16B16A16Unorm},
    {15, kR32G32Float},
    {19, kR32FloatX8X24Typeless},
    {23, kR10G10B10A2Unorm},
    {27, kR8G8B8A8Unorm},
    {33, kR16G16Unorm},
    {39, kR32Float},
    {44, kR24UnormX8Typeless},
    {48, kR8G8Unorm},
    {53, kR16Unorm},
    {60, kR8Unorm},
    {70, kBc1Unorm},
    {73, kBc2Unorm},
    {76, kBc3Unorm},
    {79, kBc4Unorm},
    {82, kBc5Unorm},
    {90, kB8G8R8A8Unorm},
    {92, kB8G8R8X8Unorm},
    {94, kBc6hUf16},
    {97, kBc7Unorm},
};

inline constexpr NamedCode kUnreadDxgi[] = {
    {0, "UNKNOWN"}, {89, "R10G10B10_XR_BIAS_A2_UNORM"},
    {100, "AYUV"},  {101, "Y410"},
    {102, "Y416"},  {104, "P010"},
    {105, "P016"},  {106, "420_OPAQUE"},
    {108, "Y210"},  {109, "Y216"},
    {110, "NV11"},  {111, "AI44"},
    {112, "IA44"},  {113, "P8"},
    {114, "A8P8"},  {130, "P208"},
    {131, "V208"},  {132, "V408"},
};

}  // namespace texpipe::study::dds
