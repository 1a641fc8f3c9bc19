// SURFACE_FORMAT of the Kaby Lake command reference, and what is known of each format.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class SurfaceFormat : std::uint16_t {
  kR32G32B32A32Float = 0x000,
  kR32G32B32A32Sint = 0x001,
  kR32G32B32A32Uint = 0x002,
  kR32G32B32A32Unorm = 0x003,
  kR32G32B32A32Snorm = 0x004,
  kR64G64Float = 0x005,
  kR32G32B32X32Float = 0x006,
  kR32G32B32A32Sscaled = 0x007,
  kR32G32B32A32Uscaled = 0x008,
  kR32G32B32A32Sfixed = 0x020,
  kR64G64Passthru = 0x021,
  kR32G32B32Float = 0x040,
  kR32G32B32Sint = 0x041,
  kR32G32B32Uint = 0x042,
  kR32G32B32Unorm = 0x043,
  kR32G32B32Snorm = 0x044,
  kR32G32B32Sscaled = 0x045,
  kR32G32B32Uscaled = 0x046,
  kR32G32B32Sfixed = 0x050,
  kR16G16B16A16Unorm = 0x080,
  kR16G16B16A16Snorm = 0x081,
  kR16G16B16A16Sint = 0x082,
  kR16G16B16A16Uint = 0x083,
  kR16G16B16A16Float = 0x084,
  kR32G32Float = 0x085,
  kR32G32Sint = 0x086,
  kR32G32Uint = 0x087,
  kR32FloatX8X24Typeless = 0x088,
  kX32TypelessG8X24Uint = 0x089,
  kL32A32Float = 0x08A,
  kR32G32Unorm = 0x08B,
  kR32G32Snorm = 0x08C,
  kR64Float = 0x08D,
  kR16G16B16X16Unorm = 0x08E,
  kR16G16B16X16Float = 0x08F,
  kA32X32Float = 0x090,
  kL32X32Float = 0x091,
  kI32X32Float = 0x092,
  kR16G16B16A16Sscaled = 0x093,
  kR16G16B16A16Uscaled = 0x094,
  kR32G32Sscaled = 0x095,
  kR32G32Uscaled = 0x096,
  kR32G32Sfixed = 0x0A0,
  kR64Passthru = 0x0A1,
  kB8G8R8A8Unorm = 0x0C0,
  kB8G8R8A8UnormSrgb = 0x0C1,
  kR10G10B10A2Unorm = 0x0C2,
  kR10G10B10A2UnormSrgb = 0x0C3,
  kR10G10B10A2Uint = 0x0C4,
  kR10G10B10SnormA2Unorm = 0x0C5,
  kR8G8B8A8Unorm = 0x0C7,
  kR8G8B8A8UnormSrgb = 0x0C8,
  kR8G8B8A8Snorm = 0x0C9,
  kR8G8B8A8Sint = 0x0CA,
  kR8G8B8A8Uint = 0x0CB,
  kR16G16Unorm = 0x0CC,
  kR16G16Snorm = 0x0CD,
  kR16G16Sint = 0x0CE,
  kR16G16Uint = 0x0CF,
  kR16G16Float = 0x0D0,
  kB10G10R10A2Unorm = 0x0D1,
  kB10G10R10A2UnormSrgb = 0x0D2,
  kR11G11B10Float = 0x0D3,
  kR32Sint = 0x0D6,
  kR32Uint = 0x0D7,
  kR32Float = 0x0D8,
  kR24UnormX8Typeless = 0x0D9,
  kX24TypelessG8Uint = 0x0DA,
  kL32Unorm = 0x0DD,
  kA32Unorm = 0x0DE,
  kL16A16Unorm = 0x0DF,
  kI24X8Unorm = 0x0E0,
  kL24X8Unorm = 0x0E1,
  kA24X8Unorm = 0x0E2,
  kI32Float = 0x0E3,
  kL32Float = 0x0E4,
  kA32Float = 0x0E5,
  kX8B8UnormG8R8Snorm = 0x0E6,
  kA8X8UnormG8R8Snorm = 0x0E7,
  kB8X8UnormG8R8Snorm = 0x0E8,
  kB8G8R8X8Unorm = 0x0E9,
  kB8G8R8X8UnormSrgb = 0x0EA,
  kR8G8B8X8Unorm = 0x0EB,
  kR8G8B8X8UnormSrgb = 0x0EC,
  kR9G9B9E5Sharedexp = 0x0ED,
  kB10G10R10X2Unorm = 0x0EE,
  kL16A16Float = 0x0F0,
  kR32Unorm = 0x0F1,
  kR32Snorm = 0x0F2,
  kR10G10B10X2Uscaled = 0x0F3,
  kR8G8B8A8Sscaled = 0x0F4,
  kR8G8B8A8Uscaled = 0x0F5,
  kR16G16Sscaled = 0x0F6,
  kR16G16Uscaled = 0x0F7,
  kR32Sscaled = 0x0F8,
  kR32Uscaled = 0x0F9,
  kB5G6R5Unorm = 0x100,
  kB5G6R5UnormSrgb = 0x101,
  kB5G5R5A1Unorm = 0x102,
  kB5G5R5A1UnormSrgb = 0x103,
  kB4G4R4A4Unorm = 0x104,
  kB4G4R4A4UnormSrgb = 0x105,
  kR8G8Unorm = 0x106,
  kR8G8Snorm = 0x107,
  kR8G8Sint = 0x108,
  kR8G8Uint = 0x109,
  kR16Unorm = 0x10A,
  kR16Snorm = 0x10B,
  kR16Sint = 0x10C,
  kR16Uint = 0x10D,
  kR16Float = 0x10E,
  kA8P8UnormPalette0 = 0x10F,
  kA8P8UnormPalette1 = 0x110,
  kI16Unorm = 0x111,
  kL16Unorm = 0x112,
  kA16Unorm = 0x113,
  kL8A8Unorm = 0x114,
  kI16Float = 0x115,
  kL16Float = 0x116,
  kA16Float = 0x117,
  kL8A8UnormSrgb = 0x118,
  kR5G5SnormB6Unorm = 0x119,
  kB5G5R5X1Unorm = 0x11A,
  kB5G5R5X1UnormSrgb = 0x11B,
  kR8G8Sscaled = 0x11C,
  kR8G8Uscaled = 0x11D,
  kR16Sscaled = 0x11E,
  kR16Uscaled = 0x11F,
  kP8A8UnormPalette0 = 0x122,
  kP8A8UnormPalette1 = 0x123,
  kA1B5G5R5Unorm = 0x124,
  kA4B4G4R4Unorm = 0x125,
  kL8A8Uint = 0x126,
  kL8A8Sint = 0x127,
  kR8Unorm = 0x140,
  kR8Snorm = 0x141,
  kR8Sint = 0x142,
  kR8Uint = 0x143,
  kA8Unorm = 0x144,
  kI8Unorm = 0x145,
  kL8Unorm = 0x146,
  kP4A4UnormPalette0 = 0x147,
  kA4P4UnormPalette0 = 0x148,
  kR8Sscaled = 0x149,
  kR8Uscaled = 0x14A,
  kP8UnormPalette0 = 0x14B,
  kL8UnormSrgb = 0x14C,
  kP8UnormPalette1 = 0x14D,
  kP4A4UnormPalette1 = 0x14E,
  kA4P4UnormPalette1 = 0x14F,
  kY8Unorm = 0x150,
  kL8Uint = 0x152,
  kL8Sint = 0x153,
  kI8Uint = 0x154,
  kI8Sint = 0x155,
  kDxt1RgbSrgb = 0x180,
  kR1Unorm = 0x181,
  kYcrcbNormal = 0x182,
  kYcrcbSwapuvy = 0x183,
  kP2UnormPalette0 = 0x184,
  kP2UnormPalette1 = 0x185,
  kBc1Unorm = 0x186,
  kBc2Unorm = 0x187,
  kBc3Unorm = 0x188,
  kBc4Unorm = 0x189,
  kBc5Unorm = 0x18A,
  kBc1UnormSrgb = 0x18B,
  kBc2UnormSrgb = 0x18C,
  kBc3UnormSrgb = 0x18D,
  kMono8 = 0x18E,
  kYcrcbSwapuv = 0x18F,
  kYcrcbSwapy = 0x190,
  kDxt1Rgb = 0x191,
  kFxt1 = 0x192,
  kR8G8B8Unorm = 0x193,
  kR8G8B8Snorm = 0x194,
  kR8G8B8Sscaled = 0x195,
  kR8G8B8Uscaled = 0x196,
  kR64G64B64A64Float = 0x197,
  kR64G64B64Float = 0x198,
  kBc4Snorm = 0x199,
  kBc5Snorm = 0x19A,
  kR16G16B16Float = 0x19B,
  kR16G16B16Unorm = 0x19C,
  kR16G16B16Snorm = 0x19D,
  kR16G16B16Sscaled = 0x19E,
  kR16G16B16Uscaled = 0x19F,
  kBc6hSf16 = 0x1A1,
  kBc7Unorm = 0x1A2,
  kBc7UnormSrgb = 0x1A3,
  kBc6hUf16 = 0x1A4,
  kPlanar4208 = 0x1A5,
  kR8G8B8UnormSrgb = 0x1A8,
  kEtc1Rgb8 = 0x1A9,
  kEtc2Rgb8 = 0x1AA,
  kEacR11 = 0x1AB,
  kEacRg11 = 0x1AC,
  kEacSignedR11 = 0x1AD,
  kEacSignedRg11 = 0x1AE,
  kEtc2Srgb8 = 0x1AF,
  kR16G16B16Uint = 0x1B0,
  kR16G16B16Sint = 0x1B1,
  kR32Sfixed = 0x1B2,
  kR10G10B10A2Snorm = 0x1B3,
  kR10G10B10A2Uscaled = 0x1B4,
  kR10G10B10A2Sscaled = 0x1B5,
  kR10G10B10A2Sint = 0x1B6,
  kB10G10R10A2Snorm = 0x1B7,
  kB10G10R10A2Uscaled = 0x1B8,
  kB10G10R10A2Sscaled = 0x1B9,
  kB10G10R10A2Uint = 0x1BA,
  kB10G10R10A2Sint = 0x1BB,
  kR64G64B64A64Passthru = 0x1BC,
  kR64G64B64Passthru = 0x1BD,
  kEtc2Rgb8Pta = 0x1C0,
  kEtc2Srgb8Pta = 0x1C1,
  kEtc2EacRgba8 = 0x1C2,
  kEtc2EacSrgb8A8 = 0x1C3,
  kR8G8B8Uint = 0x1C8,
  kR8G8B8Sint = 0x1C9,
  kRaw = 0x1FF
};

