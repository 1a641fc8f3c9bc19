// Arguments of OpenCL kernels that are structures, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "parameters/yaml/config_node.h"

namespace texpipe::study {

/// A number of a structure, an array or a vector: the bytes that it takes.
struct ValueElement {
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;
};

struct StructValue {
  std::vector<std::byte> bytes;
  std::vector<ValueElement> elements;  // by offset
};

/// A structure as OpenCL C lays it out: each field at a multiple of its own size (a vector's of all its elements), a
/// nested structure at a multiple of its largest field's; the end is padded likewise. `packed`: no gaps.
///
/// `fields` is a list of {type: float2, value: [1, 2]}, {type: int, count: 3, value: [1, 2, 3]} (an array; one number
/// stands for all), and {fields: [...], packed: true} (a structure inside); a `name` may stand in each. What is wrong
/// goes to `problems` with its place; at most 4096 bytes, which is all that a kernel's arguments may have.
StructValue struct_value(const ConfigNode& fields, bool packed, const std::string& path,
                         std::vector<Diagnostic>& problems);

/// The bytes that `text` spells in hexadecimal, two digits each, with or without spaces between them.
std::vector<std::byte> hex_bytes(const ConfigNode& text, const std::string& path, std::vector<Diagnostic>& problems);

}  // namespace texpipe::study
