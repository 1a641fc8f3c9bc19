// Controls of EU instructions: CondModifier, DepCtrl, ExecSize, FC, PredCtrl, QtrCtrl, ThreadCtrl.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/enum_table.h"

namespace texpipe::gen9 {

enum class AccessMode : std::uint8_t { kAlign1, kAlign16 };
EnumRows enum_rows(AccessMode);

enum class CondModifier : std::uint8_t {
  kNone = 0,
  kZero = 1,
  kEqual = 1,
  kNotZero = 2,
  kNotEqual = 2,
  kGreater = 3,
  kGreaterEqual = 4,
  kLess = 5,
  kLessEqual = 6,
  kOverflow = 8,
  kUnordered = 9,
};
EnumRows enum_rows(CondModifier);

enum class DepCtrl : std::uint8_t {
  kNone,
  kNoDdClr,
  kNoDdChk,
  kNoDdClrNoDdChk,
};
EnumRows enum_rows(DepCtrl);

enum class ExecSize : std::uint8_t {
  k1,
  k2,
  k4,
  k8,
  k16,
  k32,
};
EnumRows enum_rows(ExecSize);

enum class MathFunction : std::uint8_t {
  kInv = 1,
  kLog = 2,
  kExp = 3,
  kSqrt = 4,
  kRsq = 5,
  kSin = 6,
  kCos = 7,
  kFdiv = 9,
  kPow = 10,
  kIntDivBoth = 11,
  kIntDivQuotient = 12,
  kIntDivRemainder = 13,
  kInvm = 14,
  kRsqrtm = 15,
};
EnumRows enum_rows(MathFunction);

/// Codes 2 to 5 and from 8 on mean different things in the two access modes: look up with the mode.
enum class PredCtrl : std::uint8_t {
  kNone = 0,
  kSequential = 1,
  kReplicateX = 2,
  kAnyv = 2,
  kReplicateY = 3,
  kAllv = 3,
  kReplicateZ = 4,
  kAny2h = 4,
  kReplicateW = 5,
  kAll2h = 5,
  kAny4h = 6,
  kAll4h = 7,
  kAny8h = 8,
  kAll8h = 9,
  kAny16h = 10,
  kAll16h = 11,
  kAny32h = 12,
  kAll32h = 13,
};
EnumRows enum_rows(PredCtrl);

/// The names depend on execution size and NibCtrl: look up with a QtrContext.
enum class QtrCtrl : std::uint8_t {
  k1Q = 0,
  k2Q = 1,
  k3Q = 2,
  k4Q = 3,
  k1H = 0,
  k2H = 2,
  k1N = 0,
  k2N = 0,
  k3N = 1,
  k4N = 1,
  k5N = 2,
  k6N = 2,
  k7N = 3,
  k8N = 3,
};
EnumRows enum_rows(QtrCtrl);

enum class ThreadCtrl : std::uint8_t {
  kNormal,
  kAtomic,
  kSwitch,
};
EnumRows enum_rows(ThreadCtrl);

/// Execution size (channels) and NibCtrl bit, which QtrCtrl's names depend on.
struct QtrContext {
  unsigned exec_size = 8;
  bool nib = false;
};

/// The document's condition that holds in a context; empty when it names none.
std::string_view exists_if(AccessMode mode);
std::string_view exists_if(QtrContext context);

/// Documented name of a value in a context (AccessMode for PredCtrl, QtrContext for QtrCtrl); the first row of an
/// alias. Throws Error (kMalformedInput) when the value is reserved or not listed there.
std::string_view name_of(PredCtrl value, AccessMode mode);
std::string_view name_of(QtrCtrl value, QtrContext context);

/// Value of a documented name in a context. Throws Error (kMalformedInput) with the nearest spelling.
PredCtrl parse_pred_ctrl(std::string_view name, AccessMode mode);
QtrCtrl parse_qtr_ctrl(std::string_view name, QtrContext context);

/// A name of QtrCtrl fixes execution size, NibCtrl and value. Throws Error (kMalformedInput) with the nearest spelling.
struct QuarterControl {
  QtrCtrl qtr;
  QtrContext context;
};
QuarterControl parse_quarter_control(std::string_view name);

/// First channel that QtrCtrl and NibCtrl choose, for every execution size: bit n of the flags counts from here
/// (resolution R8).
constexpr unsigned first_channel(QtrCtrl qtr, bool nib) {
  return 8u * static_cast<unsigned>(qtr) + (nib ? 4u : 0u);
}

/// Channels of an execution size: 1 to 32.
constexpr unsigned channels_of(ExecSize size) {
  return 1u << static_cast<unsigned>(size);
}

}  // namespace texpipe::gen9
