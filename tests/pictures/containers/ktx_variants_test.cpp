// KTX files with what their header does not say: metadata, packed levels, formats that surfaces hold in another way.
#include <zlib.h>
#include <zstd.h>

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "pictures/containers/texture_files.h"
#include "pictures/texture/decode_texture.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {
namespace {

using gen9::SurfaceFormat;
using Bytes = std::vector<std::byte>;
using Pixel = std::vector<std::uint8_t>;

const std::string kFiles = TEXPIPE_TEST_DATA "/textures/";

Pixel first_pixel(const Texture& texture) {
  Pixel rgba = picture_of(decode_plane(texture, {})).rgba;
  rgba.resize(4);
  return rgba;
}

std::string remarks_of(const Texture& texture) {
  std::string text;
  for (const Diagnostic& remark : texture.remarks) text += remark.text() + '\n';
  return text;
}

struct Ktx2 {
  std::uint32_t format = 9, scheme = 0, width = 4, height = 4;
  std::string key_values{};
  std::vector<Bytes> levels{};
  std::vector<std::uint64_t> unpacked{};
  std::string descriptor{};
};

std::string entry(const std::string& key, const std::string& value) {
  const std::string text = key + '\0' + value + '\0';
  const auto size = static_cast<std::uint32_t>(text.size());
  std::string bytes{reinterpret_cast<const char*>(&size), 4};
  bytes += text;
  bytes.resize((bytes.size() + 3) / 4 * 4);
  return bytes;
}

MadeFile ktx2(const Ktx2& k) {
  MadeFile file;
  const auto count = static_cast<std::uint32_t>(k.levels.size());
  file.text("\xABKTX 20\xBB\r\n\x1A\n").u32(k.format).u32(1).u32(k.width).u32(k.height).u32(0).u32(0).u32(1).u32(count);
  const std::uint32_t descriptor_at = 80 + 24 * count;
  const auto descriptor_bytes = static_cast<std::uint32_t>(k.descriptor.size());
  const auto key_value_bytes = static_cast<std::uint32_t>(k.key_values.size());
  file.u32(k.scheme).u32(descriptor_at).u32(descriptor_bytes);
  file.u32(key_value_bytes ? descriptor_at + descriptor_bytes : 0).u32(key_value_bytes).u64(0).u64(0);
  std::uint64_t at = descriptor_at + descriptor_bytes + key_value_bytes;
  for (std::size_t level = 0; level < k.levels.size(); ++level) {
    file.u64(at).u64(k.levels[level].size()).u64(k.unpacked[level]);
    at += k.levels[level].size();
  }
  file.text(k.descriptor).text(k.key_values);
  for (const Bytes& level : k.levels) file.text({reinterpret_cast<const char*>(level.data()), level.size()});
  return file;
}

Bytes counting(std::size_t count) {
  return MadeFile{}.counting(count).bytes();
}

Texture read(const MadeFile& file, ByteSize most = kMostTextureBytes) {
  return parse_texture(file.bytes(), "t.ktx2", most);
}

Texture plain(std::uint32_t format, const Bytes& texels, const std::string& key_values = {}, std::uint32_t width = 1) {
  return read(ktx2({.format = format,
                    .width = width,
                    .height = 1,
                    .key_values = key_values,
                    .levels = {texels},
                    .unpacked = {texels.size()}}));
}

Bytes zstandard(const Bytes& plain) {
  Bytes packed(ZSTD_compressBound(plain.size()));
  packed.resize(ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), 1));
  return packed;
}

Bytes zlib(const Bytes& plain) {
  uLongf size = compressBound(plain.size());
  Bytes packed(size);
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(plain.data()), plain.size());
  packed.resize(size);
  return packed;
}

TEST_CASE("KTX 2 levels packed by Zstandard or zlib are unpacked", "[image][ktx]") {
  const std::vector<Bytes> levels{counting(16), counting(4), counting(1)};
  Ktx2 made{.scheme = 0, .levels = levels, .unpacked = {16, 4, 1}};
  const Bytes expected = read(ktx2(made)).texels;
  CHECK(expected.size() == 21);
  for (const auto& [scheme, pack] : {std::pair{2u, &zstandard}, std::pair{3u, &zlib}}) {
    made.scheme = scheme;
    made.levels.clear();
    for (const Bytes& level : levels) made.levels.push_back(pack(level));
    const Texture texture = read(ktx2(made));
    CHECK(texture.texels == expected);
    CHECK(texture.remarks.empty());
  }
}

