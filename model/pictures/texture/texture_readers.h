// One reader per file format. Each takes the file's bytes and its name for error texts; errors as read_texture.
#pragma once

#include <span>
#include <string>

#include "pictures/texture/texture.h"

namespace texpipe::study {

Texture parse_dds(std::span<const std::byte> bytes, const std::string& name);   // legacy and DX10 headers
Texture parse_ktx1(std::span<const std::byte> bytes, const std::string& name);  // either byte order
Texture parse_pkm(std::span<const std::byte> bytes, const std::string& name);   // versions 1.0 and 2.0
/// Levels may be packed by Zstandard or zlib; `most`: bytes that they may take unpacked.
Texture parse_ktx2(std::span<const std::byte> bytes, const std::string& name, ByteSize most);

/// 8 and 16 bits per channel. Grey becomes L, grey with alpha L A, colour R G B A; palettes and fewer bits are
/// expanded; sRGB and gamma chunks are ignored: the codes are UNORM.
/// `most`: bytes that the unpacked texels may take.
Texture parse_png(std::span<const std::byte> bytes, const std::string& name, ByteSize most);

/// Kind of a texture file, by its first bytes.
enum class TextureFile { kDds, kKtx1, kKtx2, kPkm, kPng, kUnknown };
TextureFile texture_file_kind(std::span<const std::byte> bytes);

/// Errors: kMalformedInput, naming the file and --max-memory, when `needed` is more than `most` bytes.
void check_memory(std::uint64_t needed, ByteSize most, const std::string& file, const std::string& what);

/// Bytes of an image's texels, after its sizes were checked; errors name the file.
std::uint64_t checked_bytes(const functional::SurfaceImage& image, const std::string& file);

/// Adds a remark that names the file.
void remark(Texture& texture, const std::string& file, std::string problem, std::string hint = {});

/// Says, when there are any, that bytes behind the texels were not read.
void remark_left_over(Texture& texture, const std::string& file, std::uint64_t bytes, const std::string& hint = {});

/// `1 slice`, `6 slices`.
std::string counted(std::uint64_t count, const std::string& noun);

/// The image in words: `4x4 R8_UNORM, cube map, 6 slices, 3 levels`.
std::string image_text(const functional::SurfaceImage& image);

/// Texels that a file stores level by level (each level: slices of the array, faces, depth slices), put in Texture's
/// order. `level_bytes` gives all bytes of a level, rows tightly packed.
std::vector<std::byte> slices_from_levels(const functional::SurfaceImage& image,
                                          std::span<const std::span<const std::byte>> level_bytes);

}  // namespace texpipe::study
