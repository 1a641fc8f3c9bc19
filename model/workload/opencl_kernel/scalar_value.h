// Scalar and vector arguments of OpenCL kernels as bytes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "parameters/yaml/config_node.h"

namespace texpipe::study {

enum class ScalarKind : std::uint8_t { kSigned, kUnsigned, kFloat };

struct ScalarType {
  ScalarKind kind = ScalarKind::kSigned;
  unsigned element_bytes = 4;
  unsigned elements = 1;

  /// A vector of three takes the place of four.
  unsigned bytes() const { return element_bytes * (elements == 3 ? 4 : elements); }
  bool operator==(const ScalarType&) const = default;
};

/// `int`, `uchar4`, `half`, `float16`: 16 floats; nothing for what OpenCL does not have.
std::optional<ScalarType> scalar_type(std::string_view name);
std::vector<std::string> scalar_type_names();

/// The bytes of a number, or of a list of as many as the type has; what is wrong goes to `problems`.
std::vector<std::byte> scalar_bytes(const ScalarType& type, const ConfigNode& value, const std::string& path,
                                    std::vector<Diagnostic>& problems);

}  // namespace texpipe::study
