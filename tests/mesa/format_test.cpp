// Texels against llvmpipe's for the same bytes: OpenGL's texelFetch into a float target.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <fstream>
#include <random>
#include <vector>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "mesa/context.h"

using namespace texpipe::functional;
using namespace texpipe::test;
namespace gen9 = texpipe::gen9;

namespace {

constexpr GLsizei kElementsPerRow = 32, kElementRows = 32;

using Colors = std::vector<std::array<float, 4>>;  // row by row

/// Half a step of rounding: Mesa multiplies by 1/255 and the like where we divide.
constexpr double kQuotient = 6e-8;
/// BC1 to BC5: Mesa interpolates in whole codes (golden/README.md).
constexpr double kBcCodes = 1.65 / 255, kBcSignedCodes = 1.8 / 127 + kQuotient;
/// EAC: Mesa widens 11 bits to 16.
constexpr double kEac = 2e-5, kEacSigned = 4e-5;
/// sRGB: Mesa evaluates a polynomial; its BC7 decoder and our codes of linear light have 16 bits.
constexpr double kSrgb = 0.0012, kSrgbCodes = 1e-5;
/// Mesa's BC codes through the steepest part of the sRGB curve.
constexpr double kBcSrgb = kBcCodes * 2.4 / 1.055 + kSrgb;
/// FXT1: Mesa widens 5 and 6 bits to the nearest code, the PRM repeats bits.
constexpr double kFxt1 = 1.0 / 255 + kQuotient;

/// A format as OpenGL has it; without `format` it is one of compressed blocks.
struct GlFormat {
  GLenum internal;
  GLenum format = 0;
  GLenum type = 0;
};

/// All texels of an image.
Colors mesa_colors(GlFormat gl, const std::vector<std::byte>& bytes, GLsizei width, GLsizei height) {
  static const GLuint fetch = link_program(
      "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
      "uniform sampler2D image; out vec4 color; void main() { color = texelFetch(image, ivec2(gl_FragCoord.xy), 0); }");
  GLuint textures[2], vertices;
  glGenTextures(2, textures);
  glGenVertexArrays(1, &vertices);
  glBindVertexArray(vertices);
  glBindTexture(GL_TEXTURE_2D, textures[0]);
  glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA32F, width, height);
  const GLuint target = framebuffer_of(textures[0]);
  glBindTexture(GL_TEXTURE_2D, textures[1]);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  if (gl.format == 0) {
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, gl.internal, width, height, 0, static_cast<GLsizei>(bytes.size()),
                           bytes.data());
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(gl.internal), width, height, 0, gl.format, gl.type, bytes.data());
  }
  check_gl("making a texture");
  glViewport(0, 0, width, height);
  glUseProgram(fetch);
  glDrawArrays(GL_TRIANGLES, 0, 3);
  Colors colors(static_cast<std::size_t>(width * height));
  glReadPixels(0, 0, width, height, GL_RGBA, GL_FLOAT, colors.data());
  check_gl("reading its texels");
  glDeleteFramebuffers(1, &target);
  glDeleteVertexArrays(1, &vertices);
  glDeleteTextures(2, textures);
  return colors;
}

/// All texels of an image, `per_row` elements in each row of elements.
Colors our_colors(gen9::SurfaceFormat format, const std::vector<std::byte>& bytes, std::size_t per_row) {
  const ElementDecoder decoder{format};
  const auto& facts = decoder.facts();
  const std::size_t across = facts.element_width(), down = facts.element_height(), width = per_row * across;
  Colors colors(bytes.size() / facts.element_bytes() * across * down);
  for (std::size_t e = 0; e < bytes.size() / facts.element_bytes(); ++e) {
    Texel texels[kMaxTexelsPerElement];
    decoder.decode(&bytes[e * facts.element_bytes()], texels);
    for (std::size_t i = 0; i < across * down; ++i) {
      const auto rgba = texel_to_rgba(decoder.coding(), texels[i]);
      auto& color = colors[(e / per_row * down + i / across) * width + e % per_row * across + i % across];
      for (unsigned c = 0; c < 4; ++c) color[c] = std::bit_cast<float>(rgba[c]);
    }
  }
  return colors;
}

