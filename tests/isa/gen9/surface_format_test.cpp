#include "isa/gen9/surface_format.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "support/format_list.h"

using namespace texpipe;
using namespace texpipe::gen9;
using texpipe::test::CsvRow;
using texpipe::test::format_rows;

namespace {

const std::map<std::string, FormatKind> kKinds = {
    {"plain", FormatKind::kPlain},
    {"packed", FormatKind::kPacked},
    {"packed-sharedexp", FormatKind::kSharedExponent},
    {"srgb", FormatKind::kSrgb},
    {"depth-alias", FormatKind::kDepthAlias},
    {"stencil-alias", FormatKind::kStencilAlias},
    {"palette", FormatKind::kPalette},
    {"mono", FormatKind::kMono},
    {"block", FormatKind::kBlock},
    {"block-srgb", FormatKind::kBlockSrgb},
    {"yuv-packed422", FormatKind::kYuvPacked422},
    {"yuv-planar", FormatKind::kYuvPlanar},
    {"media", FormatKind::kMedia},
    {"vertex-only", FormatKind::kVertexOnly},
    {"vertex64", FormatKind::kVertex64},
    {"raw", FormatKind::kRaw},
};

const std::map<std::string, ColorSpace> kSpaces = {
    {"linear", ColorSpace::kLinear}, {"srgb", ColorSpace::kSrgb}, {"yuv", ColorSpace::kYuv}, {"", ColorSpace::kLinear}};

const char* type_text(ChannelType type) {
  switch (type) {
    case ChannelType::kUnorm:
      return "UNORM";
    case ChannelType::kSnorm:
      return "SNORM";
    case ChannelType::kFloat:
      return "FLOAT";
    case ChannelType::kUfloat:
      return "UFLOAT";
    case ChannelType::kUint:
      return "UINT";
    case ChannelType::kSint:
      return "SINT";
    case ChannelType::kUscaled:
      return "USCALED";
    case ChannelType::kSscaled:
      return "SSCALED";
    case ChannelType::kSfixed:
      return "SFIXED";
    case ChannelType::kRaw:
      return "RAW";
    case ChannelType::kIndex:
      return "INDEX";
    case ChannelType::kMantissa:
      return "MANT9";
    case ChannelType::kExponent:
      return "EXP5(bias15)";
  }
  return "?";
}

/// The channels as the CSV file writes them, without unused bits.
std::string channel_text(const FormatFacts& facts) {
  std::string text;
  for (const StoredChannel& channel : facts.channels) {
    if (channel.name == 0) continue;
    std::ostringstream field;
    field << channel.name << '[' << channel.first_bit + channel.bits - 1 << ':' << int{channel.first_bit}
          << "]:" << type_text(channel.type);
    text += (text.empty() ? "" : ";") + field.str();
  }
  return text;
}

/// The CSV file's layout without unused bits and remarks.
std::string used_channels(const std::string& layout) {
  std::istringstream fields{layout.substr(0, layout.find(" ("))};
  std::string text, field;
  while (std::getline(fields, field, ';')) {
    if (field[0] != 'X') text += (text.empty() ? "" : ";") + field;
  }
  return text;
}

bool is_blue_first(std::string_view name) {
  return name.starts_with("B10G10R10A2_") && name.find("UNORM") == name.npos;
}

std::string swap_red_and_blue(std::string text) {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (text[i + 1] == '[') text[i] = text[i] == 'R' ? 'B' : text[i] == 'B' ? 'R' : text[i];
  }
  return text;
}

std::string output_text(const FormatFacts& facts) {
  if (facts.output == "----") return "-";
  const std::map<char, std::string> words = {{'V', "Cr"}, {'U', "Cb"}, {'i', "1i"}};
  std::string text;
  for (unsigned i = 0; i < 4; ++i) {
    const char source = facts.output[i];
    text += i ? "," : "";
    if (source == 'P') {
      text += std::string{"P."} + "RGBA"[i];
    } else {
      text += words.count(source) ? words.at(source) : std::string(1, source);
    }
  }
  return text;
}

/// kR8G8B8A8UnormSrgb of R8G8B8A8_UNORM_SRGB: groups of channel letters with bits stay, words get one capital.
std::string enumerator(const std::string& name) {
  std::istringstream words{name};
  std::string text = "k", word;
  while (std::getline(words, word, '_')) {
    bool channels = word.size() >= 2;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const bool digit = std::isdigit(static_cast<unsigned char>(word[i]));
      if (!digit && std::string{"RGBAXLIPYE"}.find(word[i]) == std::string::npos) channels = false;
      if (!digit && (i + 1 == word.size() || !std::isdigit(static_cast<unsigned char>(word[i + 1])))) channels = false;
    }
    if (std::isdigit(static_cast<unsigned char>(word[0]))) channels = true;
    text += word[0];
    for (std::size_t i = 1; i < word.size(); ++i) text += channels ? word[i] : static_cast<char>(std::tolower(word[i]));
  }
  return text;
}

}  // namespace

