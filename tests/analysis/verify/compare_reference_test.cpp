// The API's comparison, without quantising the reference, by hardware that quantises it.
#include "analysis/verify/compare_reference.h"

#include <catch2/catch.hpp>
#include <cmath>

namespace texpipe::study {
namespace {

constexpr double kCodes = 65535;

functional::TexelCoding depth16() {
  functional::TexelCoding coding{};
  coding[0] = {.kind = functional::ChannelKind::kFixed, .denominator = 65535};
  return coding;
}

// `reference OP texel` of the API.
bool relation(ApiCompare compare, double reference, double texel) {
  switch (compare) {
    case ApiCompare::kLess:
      return reference < texel;
    case ApiCompare::kLessEqual:
      return reference <= texel;
    case ApiCompare::kGreater:
      return reference > texel;
    case ApiCompare::kGreaterEqual:
      return reference >= texel;
    case ApiCompare::kEqual:
      return reference == texel;
    default:
      return reference != texel;
  }
}

constexpr ApiCompare kOrdered[] = {ApiCompare::kLess, ApiCompare::kLessEqual, ApiCompare::kGreater,
                                   ApiCompare::kGreaterEqual};

TEST_CASE("a quantised reference stands in the same relation to every code as the API's", "[verify][F7][X8]") {
  for (const double code : {0.25, 0.5, 0.75, 100.3, 100.5, 100.7, 65534.2, 65534.9}) {
    const auto reference = static_cast<float>(code / kCodes);
    for (const ApiCompare compare : kOrdered) {
      const double quantised = std::nearbyint(compare_reference(compare, reference, depth16()) * kCodes);
      for (const double texel : {std::floor(code) - 1, std::floor(code), std::ceil(code), std::ceil(code) + 1}) {
        INFO(code << " to " << texel);
        CHECK(relation(compare, quantised, texel) == relation(compare, code, texel));
      }
    }
    CHECK(std::isnan(compare_reference(ApiCompare::kEqual, reference, depth16())));
    CHECK(std::isnan(compare_reference(ApiCompare::kNotEqual, reference, depth16())));
  }
}

TEST_CASE("a reference that is a code, out of range or for a float texel stays", "[verify][F7][X8]") {
  const functional::TexelCoding floats = [] {
    functional::TexelCoding coding{};
    coding[0].kind = functional::ChannelKind::kFloat;
    return coding;
  }();
  for (unsigned compare = 0; compare < 8; ++compare) {
    const auto api = static_cast<ApiCompare>(compare);
    for (const double code : {0.0, 1.0, 2.0, 777.0, 32768.0, 65534.0, 65535.0}) {
      const auto reference = static_cast<float>(code / kCodes);
      CHECK(compare_reference(api, reference, depth16()) == reference);
    }
    for (const float reference : {-1.0f, 1.5f, 1e30f}) CHECK(compare_reference(api, reference, depth16()) == reference);
    CHECK(compare_reference(api, 0.123456f, floats) == 0.123456f);
  }
}

}  // namespace
}  // namespace texpipe::study
