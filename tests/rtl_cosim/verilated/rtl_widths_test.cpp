// The widths in the RTL's text against the table that the model's stages are described by.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <sstream>
#include <string>

#include "functional/sampling/widths.h"
#include "rtl_cosim/verilated/verilated_address_generator.h"
#include "rtl_cosim/verilated/verilated_texel_decoder.h"
#include "rtl_cosim/verilated/verilated_texture_filter.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;

namespace {

using Widths = std::map<std::string, unsigned>;

/// Sums of products of widths that a module has declared before, and numbers.
unsigned value_of(const std::string& expression, const Widths& known) {
  static const std::regex part{R"(\s*([+*-]?)\s*(\w+))"};
  long sum = 0, term = 0;
  for (std::sregex_iterator at{expression.begin(), expression.end(), part}, end; at != end; ++at) {
    const std::string word = (*at)[2], sign = (*at)[1];
    const long operand = std::isdigit(static_cast<unsigned char>(word[0])) != 0 ? std::stol(word) : known.at(word);
    if (sign != "*") sum += term;
    term = sign == "*" ? term * operand : sign == "-" ? -operand : operand;
  }
  return static_cast<unsigned>(sum + term);
}

/// Parameters and local parameters of a module that are widths, by name.
Widths widths_of(const std::string& module) {
  std::ifstream file{"rtl_cosim/rtl/" + module + ".sv"};
  REQUIRE(file);
  std::stringstream text;
  text << file.rdbuf();
  const std::string rtl = text.str();
  static const std::regex declaration{R"((?:parameter|localparam) int unsigned (\w+_BITS) = ([^,;/\n)]+))"};
  Widths widths;
  for (std::sregex_iterator at{rtl.begin(), rtl.end(), declaration}, end; at != end; ++at)
    widths.emplace((*at)[1], value_of((*at)[2], widths));
  return widths;
}

struct RtlWidth {
  std::string_view name;
  std::string_view stage, value;  // row of the table; empty: the width follows from others or is a port's of the memory
  int more = 0;                   // bits than the row's
};

/// Name in the table of a width of the RTL.
constexpr RtlWidth kFilter[] = {
    {"CODE_BITS", "filter", "code"},
    {"CORNER_WEIGHT_BITS", "footprint_plan", "corner weight"},
    {"PIXEL_WEIGHT_BITS", "footprint_plan", "pixel weight"},
    {"FOOTPRINT_SUM_BITS", "filter", "footprint sum"},
    {"PIXEL_SUM_BITS", "filter", "pixel sum"},
    {"BORDER_WEIGHT_BITS", "filter", "border weight"},
    {"BORDER_SUM_BITS", "", ""},  // of four corner weights, each of which a MONO filter may make whole
};
constexpr RtlWidth kDecoder[] = {{"CODE_BITS", "filter", "code"}};
constexpr RtlWidth kAddress[] = {
    {"SIZE_BITS", "address_mode", "texel", 1},      // the size of the largest map itself
    {"PRODUCT_BITS", "coordinate", "product", -1},  // its sign goes beside it
    {"POSITION_BITS", "coordinate", "position"},
    {"TAP_BITS", "anisotropy", "tap offset"},
    {"INDEX_BITS", "linear_tap", "texel index", 1},  // with the texel offset
    {"ADDRESS_BITS", "", ""},
    {"BESIDE_BITS", "", ""},
};

constexpr RtlWidth kSampler[] = {
    {"SIZE_BITS", "address_mode", "texel", 1},
    {"TAP_BITS", "anisotropy", "tap offset"},
    {"FARTHEST_BITS", "anisotropy", "tap offset", -2},  // neither its sign nor the limit itself
    {"CODE_BITS", "filter", "code"},
    {"PIXEL_WEIGHT_BITS", "footprint_plan", "pixel weight"},
    {"PIXEL_SUM_BITS", "filter", "pixel sum"},
    {"BORDER_WEIGHT_BITS", "filter", "border weight"},
    {"ADDRESS_BITS", "", ""},
    {"KEY_BITS", "", ""},
    {"LINE_BITS", "", ""},
    {"COMPARE_BITS", "", ""},  // groups of what travels beside
    {"CODING_BITS", "", ""},
    {"FILTER_BITS", "", ""},
    {"TEXEL_BITS", "", ""},
    {"STATE_BITS", "", ""},
    {"PIXEL_BITS", "", ""},
    {"SHARED_BITS", "", ""},
    {"BESIDE_BITS", "", ""},
    {"GROUP_BITS", "", ""},
};

template <class Rows>
void check(const std::string& module, const Rows& rows) {
  for (const auto& [name, bits] : widths_of(module)) {
    INFO(module << " " << name);
    const auto row =
        std::find_if(std::begin(rows), std::end(rows), [&name = name](const RtlWidth& r) { return r.name == name; });
    REQUIRE(row != std::end(rows));
    if (row->stage.empty()) continue;
    const functional::ValueWidth* width = functional::find_width(row->stage, row->value);
    REQUIRE(width != nullptr);
    CHECK(static_cast<int>(bits) == static_cast<int>(width->bits()) + row->more);
  }
}

}  // namespace

TEST_CASE("every width of the RTL filter is that of the model's table", "[rtl]") {
  CHECK(widths_of("texture_filter").size() == 6);
  for (const char* module : {"texture_filter", "filter_pixel", "texel_compare"}) check(module, kFilter);
}

TEST_CASE("every width of the RTL texel decoder is that of the model's table", "[rtl]") {
  for (const char* module : {"texel_decoder", "texel_channel"}) check(module, kDecoder);
}

TEST_CASE("every width of the RTL address generator is that of the model's table", "[rtl]") {
  for (const char* module : {"address_generator", "axis_position", "axis_texel"}) check(module, kAddress);
}

TEST_CASE("every width of the joined RTL sampler is that of the model's table", "[rtl]") {
  for (const char* module :
       {"sampler", "footprint_addresses", "subspan_splitter", "tap_offset", "footprint_texels", "filter_operands"})
    check(module, kSampler);
}

TEST_CASE("the ports that the filter's adapter fills are as wide as the RTL's", "[rtl]") {
  const Widths widths = widths_of("texture_filter");
  CHECK(widths.at("CODE_BITS") == kFilterCodeBits);
  CHECK(widths.at("CORNER_WEIGHT_BITS") == kFilterCornerWeightBits);
  CHECK(widths.at("PIXEL_WEIGHT_BITS") == kFilterPixelWeightBits);
  CHECK(widths.at("PIXEL_SUM_BITS") == kFilterPixelSumBits);
  CHECK(widths.at("BORDER_WEIGHT_BITS") == kFilterBorderWeightBits);
  CHECK(widths_of("texel_decoder").at("CODE_BITS") == kTexelCodeBits);
  CHECK(widths_of("address_generator").at("SIZE_BITS") == kSizePortBits);
  CHECK(widths_of("address_generator").at("TAP_BITS") == kTapPortBits);
  CHECK(widths_of("address_generator").at("ADDRESS_BITS") == kAddressPortBits);
}