/// A generator that is the same on every machine.
class Bytes {
 public:
  std::byte next() { return static_cast<std::byte>(random_() >> 8); }
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(random_() % bound); }
  std::vector<std::byte> many(std::size_t count) {
    std::vector<std::byte> bytes(count);
    for (std::byte& byte : bytes) byte = next();
    return bytes;
  }

 private:
  std::mt19937 random_{7};
};

std::uint64_t load_big_endian(const std::byte* bytes) {
  std::uint64_t value = 0;
  for (unsigned i = 0; i < 8; ++i) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

/// Whether a block is one of ETC1: without the sums that ETC2 reads as its other modes.
bool is_etc1(const std::byte* block) {
  const std::uint64_t word = load_big_endian(block);
  if ((word >> 33 & 1) == 0) return true;
  for (const unsigned first : {56u, 48u, 40u}) {
    const int delta = static_cast<int>((word >> first & 7) ^ 4) - 4;
    const int sum = static_cast<int>(word >> (first + 3) & 31) + delta;
    if (sum < 0 || sum > 31) return false;
  }
  return true;
}

/// Random elements; blocks of each mode in turn where a mode would be rare.
std::vector<std::byte> elements_of(const gen9::FormatFacts& facts) {
  Bytes source;
  const std::size_t size = facts.element_bytes(), count = kElementsPerRow * kElementRows;
  std::vector<std::byte> bytes = source.many(size * count);
  for (std::size_t e = 0; e < count; ++e) {
    std::byte* const block = &bytes[e * size];
    if (facts.block_code == gen9::BlockCode::kBc7) {  // a mode is the number of zeros below its bit
      const unsigned mode = e % 8;
      *block = static_cast<std::byte>(std::to_integer<unsigned>(*block) << (mode + 1) | 1u << mode);
    }
    if (facts.block_code == gen9::BlockCode::kBc6h || facts.block_code == gen9::BlockCode::kBc6hSigned) {
      *block = (*block & std::byte{0xE0}) | static_cast<std::byte>(e % 32);
    }
    while (facts.block_code == gen9::BlockCode::kEtc1 && !is_etc1(block)) {
      for (std::size_t i = 0; i < size; ++i) block[i] = source.next();
    }
  }
  return bytes;
}

struct Row {
  const char* name;
  GlFormat gl;
  double color = 0;  // tolerances
  double alpha = 0;
};

constexpr Row kRows[] = {
    {"BC1_UNORM", {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT}, kBcCodes},
    {"BC1_UNORM_SRGB", {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT}, kBcSrgb},
    {"DXT1_RGB", {GL_COMPRESSED_RGB_S3TC_DXT1_EXT}, kBcCodes},
    {"DXT1_RGB_SRGB", {GL_COMPRESSED_SRGB_S3TC_DXT1_EXT}, kBcSrgb},
    {"BC2_UNORM", {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT}, kBcCodes, kQuotient},
    {"BC2_UNORM_SRGB", {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT}, kBcSrgb, kQuotient},
    {"BC3_UNORM", {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT}, kBcCodes, kBcCodes},
    {"BC3_UNORM_SRGB", {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}, kBcSrgb, kBcCodes},
    {"BC4_UNORM", {GL_COMPRESSED_RED_RGTC1}, kBcCodes},
    {"BC4_SNORM", {GL_COMPRESSED_SIGNED_RED_RGTC1}, kBcSignedCodes},
    {"BC5_UNORM", {GL_COMPRESSED_RG_RGTC2}, kBcCodes},
    {"BC5_SNORM", {GL_COMPRESSED_SIGNED_RG_RGTC2}, kBcSignedCodes},
    {"BC6H_UF16", {GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT}},
    {"BC6H_SF16", {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT}},
    {"BC7_UNORM", {GL_COMPRESSED_RGBA_BPTC_UNORM}, kQuotient, kQuotient},
    {"BC7_UNORM_SRGB", {GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM}, kSrgbCodes, kQuotient},
    {"ETC1_RGB8", {GL_COMPRESSED_RGB8_ETC2}, kQuotient},
    {"ETC2_RGB8", {GL_COMPRESSED_RGB8_ETC2}, kQuotient},
    {"ETC2_SRGB8", {GL_COMPRESSED_SRGB8_ETC2}, kSrgb},
    {"ETC2_RGB8_PTA", {GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2}, kQuotient},
    {"ETC2_SRGB8_PTA", {GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2}, kSrgb},
    {"ETC2_EAC_RGBA8", {GL_COMPRESSED_RGBA8_ETC2_EAC}, kQuotient, kQuotient},
    {"ETC2_EAC_SRGB8_A8", {GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC}, kSrgb, kQuotient},
    {"EAC_R11", {GL_COMPRESSED_R11_EAC}, kEac},
    {"EAC_RG11", {GL_COMPRESSED_RG11_EAC}, kEac},
    {"EAC_SIGNED_R11", {GL_COMPRESSED_SIGNED_R11_EAC}, kEacSigned},
    {"EAC_SIGNED_RG11", {GL_COMPRESSED_SIGNED_RG11_EAC}, kEacSigned},
    {"R9G9B9E5_SHAREDEXP", {GL_RGB9_E5, GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV}},
    {"R11G11B10_FLOAT", {GL_R11F_G11F_B10F, GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV}},
    {"R10G10B10A2_UNORM", {GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV}, kQuotient, kQuotient},
    {"B10G10R10A2_UNORM", {GL_RGB10_A2, GL_BGRA, GL_UNSIGNED_INT_2_10_10_10_REV}, kQuotient, kQuotient},
    {"B5G6R5_UNORM", {GL_RGB565, GL_RGB, GL_UNSIGNED_SHORT_5_6_5}, kQuotient},
    {"B5G5R5A1_UNORM", {GL_RGB5_A1, GL_BGRA, GL_UNSIGNED_SHORT_1_5_5_5_REV}, kQuotient},
    {"A1B5G5R5_UNORM", {GL_RGB5_A1, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1}, kQuotient},
    {"B4G4R4A4_UNORM", {GL_RGBA4, GL_BGRA, GL_UNSIGNED_SHORT_4_4_4_4_REV}, kQuotient, kQuotient},
    {"A4B4G4R4_UNORM", {GL_RGBA4, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4}, kQuotient, kQuotient},
    {"R8G8B8_UNORM", {GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE}, kQuotient},
    {"R8G8B8_SNORM", {GL_RGB8_SNORM, GL_RGB, GL_BYTE}, kQuotient},
    {"R16G16B16_UNORM", {GL_RGB16, GL_RGB, GL_UNSIGNED_SHORT}, kQuotient},
    {"R16G16B16_SNORM", {GL_RGB16_SNORM, GL_RGB, GL_SHORT}, kQuotient},
    {"R16G16B16_FLOAT", {GL_RGB16F, GL_RGB, GL_HALF_FLOAT}},
    {"R8G8B8_UNORM_SRGB", {GL_SRGB8, GL_RGB, GL_UNSIGNED_BYTE}, kSrgb},
    {"B8G8R8A8_UNORM_SRGB", {GL_SRGB8_ALPHA8, GL_BGRA, GL_UNSIGNED_BYTE}, kSrgb, kQuotient},
    {"A8_UNORM", {GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE}, 0, kQuotient},
    {"L8_UNORM", {GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE}, kQuotient},
    {"I8_UNORM", {GL_INTENSITY8, GL_RED, GL_UNSIGNED_BYTE}, kQuotient, kQuotient},
    {"L8A8_UNORM", {GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE}, kQuotient, kQuotient},
    {"L8_UNORM_SRGB", {GL_SLUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE}, kSrgb},
    {"L8A8_UNORM_SRGB", {GL_SLUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE}, kSrgb, kQuotient},
    {"A16_UNORM", {GL_ALPHA16, GL_ALPHA, GL_UNSIGNED_SHORT}, 0, kQuotient},
    {"L16A16_FLOAT", {GL_LUMINANCE_ALPHA16F_ARB, GL_LUMINANCE_ALPHA, GL_HALF_FLOAT}},
    {"I32_FLOAT", {GL_INTENSITY32F_ARB, GL_RED, GL_FLOAT}},
};

double difference(float ours, float theirs) {
  if (ours == theirs || (std::isnan(ours) && std::isnan(theirs))) return 0;
  return std::abs(double{ours} - double{theirs});
}

/// Largest difference of colours and of alpha.
std::array<double, 2> largest_differences(const Colors& ours, const Colors& theirs) {
  REQUIRE(ours.size() == theirs.size());
  std::array<double, 2> largest{};
  for (std::size_t i = 0; i < ours.size(); ++i) {
    for (unsigned c = 0; c < 4; ++c) largest[c / 3] = std::max(largest[c / 3], difference(ours[i][c], theirs[i][c]));
  }
  return largest;
}

/// FXT1 blocks of every mode in turn. Five-bit fields of the first half widen to the same code by repetition and to
/// nearest, also with a sixth bit below.
constexpr std::size_t kFxt1Blocks = 256, kFxt1PerRow = 16;

bool widens_alike(std::uint32_t five_bits) {
  const auto nearest = [](std::uint32_t v, std::uint32_t top) { return (v * 255 * 2 + top) / (2 * top); };
  const std::uint32_t six = five_bits << 1;
  return (five_bits << 3 | five_bits >> 2) == nearest(five_bits, 31) && (six << 2 | six >> 4) == nearest(six, 63) &&
         ((six + 1) << 2 | (six + 1) >> 4) == nearest(six + 1, 63);
}

std::vector<std::byte> fxt1_blocks() {
  Bytes source;
  std::vector<std::byte> bytes = source.many(16 * kFxt1Blocks);
  for (std::size_t b = 0; b < kFxt1Blocks; ++b) {
    std::byte* const block = &bytes[16 * b];
    const auto put = [&](unsigned first, unsigned count, std::uint32_t value) {
      for (unsigned i = first; i < first + count; ++i, value >>= 1) {
        const std::byte bit = std::byte{1} << (i % 8);
        block[i / 8] = (block[i / 8] & ~bit) | (value & 1 ? bit : std::byte{0});
      }
    };
    const bool high = b % 8 < 2;  // bits 127:125, least significant first: 00x
    put(124, 4, static_cast<std::uint32_t>(b % 8 << 1 | b / 8 % 2));
    for (unsigned first = high ? 96 : 64; b < kFxt1Blocks / 2 && first < (high ? 126 : 124); first += 5) {
      std::uint32_t field = 0;
      do {
        field = source.below(32);
      } while (!widens_alike(field));
      put(first, 5, field);
    }
  }
  return bytes;
}

Colors mesa_fxt1(const std::vector<std::byte>& blocks) {
  return mesa_colors({GL_COMPRESSED_RGBA_FXT1_3DFX}, blocks, 8 * kFxt1PerRow, 4 * kFxt1Blocks / kFxt1PerRow);
}

template <class T>
void write_npy(const std::string& path, const char* shape, const std::vector<T>& values) {
  std::string header = std::string{"{'descr': '|u1', 'fortran_order': False, 'shape': ("} + shape + "), }";
  header.resize(118 - 1, ' ');
  header += '\n';
  std::ofstream file{path, std::ios::binary};
  file.write("\x93NUMPY\x01\x00\x76\x00", 10).write(header.data(), static_cast<std::streamsize>(header.size()));
  file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(values.size()));
}

}  // namespace

