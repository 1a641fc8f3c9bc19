#include "workload/opencl_kernel/printf_records.h"

#include <array>

namespace texpipe::study {

std::optional<PrintfNumber> PrintfRecords::number(PrintfType type, unsigned bytes) {
  if (type == PrintfType::kDouble) return take<double>();
  if (type == PrintfType::kFloat) {
    const auto bits = take<float>();
    return bits ? std::optional<PrintfNumber>{static_cast<double>(*bits)} : std::nullopt;
  }
  const auto integer = [this]<class T>(T) -> std::optional<PrintfNumber> {
    const auto value = take<T>();
    return value ? std::optional<PrintfNumber>{std::int64_t{*value}} : std::nullopt;
  };
  switch (bytes) {
    case 1:
      return integer(std::int8_t{});
    case 2:
      return integer(std::int16_t{});
    case 4:
      return integer(std::int32_t{});
    default:
      return integer(std::int64_t{});
  }
}

std::optional<PrintfValue> PrintfRecords::value() {
  const auto type = take<std::uint32_t>();
  if (!type) return std::nullopt;
  PrintfValue value;
  value.type = static_cast<PrintfType>(*type);
  std::uint32_t count = 1;
  if (value.type >= PrintfType::kVectorByte && value.type <= PrintfType::kVectorDouble) {
    constexpr std::array kElements{PrintfType::kByte, PrintfType::kShort, PrintfType::kInt,
                                   PrintfType::kLong, PrintfType::kFloat, PrintfType::kDouble};
    value.type = kElements[*type - static_cast<std::uint32_t>(PrintfType::kVectorByte)];
    const auto length = take<std::uint32_t>();
    if (!length || *length == 0 || *length > 16) return std::nullopt;
    count = *length;
  }
  switch (value.type) {
    case PrintfType::kByte:
      value.bytes = 1;
      break;
    case PrintfType::kShort:
      value.bytes = 2;
      break;
    case PrintfType::kInt:
    case PrintfType::kFloat:
      break;
    case PrintfType::kLong:
    case PrintfType::kPointer:
    case PrintfType::kDouble:
      value.bytes = 8;
      break;
    case PrintfType::kString:
      value.text = take<std::uint32_t>();
      return value.text ? std::optional{value} : std::nullopt;
    default:
      return std::nullopt;
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::optional<PrintfNumber> element = number(value.type, value.bytes);
    if (!element) return std::nullopt;
    value.numbers.push_back(*element);
  }
  // Small elements lie together, and as much follows as each would take alone.
  if (value.bytes < 4) skip(std::size_t{4 - value.bytes} * count);
  return value;
}

}  // namespace texpipe::study
