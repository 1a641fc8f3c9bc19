// The format_decode cases of the golden vectors, straight through the decoder.
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>

#include <yaml-cpp/yaml.h>

#include "functional/formats/element_decoder.h"
#include "functional/formats/texel_value.h"
#include "support/npz.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

const std::string kGolden = TEXPIPE_TEST_DATA "/golden/";

/// `wrap/a.npy` is member a.npy of wrap.npz.
test::NpyArray array(const YAML::Node& name) {
  const std::filesystem::path path = kGolden + name.as<std::string>();
  return test::read_npz(path.parent_path().string() + ".npz", path.filename());
}

/// Channel values of an array of float32, uint32 or int32 as doubles, which hold all of them.
std::vector<double> numbers(const test::NpyArray& array) {
  std::vector<double> numbers;
  if (array.type == "<f4") {
    for (const float value : array.values<float>()) numbers.push_back(value);
  } else if (array.type == "<u4") {
    for (const std::uint32_t value : array.values<std::uint32_t>()) numbers.push_back(value);
  } else if (array.type == "<i4") {
    for (const std::int32_t value : array.values<std::int32_t>()) numbers.push_back(value);
  } else {
    throw std::runtime_error{"unexpected type " + array.type};
  }
  return numbers;
}

double number(ChannelCoding coding, std::uint32_t bits) {
  if (coding.kind == ChannelKind::kUint) return bits;
  if (coding.kind == ChannelKind::kSint) return static_cast<std::int32_t>(bits);
  return std::bit_cast<float>(bits);
}

/// Whether a result is inside [low, high]; NaN there allows NaN.
bool inside(double result, double low, double high) {
  if (std::isnan(low) || std::isnan(high)) return std::isnan(result);
  return low <= result && result <= high;
}

/// Texels outside the case's interval.
unsigned failures(const YAML::Node& c) {
  const YAML::Node surface = c["surface"];
  const auto format = gen9::format_of_name(surface["format"].as<std::string>());
  const ElementDecoder decoder{format};
  const gen9::FormatFacts& facts = decoder.facts();
  const unsigned columns = (surface["width"].as<unsigned>() + facts.element_width() - 1) / facts.element_width();
  const auto data = array(surface["data"]).bytes;
  const test::NpyArray coordinates = array(c["coords"]);
  const std::vector<double> places = numbers(coordinates);
  const std::vector<double> expected = numbers(array(c["expected"]));
  std::vector<double> low = expected, high = expected;
  if (c["lo"]) {
    low = numbers(array(c["lo"]));
    high = numbers(array(c["hi"]));
  } else {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (!std::isinf(expected[i])) low[i] -= c["abs_tol"].as<double>(), high[i] += c["abs_tol"].as<double>();
    }
  }
  unsigned failures = 0;
  const std::size_t stride = coordinates.shape.at(1);
  for (std::size_t row = 0; row < coordinates.shape.at(0); ++row) {
    const auto x = static_cast<unsigned>(places[row * stride]), y = static_cast<unsigned>(places[row * stride + 1]);
    const std::size_t element = y / facts.element_height() * columns + x / facts.element_width();
    REQUIRE((element + 1) * facts.element_bytes() <= data.size());
    const Texel texel = decoder.texel(data.data() + element * facts.element_bytes(), x % facts.element_width(),
                                      y % facts.element_height());
    const std::array<std::uint32_t, 4> rgba = texel_to_rgba(decoder.coding(), texel);
    for (unsigned channel = 0; channel < 4; ++channel) {
      const std::size_t i = 4 * row + channel;
      const double value = number(decoder.coding()[channel], rgba[channel]);
      if (inside(value, low[i], high[i])) continue;
      UNSCOPED_INFO("texel " << x << ", " << y << " channel "
                             << "RGBA"[channel] << ": " << value << " not in [" << low[i] << ", " << high[i] << "]");
      ++failures;
    }
  }
  return failures;
}

}  // namespace

TEST_CASE("every golden format_decode case decodes inside its interval", "[format][golden]") {
  unsigned cases = 0;
  for (const YAML::Node& c : YAML::LoadFile(kGolden + "cases.yaml")) {
    if (c["group"].as<std::string>() != "format_decode") continue;
    INFO(c["id"].as<std::string>());
    CHECK(failures(c) == 0);
    ++cases;
  }
  CHECK(cases == 123);
}
