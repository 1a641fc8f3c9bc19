#include "pictures/npy/npy.h"

#include <array>
#include <charconv>
#include <cstring>
#include <string_view>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

struct TypeRow {
  NpyType type;
  std::string_view code;
  std::size_t bytes;
};

constexpr TypeRow kTypes[] = {
    {NpyType::kUint8, "u1", 1},   {NpyType::kUint16, "u2", 2},  {NpyType::kUint32, "u4", 4},
    {NpyType::kUint64, "u8", 8},  {NpyType::kInt8, "i1", 1},    {NpyType::kInt16, "i2", 2},
    {NpyType::kInt32, "i4", 4},   {NpyType::kInt64, "i8", 8},   {NpyType::kFloat16, "f2", 2},
    {NpyType::kFloat32, "f4", 4}, {NpyType::kFloat64, "f8", 8},
};

constexpr std::string_view kMagic{"\x93NUMPY", 6};
constexpr std::uint64_t kMaxDimensions = 8;

// Text after `'key':` in the header's dictionary, without leading blanks.
std::string_view value_of(std::string_view header, std::string_view key, const std::string& file) {
  const std::size_t found = header.find("'" + std::string{key} + "'");
  const std::size_t colon = found == std::string_view::npos ? found : header.find(':', found);
  if (colon == std::string_view::npos) malformed(file, "header has no '" + std::string{key} + "'");
  const std::size_t start = header.find_first_not_of(' ', colon + 1);
  return start == std::string_view::npos ? std::string_view{} : header.substr(start);
}

NpyType type_of(std::string_view descr, const std::string& file) {
  const std::size_t end = descr.find('\'', 1);
  if (!descr.starts_with('\'') || end == std::string_view::npos) malformed(file, "'descr' is not a text");
  descr = descr.substr(1, end - 1);
  for (const TypeRow& row : kTypes) {
    if (descr.ends_with(row.code) && descr.size() == 3 && (descr[0] == '<' || (descr[0] == '|' && row.bytes == 1)))
      return row.type;
  }
  unsupported_in(file, "array element type '" + std::string{descr} + "'");
}

std::vector<std::uint64_t> shape_of(std::string_view text, const std::string& file) {
  const std::size_t end = text.find(')');
  if (!text.starts_with('(') || end == std::string_view::npos) malformed(file, "'shape' is not a tuple");
  text = text.substr(1, end - 1);
  std::vector<std::uint64_t> shape;
  while (true) {
    const std::size_t start = text.find_first_not_of(", ");
    if (start == std::string_view::npos) return shape;
    text = text.substr(start);
    std::uint64_t extent = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), extent);
    if (error != std::errc{} || shape.size() == kMaxDimensions)
      malformed(file, "'shape' is not a tuple of at most 8 numbers");
    shape.push_back(extent);
    text = text.substr(static_cast<std::size_t>(rest - text.data()));
  }
}

// Product of the extents times the element's bytes; refuses what the file cannot hold.
std::uint64_t byte_count(const std::vector<std::uint64_t>& shape, std::size_t element, std::uint64_t available,
                         const std::string& file) {
  std::uint64_t bytes = element;
  for (const std::uint64_t extent : shape) {
    if (extent != 0 && bytes > available / extent) malformed(file, "is shorter than its shape says");
    bytes *= extent;
  }
  return bytes;
}

template <class Number>
NpyArray array_of(NpyType type, std::span<const Number> values, std::vector<std::uint64_t> shape) {
  const auto bytes = std::as_bytes(values);
  return {type, std::move(shape), {bytes.begin(), bytes.end()}};
}

}  // namespace

std::size_t size_of(NpyType type) {
  return kTypes[static_cast<std::size_t>(type)].bytes;
}

NpyArray parse_npy(std::span<const std::byte> bytes, const std::string& name) {
  ByteReader reader{bytes, name};
  const auto magic = reader.take(8);
  if (std::memcmp(magic.data(), kMagic.data(), kMagic.size()) != 0) malformed(name, "is not an .npy file");
  const unsigned version = std::to_integer<unsigned>(magic[6]);
  if (version < 1 || version > 3) unsupported_in(name, ".npy version " + std::to_string(version));
  std::uint64_t header_bytes = 0;
  if (version == 1) {
    const auto size = reader.take(2);
    header_bytes = std::to_integer<std::uint64_t>(size[0]) | std::to_integer<std::uint64_t>(size[1]) << 8;
  } else {
    header_bytes = reader.u32();
  }
  const auto header_span = reader.take(header_bytes);
  const std::string_view header{reinterpret_cast<const char*>(header_span.data()), header_span.size()};

  NpyArray array;
  array.type = type_of(value_of(header, "descr", name), name);
  if (value_of(header, "fortran_order", name).starts_with("True")) unsupported_in(name, "array in Fortran order");
  array.shape = shape_of(value_of(header, "shape", name), name);
  const auto data = reader.take(byte_count(array.shape, size_of(array.type), reader.left(), name));
  array.data.assign(data.begin(), data.end());
  return array;
}

NpyArray read_npy(const std::filesystem::path& file) {
  return parse_npy(read_file(file), file.string());
}

std::vector<std::byte> npy_bytes(const NpyArray& array) {
  const TypeRow& type = kTypes[static_cast<std::size_t>(array.type)];
  std::string header = "{'descr': '" + std::string{type.bytes == 1 ? "|" : "<"} + std::string{type.code} +
                       "', 'fortran_order': False, 'shape': (";
  for (const std::uint64_t extent : array.shape) header += std::to_string(extent) + ", ";
  if (array.shape.size() > 1) header.resize(header.size() - 2);
  header += "), }";
  constexpr std::size_t kAlignment = 64;
  const std::size_t used = kMagic.size() + 4 + header.size() + 1;
  header.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  header += '\n';

  std::string text{kMagic};
  text += '\x01';
  text += '\x00';
  text += static_cast<char>(header.size() & 0xFF);
  text += static_cast<char>(header.size() >> 8);
  text += header;
  const auto start = std::as_bytes(std::span{text});
  std::vector<std::byte> bytes{start.begin(), start.end()};
  bytes.insert(bytes.end(), array.data.begin(), array.data.end());
  return bytes;
}

NpyArray npy_of(std::span<const float> values, std::vector<std::uint64_t> shape) {
  return array_of(NpyType::kFloat32, values, std::move(shape));
}
NpyArray npy_of(std::span<const std::uint32_t> values, std::vector<std::uint64_t> shape) {
  return array_of(NpyType::kUint32, values, std::move(shape));
}
NpyArray npy_of(std::span<const std::uint8_t> values, std::vector<std::uint64_t> shape) {
  return array_of(NpyType::kUint8, values, std::move(shape));
}

}  // namespace texpipe::study
