#include "isa/gen9/states/structure_text.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "isa/gen9/states/structure_search.h"
#include "isa/gen9/surface_format.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

std::vector<std::uint32_t> random_words(std::mt19937& random, std::size_t dwords) {
  std::vector<std::uint32_t> words(dwords);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  return words;
}

/// Fields of planar formats and of structured buffers stand where others have other ones.
void choose_overlays(int n, std::vector<std::uint32_t>& words) {
  constexpr std::uint32_t kTypeAndFormat = 7u << 29 | 0x3FFu << 18;
  if (n % 3 == 0) return;
  words[0] &= ~kTypeAndFormat;
  words[0] |= n % 3 == 1 ? 5u << 29 : 1u << 29 | static_cast<std::uint32_t>(SurfaceFormat::kPlanar4208) << 18;
}

/// What decode prints, as encode takes it.
std::vector<FieldAssignment> printed(const StructureText& structure, const std::vector<std::uint32_t>& words) {
  std::vector<FieldAssignment> list;
  for (const FieldValue& field : structure.fields(words)) list.push_back({field.key, field.value});
  for (const ReservedWord& word : structure.reserved(words)) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%x", word.bits);
    list.push_back({"reserved[" + std::to_string(word.dword) + "]", text});
  }
  return list;
}

}  // namespace

TEST_CASE("any words of any state structure come back from the fields that they decode to, in any order", "[state]") {
  std::mt19937 random{1};
  for (const StructureText& structure : StructureText::states()) {
    std::size_t dwords = structure.usual_dwords();
    if (structure.name() == "BLEND_STATE") dwords = 1 + 2 * 8;
    CAPTURE(structure.name());
    REQUIRE(structure.may_have(dwords));
    for (int n = 0; n < 300; ++n) {
      auto words = random_words(random, dwords);
      if (structure.name() == kRenderSurfaceState) choose_overlays(n, words);
      std::vector<FieldAssignment> fields = printed(structure, words);
      const auto blank = structure.blank(static_cast<unsigned>(dwords));
      REQUIRE(words_from_fields(structure, blank, fields) == words);
      std::shuffle(fields.begin(), fields.end(), random);
      // Two fields of this one share bits, of which the last one counts: a NaN has no decimal text that keeps its bits.
      if (structure.name() != "COLOR_CALC_STATE") REQUIRE(words_from_fields(structure, blank, fields) == words);
    }
  }
}

TEST_CASE("every field of every state has a key of its own, a place and what it holds", "[state]") {
  for (const StructureText& structure : StructureText::states()) {
    CAPTURE(structure.name());
    std::vector<std::string> keys;
    for (const FieldFacts& field : structure.facts()) {
      CAPTURE(field.key);
      CHECK(!field.bits.empty());
      CHECK((!field.holds.empty() || !field.rows.rows.empty()));
      CHECK(std::find(keys.begin(), keys.end(), field.key) == keys.end());
      keys.push_back(field.key);
    }
    CHECK(!keys.empty());
    CHECK(!structure.source().empty());
  }
}

TEST_CASE("a reserved code is named beside the other fields", "[state]") {
  const StructureText surface = StructureText::named(kRenderSurfaceState);
  std::vector<std::uint32_t> words(surface.usual_dwords());
  words[0] = 6u << 29;  // Surface Type 6
  words[2] = 63;
  const auto fields = surface.fields(words);
  CHECK(fields.front().key == "surface_type");
  CHECK(fields.front().value == "6");
  CHECK(fields.front().reserved);
  CHECK(fields.front().meaning.find("reserved") != std::string::npos);
  const auto width = std::find_if(fields.begin(), fields.end(), [](const FieldValue& f) { return f.key == "width"; });
  CHECK(width->value == "64");
}

TEST_CASE("states are found by short names and parts of names, and several matches are listed", "[state]") {
  CHECK(find_structure("surface").name() == "RENDER_SURFACE_STATE");
  CHECK(find_structure("sampler").name() == "SAMPLER_STATE");
  CHECK(find_structure("blend").name() == "BLEND_STATE");
  CHECK(find_structure("color_calc").name() == "COLOR_CALC_STATE");
  CHECK(find_structure("border").name() == "SAMPLER_BORDER_COLOR_STATE");
  CHECK(find_structure("Interface_Descriptor").name() == "INTERFACE_DESCRIPTOR_DATA");
  CHECK(find_structure("3dstate_ps").name() == "3DSTATE_PS");
  const auto refusal = [](const char* name) {
    try {
      find_structure(name);
    } catch (const Error& error) {
      return std::string{error.what()};
    }
    return std::string{};
  };
  CHECK(refusal("viewport").find("CC_VIEWPORT, SF_CLIP_VIEWPORT") != std::string::npos);
  CHECK(refusal("SAMPLER_STATEE").find("did you mean SAMPLER_STATE?") != std::string::npos);
}

TEST_CASE("encode refuses names, values and bits that a state does not have", "[state]") {
  const StructureText surface = find_structure("surface");
  const auto refusal = [&](const char* name, const char* value) {
    const std::vector<FieldAssignment> fields{{name, value}};
    try {
      words_from_fields(surface, surface.blank(16), fields);
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kMalformedInput);
      return std::string{error.what()};
    }
    return std::string{};
  };
  CHECK(refusal("widht", "64").find("did you mean width?") != std::string::npos);
  CHECK(refusal("width", "16385").find("expected 1 to 16384") != std::string::npos);
  CHECK(refusal("surface_type", "SURFTYPE_2").find("SURFTYPE_2D") != std::string::npos);
  CHECK(refusal("surface_type", "8").find("cannot hold 8") != std::string::npos);
  CHECK(refusal("reserved[9]", "1").find("belong to no field") != std::string::npos);
  CHECK(refusal("reserved[16]", "1").find("DWord 0 to 15") != std::string::npos);
}
