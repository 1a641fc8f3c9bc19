// Every code of every channel of up to 16 bits, against values computed from the format list in another way.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <sstream>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "support/format_list.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

/// A channel as the list's layout column gives it, as `R[15:0]:UNORM`.
struct ListedChannel {
  std::string name;
  unsigned low = 0;
  unsigned bits = 0;
  std::string type;
};

std::vector<ListedChannel> listed_channels(const test::CsvRow& row) {
  std::istringstream fields{row.at("layout").substr(0, row.at("layout").find(" ("))};
  std::vector<ListedChannel> channels;
  for (std::string field; std::getline(fields, field, ';');) {
    const std::size_t bracket = field.find('['), colon = field.find(':'), end = field.find(']');
    const auto high = static_cast<unsigned>(std::stoul(field.substr(bracket + 1, colon - bracket - 1)));
    const auto low = static_cast<unsigned>(std::stoul(field.substr(colon + 1, end - colon - 1)));
    const std::string type = end + 2 <= field.size() ? field.substr(end + 2) : "";
    channels.push_back({field.substr(0, bracket), low, high - low + 1, type});
  }
  // Five formats are listed red first, against their names and the golden vectors.
  const std::string& name = row.at("name");
  if (name.starts_with("B10G10R10A2_") && name.find("UNORM") == std::string::npos)
    std::swap(channels[0].low, channels[2].low);
  return channels;
}

double small_float(std::uint32_t bits, unsigned fraction_bits) {
  const std::uint32_t exponent = bits >> fraction_bits & 31;
  const double fraction = std::ldexp(bits & ((1u << fraction_bits) - 1), -static_cast<int>(fraction_bits));
  if (exponent == 31) return fraction == 0 ? std::numeric_limits<double>::infinity() : std::nan("");
  return exponent == 0 ? std::ldexp(fraction, -14) : std::ldexp(1 + fraction, static_cast<int>(exponent) - 15);
}

double signed_code(std::uint32_t code, unsigned bits) {
  return code >> (bits - 1) ? static_cast<double>(code) - std::ldexp(1.0, static_cast<int>(bits)) : code;
}

/// Value of a code by the document's formula; sRGB channels in linear space.
double expected_value(const ListedChannel& channel, bool srgb, std::uint32_t code) {
  const double highest = std::ldexp(1.0, static_cast<int>(channel.bits)) - 1;
  if (channel.type == "UNORM") {
    const double value = code / highest;
    if (!srgb || channel.name == "A") return value;
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
  }
  if (channel.type == "SNORM") return std::max(signed_code(code, channel.bits) / ((highest - 1) / 2), -1.0);
  if (channel.type == "UINT" || channel.type == "USCALED") return code;
  if (channel.type == "SINT" || channel.type == "SSCALED") return signed_code(code, channel.bits);
  if (channel.type == "UFLOAT") return small_float(code, channel.bits - 5);
  if (channel.type != "FLOAT" || channel.bits != 16) throw std::runtime_error{"no formula for " + channel.type};
  return std::copysign(small_float(code & 0x7FFF, 10), code >> 15 ? -1.0 : 1.0);
}

double number(ChannelCoding coding, std::uint32_t bits) {
  if (coding.kind == ChannelKind::kUint) return bits;
  if (coding.kind == ChannelKind::kSint) return static_cast<std::int32_t>(bits);
  return std::bit_cast<float>(bits);
}

/// sRGB: a quarter of a step of the coded value, at the foot of the curve where it is steepest in codes. Others: equal.
bool right(double value, double expected, bool srgb, unsigned bits) {
  if (std::isnan(expected)) return std::isnan(value);
  if (!srgb) return value == static_cast<double>(static_cast<float>(expected));
  const double step = 1 / (12.92 * (std::ldexp(1.0, static_cast<int>(bits)) - 1));
  return std::abs(value - expected) <= step / 4;
}

