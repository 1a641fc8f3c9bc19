// Row functions by opcode, work type and number of lanes, compiled as eu_rows.inc.h is.

namespace {

template <class Run>
constexpr RowFunctions kFunctionsOf{Run::one, Run::many};

template <class W, W (*F)(W)>
struct One {
  using Work = W;
  static constexpr unsigned kSources = 1;
  static W of(W a) { return F(a); }
};
template <class W, W (*F)(W, W)>
struct Two {
  using Work = W;
  static constexpr unsigned kSources = 2;
  static W of(W a, W b) { return F(a, b); }
};
template <class W, W (*F)(W, W, W)>
struct Three {
  using Work = W;
  static constexpr unsigned kSources = 3;
  static W of(W a, W b, W c) { return F(a, b, c); }
};

template <class W>
inline W unchanged(W a) {
  return a;
}

template <class Function, class Element>
RowFunctions of_lanes(unsigned lanes) {
  switch (lanes) {
    case 1:
      return kFunctionsOf<RowRun<Function, Element, 1>>;
    case 8:
      return kFunctionsOf<RowRun<Function, Element, 8>>;
    case 16:
      return kFunctionsOf<RowRun<Function, Element, 16>>;
    case 32:
      return kFunctionsOf<RowRun<Function, Element, 32>>;
    default:
      return {};
  }
}

template <class Function>
RowFunctions to_float(unsigned lanes) {
  return of_lanes<Function, float>(lanes);
}
template <class Function>
RowFunctions to_dword(unsigned lanes) {
  return of_lanes<Function, std::uint32_t>(lanes);
}
template <class Function>
RowFunctions to_word(unsigned lanes) {
  return of_lanes<Function, std::uint16_t>(lanes);
}

struct Row {
  gen9::EuOpcode opcode;
  RowKind kind;
  RowFunctions (*of)(unsigned lanes);
};

using gen9::EuOpcode;
using D = std::uint32_t;

// A row for each opcode, work type and destination. clang-format off
constexpr Row kRows[] = {
    {EuOpcode::kMov, RowKind::kFloat, to_float<One<float, unchanged<float>>>},
    {EuOpcode::kMov, RowKind::kFloatToSigned, of_lanes<One<float, unchanged<float>>, std::int32_t>},
    {EuOpcode::kMov, RowKind::kFloatToUnsigned, of_lanes<One<float, unchanged<float>>, std::uint32_t>},
    {EuOpcode::kMov, RowKind::kDword, to_dword<One<D, unchanged<D>>>},
    {EuOpcode::kMov, RowKind::kWord, to_word<One<D, unchanged<D>>>},
    {EuOpcode::kAdd, RowKind::kFloat, to_float<Two<float, sum<float>>>},
    {EuOpcode::kAdd, RowKind::kDword, to_dword<Two<D, sum<D>>>},
    {EuOpcode::kAdd, RowKind::kWord, to_word<Two<D, sum<D>>>},
    {EuOpcode::kMul, RowKind::kFloat, to_float<Two<float, product<float>>>},
    {EuOpcode::kMul, RowKind::kDword, to_dword<Two<D, product<D>>>},
    {EuOpcode::kMad, RowKind::kFloat, to_float<Three<float, fused>>},
    {EuOpcode::kAnd, RowKind::kDword, to_dword<Two<D, both<D>>>},
    {EuOpcode::kOr, RowKind::kDword, to_dword<Two<D, either<D>>>},
    {EuOpcode::kXor, RowKind::kDword, to_dword<Two<D, differing<D>>>},
    {EuOpcode::kNot, RowKind::kDword, to_dword<One<D, inverted<D>>>},
    {EuOpcode::kShl, RowKind::kDword, to_dword<Two<D, shifted_left<D>>>},
    {EuOpcode::kShl, RowKind::kWord, to_word<Two<D, shifted_left<D>>>},
    {EuOpcode::kLrp, RowKind::kFloat, to_float<Three<float, interpolated>>},
    {EuOpcode::kFrc, RowKind::kFloat, to_float<One<float, fraction_of<float>>>},
    {EuOpcode::kRndd, RowKind::kFloat, to_float<One<float, floor_of<float>>>},
    {EuOpcode::kRndu, RowKind::kFloat, to_float<One<float, ceiling_of<float>>>},
    {EuOpcode::kRnde, RowKind::kFloat, to_float<One<float, nearest_even<float>>>},
    {EuOpcode::kRndz, RowKind::kFloat, to_float<One<float, toward_zero<float>>>},
};
// clang-format on

template <template <unsigned> class Run>
RowFunctions by_lanes(unsigned lanes) {
  switch (lanes) {
    case 1:
      return kFunctionsOf<Run<1>>;
    case 8:
      return kFunctionsOf<Run<8>>;
    case 16:
      return kFunctionsOf<Run<16>>;
    default:
      return {};
  }
}

template <unsigned Lanes>
using SelectFloat = SelectRun<float, Lanes>;
template <unsigned Lanes>
using SelectDword = SelectRun<D, Lanes>;
template <gen9::CondModifier Relation>
struct Comparing {
  template <unsigned Lanes>
  using Run = CompareRun<Relation, Lanes>;
};

RowFunctions row_comparison(const EuOperation& o) {
  using enum gen9::CondModifier;
  switch (o.condition) {
    case kEqual:
      return by_lanes<Comparing<kEqual>::template Run>(o.channels);
    case kNotEqual:
      return by_lanes<Comparing<kNotEqual>::template Run>(o.channels);
    case kGreater:
      return by_lanes<Comparing<kGreater>::template Run>(o.channels);
    case kGreaterEqual:
      return by_lanes<Comparing<kGreaterEqual>::template Run>(o.channels);
    case kLess:
      return by_lanes<Comparing<kLess>::template Run>(o.channels);
    case kLessEqual:
      return by_lanes<Comparing<kLessEqual>::template Run>(o.channels);
    default:
      return {};
  }
}

RowFunctions row_selection(const EuOperation& o) {
  if (o.predicated) {
    if (o.row == RowKind::kFloat) return by_lanes<SelectFloat>(o.channels);
    return o.row == RowKind::kDword ? by_lanes<SelectDword>(o.channels) : RowFunctions{};
  }
  if (o.row != RowKind::kFloat) return {};
  if (o.condition == gen9::CondModifier::kLess) return to_float<Two<float, smaller<float>>>(o.channels);
  if (o.condition == gen9::CondModifier::kGreaterEqual) return to_float<Two<float, larger<float>>>(o.channels);
  return {};
}

/// Shifts to the right, which depend on the source's type.
RowFunctions row_shift(const EuOperation& o) {
  const bool with_sign = o.instruction.opcode == EuOpcode::kAsr && is_signed(o.source[0].type);
  if (bytes_of(o.source[0].type) != 4 && !with_sign) return {};
  if (o.row == RowKind::kDword)
    return with_sign ? to_dword<Two<D, shifted_with_sign>>(o.channels) : to_dword<Two<D, shifted_right<D>>>(o.channels);
  if (o.row == RowKind::kWord)
    return with_sign ? to_word<Two<D, shifted_with_sign>>(o.channels) : to_word<Two<D, shifted_right<D>>>(o.channels);
  return {};
}

RowFunctions special_function(const EuOperation& o) {
  switch (o.instruction.opcode) {
    case EuOpcode::kSel:
      return row_selection(o);
    case EuOpcode::kCmp:
      return row_comparison(o);
    case EuOpcode::kShr:
    case EuOpcode::kAsr:
      return row_shift(o);
    default:
      break;
  }
  if (o.row != RowKind::kFloat) return {};
  switch (o.instruction.opcode) {
    case EuOpcode::kMath:
      if (o.instruction.function == gen9::MathFunction::kInv) return to_float<One<float, reciprocal>>(o.channels);
      if (o.instruction.function == gen9::MathFunction::kSqrt) return to_float<One<float, root>>(o.channels);
      if (o.instruction.function == gen9::MathFunction::kRsq) return to_float<One<float, reciprocal_root>>(o.channels);
      return {};
    case EuOpcode::kPln:
      if (o.channels == 8) return kFunctionsOf<PlaneRun<8>>;
      return o.channels == 16 ? kFunctionsOf<PlaneRun<16>> : RowFunctions{};
    default:
      return {};
  }
}

RowFunctions find(const EuOperation& o) {
  for (const Row& row : kRows) {
    if (row.opcode == o.instruction.opcode && row.kind == o.row) return row.of(o.channels);
  }
  return special_function(o);
}

}  // namespace
