#include "isa/spa/texture_header.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "isa/spa/txq.h"

using namespace texpipe;
using namespace texpipe::spa;

TEST_CASE("a texture header decodes to what was encoded, for every type and multisample mode", "[spa]") {
  for (const EnumRow& type : enum_rows(TextureType{}).rows) {
    for (const EnumRow& mode : enum_rows(MultisampleMode{}).rows) {
      const bool buffer = type.name == "ONE_D_BUFFER";
      const TextureHeader header{static_cast<TextureType>(type.value),
                                 static_cast<MultisampleMode>(mode.value),
                                 buffer ? 1234567u : 65536u,
                                 333,
                                 16384,
                                 1,
                                 7,
                                 9};
      CHECK(decode_texture_header(encode_texture_header(header)) == header);
    }
  }
}

TEST_CASE("width, type and multisample mode stand at their documented bits", "[spa]") {
  TextureHeaderWords words{};
  words[4] = 99 | 5u << (151 - 128);
  words[7] = 4u << (232 - 224) | 6u << (228 - 224) | 2u;
  const TextureHeader header = decode_texture_header(words);
  CHECK(header.width == 100);
  CHECK(header.type == TextureType::kTwoDArray);
  CHECK(header.multisample == MultisampleMode::k4x2D3d);
  CHECK(sample_count(header.multisample) == 8);
  CHECK(header.view_max_mip == 6);
  CHECK(header.view_min_mip == 2);
}

TEST_CASE("reserved texture types and multisample modes are refused by name", "[spa]") {
  TextureHeaderWords words{};
  words[4] = 9u << (151 - 128);
  CHECK_THROWS_WITH(decode_texture_header(words), "texture header: texture type 9 is reserved");
  words[4] = 0;
  words[7] = 7u << (232 - 224);
  CHECK_THROWS_WITH(decode_texture_header(words), "texture header: multisample mode 7 is reserved");
}

TEST_CASE("a packed pointer is samplerPtr 31:20 and headerPtr 19:0", "[spa]") {
  CHECK(texture_pointer(0xABC12345).sampler == 0xABC);
  CHECK(texture_pointer(0xABC12345).header == 0x12345);
  CHECK(packed({.header = 0x12345, .sampler = 0xABC}) == 0xABC12345);
  CHECK(legacy_constant_index(0xFF, 0x1F) == 0x1FFF);
}