TEST_CASE("files packed by the zstd command and by Python's zlib are read", "[image][ktx]") {
  for (const char* name : {"levels_zstandard.ktx2", "levels_zlib.ktx2"}) {
    const Texture texture = read_texture(kFiles + name);
    CHECK(texture.image.levels == 3);
    CHECK(texture.texels[15] == std::byte{15});
    CHECK(texture.texels[20] == std::byte{9});
    CHECK(texture.remarks.empty());
  }
}

TEST_CASE("packed KTX 2 levels that are damaged, or another size, name the level", "[image][ktx]") {
  for (const auto& [scheme, pack, name] : {std::tuple{2u, &zstandard, "Zstandard"}, std::tuple{3u, &zlib, "zlib"}}) {
    Ktx2 made{.scheme = scheme, .levels = {pack(counting(16))}, .unpacked = {16}};
    made.levels[0].pop_back();
    CHECK_THROWS_WITH(read(ktx2(made)), Catch::Contains(std::string{"t.ktx2: level 0: "} + name));
    for (const std::size_t size : {15u, 17u}) {
      made.levels[0] = pack(counting(size));
      CHECK_THROWS_WITH(read(ktx2(made)), Catch::Contains("level 0: ") && Catch::Contains("expected 16 bytes"));
    }
    made.unpacked = {17};
    CHECK_THROWS_WITH(read(ktx2(made)), Catch::Contains("level 0 has 17 bytes unpacked; expected 16"));
    // A file that cannot hold its texels is refused before there is memory for them.
    Ktx2 bomb{.format = 109, .scheme = scheme, .width = 16384, .height = 16384, .levels = {counting(100)}};
    bomb.unpacked = {std::uint64_t{1} << 32};
    CHECK_THROWS_WITH(read(ktx2(bomb)), Catch::Contains("too short for its size"));
    bomb.levels = {Bytes(std::size_t{5} << 20)};
    CHECK_THROWS_WITH(read(ktx2(bomb)), Catch::Contains("--max-memory"));
  }
}

TEST_CASE("supercompression that is not read is refused by its name", "[image][ktx]") {
  const auto problem = [](const Ktx2& made) {
    try {
      read(ktx2(made));
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kUnsupported);
      return error.diagnostics().front().text();
    }
    return std::string{"accepted"};
  };
  CHECK_THAT(problem({.format = 0, .scheme = 1}), Catch::Contains("supercompression BasisLZ"));
  CHECK_THAT(problem({.scheme = 7}), Catch::Contains("supercompression scheme 7"));
  std::string descriptor(16, '\0');
  descriptor[12] = static_cast<char>(166);
  CHECK_THAT(problem({.format = 0, .scheme = 2, .descriptor = descriptor}),
             Catch::Contains("VkFormat 0 (Basis Universal, UASTC)"));
  CHECK_THAT(problem({.format = 160}), Catch::Contains("VkFormat 160 (ASTC)"));
}