/// Layout and purpose of a format.
enum class FormatKind : std::uint8_t {
  kPlain,           // whole bytes per channel
  kPacked,          // channels across byte borders
  kSharedExponent,  // R9G9B9E5
  kSrgb,            // plain or packed, colours sRGB coded
  kDepthAlias,      // depth buffer read as a colour
  kStencilAlias,    // stencil read as a colour
  kPalette,
  kMono,  // one bit per texel
  kBlock,
  kBlockSrgb,
  kYuvPacked422,
  kYuvPlanar,
  kMedia,       // media sampler only
  kVertexOnly,  // vertex fetch only
  kVertex64,    // vertex fetch only, 64-bit channels
  kRaw,         // untyped bytes
};

enum class ColorSpace : std::uint8_t { kLinear, kSrgb, kYuv };

/// Code of a compressed block.
enum class BlockCode : std::uint8_t {
  kNone,
  kBc1Opaque,  // without transparency
  kBc1,
  kBc2,
  kBc3,
  kBc4,
  kBc4Signed,
  kBc5,
  kBc5Signed,
  kBc6h,
  kBc6hSigned,
  kBc7,
  kEtc1,
  kEtc2,
  kEtc2PunchThrough,
  kEtc2EacAlpha,
  kEacR11,
  kEacRg11,
  kEacR11Signed,
  kEacRg11Signed,
  kFxt1,
};

