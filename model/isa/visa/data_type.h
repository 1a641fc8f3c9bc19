// vISA data types as `.decl` names them and as bytes number them.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::visa {

enum class DataType : std::uint8_t {
  kUd = 0,
  kD = 1,
  kUw = 2,
  kW = 3,
  kUb = 4,
  kB = 5,
  kDf = 6,
  kF = 7,
  kV = 8,
  kVf = 9,
  kBool = 10,
  kUq = 11,
  kUv = 12,
  kQ = 13,
  kHf = 14,
};

// clang-format off
inline constexpr EnumRow kDataTypeRows[] = {
    {0, "ud", "unsigned, 32 bits"},    {1, "d", "signed, 32 bits"},
    {2, "uw", "unsigned, 16 bits"},    {3, "w", "signed, 16 bits"},
    {4, "ub", "unsigned, 8 bits"},     {5, "b", "signed, 8 bits"},
    {6, "df", "float, 64 bits"},       {7, "f", "float, 32 bits"},
    {8, "v", "eight packed signed nibbles"}, {9, "vf", "four packed 8-bit floats"},
    {10, "bool", "one bit"},           {11, "uq", "unsigned, 64 bits"},
    {12, "uv", "eight packed unsigned nibbles"}, {13, "q", "signed, 64 bits"},
    {14, "hf", "float, 16 bits"},
};
// clang-format on

inline EnumRows enum_rows(DataType) {
  return {"vISA data type", kDataTypeRows};
}

/// Bytes of one element; packed vectors count as their 4 bytes.
constexpr unsigned byte_size(DataType type) {
  switch (type) {
    case DataType::kUb:
    case DataType::kB:
    case DataType::kBool:
      return 1;
    case DataType::kUw:
    case DataType::kW:
    case DataType::kHf:
      return 2;
    case DataType::kDf:
    case DataType::kUq:
    case DataType::kQ:
      return 8;
    default:
      return 4;
  }
}

}  // namespace texpipe::visa