/// Codes of a channel that decode wrongly while all other bits of the element are `fill`.
unsigned wrong_codes(const test::CsvRow& row, const ListedChannel& channel, unsigned output, std::uint8_t fill) {
  const ElementDecoder decoder{gen9::format_of_name(row.at("name"))};
  const bool srgb = row.at("space") == "srgb" && channel.name != "A";
  std::byte element[32];
  unsigned wrong = 0;
  for (std::uint32_t code = 0; code < 1u << channel.bits; ++code) {
    std::memset(element, fill, sizeof element);
    std::uint32_t word;
    std::memcpy(&word, element + channel.low / 8, sizeof word);
    word = (word & ~(((1u << channel.bits) - 1) << channel.low % 8)) | code << channel.low % 8;
    std::memcpy(element + channel.low / 8, &word, sizeof word);
    const Texel texel = decoder.texel(element, 0, 0);
    const std::uint32_t bits = channel_bits(decoder.coding()[output], texel.code[output]);
    const double value = number(decoder.coding()[output], bits);
    if (!right(value, expected_value(channel, srgb, code), srgb, channel.bits)) ++wrong;
  }
  return wrong;
}

bool has_codes(const test::CsvRow& row) {
  const std::string& kind = row.at("class");
  return kind == "plain" || kind == "packed" || kind == "srgb" || kind == "depth-alias" || kind == "stencil-alias" ||
         kind == "mono" || kind == "vertex-only";
}

std::vector<std::string> outputs(const test::CsvRow& row) {
  std::istringstream list{row.at("out_rgba")};
  std::vector<std::string> outputs;
  for (std::string output; std::getline(list, output, ',');) outputs.push_back(output);
  return outputs;
}

}  // namespace

TEST_CASE("every code of every channel of up to 16 bits has its value, whatever the other bits are", "[format]") {
  unsigned channels = 0;
  for (const test::CsvRow& row : test::format_rows()) {
    if (!has_codes(row)) continue;
    const std::vector<std::string> sources = outputs(row);
    for (const ListedChannel& channel : listed_channels(row)) {
      if (channel.bits > 16 || channel.name == "X") continue;
      for (unsigned output = 0; output < 4; ++output) {
        if (sources[output] != channel.name) continue;
        INFO(row.at("name") << ' ' << channel.name);
        CHECK(wrong_codes(row, channel, output, 0x00) == 0);
        CHECK(wrong_codes(row, channel, output, 0xFF) == 0);
        ++channels;
        break;  // replicated outputs are compared in the next test
      }
    }
  }
  CHECK(channels > 250);
}

TEST_CASE("outputs that a format lacks read the default, and luminance and intensity are replicated", "[format]") {
  const std::byte element[32] = {std::byte{0x5A}, std::byte{0x3C}, std::byte{0xA5}, std::byte{0x7E},
                                 std::byte{0x11}, std::byte{0x22}, std::byte{0x33}, std::byte{0x44}};
  for (const test::CsvRow& row : test::format_rows()) {
    if (row.at("out_rgba") == "-" || row.at("layout").find(":RAW") != std::string::npos) continue;
    INFO(row.at("name"));
    const auto format = gen9::format_of_name(row.at("name"));
    const ElementDecoder decoder{format};
    const bool integer =
        row.at("layout").find("UINT") != std::string::npos || row.at("layout").find("SINT") != std::string::npos;
    const auto rgba = texel_to_rgba(decoder.coding(), decoder.texel(element, 0, 0));
    const std::vector<std::string> sources = outputs(row);
    for (unsigned i = 0; i < 4; ++i) {
      const std::uint32_t one = integer ? 1 : 0x3F800000;
      CHECK(decoder.coding()[i].constant == (sources[i] == "0" || sources[i] == "1" || sources[i] == "1i"));
      if (sources[i] == "0") CHECK(rgba[i] == 0);
      if (sources[i] == "1" || sources[i] == "1i") CHECK(rgba[i] == one);
      if (sources[i] == sources[0] && sources[0].size() == 1) CHECK(rgba[i] == rgba[0]);
    }
  }
}

TEST_CASE("the DX9 border mode makes missing green and blue 1.0 in the formats that the list marks", "[format]") {
  const std::byte element[32] = {};
  for (const test::CsvRow& row : test::format_rows()) {
    if (!has_codes(row)) continue;
    INFO(row.at("name"));
    const ElementDecoder decoder{gen9::format_of_name(row.at("name")), {}, MissingColor::kDx9};
    const auto rgba = texel_to_rgba(decoder.coding(), decoder.texel(element, 0, 0));
    const std::vector<std::string> sources = outputs(row);
    const bool marked = row.at("notes").starts_with("DX9");
    for (unsigned i = 1; i < 3; ++i) {
      if (sources[i] == "0") CHECK(rgba[i] == (marked ? 0x3F800000u : 0u));
    }
  }
}