enum class ChannelType : std::uint8_t {
  kUnorm,
  kSnorm,
  kFloat,   // 16, 32 or 64 bits
  kUfloat,  // 11 or 10 bits, no sign
  kUint,
  kSint,
  kUscaled,   // unsigned integer converted to float
  kSscaled,   // signed integer converted to float
  kSfixed,    // 16.16
  kRaw,       // 64 bits passed through
  kIndex,     // into a palette
  kMantissa,  // of R9G9B9E5
  kExponent,  // of R9G9B9E5
};

/// One stored channel of a format without blocks; bit 0 is the least significant bit of the first byte.
struct StoredChannel {
  char name = 0;  // R G B A L I Y, P (palette index), E (shared exponent); 0: none
  ChannelType type = ChannelType::kUnorm;
  std::uint8_t first_bit = 0;
  std::uint8_t bits = 0;
};

struct FormatFacts {
  SurfaceFormat format;
  std::string_view name;           // as documented
  std::uint16_t bits_per_element;  // of a texel, block or pair; PLANAR_420_8: of its Y plane; RAW: a byte
  std::uint8_t block_width;        // texels of an element
  std::uint8_t block_height;
  FormatKind kind;
  ColorSpace color_space;
  BlockCode block_code;
  std::array<StoredChannel, 4> channels;  // in the order of the layout; unused ones have name 0
  std::string_view layout;                // as in the table: channels from the least significant bit, or the block code
  /// Sources of the sampler's R, G, B, A: a stored channel, P palette, V Y U (Cr, Y, Cb), 0, 1, or i (integer 1).
  /// `----`: not defined.
  std::string_view output;
  bool sampling;   // by the sampling engine
  bool filtering;  // linear
  bool shadow;     // sample_c
  bool chroma_key;
  bool render_target;
  bool alpha_blend;
  bool vertex_buffer;
  bool typed_write;
  bool typed_read;
  bool ccs_e;               // lossless colour compression
  bool dx9_missing_is_one;  // missing G and B read 1.0 in the DX9 border colour mode

  /// The smallest piece of whole bytes: a texel, a block, a pair of YUV texels, or the byte that holds texels of 1 or 2
  /// bits.
  constexpr unsigned element_bytes() const { return bits_per_element < 8 ? 1u : bits_per_element / 8u; }
  constexpr unsigned element_width() const { return bits_per_element < 8 ? 8u / bits_per_element : block_width; }
  constexpr unsigned element_height() const { return block_height; }
  constexpr bool compressed() const { return block_code != BlockCode::kNone; }
};

/// Facts of a listed format (formats of the table in surface_format.cpp).
/// Errors: kMalformedInput for a value that the document does not list.
const FormatFacts& format_facts(SurfaceFormat format);

/// Facts of a value as it stands in a surface state; null when the document does not list it.
const FormatFacts* find_format(std::uint32_t value);

/// Format of a documented name. Errors: kInvalidConfiguration with the nearest spelling.
SurfaceFormat format_of_name(std::string_view name);

/// All formats, in the order of their values.
std::span<const FormatFacts> all_formats();

EnumRows enum_rows(SurfaceFormat);

}  // namespace texpipe::gen9