TEST_CASE("KTXswizzle moves channels, in pictures and in surfaces", "[image][ktx]") {
  const Texture grey = read_texture(kFiles + "swizzle_rrr1.ktx2");
  CHECK(grey.image.format == SurfaceFormat::kR8Unorm);
  CHECK(channel_letters(grey.channels) == "RRR1");
  CHECK(first_pixel(grey) == Pixel{10, 10, 10, 255});
  const Bytes texel{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  CHECK(first_pixel(plain(37, texel, entry("KTXswizzle", "bgra"))) == Pixel{3, 2, 1, 4});
  CHECK(first_pixel(plain(37, texel, entry("KTXwriter", "x") + entry("KTXswizzle", "a01g"))) == Pixel{4, 0, 255, 2});
  // On top of a format's own: BGRA as integers.
  CHECK(channel_letters(plain(48, texel, entry("KTXswizzle", "r00a")).channels) == "B00A");
  CHECK_THROWS_WITH(plain(37, texel, entry("KTXswizzle", "rgbx")),
                    Catch::Contains("KTXswizzle is 'rgbx'; expected four of r, g, b, a, 0 and 1"));
  CHECK_THAT(remarks_of(plain(37, texel, std::string("\xFF\0\0\0abcd", 8))),
             Catch::Contains("an entry of the key-value data has 255 bytes, and there are 4"));
}

TEST_CASE("a KTXorientation other than right and down is said", "[image][ktx]") {
  const Texture turned = read_texture(kFiles + "orientation_ru.ktx2");
  CHECK_THAT(remarks_of(turned), Catch::Contains("KTXorientation is 'ru': rows go from the bottom up; texels are taken "
                                                 "in the file's order"));
  CHECK(plain(9, counting(1), entry("KTXorientation", "rd")).remarks.empty());
  CHECK_THAT(remarks_of(plain(9, counting(1), entry("KTXorientation", "lu"))),
             Catch::Contains("columns go from right to left, rows go"));
  CHECK_THAT(remarks_of(plain(9, counting(1), entry("KTXorientation", "xy"))),
             Catch::Contains("KTXorientation is 'xy', which is unknown"));
  MadeFile file;
  file.text("\xABKTX 11\xBB\r\n\x1A\n").u32(0x04030201).u32(0x1401).u32(1).u32(0x1903).u32(0x8229).u32(0x1903);
  const std::string words = entry("KTXorientation", "S=r,T=u");
  file.u32(1).u32(1).u32(0).u32(0).u32(1).u32(1).u32(static_cast<std::uint32_t>(words.size())).text(words);
  CHECK_THAT(remarks_of(read(file.u32(4).u32(7))), Catch::Contains("'S=r,T=u': rows go from the bottom up"));
}

TEST_CASE("sRGB in one or two channels is decoded as sRGB", "[image][ktx]") {
  const Texture one = read_texture(kFiles + "sr8.ktx");
  CHECK(one.image.format == SurfaceFormat::kL8UnormSrgb);
  CHECK(channel_letters(one.channels) == "R001");
  const DecodedPlane plane = decode_plane(one, {});
  CHECK(std::bit_cast<float>(plane.texels[2][0]) == Approx(0.21586).margin(1e-4));  // 128
  CHECK(plane.texels[2][1] == 0);
  CHECK(picture_of(plane).rgba[8] == 128);
  CHECK(first_pixel(plain(15, {std::byte{128}})) == Pixel{128, 0, 0, 255});
  const Texture two = plain(22, {std::byte{128}, std::byte{64}});
  CHECK(two.image.format == SurfaceFormat::kR8G8B8A8UnormSrgb);
  CHECK(first_pixel(two) == Pixel{128, 64, 0, 255});
}

TEST_CASE("VkFormats whose channels stand elsewhere are read", "[image][ktx]") {
  const auto word = [](std::uint32_t format, unsigned value) {
    return first_pixel(plain(format, {static_cast<std::byte>(value & 0xFF), static_cast<std::byte>(value >> 8)}));
  };
  CHECK(plain(1000470001, {std::byte{7}}).image.format == SurfaceFormat::kA8Unorm);
  CHECK(word(1000470000, 0x801F) == Pixel{255, 0, 0, 255});  // A1B5G5R5: alpha and red
  CHECK(word(1000340001, 0xF00F) == Pixel{255, 0, 0, 255});  // A4B4G4R4
  CHECK(word(3, 0x00F1) == Pixel{255, 0, 0, 17});            // B4G4R4A4
  CHECK(word(5, 0x001F) == Pixel{255, 0, 0, 255});           // B5G6R5
  CHECK(word(7, 0x003F) == Pixel{255, 0, 0, 255});           // B5G5R5A1
  CHECK(first_pixel(plain(1, {std::byte{0xF1}})) == Pixel{255, 17, 0, 255});
  CHECK(first_pixel(plain(30, {std::byte{1}, std::byte{2}, std::byte{3}})) == Pixel{3, 2, 1, 255});
}

}  // namespace
}  // namespace texpipe::study