TEST_CASE("texels of random elements are llvmpipe's, within its roundings", "[format]") {
  for (const Row& row : kRows) {
    const auto format = gen9::format_of_name(row.name);
    const gen9::FormatFacts& facts = gen9::format_facts(format);
    const auto bytes = elements_of(facts);
    const auto theirs = mesa_colors(row.gl, bytes, kElementsPerRow * static_cast<GLsizei>(facts.element_width()),
                                    kElementRows * static_cast<GLsizei>(facts.element_height()));
    const auto [color, alpha] = largest_differences(our_colors(format, bytes, kElementsPerRow), theirs);
    INFO(row.name);
    CHECK(color <= row.color);
    CHECK(alpha <= row.alpha);
  }
}

TEST_CASE("FXT1 blocks of every mode are llvmpipe's: equal where both widen alike, else within a code", "[format]") {
  const auto blocks = fxt1_blocks();
  const Colors ours = our_colors(gen9::SurfaceFormat::kFxt1, blocks, kFxt1PerRow), theirs = mesa_fxt1(blocks);
  const std::size_t half = ours.size() / 2;
  const auto alike = largest_differences({ours.begin(), ours.begin() + half}, {theirs.begin(), theirs.begin() + half});
  const auto others = largest_differences({ours.begin() + half, ours.end()}, {theirs.begin() + half, theirs.end()});
  CHECK(std::max(alike[0], alike[1]) <= kQuotient);
  CHECK(std::max(others[0], others[1]) <= kFxt1);
  CHECK(std::max(others[0], others[1]) > 0.5 / 255);
}

