#include "isa/gen9/eu_control.h"

#include <array>
#include <string>

namespace texpipe::gen9 {

namespace {

constexpr std::string_view kAlign1 = "(AccessMode==Align1)";
constexpr std::string_view kAlign16 = "(AccessMode==Align16)";
constexpr std::string_view kExec4Nib0 = "(ExecSize==4) AND (NibCtrl==0)";
constexpr std::string_view kExec4Nib1 = "(ExecSize==4) AND (NibCtrl==1)";
constexpr std::string_view kExec8Nib0 = "(ExecSize==8) AND (NibCtrl==0)";
constexpr std::string_view kExec16Nib0 = "(ExecSize==16) AND (NibCtrl==0)";

constexpr std::array<EnumRow, 2> kAccessModeRows{{
    {0, "Align1", "any element is an operand's origin"},
    {1, "Align16", "groups of 4 with swizzle and channel enables"},
}};

constexpr std::array<EnumRow, 13> kCondModifierRows{{
    {0, "None [Default]", "leaves the flags alone"},
    {1, ".z", "result is zero"},
    {1, ".e", "operands are equal; the same as .z"},
    {2, ".nz", "result is not zero"},
    {2, ".ne", "operands differ; the same as .nz"},
    {3, ".g", "greater"},
    {4, ".ge", "greater or equal"},
    {5, ".l", "less"},
    {6, ".le", "less or equal"},
    {7, "Reserved", ""},
    {8, ".o", "overflow"},
    {9, ".u", "a NaN was computed"},
    {14, "Reserved", "", "", 15},
}};

constexpr std::array<EnumRow, 4> kDepCtrlRows{{
    {0, "None [Default]", "waits for the destination, then releases it"},
    {1, "NoDDClr", "waits for it, does not release it"},
    {2, "NoDDChk", "does not wait, releases it"},
    {3, "NoDDClr, NoDDChk", "neither waits nor releases"},
}};

constexpr std::array<EnumRow, 7> kExecSizeRows{{
    {0, "1 Channel (Scalar operation) [Default]", "one channel"},
    {1, "2 Channels", "2 channels"},
    {2, "4 Channels", "4 channels"},
    {3, "8 Channels", "8 channels"},
    {4, "16 Channels", "16 channels, of at most 4 bytes each"},
    {5, "32 Channels", "32 channels, of at most 2 bytes each"},
    {6, "Reserved", "", "", 7},
}};

constexpr std::array<EnumRow, 16> kMathFunctionRows{{
    {0, "Reserved", ""},
    {1, "INV (reciprocal)", "1 / x"},
    {2, "LOG", "base 2 logarithm"},
    {3, "EXP", "2 to the power of x"},
    {4, "SQRT", "square root"},
    {5, "RSQ", "1 / square root"},
    {6, "SIN", "sine"},
    {7, "COS", "cosine"},
    {8, "Reserved", ""},
    {9, "FDIV", "x / y"},
    {10, "POW", "x to the power of y"},
    {11, "INT DIV BOTH", "quotient and remainder"},
    {12, "INT DIV QUOTIENT", "quotient"},
    {13, "INT DIV REMAINDER", "remainder"},
    {14, "INVM", "first step of an IEEE division"},
    {15, "RSQRTM", "first step of an IEEE square root"},
}};

constexpr std::array<EnumRow, 20> kPredCtrlRows{{
    {0, "No Predication (normal) [Default]", "every channel"},
    {1, "Sequential Flag Channel Mapping", "each channel by its own flag bit"},
    {2, "Replication swizzle .x", "channels of a group of 4 by the flag of x", kAlign16},
    {2, ".anyv (any from f0.0-f1.0 on the same channel)", "set in any flag register, same channel", kAlign1},
    {3, "Replication swizzle .y", "channels of a group of 4 by the flag of y", kAlign16},
    {3, ".allv (all of f0.0-f1.0 on the same channel)", "set in all flag registers, same channel", kAlign1},
    {4, "Replication swizzle .z", "channels of a group of 4 by the flag of z", kAlign16},
    {4, ".any2h (any in group of 2 channels)", "any of 2 neighbours", kAlign1},
    {5, "Replication swizzle .w", "channels of a group of 4 by the flag of w", kAlign16},
    {5, ".all2h (all in group of 2 channels)", "both of 2 neighbours", kAlign1},
    {6, ".any4h", "any of a group of 4"},
    {7, ".all4h", "all of a group of 4"},
    {8, "Reserved", "", kAlign16, 15},
    {8, ".any8h (any in group of 8 channels)", "any of a group of 8", kAlign1},
    {9, ".all8h (all in group of 8 channels)", "all of a group of 8", kAlign1},
    {10, ".any16h (any in group of 16 channels)", "any of a group of 16", kAlign1},
    {11, ".all16h (all in group of 16 channels)", "all of a group of 16", kAlign1},
    {12, ".any32h (any in group of 32 channels)", "any of 32", kAlign1},
    {13, ".all32h (all in group of 32 channels)", "all of 32", kAlign1},
    {14, "Reserved", "", kAlign1, 15},
}};

constexpr std::array<EnumRow, 14> kQtrCtrlRows{{
    {0, "1Q [Default]", "channels 0-7", kExec8Nib0},
    {1, "2Q", "channels 8-15", kExec8Nib0},
    {2, "3Q", "channels 16-23", kExec8Nib0},
    {3, "4Q", "channels 24-31", kExec8Nib0},
    {0, "1H", "channels 0-15", kExec16Nib0},
    {2, "2H", "channels 16-31", kExec16Nib0},
    {0, "1N", "channels 0-3", kExec4Nib0},
    {0, "2N", "channels 4-7", kExec4Nib1},
    {1, "3N", "channels 8-11", kExec4Nib0},
    {1, "4N", "channels 12-15", kExec4Nib1},
    {2, "5N", "channels 16-19", kExec4Nib0},
    {2, "6N", "channels 20-23", kExec4Nib1},
    {3, "7N", "channels 24-27", kExec4Nib0},
    {3, "8N", "channels 28-31", kExec4Nib1},
}};

constexpr std::array<EnumRow, 4> kThreadCtrlRows{{
    {0, "Normal", "the EU chooses the next thread"},
    {1, "Atomic", "the next instruction is the same thread's"},
    {2, "Switch", "another thread comes next, and this one waits long"},
    {3, "Reserved", ""},
}};

std::string_view name_in(const EnumRows& rows, std::uint32_t value, std::string_view context) {
  if (const EnumRow* row = context.empty() ? nullptr : rows.find(value, context)) return row->name;
  throw Error{ExitCode::kMalformedInput,
              std::string{rows.enumeration} + " has no value " + std::to_string(value) +
                  (context.empty() ? " at this execution size" : " where " + std::string{context})};
}

std::uint32_t value_in(const EnumRows& rows, std::string_view name, std::string_view context) {
  if (const EnumRow* row = context.empty() ? nullptr : rows.find(name, context)) return row->value;
  std::vector<std::string_view> names;
  for (const EnumRow& row : rows.rows) {
    if (row.exists_in(context) && !row.reserved()) names.push_back(row.mnemonic());
  }
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = std::string{rows.enumeration} + " has no name \"" + std::string{name} + "\"" +
                                    (context.empty() ? " at this execution size" : " where " + std::string{context}),
                         .hint = names.empty() ? "" : spelling_hint(name, names)}};
}

}  // namespace

