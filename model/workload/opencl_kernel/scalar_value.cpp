#include "workload/opencl_kernel/scalar_value.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>

#include "base/unit_text.h"
#include "functional/formats/small_float.h"

namespace texpipe::study {

namespace {

struct BaseType {
  std::string_view name;
  ScalarKind kind;
  unsigned bytes;
};
constexpr BaseType kBaseTypes[] = {
    {"char", ScalarKind::kSigned, 1},     {"uchar", ScalarKind::kUnsigned, 1}, {"short", ScalarKind::kSigned, 2},
    {"ushort", ScalarKind::kUnsigned, 2}, {"int", ScalarKind::kSigned, 4},     {"uint", ScalarKind::kUnsigned, 4},
    {"long", ScalarKind::kSigned, 8},     {"ulong", ScalarKind::kUnsigned, 8}, {"half", ScalarKind::kFloat, 2},
    {"float", ScalarKind::kFloat, 4},     {"double", ScalarKind::kFloat, 8},
};
constexpr unsigned kVectorSizes[] = {1, 2, 3, 4, 8, 16};

std::string type_name(const BaseType& base, unsigned elements) {
  return std::string{base.name} + (elements == 1 ? "" : std::to_string(elements));
}

std::optional<std::uint64_t> integer_bits(const ScalarType& type, std::string_view text) {
  const bool negative = text.starts_with('-');
  std::uint64_t magnitude = 0;
  if (parse_text(negative ? text.substr(1) : text, magnitude)) return std::nullopt;
  const unsigned bits = 8 * type.element_bytes;
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - bits), top = std::uint64_t{1} << (bits - 1);
  const bool is_signed = type.kind == ScalarKind::kSigned;
  if (negative && (!is_signed || magnitude > top)) return std::nullopt;
  // A bit pattern of a signed type may be written as an unsigned number.
  if (!negative && magnitude > all) return std::nullopt;
  return (negative ? ~magnitude + 1 : magnitude) & all;
}

std::optional<std::uint64_t> float_bits(const ScalarType& type, std::string_view text) {
  double number = 0;
  if (text == ".inf" || text == "+.inf") {
    number = std::numeric_limits<double>::infinity();
  } else if (text == "-.inf") {
    number = -std::numeric_limits<double>::infinity();
  } else if (text == ".nan") {
    number = std::numeric_limits<double>::quiet_NaN();
  } else if (parse_text(text, number)) {
    return std::nullopt;
  }
  if (type.element_bytes == 8) return std::bit_cast<std::uint64_t>(number);
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(number));
  if (type.element_bytes == 4) return bits;
  return functional::float_to_half_bits(bits, functional::Narrowing::kNearestEven);
}

}  // namespace

std::optional<ScalarType> scalar_type(std::string_view name) {
  for (const BaseType& base : kBaseTypes) {
    for (const unsigned elements : kVectorSizes) {
      if (name == type_name(base, elements)) return ScalarType{base.kind, base.bytes, elements};
    }
  }
  return std::nullopt;
}

std::vector<std::string> scalar_type_names() {
  std::vector<std::string> names;
  for (const BaseType& base : kBaseTypes) {
    for (const unsigned elements : kVectorSizes) names.push_back(type_name(base, elements));
  }
  return names;
}

std::vector<std::byte> scalar_bytes(const ScalarType& type, const ConfigNode& value, const std::string& path,
                                    std::vector<Diagnostic>& problems) {
  std::vector<std::byte> bytes(type.bytes());
  const bool list = value.kind == ConfigNode::Kind::kSequence;
  const std::size_t given = list ? value.items.size() : 1;
  // A number alone stands for all elements, as in OpenCL.
  if (list && given != type.elements) {
    problems.push_back({.position = value.position,
                        .path = path,
                        .problem = "has " + std::to_string(given) + " numbers",
                        .hint = "expected " + std::to_string(type.elements)});
    return bytes;
  }
  for (unsigned i = 0; i < type.elements; ++i) {
    const ConfigNode& node = list ? value.items[i] : value;
    std::optional<std::uint64_t> bits;
    if (node.kind == ConfigNode::Kind::kScalar)
      bits = type.kind == ScalarKind::kFloat ? float_bits(type, node.text) : integer_bits(type, node.text);
    if (!bits) {
      problems.push_back({.position = node.position,
                          .path = path,
                          .problem = "'" + node.text + "' is no value of the type",
                          .hint = type.kind == ScalarKind::kFloat
                                      ? "expected a number"
                                      : "expected a whole number of " + std::to_string(8 * type.element_bytes) +
                                            " bits, " + (type.kind == ScalarKind::kSigned ? "signed" : "unsigned")});
      return bytes;
    }
    for (unsigned b = 0; b < type.element_bytes; ++b)
      bytes[i * type.element_bytes + b] = static_cast<std::byte>(*bits >> 8 * b & 0xFF);
  }
  return bytes;
}

}  // namespace texpipe::study
