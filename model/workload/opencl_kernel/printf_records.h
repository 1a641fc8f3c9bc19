// Records of a printf buffer: what a kernel's calls have left there.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <variant>
#include <vector>

namespace texpipe::study {

/// Types of values in the buffer (the compiler's SHADER_PRINTF_TYPE).
enum class PrintfType : std::uint32_t {
  kByte = 1,
  kShort,
  kInt,
  kFloat,
  kString,
  kLong,
  kPointer,
  kDouble,
  kVectorByte,
  kVectorShort,
  kVectorInt,
  kVectorLong,
  kVectorFloat,
  kVectorDouble,
};

using PrintfNumber = std::variant<std::int64_t, double>;

/// One argument of a call.
struct PrintfValue {
  PrintfType type = PrintfType::kInt;  // of a vector, that of its elements
  unsigned bytes = 4;                  // of an element
  std::vector<PrintfNumber> numbers;   // one, or those of a vector
  std::optional<std::uint32_t> text;   // number of the string
};

/// Reader of the buffer's records, from a place on.
class PrintfRecords {
 public:
  explicit PrintfRecords(std::span<const std::byte> bytes) : bytes_{bytes} {}

  bool holds(std::size_t size) const { return size <= bytes_.size() - at_; }

  /// Takes a value; none when the buffer ends before.
  template <class T>
  std::optional<T> take() {
    if (!holds(sizeof(T))) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + at_, sizeof value);
    at_ += sizeof value;
    return value;
  }
  void skip(std::size_t size) { at_ = std::min(bytes_.size(), at_ + size); }
  std::optional<PrintfValue> value();

 private:
  std::optional<PrintfNumber> number(PrintfType type, unsigned bytes);

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace texpipe::study
