// A texture as a file holds it: what it is, and its texels tightly packed.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/quantity.h"
#include "functional/sampling/swizzle.h"
#include "functional/surface/surface_image.h"

namespace texpipe::study {

/// Which channel of a surface, or constant, each of R, G, B, A shows.
using ChannelSelects = std::array<gen9::ShaderChannelSelect, 4>;

struct Texture {
  functional::SurfaceImage image;
  std::vector<std::byte> texels;       // in the order that SurfaceImage describes
  std::vector<std::uint32_t> palette;  // ARGB8888 entries of palette formats; empty: none in the file
  /// The file's swizzle, or what makes a surface format of the file's: a surface of the texture has it in its state.
  ChannelSelects channels = functional::kUnswizzled;
  /// Warnings for a reader of the file: fields that contradict each other and how they were read, texels that were
  /// converted, bytes left over, an unusual orientation. Each names the file.
  std::vector<Diagnostic> remarks{};
};

/// Selects as letters: `RGBA`, `RRR1`, `BGR0`.
std::string channel_letters(const ChannelSelects& channels);

/// Bytes that a file's texels may take: what a verb's --max-memory changes.
inline constexpr ByteSize kMostTextureBytes{std::uint64_t{2} << 30};

/// Reads a DDS, KTX 1, KTX 2, PKM or PNG file; which one, its first bytes tell.
/// Errors: Error with kMalformedInput (file, what is wrong, what was expected) for files that cannot be read or are
/// damaged, kUnsupported for contents that no SURFACE_FORMAT describes and for BasisLZ; kMalformedInput for texels that
/// take more than `most` bytes, before they are taken.
Texture read_texture(const std::filesystem::path& file, ByteSize most = kMostTextureBytes);

/// Reads a texture from bytes; `name` stands for the file in error texts.
Texture parse_texture(std::span<const std::byte> bytes, const std::string& name, ByteSize most = kMostTextureBytes);

/// Whether bytes begin as a picture of a format that is not read, such as JPEG.
bool is_unread_picture(std::span<const std::byte> bytes);

}  // namespace texpipe::study
