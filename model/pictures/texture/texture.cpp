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

/// Files of pictures and textures that are not read, told by what stands in them.
struct OtherFile {
  std::string_view name;
  std::size_t at;
  std::string_view bytes;
  bool picture = true;  // a picture program makes a PNG of it
};

constexpr std::array kOtherFiles{
    OtherFile{"JPEG", 0, "\xFF\xD8\xFF"sv},
    OtherFile{"GIF", 0, "GIF8"sv},
    OtherFile{"WebP", 8, "WEBP"sv},
    OtherFile{"TIFF", 0, "II*\0"sv},
    OtherFile{"TIFF", 0, "MM\0*"sv},
    OtherFile{"AVIF", 4, "ftypavif"sv},
    OtherFile{"HEIF", 4, "ftyp"sv},
    OtherFile{"JPEG XL", 0, "\xFF\x0A"sv},
    OtherFile{"JPEG XL", 4, "JXL "sv},
    OtherFile{"Photoshop", 0, "8BPS"sv},
    OtherFile{"OpenEXR", 0, "\x76\x2F\x31\x01"sv},
    OtherFile{"Radiance HDR", 0, "#?"sv},
    OtherFile{"QOI", 0, "qoif"sv},
    OtherFile{"SVG", 0, "<svg"sv},
    OtherFile{"BMP", 0, "BM"sv},
    OtherFile{"PBM", 0, "P1\n"sv},
    OtherFile{"PGM", 0, "P2\n"sv},
    OtherFile{"PPM", 0, "P3\n"sv},
    OtherFile{"PBM", 0, "P4\n"sv},
    OtherFile{"PGM", 0, "P5\n"sv},
    OtherFile{"PPM", 0, "P6\n"sv},
    OtherFile{"PFM", 0, "PF\n"sv},
    OtherFile{"ASTC", 0, "\x13\xAB\xA1\x5C"sv, false},
    OtherFile{"PVR", 0, "PVR\x03"sv, false},
    OtherFile{"Basis Universal", 0, "sB\x13\0"sv, false},
};

constexpr OtherFile kTarga{"TGA", 0, ""};  // told by its end

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const OtherFile* other_file(std::span<const std::byte> bytes) {
  const std::string_view text = text_of(bytes);
  for (const OtherFile& other : kOtherFiles)
    if (text.size() > other.at && text.substr(other.at).starts_with(other.bytes)) return &other;
  return text.ends_with("TRUEVISION-XFILE.\0"sv) ? &kTarga : nullptr;
}

[[noreturn]] void refuse_unread(std::span<const std::byte> bytes, const std::string& name) {
  const std::string expected = "DDS, KTX, KTX 2, PKM or PNG";
  if (bytes.empty()) malformed(name, "is empty", expected);
  const OtherFile* const other = other_file(bytes);
  if (other == nullptr) malformed(name, "is not a texture file", expected);
  const std::string kind = "of the kind " + std::string{other->name} + ", which is not read";
  if (!other->picture) malformed(name, "is a texture " + kind, expected);
  const std::string png = std::filesystem::path{name}.filename().replace_extension(".png").string();
  malformed(name, "is a picture " + kind, expected + "; any picture program saves it as " + png);
}

}  // namespace

TextureFile texture_file_kind(std::span<const std::byte> bytes) {
  const std::string_view text = text_of(bytes);
  for (const Signature& signature : kSignatures) {
    if (text.starts_with(signature.bytes)) return signature.kind;
  }
  return TextureFile::kUnknown;
}

bool is_unread_picture(std::span<const std::byte> bytes) {
  const OtherFile* const other = other_file(bytes);
  return other != nullptr && other->picture;
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
  refuse_unread(bytes, name);
}

Texture read_texture(const std::filesystem::path& file, ByteSize most) {
  return parse_texture(read_file(file), shown_name(file), most);
}

}  // namespace texpipe::study