std::string_view exists_if(AccessMode mode) {
  return mode == AccessMode::kAlign1 ? kAlign1 : kAlign16;
}

std::string_view exists_if(QtrContext context) {
  if (context.exec_size == 4) return context.nib ? kExec4Nib1 : kExec4Nib0;
  if (context.exec_size == 8 && !context.nib) return kExec8Nib0;
  if (context.exec_size == 16 && !context.nib) return kExec16Nib0;
  return {};
}

std::string_view name_of(PredCtrl value, AccessMode mode) {
  return name_in(enum_rows(value), static_cast<std::uint32_t>(value), exists_if(mode));
}

std::string_view name_of(QtrCtrl value, QtrContext context) {
  return name_in(enum_rows(value), static_cast<std::uint32_t>(value), exists_if(context));
}

PredCtrl parse_pred_ctrl(std::string_view name, AccessMode mode) {
  return static_cast<PredCtrl>(value_in(enum_rows(PredCtrl{}), name, exists_if(mode)));
}

QtrCtrl parse_qtr_ctrl(std::string_view name, QtrContext context) {
  return static_cast<QtrCtrl>(value_in(enum_rows(QtrCtrl{}), name, exists_if(context)));
}

QuarterControl parse_quarter_control(std::string_view name) {
  const EnumRows rows = enum_rows(QtrCtrl{});
  for (const QtrContext context :
       {QtrContext{8, false}, QtrContext{16, false}, QtrContext{4, false}, QtrContext{4, true}}) {
    if (const EnumRow* row = rows.find(name, exists_if(context))) return {static_cast<QtrCtrl>(row->value), context};
  }
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = "QtrCtrl has no name \"" + std::string{name} + "\"",
                                                    .hint = spelling_hint(name, rows.names())}};
}

EnumRows enum_rows(AccessMode) {
  return {"AccessMode", kAccessModeRows};
}
EnumRows enum_rows(CondModifier) {
  return {"CondModifier", kCondModifierRows};
}
EnumRows enum_rows(DepCtrl) {
  return {"DepCtrl", kDepCtrlRows};
}
EnumRows enum_rows(ExecSize) {
  return {"ExecSize", kExecSizeRows};
}
EnumRows enum_rows(MathFunction) {
  return {"FC", kMathFunctionRows};
}
EnumRows enum_rows(PredCtrl) {
  return {"PredCtrl", kPredCtrlRows};
}
EnumRows enum_rows(QtrCtrl) {
  return {"QtrCtrl", kQtrCtrlRows};
}
EnumRows enum_rows(ThreadCtrl) {
  return {"ThreadCtrl", kThreadCtrlRows};
}

}  // namespace texpipe::gen9