TEST_CASE("packed YUV is llvmpipe's: it converts to RGB by BT.601 what we leave to the shader", "[format]") {
  const std::pair<const char*, GLenum> orders[] = {{"YCRCB_NORMAL", GL_UNSIGNED_SHORT_8_8_REV_MESA},
                                                   {"YCRCB_SWAPY", GL_UNSIGNED_SHORT_8_8_MESA}};
  for (const auto& [name, type] : orders) {
    const auto format = gen9::format_of_name(name);
    const auto bytes = elements_of(gen9::format_facts(format));
    const auto theirs = mesa_colors({GL_YCBCR_MESA, GL_YCBCR_MESA, type}, bytes, 2 * kElementsPerRow, kElementRows);
    Colors ours = our_colors(format, bytes, kElementsPerRow);
    for (auto& color : ours) {
      const double cr = color[0] * 255.0 - 128, y = 1.164 * (color[1] * 255.0 - 16), cb = color[2] * 255.0 - 128;
      const double rgb[] = {y + 1.596 * cr, y - 0.813 * cr - 0.391 * cb, y + 2.018 * cb};
      for (unsigned c = 0; c < 3; ++c) color[c] = static_cast<float>(std::clamp(rgb[c] / 255, 0.0, 1.0));
    }
    INFO(name);
    CHECK(largest_differences(ours, theirs)[0] < 1.5 / 255);
  }
}

TEST_CASE("write the FXT1 vectors of tests/data/formats", "[.make]") {
  const auto blocks = fxt1_blocks();
  std::vector<std::uint8_t> texels;
  for (const auto& color : mesa_fxt1(blocks)) {
    for (const float channel : color) texels.push_back(static_cast<std::uint8_t>(std::lround(channel * 255)));
  }
  write_npy(TEXPIPE_TEST_DATA "/formats/FXT1.blocks.npy", "256, 16", blocks);
  write_npy(TEXPIPE_TEST_DATA "/formats/FXT1.texels.npy", "64, 128, 4", texels);
}
