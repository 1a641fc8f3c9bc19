#include "workload/opencl_kernel/struct_value.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "base/spelling.h"
#include "parameters/yaml/node_reader.h"
#include "workload/opencl_kernel/scalar_value.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kMostStructBytes = 4096;

struct StructPart {
  StructValue value;
  std::size_t alignment = 1;
};

std::size_t rounded_up(std::size_t size, std::size_t alignment) {
  return (size + alignment - 1) / alignment * alignment;
}

class StructReader {
 public:
  explicit StructReader(std::vector<Diagnostic>& problems) : problems_{problems} {}

  StructPart read(const ConfigNode& fields, bool packed, const std::string& path) {
    StructPart whole;
    if (fields.items.empty()) {
      refuse(fields, path, "is empty", "expected [{type: float, value: 1}, ...]");
      return whole;
    }
    for (std::size_t i = 0; i < fields.items.size(); ++i) {
      const StructPart part = read_field(fields.items[i], path + "[" + std::to_string(i) + "]");
      const std::size_t alignment = packed ? 1 : part.alignment;
      whole.alignment = std::max(whole.alignment, alignment);
      std::vector<std::byte>& bytes = whole.value.bytes;
      bytes.resize(rounded_up(bytes.size(), alignment));
      if (bytes.size() + part.value.bytes.size() > kMostStructBytes) {
        refuse(fields.items[i], path, "a structure of more than " + std::to_string(kMostStructBytes) + " bytes",
               "which is all that a kernel's arguments may have");
        return {};
      }
      for (const ValueElement& element : part.value.elements) {
        whole.value.elements.push_back({static_cast<std::uint32_t>(bytes.size()) + element.offset, element.bytes});
      }
      bytes.insert(bytes.end(), part.value.bytes.begin(), part.value.bytes.end());
    }
    whole.value.bytes.resize(rounded_up(whole.value.bytes.size(), whole.alignment));
    return whole;
  }

 private:
  void refuse(const ConfigNode& node, const std::string& path, std::string problem, std::string hint) {
    problems_.push_back(
        {.position = node.position, .path = path, .problem = std::move(problem), .hint = std::move(hint)});
  }

  StructPart read_field(const ConfigNode& node, const std::string& path) {
    if (node.kind != ConfigNode::Kind::kMapping) {
      refuse(node, path, "is not a field", "expected {type: float, value: 1}");
      return {};
    }
    NodeReader reader{node, path, problems_};
    std::string name;
    reader.value("name", name);
    StructPart part;
    if (node.find("fields") != nullptr) {
      bool packed = false;
      reader.value("packed", packed);
      if (const ConfigNode* inner = reader.find_list("fields")) part = read(*inner, packed, reader.path_of("fields"));
    } else {
      part = read_numbers(reader, node);
    }
    reader.finish();
    return part;
  }

  StructPart read_numbers(NodeReader& reader, const ConfigNode& node) {
    const std::size_t before = problems_.size();
    for (const char* key : {"type", "value"}) {
      if (node.find(key) == nullptr) refuse(node, reader.path_of(key), "is missing", "");
    }
    std::string type_name;
    std::uint32_t count = 1;
    reader.value("type", type_name);
    reader.value("count", count, 1u, kMostStructBytes);
    const ConfigNode* value = reader.find("value");
    if (problems_.size() > before) return {};
    const std::optional<ScalarType> type = scalar_type(type_name);
    if (!type) {
      const std::vector<std::string> names = scalar_type_names();
      refuse(*reader.find("type"), reader.path_of("type"), "no scalar type is named '" + type_name + "'",
             spelling_hint(type_name, std::vector<std::string_view>{names.begin(), names.end()}));
      return {};
    }
    StructPart part{.value = {}, .alignment = type->bytes()};
    std::vector<std::byte>& all = part.value.bytes;
    const bool array = node.find("count") != nullptr;
    const bool list = array && value->kind == ConfigNode::Kind::kSequence;
    if (list && value->items.size() != count) {
      refuse(*value, reader.path_of("value"), "has " + std::to_string(value->items.size()) + " elements",
             "expected " + std::to_string(count));
      return part;
    }
    for (std::uint32_t i = 0; i < count && problems_.size() == before && all.size() <= kMostStructBytes; ++i) {
      for (unsigned e = 0; e < type->elements; ++e) {
        const auto offset = static_cast<std::uint32_t>(all.size()) + e * type->element_bytes;
        part.value.elements.push_back({offset, type->element_bytes});
      }
      const auto bytes = scalar_bytes(*type, list ? value->items[i] : *value, reader.path_of("value"), problems_);
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    return part;
  }

  std::vector<Diagnostic>& problems_;
};

std::optional<unsigned> hex_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return std::nullopt;
}

}  // namespace

StructValue struct_value(const ConfigNode& fields, bool packed, const std::string& path,
                         std::vector<Diagnostic>& problems) {
  return StructReader{problems}.read(fields, packed, path).value;
}

std::vector<std::byte> hex_bytes(const ConfigNode& text, const std::string& path, std::vector<Diagnostic>& problems) {
  std::vector<std::byte> bytes;
  std::optional<unsigned> high;
  bool good = text.kind == ConfigNode::Kind::kScalar;
  for (const char c : good ? std::string_view{text.text} : std::string_view{}) {
    const std::optional<unsigned> digit = hex_digit(c);
    good = good && (digit || (c == ' ' && !high));
    if (!digit) continue;
    if (high) bytes.push_back(static_cast<std::byte>(*high << 4 | *digit));
    high = high ? std::nullopt : digit;
  }
  if (!good || high || bytes.empty() || bytes.size() > kMostStructBytes) {
    problems.push_back({.position = text.position,
                        .path = path,
                        .problem = "is no row of bytes",
                        .hint = "expected 1 to " + std::to_string(kMostStructBytes) +
                                " of them, two hexadecimal digits each, as in \"0000C03F\""});
    bytes.clear();
  }
  return bytes;
}

}  // namespace texpipe::study
