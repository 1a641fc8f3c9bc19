#include "isa/gen9/surface_format.h"

#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "base/spelling.h"

namespace texpipe::gen9 {
namespace {

using enum FormatKind;

struct Row {
  std::uint16_t value;
  std::string_view name;
  std::uint16_t bits;
  FormatKind kind;
  std::string_view layout;  // a type word holds for the channels after it; X is unused
  std::string_view output;
  std::string_view uses;  // Sampling, Filtering, sHadow, chroma Key, Render target, Blend, Vertex, typed Write, typed
                          // read T, Ccs_e, 9: missing G, B are 1 in DX9
};

// Kaby Lake PRM vol. 2b, SURFACE_FORMAT. Layouts and uses: specification/formats 1 to 5.
// clang-format off
constexpr Row kRows[] = {
    {0x000, "R32G32B32A32_FLOAT",       128, kPlain,          "FLOAT R32 G32 B32 A32",         "RGBA", "SF--RBVWTC"},
    {0x001, "R32G32B32A32_SINT",        128, kPlain,          "SINT R32 G32 B32 A32",          "RGBA", "S---R-VWTC"},
    {0x002, "R32G32B32A32_UINT",        128, kPlain,          "UINT R32 G32 B32 A32",          "RGBA", "S---R-VWTC"},
    {0x003, "R32G32B32A32_UNORM",       128, kPlain,          "UNORM R32 G32 B32 A32",         "RGBA", "------V---"},
    {0x004, "R32G32B32A32_SNORM",       128, kPlain,          "SNORM R32 G32 B32 A32",         "RGBA", "------V---"},
    {0x005, "R64G64_FLOAT",             128, kVertex64,       "FLOAT R64 G64",                 "RG01", "------V---"},
    {0x006, "R32G32B32X32_FLOAT",       128, kPlain,          "FLOAT R32 G32 B32 X32",         "RGB1", "SF--------"},
    {0x007, "R32G32B32A32_SSCALED",     128, kVertexOnly,     "SSCALED R32 G32 B32 A32",       "RGBA", "------V---"},
    {0x008, "R32G32B32A32_USCALED",     128, kVertexOnly,     "USCALED R32 G32 B32 A32",       "RGBA", "------V---"},
    {0x020, "R32G32B32A32_SFIXED",      128, kVertexOnly,     "SFIXED R32 G32 B32 A32",        "RGBA", "------V---"},
    {0x021, "R64G64_PASSTHRU",          128, kVertex64,       "RAW R64 G64",                   "RG01", "------V---"},
    {0x040, "R32G32B32_FLOAT",          96,  kPlain,          "FLOAT R32 G32 B32",             "RGB1", "SF----V---"},
    {0x041, "R32G32B32_SINT",           96,  kPlain,          "SINT R32 G32 B32",              "RGBi", "S-----V---"},
    {0x042, "R32G32B32_UINT",           96,  kPlain,          "UINT R32 G32 B32",              "RGBi", "S-----V---"},
    {0x043, "R32G32B32_UNORM",          96,  kPlain,          "UNORM R32 G32 B32",             "RGB1", "------V---"},
    {0x044, "R32G32B32_SNORM",          96,  kPlain,          "SNORM R32 G32 B32",             "RGB1", "------V---"},
    {0x045, "R32G32B32_SSCALED",        96,  kVertexOnly,     "SSCALED R32 G32 B32",           "RGB1", "------V---"},
    {0x046, "R32G32B32_USCALED",        96,  kVertexOnly,     "USCALED R32 G32 B32",           "RGB1", "------V---"},
    {0x050, "R32G32B32_SFIXED",         96,  kVertexOnly,     "SFIXED R32 G32 B32",            "RGB1", "------V---"},
    {0x080, "R16G16B16A16_UNORM",       64,  kPlain,          "UNORM R16 G16 B16 A16",         "RGBA", "SF--RBVW-C"},
    {0x081, "R16G16B16A16_SNORM",       64,  kPlain,          "SNORM R16 G16 B16 A16",         "RGBA", "SF--RBVW-C"},
    {0x082, "R16G16B16A16_SINT",        64,  kPlain,          "SINT R16 G16 B16 A16",          "RGBA", "S---R-VWTC"},
    {0x083, "R16G16B16A16_UINT",        64,  kPlain,          "UINT R16 G16 B16 A16",          "RGBA", "S---R-VWTC"},
    {0x084, "R16G16B16A16_FLOAT",       64,  kPlain,          "FLOAT R16 G16 B16 A16",         "RGBA", "SF--RBVWTC"},
    {0x085, "R32G32_FLOAT",             64,  kPlain,          "FLOAT R32 G32",                 "RG01", "SF--RBVWTC9"},
    {0x086, "R32G32_SINT",              64,  kPlain,          "SINT R32 G32",                  "RG0i", "S---R-VWTC"},
    {0x087, "R32G32_UINT",              64,  kPlain,          "UINT R32 G32",                  "RG0i", "S---R-VWTC"},
    {0x088, "R32_FLOAT_X8X24_TYPELESS", 64,  kDepthAlias,     "FLOAT R32 X8 X24",              "R001", "SFH-------"},
    {0x089, "X32_TYPELESS_G8X24_UINT",  64,  kStencilAlias,   "X32 UINT G8 X24",               "0G0i", "S---------"},
    {0x08A, "L32A32_FLOAT",             64,  kPlain,          "FLOAT L32 A32",                 "LLLA", "SF--------"},
    {0x08B, "R32G32_UNORM",             64,  kPlain,          "UNORM R32 G32",                 "RG01", "------V---"},
    {0x08C, "R32G32_SNORM",             64,  kPlain,          "SNORM R32 G32",                 "RG01", "------V---"},
    {0x08D, "R64_FLOAT",                64,  kVertex64,       "FLOAT R64",                     "R001", "------V---"},
    {0x08E, "R16G16B16X16_UNORM",       64,  kPlain,          "UNORM R16 G16 B16 X16",         "RGB1", "SF--------"},
    {0x08F, "R16G16B16X16_FLOAT",       64,  kPlain,          "FLOAT R16 G16 B16 X16",         "RGB1", "SF--RB---C"},
    {0x090, "A32X32_FLOAT",             64,  kPlain,          "FLOAT A32 X32",                 "000A", "SF--------"},
    {0x091, "L32X32_FLOAT",             64,  kPlain,          "FLOAT L32 X32",                 "LLL1", "SF--------"},
    {0x092, "I32X32_FLOAT",             64,  kPlain,          "FLOAT I32 X32",                 "IIII", "SF--------"},
    {0x093, "R16G16B16A16_SSCALED",     64,  kVertexOnly,     "SSCALED R16 G16 B16 A16",       "RGBA", "------V---"},
    {0x094, "R16G16B16A16_USCALED",     64,  kVertexOnly,     "USCALED R16 G16 B16 A16",       "RGBA", "------V---"},
    {0x095, "R32G32_SSCALED",           64,  kVertexOnly,     "SSCALED R32 G32",               "RG01", "------V---"},
    {0x096, "R32G32_USCALED",           64,  kVertexOnly,     "USCALED R32 G32",               "RG01", "------V---"},
    {0x0A0, "R32G32_SFIXED",            64,  kVertexOnly,     "SFIXED R32 G32",                "RG01", "------V---"},
    {0x0A1, "R64_PASSTHRU",             64,  kVertex64,       "RAW R64",                       "R001", "------V---"},
    {0x0C0, "B8G8R8A8_UNORM",           32,  kPlain,          "UNORM B8 G8 R8 A8",             "RGBA", "SF-KRBVW-C"},
    {0x0C1, "B8G8R8A8_UNORM_SRGB",      32,  kSrgb,           "UNORM B8 G8 R8 A8",             "RGBA", "SF--RB----"},
    {0x0C2, "R10G10B10A2_UNORM",        32,  kPacked,         "UNORM R10 G10 B10 A2",          "RGBA", "SF--RBVW--"},
    {0x0C3, "R10G10B10A2_UNORM_SRGB",   32,  kSrgb,           "UNORM R10 G10 B10 A2",          "RGBA", "SF--------"},
    {0x0C4, "R10G10B10A2_UINT",         32,  kPacked,         "UINT R10 G10 B10 A2",           "RGBA", "S---R-VW--"},
    {0x0C5, "R10G10B10_SNORM_A2_UNORM", 32,  kPacked,         "SNORM R10 G10 B10 UNORM A2",    "RGBA", "SF----V---"},
    {0x0C7, "R8G8B8A8_UNORM",           32,  kPlain,          "UNORM R8 G8 B8 A8",             "RGBA", "SF--RBVW-C"},
    {0x0C8, "R8G8B8A8_UNORM_SRGB",      32,  kSrgb,           "UNORM R8 G8 B8 A8",             "RGBA", "SF--RB----"},
    {0x0C9, "R8G8B8A8_SNORM",           32,  kPlain,          "SNORM R8 G8 B8 A8",             "RGBA", "SF--RBVW-C"},
    {0x0CA, "R8G8B8A8_SINT",            32,  kPlain,          "SINT R8 G8 B8 A8",              "RGBA", "S---R-VWTC"},
    {0x0CB, "R8G8B8A8_UINT",            32,  kPlain,          "UINT R8 G8 B8 A8",              "RGBA", "S---R-VWTC"},
    {0x0CC, "R16G16_UNORM",             32,  kPlain,          "UNORM R16 G16",                 "RG01", "SF--RBVW-C9"},
    {0x0CD, "R16G16_SNORM",             32,  kPlain,          "SNORM R16 G16",                 "RG01", "SF--RBVW-C9"},
    {0x0CE, "R16G16_SINT",              32,  kPlain,          "SINT R16 G16",                  "RG0i", "S---R-VWTC"},
    {0x0CF, "R16G16_UINT",              32,  kPlain,          "UINT R16 G16",                  "RG0i", "S---R-VWTC"},
    {0x0D0, "R16G16_FLOAT",             32,  kPlain,          "FLOAT R16 G16",                 "RG01", "SF--RBVWTC9"},
    {0x0D1, "B10G10R10A2_UNORM",        32,  kPacked,         "UNORM B10 G10 R10 A2",          "RGBA", "SF--RBVW--"},
    {0x0D2, "B10G10R10A2_UNORM_SRGB",   32,  kSrgb,           "UNORM B10 G10 R10 A2",          "RGBA", "SF--RB----"},
    {0x0D3, "R11G11B10_FLOAT",          32,  kPacked,         "UFLOAT R11 G11 B10",            "RGB1", "SF--RBVW--"},
    {0x0D6, "R32_SINT",                 32,  kPlain,          "SINT R32",                      "R00i", "S---R-VWTC"},
    {0x0D7, "R32_UINT",                 32,  kPlain,          "UINT R32",                      "R00i", "S---R-VWTC"},
    {0x0D8, "R32_FLOAT",                32,  kPlain,          "FLOAT R32",                     "R001", "SFH-RBVWTC9"},
    {0x0D9, "R24_UNORM_X8_TYPELESS",    32,  kDepthAlias,     "UNORM R24 X8",                  "R001", "SFH-------"},
    {0x0DA, "X24_TYPELESS_G8_UINT",     32,  kStencilAlias,   "X24 UINT G8",                   "0G0i", "S---------"},
    {0x0DD, "L32_UNORM",                32,  kPlain,          "UNORM L32",                     "LLL1", "----------"},
    {0x0DE, "A32_UNORM",                32,  kPlain,          "UNORM A32",                     "000A", "----------"},
    {0x0DF, "L16A16_UNORM",             32,  kPlain,          "UNORM L16 A16",                 "LLLA", "SF--------"},
    {0x0E0, "I24X8_UNORM",              32,  kDepthAlias,     "UNORM I24 X8",                  "IIII", "SFH-------"},
    {0x0E1, "L24X8_UNORM",              32,  kDepthAlias,     "UNORM L24 X8",                  "LLL1", "SFH-------"},
    {0x0E2, "A24X8_UNORM",              32,  kDepthAlias,     "UNORM A24 X8",                  "000A", "SFH-------"},
    {0x0E3, "I32_FLOAT",                32,  kPlain,          "FLOAT I32",                     "IIII", "SFH-------"},
    {0x0E4, "L32_FLOAT",                32,  kPlain,          "FLOAT L32",                     "LLL1", "SFH-------"},
    {0x0E5, "A32_FLOAT",                32,  kPlain,          "FLOAT A32",                     "000A", "SFH-------"},
    {0x0E6, "X8B8_UNORM_G8R8_SNORM",    32,  kPacked,         "X8 UNORM B8 SNORM G8 R8",       "RGB1", "----------"},
    {0x0E7, "A8X8_UNORM_G8R8_SNORM",    32,  kPacked,         "UNORM A8 X8 SNORM G8 R8",       "RG0A", "----------"},
    {0x0E8, "B8X8_UNORM_G8R8_SNORM",    32,  kPacked,         "UNORM B8 X8 SNORM G8 R8",       "RGB1", "----------"},
    {0x0E9, "B8G8R8X8_UNORM",           32,  kPlain,          "UNORM B8 G8 R8 X8",             "RGB1", "SF-KRB---C"},
    {0x0EA, "B8G8R8X8_UNORM_SRGB",      32,  kSrgb,           "UNORM B8 G8 R8 X8",             "RGB1", "SF--RB----"},
    {0x0EB, "R8G8B8X8_UNORM",           32,  kPlain,          "UNORM R8 G8 B8 X8",             "RGB1", "SF--------"},
    {0x0EC, "R8G8B8X8_UNORM_SRGB",      32,  kSrgb,           "UNORM R8 G8 B8 X8",             "RGB1", "SF--------"},
    {0x0ED, "R9G9B9E5_SHAREDEXP",       32,  kSharedExponent, "MANTISSA R9 G9 B9 EXPONENT E5", "RGB1", "SF--------"},
    {0x0EE, "B10G10R10X2_UNORM",        32,  kPacked,         "UNORM B10 G10 R10 X2",          "RGB1", "SF--------"},
    {0x0F0, "L16A16_FLOAT",             32,  kPlain,          "FLOAT L16 A16",                 "LLLA", "SF--------"},
    {0x0F1, "R32_UNORM",                32,  kPlain,          "UNORM R32",                     "R001", "------V---"},
    {0x0F2, "R32_SNORM",                32,  kPlain,          "SNORM R32",                     "R001", "------V---"},
    {0x0F3, "R10G10B10X2_USCALED",      32,  kVertexOnly,     "USCALED R10 G10 B10 X2",        "RGB1", "------V---"},
    {0x0F4, "R8G8B8A8_SSCALED",         32,  kVertexOnly,     "SSCALED R8 G8 B8 A8",           "RGBA", "------V---"},
    {0x0F5, "R8G8B8A8_USCALED",         32,  kVertexOnly,     "USCALED R8 G8 B8 A8",           "RGBA", "------V---"},
    {0x0F6, "R16G16_SSCALED",           32,  kVertexOnly,     "SSCALED R16 G16",               "RG01", "------V---"},
    {0x0F7, "R16G16_USCALED",           32,  kVertexOnly,     "USCALED R16 G16",               "RG01", "------V---"},
    {0x0F8, "R32_SSCALED",              32,  kVertexOnly,     "SSCALED R32",                   "R001", "------V---"},
    {0x0F9, "R32_USCALED",              32,  kVertexOnly,     "USCALED R32",                   "R001", "------V---"},
    {0x100, "B5G6R5_UNORM",             16,  kPacked,         "UNORM B5 G6 R5",                "RGB1", "SF-KRB-W--"},
    {0x101, "B5G6R5_UNORM_SRGB",        16,  kSrgb,           "UNORM B5 G6 R5",                "RGB1", "SF--RB----"},
    {0x102, "B5G5R5A1_UNORM",           16,  kPacked,         "UNORM B5 G5 R5 A1",             "RGBA", "SF-KRB-W--"},
    {0x103, "B5G5R5A1_UNORM_SRGB",      16,  kSrgb,           "UNORM B5 G5 R5 A1",             "RGBA", "SF--RB----"},
    {0x104, "B4G4R4A4_UNORM",           16,  kPacked,         "UNORM B4 G4 R4 A4",             "RGBA", "SF-KRB-W--"},
    {0x105, "B4G4R4A4_UNORM_SRGB",      16,  kSrgb,           "UNORM B4 G4 R4 A4",             "RGBA", "SF--RB----"},
    {0x106, "R8G8_UNORM",               16,  kPlain,          "UNORM R8 G8",                   "RG01", "SF--RBVW--9"},
    {0x107, "R8G8_SNORM",               16,  kPlain,          "SNORM R8 G8",                   "RG01", "SF-KRBVW--9"},
    {0x108, "R8G8_SINT",                16,  kPlain,          "SINT R8 G8",                    "RG0i", "S---R-VWT-"},
    {0x109, "R8G8_UINT",                16,  kPlain,          "UINT R8 G8",                    "RG0i", "S---R-VWT-"},
    {0x10A, "R16_UNORM",                16,  kPlain,          "UNORM R16",                     "R001", "SFH-RBVW--"},
    {0x10B, "R16_SNORM",                16,  kPlain,          "SNORM R16",                     "R001", "SF--RBVW--"},
    {0x10C, "R16_SINT",                 16,  kPlain,          "SINT R16",                      "R00i", "S---R-VWT-"},
    {0x10D, "R16_UINT",                 16,  kPlain,          "UINT R16",                      "R00i", "S---R-VWT-"},
    {0x10E, "R16_FLOAT",                16,  kPlain,          "FLOAT R16",                     "R001", "SF--RBVWT-9"},
    {0x10F, "A8P8_UNORM_PALETTE0",      16,  kPalette,        "UNORM A8 INDEX P8",             "PPPA", "SF--------"},
    {0x110, "A8P8_UNORM_PALETTE1",      16,  kPalette,        "UNORM A8 INDEX P8",             "PPPA", "SF--------"},
    {0x111, "I16_UNORM",                16,  kPlain,          "UNORM I16",                     "IIII", "SFH-------"},
    {0x112, "L16_UNORM",                16,  kPlain,          "UNORM L16",                     "LLL1", "SFH-------"},
    {0x113, "A16_UNORM",                16,  kPlain,          "UNORM A16",                     "000A", "SFH-------"},
    {0x114, "L8A8_UNORM",               16,  kPlain,          "UNORM L8 A8",                   "LLLA", "SF-K------"},
    {0x115, "I16_FLOAT",                16,  kPlain,          "FLOAT I16",                     "IIII", "SFH-------"},
    {0x116, "L16_FLOAT",                16,  kPlain,          "FLOAT L16",                     "LLL1", "SFH-------"},
    {0x117, "A16_FLOAT",                16,  kPlain,          "FLOAT A16",                     "000A", "SFH-------"},
    {0x118, "L8A8_UNORM_SRGB",          16,  kSrgb,           "UNORM L8 A8",                   "LLLA", "SF--------"},
    {0x119, "R5G5_SNORM_B6_UNORM",      16,  kPacked,         "SNORM R5 G5 UNORM B6",          "RGB1", "SF-K------"},
    {0x11A, "B5G5R5X1_UNORM",           16,  kPacked,         "UNORM B5 G5 R5 X1",             "RGB1", "----RB-W--"},
    {0x11B, "B5G5R5X1_UNORM_SRGB",      16,  kSrgb,           "UNORM B5 G5 R5 X1",             "RGB1", "----RB----"},
    {0x11C, "R8G8_SSCALED",             16,  kVertexOnly,     "SSCALED R8 G8",                 "RG01", "------V---"},
    {0x11D, "R8G8_USCALED",             16,  kVertexOnly,     "USCALED R8 G8",                 "RG01", "------V---"},
    {0x11E, "R16_SSCALED",              16,  kVertexOnly,     "SSCALED R16",                   "R001", "------V---"},
    {0x11F, "R16_USCALED",              16,  kVertexOnly,     "USCALED R16",                   "R001", "------V---"},
    {0x122, "P8A8_UNORM_PALETTE0",      16,  kPalette,        "INDEX P8 UNORM A8",             "PPPA", "SF--------"},
    {0x123, "P8A8_UNORM_PALETTE1",      16,  kPalette,        "INDEX P8 UNORM A8",             "PPPA", "SF--------"},
    {0x124, "A1B5G5R5_UNORM",           16,  kPacked,         "UNORM A1 B5 G5 R5",             "RGBA", "----------"},
    {0x125, "A4B4G4R4_UNORM",           16,  kPacked,         "UNORM A4 B4 G4 R4",             "RGBA", "SF--R-----"},
    {0x126, "L8A8_UINT",                16,  kPlain,          "UINT L8 A8",                    "LLLA", "S---------"},
    {0x127, "L8A8_SINT",                16,  kPlain,          "SINT L8 A8",                    "LLLA", "S---------"},
    {0x140, "R8_UNORM",                 8,   kPlain,          "UNORM R8",                      "R001", "SF-KRBVW--"},
    {0x141, "R8_SNORM",                 8,   kPlain,          "SNORM R8",                      "R001", "SF--RBVW--"},
    {0x142, "R8_SINT",                  8,   kPlain,          "SINT R8",                       "R00i", "S---R-VWT-"},
    {0x143, "R8_UINT",                  8,   kPlain,          "UINT R8",                       "R00i", "S---R-VWT-"},
    {0x144, "A8_UNORM",                 8,   kPlain,          "UNORM A8",                      "000A", "SF-KRB-W--"},
    {0x145, "I8_UNORM",                 8,   kPlain,          "UNORM I8",                      "IIII", "SF--------"},
    {0x146, "L8_UNORM",                 8,   kPlain,          "UNORM L8",                      "LLL1", "SF-K------"},
    {0x147, "P4A4_UNORM_PALETTE0",      8,   kPalette,        "INDEX P4 UNORM A4",             "PPPA", "SF--------"},
    {0x148, "A4P4_UNORM_PALETTE0",      8,   kPalette,        "UNORM A4 INDEX P4",             "PPPA", "SF--------"},
    {0x149, "R8_SSCALED",               8,   kVertexOnly,     "SSCALED R8",                    "R001", "------V---"},
    {0x14A, "R8_USCALED",               8,   kVertexOnly,     "USCALED R8",                    "R001", "------V---"},
    {0x14B, "P8_UNORM_PALETTE0",        8,   kPalette,        "INDEX P8",                      "PPPP", "SF--------"},
    {0x14C, "L8_UNORM_SRGB",            8,   kSrgb,           "UNORM L8",                      "LLL1", "SF--------"},
    {0x14D, "P8_UNORM_PALETTE1",        8,   kPalette,        "INDEX P8",                      "PPPP", "SF--------"},
    {0x14E, "P4A4_UNORM_PALETTE1",      8,   kPalette,        "INDEX P4 UNORM A4",             "PPPA", "SF--------"},
    {0x14F, "A4P4_UNORM_PALETTE1",      8,   kPalette,        "UNORM A4 INDEX P4",             "PPPA", "SF--------"},
    {0x150, "Y8_UNORM",                 8,   kMedia,          "UNORM Y8",                      "----", "----------"},
    {0x152, "L8_UINT",                  8,   kPlain,          "UINT L8",                       "LLLi", "S---------"},
    {0x153, "L8_SINT",                  8,   kPlain,          "SINT L8",                       "LLLi", "S---------"},
    {0x154, "I8_UINT",                  8,   kPlain,          "UINT I8",                       "IIII", "S---------"},
    {0x155, "I8_SINT",                  8,   kPlain,          "SINT I8",                       "IIII", "S---------"},
    {0x180, "DXT1_RGB_SRGB",            64,  kBlockSrgb,      "BC1-opaque",                    "RGB1", "SF--------"},
    {0x181, "R1_UNORM",                 1,   kMono,           "UNORM R1",                      "R001", "SF--------"},
    {0x182, "YCRCB_NORMAL",             32,  kYuvPacked422,   "Y0 Cb Y1 Cr",                   "VYU1", "SF-KR-----"},
    {0x183, "YCRCB_SWAPUVY",            32,  kYuvPacked422,   "Cr Y0 Cb Y1",                   "VYU1", "SF-KR-----"},
    {0x184, "P2_UNORM_PALETTE0",        2,   kPalette,        "INDEX P2",                      "PPPP", "SF--------"},
    {0x185, "P2_UNORM_PALETTE1",        2,   kPalette,        "INDEX P2",                      "PPPP", "SF--------"},
    {0x186, "BC1_UNORM",                64,  kBlock,          "BC1",                           "RGBA", "SF-K------"},
    {0x187, "BC2_UNORM",                128, kBlock,          "BC2",                           "RGBA", "SF-K------"},
    {0x188, "BC3_UNORM",                128, kBlock,          "BC3",                           "RGBA", "SF-K------"},
    {0x189, "BC4_UNORM",                64,  kBlock,          "BC4",                           "R001", "SF--------"},
    {0x18A, "BC5_UNORM",                128, kBlock,          "BC5",                           "RG01", "SF--------"},
    {0x18B, "BC1_UNORM_SRGB",           64,  kBlockSrgb,      "BC1",                           "RGBA", "SF--------"},
    {0x18C, "BC2_UNORM_SRGB",           128, kBlockSrgb,      "BC2",                           "RGBA", "SF--------"},
    {0x18D, "BC3_UNORM_SRGB",           128, kBlockSrgb,      "BC3",                           "RGBA", "SF--------"},
    {0x18E, "MONO8",                    1,   kMono,           "UNORM I1",                      "IIII", "S---------"},
    {0x18F, "YCRCB_SWAPUV",             32,  kYuvPacked422,   "Y0 Cr Y1 Cb",                   "VYU1", "SF--R-----"},
    {0x190, "YCRCB_SWAPY",              32,  kYuvPacked422,   "Cb Y0 Cr Y1",                   "VYU1", "SF--R-----"},
    {0x191, "DXT1_RGB",                 64,  kBlock,          "BC1-opaque",                    "RGB1", "SF--------"},
    {0x192, "FXT1",                     128, kBlock,          "FXT1",                          "RGBA", "SF--------"},
    {0x193, "R8G8B8_UNORM",             24,  kPlain,          "UNORM R8 G8 B8",                "RGB1", "SF----V---"},
    {0x194, "R8G8B8_SNORM",             24,  kPlain,          "SNORM R8 G8 B8",                "RGB1", "SF----V---"},
    {0x195, "R8G8B8_SSCALED",           24,  kVertexOnly,     "SSCALED R8 G8 B8",              "RGB1", "------V---"},
    {0x196, "R8G8B8_USCALED",           24,  kVertexOnly,     "USCALED R8 G8 B8",              "RGB1", "------V---"},
    {0x197, "R64G64B64A64_FLOAT",       256, kVertex64,       "FLOAT R64 G64 B64 A64",         "RGBA", "------V---"},
    {0x198, "R64G64B64_FLOAT",          192, kVertex64,       "FLOAT R64 G64 B64",             "RGB1", "------V---"},
    {0x199, "BC4_SNORM",                64,  kBlock,          "BC4s",                          "R001", "SF--------"},
    {0x19A, "BC5_SNORM",                128, kBlock,          "BC5s",                          "RG01", "SF--------"},
    {0x19B, "R16G16B16_FLOAT",          48,  kPlain,          "FLOAT R16 G16 B16",             "RGB1", "SF----V---"},
    {0x19C, "R16G16B16_UNORM",          48,  kPlain,          "UNORM R16 G16 B16",             "RGB1", "SF----V---"},
    {0x19D, "R16G16B16_SNORM",          48,  kPlain,          "SNORM R16 G16 B16",             "RGB1", "SF----V---"},
    {0x19E, "R16G16B16_SSCALED",        48,  kVertexOnly,     "SSCALED R16 G16 B16",           "RGB1", "------V---"},
    {0x19F, "R16G16B16_USCALED",        48,  kVertexOnly,     "USCALED R16 G16 B16",           "RGB1", "------V---"},
    {0x1A1, "BC6H_SF16",                128, kBlock,          "BC6Hs",                         "RGB1", "SF--------"},
    {0x1A2, "BC7_UNORM",                128, kBlock,          "BC7",                           "RGBA", "SF--------"},
    {0x1A3, "BC7_UNORM_SRGB",           128, kBlockSrgb,      "BC7",                           "RGBA", "SF--------"},
    {0x1A4, "BC6H_UF16",                128, kBlock,          "BC6H",                          "RGB1", "SF--------"},
    {0x1A5, "PLANAR_420_8",             8,   kYuvPlanar,      "",                              "VYU1", "----------"},
    {0x1A8, "R8G8B8_UNORM_SRGB",        24,  kSrgb,           "UNORM R8 G8 B8",                "RGB1", "SF--------"},
    {0x1A9, "ETC1_RGB8",                64,  kBlock,          "ETC1",                          "RGB1", "SF--------"},
    {0x1AA, "ETC2_RGB8",                64,  kBlock,          "ETC2",                          "RGB1", "SF--------"},
    {0x1AB, "EAC_R11",                  64,  kBlock,          "EAC-R11",                       "R001", "SF--------"},
    {0x1AC, "EAC_RG11",                 128, kBlock,          "EAC-RG11",                      "RG01", "SF--------"},
    {0x1AD, "EAC_SIGNED_R11",           64,  kBlock,          "EAC-R11s",                      "R001", "SF--------"},
    {0x1AE, "EAC_SIGNED_RG11",          128, kBlock,          "EAC-RG11s",                     "RG01", "SF--------"},
    {0x1AF, "ETC2_SRGB8",               64,  kBlockSrgb,      "ETC2",                          "RGB1", "SF--------"},
    {0x1B0, "R16G16B16_UINT",           48,  kPlain,          "UINT R16 G16 B16",              "RGBi", "S-----V---"},
    {0x1B1, "R16G16B16_SINT",           48,  kPlain,          "SINT R16 G16 B16",              "RGBi", "S-----V---"},
    {0x1B2, "R32_SFIXED",               32,  kVertexOnly,     "SFIXED R32",                    "R001", "------V---"},
    {0x1B3, "R10G10B10A2_SNORM",        32,  kPacked,         "SNORM R10 G10 B10 A2",          "RGBA", "------V---"},
    {0x1B4, "R10G10B10A2_USCALED",      32,  kVertexOnly,     "USCALED R10 G10 B10 A2",        "RGBA", "------V---"},
    {0x1B5, "R10G10B10A2_SSCALED",      32,  kVertexOnly,     "SSCALED R10 G10 B10 A2",        "RGBA", "------V---"},
    {0x1B6, "R10G10B10A2_SINT",         32,  kPacked,         "SINT R10 G10 B10 A2",           "RGBA", "------V---"},
    {0x1B7, "B10G10R10A2_SNORM",        32,  kPacked,         "SNORM B10 G10 R10 A2",          "RGBA", "------V---"},
    {0x1B8, "B10G10R10A2_USCALED",      32,  kVertexOnly,     "USCALED B10 G10 R10 A2",        "RGBA", "------V---"},
    {0x1B9, "B10G10R10A2_SSCALED",      32,  kVertexOnly,     "SSCALED B10 G10 R10 A2",        "RGBA", "------V---"},
    {0x1BA, "B10G10R10A2_UINT",         32,  kPacked,         "UINT B10 G10 R10 A2",           "RGBA", "------V---"},
    {0x1BB, "B10G10R10A2_SINT",         32,  kPacked,         "SINT B10 G10 R10 A2",           "RGBA", "------V---"},
    {0x1BC, "R64G64B64A64_PASSTHRU",    256, kVertex64,       "RAW R64 G64 B64 A64",           "RGBA", "------V---"},
    {0x1BD, "R64G64B64_PASSTHRU",       192, kVertex64,       "RAW R64 G64 B64",               "RGB1", "------V---"},
    {0x1C0, "ETC2_RGB8_PTA",            64,  kBlock,          "ETC2-PTA",                      "RGBA", "SF--------"},
    {0x1C1, "ETC2_SRGB8_PTA",           64,  kBlockSrgb,      "ETC2-PTA",                      "RGBA", "SF--------"},
    {0x1C2, "ETC2_EAC_RGBA8",           128, kBlock,          "ETC2+EAC-A8",                   "RGBA", "SF--------"},
    {0x1C3, "ETC2_EAC_SRGB8_A8",        128, kBlockSrgb,      "ETC2+EAC-A8",                   "RGBA", "SF--------"},
    {0x1C8, "R8G8B8_UINT",              24,  kPlain,          "UINT R8 G8 B8",                 "RGBi", "S-----V---"},
    {0x1C9, "R8G8B8_SINT",              24,  kPlain,          "SINT R8 G8 B8",                 "RGBi", "S-----V---"},
    {0x1FF, "RAW",                      8,   kRaw,            "",                              "----", "----------"},
};
// clang-format on

struct TypeWord {
  std::string_view word;
  ChannelType type;
};
constexpr TypeWord kTypeWords[] = {
    {"UNORM", ChannelType::kUnorm},       {"SNORM", ChannelType::kSnorm},     {"FLOAT", ChannelType::kFloat},
    {"UFLOAT", ChannelType::kUfloat},     {"UINT", ChannelType::kUint},       {"SINT", ChannelType::kSint},
    {"USCALED", ChannelType::kUscaled},   {"SSCALED", ChannelType::kSscaled}, {"SFIXED", ChannelType::kSfixed},
    {"RAW", ChannelType::kRaw},           {"INDEX", ChannelType::kIndex},     {"MANTISSA", ChannelType::kMantissa},
    {"EXPONENT", ChannelType::kExponent},
};

struct BlockWord {
  std::string_view word;
  BlockCode code;
  std::uint8_t width;
};
constexpr BlockWord kBlockWords[] = {
    {"BC1-opaque", BlockCode::kBc1Opaque, 4},
    {"BC1", BlockCode::kBc1, 4},
    {"BC2", BlockCode::kBc2, 4},
    {"BC3", BlockCode::kBc3, 4},
    {"BC4", BlockCode::kBc4, 4},
    {"BC4s", BlockCode::kBc4Signed, 4},
    {"BC5", BlockCode::kBc5, 4},
    {"BC5s", BlockCode::kBc5Signed, 4},
    {"BC6H", BlockCode::kBc6h, 4},
    {"BC6Hs", BlockCode::kBc6hSigned, 4},
    {"BC7", BlockCode::kBc7, 4},
    {"ETC1", BlockCode::kEtc1, 4},
    {"ETC2", BlockCode::kEtc2, 4},
    {"ETC2-PTA", BlockCode::kEtc2PunchThrough, 4},
    {"ETC2+EAC-A8", BlockCode::kEtc2EacAlpha, 4},
    {"EAC-R11", BlockCode::kEacR11, 4},
    {"EAC-RG11", BlockCode::kEacRg11, 4},
    {"EAC-R11s", BlockCode::kEacR11Signed, 4},
    {"EAC-RG11s", BlockCode::kEacRg11Signed, 4},
    {"FXT1", BlockCode::kFxt1, 8},
};

constexpr ColorSpace color_space(FormatKind kind) {
  switch (kind) {
    case kSrgb:
    case kBlockSrgb:
      return ColorSpace::kSrgb;
    case kYuvPacked422:
    case kYuvPlanar:
    case kMedia:
      return ColorSpace::kYuv;
    default:
      return ColorSpace::kLinear;
  }
}

/// The first word of a text, which is taken off.
constexpr std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  return word;
}

/// Bits of a channel word as `R16`.
constexpr unsigned channel_bits(std::string_view word) {
  unsigned bits = 0;
  for (const char digit : word.substr(1)) {
    if (digit < '0' || digit > '9') throw "a channel is a letter and its bits";
    bits = bits * 10 + static_cast<unsigned>(digit - '0');
  }
  return bits;
}

constexpr void read_channels(std::string_view layout, FormatFacts& facts) {
  ChannelType type = ChannelType::kUnorm;
  unsigned bit = 0;
  unsigned count = 0;
  while (!layout.empty()) {
    const std::string_view word = take_word(layout);
    bool is_type = false;
    for (const TypeWord& row : kTypeWords) {
      if (row.word == word) type = row.type, is_type = true;
    }
    if (is_type) continue;
    const unsigned bits = channel_bits(word);
    if (word[0] != 'X') {
      facts.channels[count++] = {word[0], type, static_cast<std::uint8_t>(bit), static_cast<std::uint8_t>(bits)};
    }
    bit += bits;
  }
  if (bit != facts.bits_per_element) throw "the channels do not fill the element";
}

constexpr FormatFacts facts_of(const Row& row) {
  const auto has = [&](char use) { return row.uses.find(use) != std::string_view::npos; };
  FormatFacts facts{.format = static_cast<SurfaceFormat>(row.value),
                    .name = row.name,
                    .bits_per_element = row.bits,
                    .block_width = 1,
                    .block_height = 1,
                    .kind = row.kind,
                    .color_space = color_space(row.kind),
                    .block_code = BlockCode::kNone,
                    .channels = {},
                    .layout = row.layout,
                    .output = row.output,
                    .sampling = has('S'),
                    .filtering = has('F'),
                    .shadow = has('H'),
                    .chroma_key = has('K'),
                    .render_target = has('R'),
                    .alpha_blend = has('B'),
                    .vertex_buffer = has('V'),
                    .typed_write = has('W'),
                    .typed_read = has('T'),
                    .ccs_e = has('C'),
                    .dx9_missing_is_one = has('9')};
  switch (row.kind) {
    case kBlock:
    case kBlockSrgb:
      for (const BlockWord& word : kBlockWords) {
        if (word.word == row.layout) facts.block_code = word.code, facts.block_width = word.width;
      }
      facts.block_height = 4;
      break;
    case kYuvPacked422:
      facts.block_width = 2;
      break;
    case kYuvPlanar:
    case kRaw:
      break;
    default:
      read_channels(row.layout, facts);
  }
  return facts;
}

constexpr std::size_t kCount = std::size(kRows);

constexpr auto kFacts = [] {
  std::array<FormatFacts, kCount> facts{};
  for (std::size_t i = 0; i < kCount; ++i) facts[i] = facts_of(kRows[i]);
  return facts;
}();

constexpr auto kEnumRows = [] {
  std::array<EnumRow, kCount> rows{};
  for (std::size_t i = 0; i < kCount; ++i) rows[i] = {kRows[i].value, kRows[i].name, kRows[i].layout};
  return rows;
}();

constexpr std::size_t kValues = 512;  // a surface state has 9 bits for the format
constexpr std::uint8_t kUnlisted = 255;
static_assert(kCount < kUnlisted);

constexpr auto kRowOfValue = [] {
  std::array<std::uint8_t, kValues> row_of_value{};
  row_of_value.fill(kUnlisted);
  for (std::size_t i = 0; i < kCount; ++i) row_of_value[kRows[i].value] = static_cast<std::uint8_t>(i);
  return row_of_value;
}();

}  // namespace

const FormatFacts* find_format(std::uint32_t value) {
  if (value >= kValues || kRowOfValue[value] == kUnlisted) return nullptr;
  return &kFacts[kRowOfValue[value]];
}

const FormatFacts& format_facts(SurfaceFormat format) {
  const auto value = static_cast<std::uint32_t>(format);
  if (const FormatFacts* facts = find_format(value)) return *facts;
  throw Error{ExitCode::kMalformedInput,
              "surface format " + std::to_string(value) + " is not listed in SURFACE_FORMAT"};
}

SurfaceFormat format_of_name(std::string_view name) {
  const EnumRows rows = enum_rows(SurfaceFormat{});
  if (const EnumRow* row = rows.find(name)) return static_cast<SurfaceFormat>(row->value);
  Diagnostic diagnostic;
  diagnostic.problem = "'" + std::string{name} + "' is not a surface format";
  diagnostic.hint = spelling_hint(name, rows.names());
  throw Error{ExitCode::kInvalidConfiguration, std::move(diagnostic)};
}

std::span<const FormatFacts> all_formats() {
  return kFacts;
}

EnumRows enum_rows(SurfaceFormat) {
  return {"SURFACE_FORMAT", kEnumRows};
}

}  // namespace texpipe::gen9
