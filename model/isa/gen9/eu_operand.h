// Operands of EU instructions: addressing, types, regions, modifiers.
#pragma once

#include <cstdint>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class AddrMode : std::uint8_t {
  kDirect,
  kIndirect,
};
EnumRows enum_rows(AddrMode);

enum class ChanEn : std::uint8_t {
  kDisabled,
  kEnabled,
};
EnumRows enum_rows(ChanEn);

enum class ChanSel : std::uint8_t {
  kX,
  kY,
  kZ,
  kW,
};
EnumRows enum_rows(ChanSel);

enum class DstType : std::uint8_t {
  kUd,
  kD,
  kUw,
  kW,
  kUb,
  kB,
  kDf,
  kF,
  kUq,
  kQ,
  kHf,
};
EnumRows enum_rows(DstType);

enum class HorzStride : std::uint8_t {
  k0,
  k1,
  k2,
  k4,
};
EnumRows enum_rows(HorzStride);

enum class RegFile : std::uint8_t {
  kArf = 0,
  kGrf = 1,
  kImm = 3,
};
EnumRows enum_rows(RegFile);

enum class RepCtrl : std::uint8_t {
  kNone,
  kReplicate,
};
EnumRows enum_rows(RepCtrl);

enum class SrcImmType : std::uint8_t {
  kUd,
  kD,
  kUw,
  kW,
  kUv,
  kVf,
  kV,
  kF,
  kUq,
  kQ,
  kDf,
  kHf,
};
EnumRows enum_rows(SrcImmType);

enum class SrcIndex : std::uint8_t {
  k0,
  k1,
  k2,
  k3,
  k4,
  k5,
  k6,
  k7,
  k8,
  k9,
  k10,
  k11,
  k12,
  k13,
  k14,
  k15,
  k16,
  k17,
  k18,
  k19,
  k20,
  k21,
  k22,
  k23,
  k24,
  k25,
  k26,
  k27,
  k28,
  k29,
  k30,
  k31,
};
EnumRows enum_rows(SrcIndex);

enum class SrcMod : std::uint8_t {
  kNone,
  kAbs,
  kNegate,
  kNegateAbs,
};
EnumRows enum_rows(SrcMod);

enum class SrcType : std::uint8_t {
  kUd,
  kD,
  kUw,
  kW,
  kUb,
  kB,
  kDf,
  kF,
  kUq,
  kQ,
  kHf,
};
EnumRows enum_rows(SrcType);

enum class VertStride : std::uint8_t {
  k0 = 0,
  k1 = 1,
  k2 = 2,
  k4 = 3,
  k8 = 4,
  k16 = 5,
  k32 = 6,
  kVxHOrVx1 = 15,
};
EnumRows enum_rows(VertStride);

enum class Width : std::uint8_t {
  k1,
  k2,
  k4,
  k8,
  k16,
};
EnumRows enum_rows(Width);

/// The 12 instruction bits that an index of the compaction table stands for (specification/eu 5): the documented name
/// as a number.
std::uint32_t source_bits(SrcIndex index);

}  // namespace texpipe::gen9
