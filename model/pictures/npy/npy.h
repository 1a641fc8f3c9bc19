// NumPy arrays in .npy files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace texpipe::study {

/// Element types by NumPy's letters: kind and bytes, as in '<f4'.
enum class NpyType : std::uint8_t {
  kUint8,
  kUint16,
  kUint32,
  kUint64,
  kInt8,
  kInt16,
  kInt32,
  kInt64,
  kFloat16,
  kFloat32,
  kFloat64
};

/// Bytes of an element.
std::size_t size_of(NpyType type);

/// An array in C order, little-endian.
struct NpyArray {
  NpyType type = NpyType::kUint8;
  std::vector<std::uint64_t> shape;
  std::vector<std::byte> data;

  std::uint64_t elements() const { return data.size() / size_of(type); }

  /// Elements as `Number`, whose size must be the element's; kind is not looked at.
  template <class Number>
  std::span<const Number> as() const {
    return {reinterpret_cast<const Number*>(data.data()), data.size() / sizeof(Number)};
  }
};

/// Reads versions 1 to 3. Errors: Error (kMalformedInput) for damaged files, kUnsupported for Fortran order, big-endian
/// and other element types.
NpyArray read_npy(const std::filesystem::path& file);
NpyArray parse_npy(std::span<const std::byte> bytes, const std::string& name);

/// The array as a file of version 1.
std::vector<std::byte> npy_bytes(const NpyArray& array);

/// An array of numbers; the element type follows from `Number`.
NpyArray npy_of(std::span<const float> values, std::vector<std::uint64_t> shape);
NpyArray npy_of(std::span<const std::uint32_t> values, std::vector<std::uint64_t> shape);
NpyArray npy_of(std::span<const std::uint8_t> values, std::vector<std::uint64_t> shape);

}  // namespace texpipe::study