TEST_CASE("the format table agrees with the format list cell by cell", "[format]") {
  const std::vector<CsvRow> rows = format_rows();
  REQUIRE(rows.size() == 221);
  REQUIRE(all_formats().size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const CsvRow& row = rows[i];
    const FormatFacts& facts = all_formats()[i];
    INFO(row.at("name"));
    CHECK(static_cast<unsigned>(facts.format) == std::stoul(row.at("value"), nullptr, 16));
    CHECK(facts.name == row.at("name"));
    CHECK(facts.block_width == std::stoul(row.at("block_w")));
    CHECK(facts.block_height == std::stoul(row.at("block_h")));
    if (facts.kind == FormatKind::kYuvPlanar || facts.kind == FormatKind::kRaw) {
      CHECK(facts.bits_per_element == 8);  // the list leaves it open
    } else {
      CHECK(facts.bits_per_element == std::stod(row.at("block_bytes")) * 8);
    }
    CHECK(facts.kind == kKinds.at(row.at("class")));
    CHECK(facts.color_space == kSpaces.at(row.at("space")));
    CHECK(output_text(facts) == row.at("out_rgba"));
    CHECK(facts.sampling == (row.at("sampling") == "yes"));
    CHECK(facts.filtering == (row.at("filtering") == "yes"));
    CHECK(facts.shadow == (row.at("shadow") == "yes"));
    CHECK(facts.chroma_key == (row.at("chroma_key") == "yes"));
    CHECK(facts.render_target == (row.at("render_target") == "yes"));
    CHECK(facts.alpha_blend == (row.at("alpha_blend") == "yes"));
    CHECK(facts.vertex_buffer == (row.at("vertex_buffer") == "yes"));
    CHECK(facts.typed_write == (row.at("typed_write") == "yes"));
    CHECK(facts.typed_read == (row.at("typed_read") == "yes"));
    CHECK(facts.ccs_e == (row.at("ccs_e") == "yes"));
    CHECK(facts.dx9_missing_is_one == row.at("notes").starts_with("DX9"));
  }
}

TEST_CASE("every format's layout agrees with the format list", "[format]") {
  for (const CsvRow& row : format_rows()) {
    INFO(row.at("name"));
    const FormatFacts& facts = format_facts(format_of_name(row.at("name")));
    const std::string& layout = row.at("layout");
    switch (facts.kind) {
      case FormatKind::kBlock:
      case FormatKind::kBlockSrgb: {
        const std::string code = layout.substr(6, layout.find(' ', 6) - 6);
        const bool our_sign = row.at("name").ends_with("SNORM") || row.at("name").ends_with("SF16");
        CHECK(facts.compressed());
        CHECK(std::string{facts.layout} == (our_sign ? code + "s" : code));
        break;
      }
      case FormatKind::kYuvPacked422:
      case FormatKind::kYuvPlanar:
      case FormatKind::kRaw:
        CHECK_FALSE(facts.compressed());
        break;
      default:
        // The list gives five formats red first; their names (least significant first) and the golden vectors say blue.
        CHECK(channel_text(facts) ==
              (is_blue_first(facts.name) ? swap_red_and_blue(used_channels(layout)) : used_channels(layout)));
    }
  }
}

TEST_CASE("every enumerator has the value of its documented name", "[format]") {
  std::ifstream file{TEXPIPE_SOURCE_DIR "/model/isa/gen9/surface_format.h"};
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  for (const FormatFacts& facts : all_formats()) {
    std::ostringstream line;
    line << "  " << enumerator(std::string{facts.name}) << " = 0x" << std::uppercase << std::hex;
    line.width(3);
    line.fill('0');
    line << static_cast<unsigned>(facts.format);
    INFO(line.str());
    const std::size_t place = text.str().find(line.str());
    REQUIRE(place != std::string::npos);
    CHECK_FALSE(std::isxdigit(static_cast<unsigned char>(text.str()[place + line.str().size()])));
  }
}

TEST_CASE("an unlisted format value and an unknown name are refused with a hint", "[format]") {
  CHECK(find_format(0x009) == nullptr);
  CHECK(find_format(0x200) == nullptr);
  CHECK_THROWS_AS(format_facts(static_cast<SurfaceFormat>(0x009)), Error);
  CHECK(name_of(SurfaceFormat::kR8G8B8A8Unorm) == "R8G8B8A8_UNORM");
  CHECK(value_of<SurfaceFormat>("RAW") == SurfaceFormat::kRaw);
  try {
    format_of_name("R8G8B8A8_UNROM");
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    CHECK_THAT(error.what(), Catch::Contains("did you mean R8G8B8A8_UNORM"));
  }
}
