#include "functional/execution/eu/eu_row_choice.h"

#include <algorithm>

#include "functional/execution/eu/eu_execution.h"
#include "functional/execution/eu/eu_row_kernels.h"

namespace texpipe::functional::rows {

namespace {

RowKind row_kind(const EuOperation& o) {
  const EuDestinationOperand& d = o.destination;
  const unsigned size = bytes_of(d.type);
  const bool row = d.store != nullptr && !d.arf && !d.indirect && d.stride == size && d.first % size == 0;
  if (o.run == run_compare) {
    const bool fits = d.store == nullptr || (row && size == 4);
    return fits && o.work == WorkType::kFloat && o.execution == RegisterType::kF ? RowKind::kFloat : RowKind::kNone;
  }
  if (!row) return RowKind::kNone;
  if (o.work == WorkType::kDword && !o.instruction.saturate)
    return size == 4 ? RowKind::kDword : size == 2 ? RowKind::kWord : RowKind::kNone;
  if (o.work != WorkType::kFloat || o.execution == RegisterType::kHf) return RowKind::kNone;
  switch (d.type) {
    case RegisterType::kF:
      return RowKind::kFloat;
    case RegisterType::kD:
      return RowKind::kFloatToSigned;
    case RegisterType::kUd:
      return RowKind::kFloatToUnsigned;
    default:
      return RowKind::kNone;
  }
}

/// Says where a source's lanes stand, if eight neighbours are always in one register, and sixteen in two.
void find_window(const EuOperation& o, EuSourceOperand& s) {
  constexpr unsigned kEight = 8, kSixteen = 16, kDwordBits = 32, kBytesOfDword = 4;
  const unsigned size = bytes_of(s.type);
  const bool floats = is_float(s.type), to_float = o.work == WorkType::kFloat;
  const bool known = size <= kBytesOfDword && floats == (s.type == RegisterType::kF) && (to_float || !floats) &&
                     !(to_float && s.type == RegisterType::kUd);
  if (!known || s.arf || s.indirect || s.constant != nullptr || s.lanes % kEight != 0 || s.first % size != 0) return;
  WindowLanes& window = s.window;
  window.right = static_cast<std::uint8_t>(kDwordBits - 8 * size);
  window.with_sign = is_signed(s.type);
  window.converts = to_float && !floats;
  const auto register_of = [&](unsigned lane) {
    return static_cast<unsigned>(s.first + s.offsets[lane]) / kRegisterBytes;
  };
  for (unsigned lane = 0; lane < s.lanes; ++lane) {
    std::uint8_t& first = window.first[lane / kSixteen];
    if (lane % kSixteen == 0) first = static_cast<std::uint8_t>(std::min(register_of(lane), kGrfCount - 2));
    const unsigned byte = static_cast<unsigned>(s.first + s.offsets[lane]) - kRegisterBytes * first;
    const bool inside = register_of(lane) >= first && byte < 2 * kRegisterBytes;
    if (!inside || register_of(lane) != register_of(lane / kEight * kEight)) return;
    window.dwords[lane] = static_cast<std::uint8_t>(byte / kBytesOfDword);
    window.left[lane] = static_cast<std::uint8_t>(window.right - 8 * (byte % kBytesOfDword));
  }
  s.in_window = true;
}

/// Says how a row's source comes in; false: a row has no such source.
bool set_row_source(EuOperation& o, unsigned n) {
  constexpr std::uint32_t kSign = 0x8000'0000;
  EuSourceOperand& s = o.source[n];
  if (s.type == RegisterType::kHf) return false;
  const bool plane = o.instruction.opcode == gen9::EuOpcode::kPln;
  if (plane && (s.arf || s.indirect || s.type != RegisterType::kF)) return false;
  const bool same = o.work == WorkType::kFloat ? s.type == RegisterType::kF : bytes_of(s.type) == 4;
  s.is_scalar = same && !plane && !s.arf && !s.indirect && s.constant == nullptr &&
                std::all_of(s.offsets.begin(), s.offsets.begin() + s.lanes, [](int offset) { return offset == 0; });
  if (!s.is_row && !s.is_scalar && !plane) find_window(o, s);
  if (s.modify == nullptr) return true;
  const gen9::SrcMod modifier = o.instruction.source(plane && n == 2 ? 1 : n).modifier;
  if (o.work == WorkType::kDword) {
    s.flipped_bits = ~0u;
    return o.instruction.shape().form == gen9::EuForm::kLogic;
  }
  if (modifier != gen9::SrcMod::kNegate) s.kept_bits = ~kSign;
  if (modifier != gen9::SrcMod::kAbs) s.flipped_bits = kSign;
  return s.type == RegisterType::kF;
}

}  // namespace

void choose_row(EuOperation& o) {
  const bool alone = o.test == nullptr && !o.accumulator_write && !o.reads_state && !o.writes_state &&
                     !o.instruction.has_macro_operands();
  if (!alone || o.sources == 0) return;
  const bool known = o.run == run_compute || o.run == direct_function(o.sources) || o.run == run_select ||
                     (o.run == run_compare && o.instruction.opcode == gen9::EuOpcode::kCmp);
  if (!known) return;
  const RowKind row = row_kind(o);
  bool sources = row != RowKind::kNone;
  for (unsigned n = 0; sources && n < o.sources; ++n) sources = set_row_source(o, n);
  if (!sources) return;
  o.row = row;
  o.saturates = o.instruction.saturate;
  const RowFunctions functions = row_functions(o);
  if (functions.run == nullptr) return;
  o.run = functions.run;
  o.run_many = functions.run_many;
}

}  // namespace texpipe::functional::rows
