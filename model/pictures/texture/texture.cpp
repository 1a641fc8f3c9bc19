#include "pictures/texture/texture.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

struct Signature {
  TextureFile kind;
  std::string_view bytes;
};

using namespace std::string_view_literals;

constexpr std::array kSignatures{
    Signature{TextureFile::kDds, "DDS "sv},
    Signature{TextureFile::kKtx1, "\xABKTX 11\xBB\r\n\x1A\n"sv},
    Signature{TextureFile::kKtx2, "\xABKTX 20\xBB\r\n\x1A\n"sv},
    Signature{TextureFile::kPkm, "PKM "sv},
    Signature{TextureFile::kPng, "\x89PNG\r\n\x1A\n"sv},
};

}  // namespace

TextureFile texture_file_kind(std::span<const std::byte> bytes) {
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  for (const Signature& signature : kSignatures) {
    if (text.starts_with(signature.bytes)) return signature.kind;
  }
  return TextureFile::kUnknown;
}

std::uint64_t checked_bytes(const functional::SurfaceImage& image, const std::string& file) {
  try {
    return functional::packed_bytes(image);
  } catch (const Error& error) {
    Diagnostic diagnostic = error.diagnostics().front();
    diagnostic.position.file = file;
    throw Error{ExitCode::kMalformedInput, diagnostic};
  }
}

void remark(Texture& texture, const std::string& file, std::string problem, std::string hint) {
  texture.remarks.push_back({.position = {.file = file}, .problem = std::move(problem), .hint = std::move(hint)});
}

std::string counted(std::uint64_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

void remark_left_over(Texture& texture, const std::string& file, std::uint64_t bytes, const std::string& hint) {
  if (bytes == 0) return;
  remark(texture, file, counted(bytes, "byte") + " behind the texels " + (bytes == 1 ? "is" : "are") + " not read",
         hint);
}

std::string image_text(const functional::SurfaceImage& image) {
  using functional::SurfaceType;
  const bool volume = image.type == SurfaceType::k3D, cube = image.type == SurfaceType::kCube;
  std::string text = std::to_string(image.width);
  if (image.type != SurfaceType::k1D) text += 'x' + std::to_string(image.height);
  if (volume) text += 'x' + std::to_string(image.depth);
  text += ' ' + std::string{name_of(image.format)};
  if (cube) text += ", cube map";
  const std::uint32_t slices = image.array_length * (cube ? 6 : 1);
  if (slices > 1) text += ", " + counted(slices, cube ? "face" : "slice");
  return text + ", " + counted(image.levels, "level");
}

std::string channel_letters(const ChannelSelects& channels) {
  std::string letters;
  for (const gen9::ShaderChannelSelect select : channels) {
    const std::string_view name = name_of(select);
    letters += name == "ZERO" ? '0' : name == "ONE" ? '1' : name.front();
  }
  return letters;
}

std::vector<std::byte> slices_from_levels(const functional::SurfaceImage& image,
                                          std::span<const std::span<const std::byte>> level_bytes) {
  const std::uint32_t slices = image.array_length * (image.type == functional::SurfaceType::kCube ? 6 : 1);
  std::vector<std::byte> texels;
  for (std::uint32_t slice = 0; slice < slices; ++slice) {
    for (const std::span<const std::byte>& level : level_bytes) {
      const std::size_t bytes = level.size() / slices;
      const auto part = level.subspan(slice * bytes, bytes);
      texels.insert(texels.end(), part.begin(), part.end());
    }
  }
  return texels;
}

void check_memory(std::uint64_t needed, ByteSize most, const std::string& file, const std::string& what) {
  if (needed <= most.value()) return;
  malformed(file, what + " needs " + std::to_string(needed) + " bytes",
            "at most " + std::to_string(most.value()) + "; --max-memory allows more");
}

Texture parse_texture(std::span<const std::byte> bytes, const std::string& name, ByteSize most) {
  switch (texture_file_kind(bytes)) {
    case TextureFile::kDds:
      return parse_dds(bytes, name);
    case TextureFile::kKtx1:
      return parse_ktx1(bytes, name);
    case TextureFile::kKtx2:
      return parse_ktx2(bytes, name, most);
    case TextureFile::kPkm:
      return parse_pkm(bytes, name);
    case TextureFile::kPng:
      return parse_png(bytes, name, most);
    case TextureFile::kUnknown:
      break;
  }
  malformed(name, "is not a texture file", "DDS, KTX, KTX 2, PKM or PNG");
}

Texture read_texture(const std::filesystem::path& file, ByteSize most) {
  return parse_texture(read_file(file), shown_name(file), most);
}

}  // namespace texpipe::study
