#include "functional/execution/eu/eu_arithmetic.h"

#include <array>
#include <bit>
#include <cmath>
#include <type_traits>

#include "functional/execution/eu/eu_lane_functions.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional {

using gen9::CondModifier;
using gen9::EuOpcode;
using namespace lane_functions;

namespace {

template <class W, W (*F)(W)>
void unary(const EuLanes& l) {
  const W* a = l.source<W>(0);
  W* r = l.results<W>();
  for_lanes(l.count, [&](unsigned i) { r[i] = F(a[i]); });
}
template <class W, W (*F)(W, W)>
void binary(const EuLanes& l) {
  const W* a = l.source<W>(0);
  const W* b = l.source<W>(1);
  W* r = l.results<W>();
  for_lanes(l.count, [&](unsigned i) { r[i] = F(a[i], b[i]); });
}
template <class W, W (*F)(W, W, W)>
void ternary(const EuLanes& l) {
  const W* a = l.source<W>(0);
  const W* b = l.source<W>(1);
  const W* c = l.source<W>(2);
  W* r = l.results<W>();
  for_lanes(l.count, [&](unsigned i) { r[i] = F(a[i], b[i], c[i]); });
}

/// The bits that a source of its size has.
template <class W>
W as_unsigned(const EuLanes& l, W value) {
  const unsigned bits = 8 * bytes_of(l.operation->source[0].type);
  return bits >= 64 ? static_cast<W>(static_cast<std::uint64_t>(value))
                    : static_cast<W>(value & static_cast<W>((std::uint64_t{1} << bits) - 1));
}

template <class W>
void shift_right(const EuLanes& l) {
  const W* a = l.source<W>(0);
  const W* b = l.source<W>(1);
  W* r = l.results<W>();
  for_lanes(l.count, [&](unsigned i) { r[i] = shifted_right(as_unsigned(l, a[i]), b[i]); });
}

/// Sources have no modifiers.
void shift_right_with_sign(const EuLanes& l) {
  is_signed(l.operation->source[0].type) ? binary<Dword, shifted_with_sign>(l) : binary<Dword, shifted_right<Dword>>(l);
}

/// Number of the first bit from the top that is set; for a signed source, that differs from the sign.
void find_high(const EuLanes& l) {
  const Dword* a = l.source<Dword>(0);
  Dword* r = l.results<Dword>();
  const bool with_sign = is_signed(l.operation->source[0].type);
  for_lanes(l.count, [&](unsigned i) { r[i] = first_high(with_sign && a[i] >> 31 != 0 ? ~a[i] : a[i]); });
}

/// Width, offset, value.
void extract_field(const EuLanes& l) {
  const Dword *width = l.source<Dword>(0), *offset = l.source<Dword>(1), *value = l.source<Dword>(2);
  Dword* r = l.results<Dword>();
  const bool with_sign = is_signed(l.operation->source[2].type);
  for_lanes(l.count, [&](unsigned i) {
    const unsigned bits = width[i] & 31u;
    const Dword field = value[i] >> (offset[i] & 31u) & lane_mask(bits);
    const bool negative = with_sign && bits != 0 && (field >> ((bits - 1) & 31u) & 1u) != 0;
    r[i] = negative ? field | ~lane_mask(bits) : field;
  });
}

bool fused_host() {
  static const bool fused = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
  return fused;
}

/// c + a b, rounded once.
__attribute__((target("avx2,fma"))) void fuse_with_host(const float* a, const float* b, const float* c, float* r,
                                                        unsigned count) {
  if (count % 8 != 0) {
    for (unsigned i = 0; i < count; ++i) r[i] = __builtin_fmaf(a[i], b[i], c[i]);
    return;
  }
  for (unsigned base = 0; base < count; base += 8) {
    for (unsigned i = base; i < base + 8; ++i) r[i] = __builtin_fmaf(a[i], b[i], c[i]);
  }
}

void fuse(const float* a, const float* b, const float* c, float* r, unsigned count) {
  if (fused_host()) return fuse_with_host(a, b, c, r, count);
  for (unsigned i = 0; i < count; ++i) r[i] = std::fma(a[i], b[i], c[i]);
}

void mad_float(const EuLanes& l) {
  fuse(l.source<float>(1), l.source<float>(2), l.source<float>(0), l.results<float>(), l.count);
}

void mad_double(const EuLanes& l) {
  const double *a = l.source<double>(0), *b = l.source<double>(1), *c = l.source<double>(2);
  double* r = l.results<double>();
  for (unsigned i = 0; i < l.count; ++i) r[i] = std::fma(b[i], c[i], a[i]);
}

template <class W>
W product_plus(W a, W b, W c) {
  return sum(a, product(b, c));
}

/// A double holds the product of two halves, and their sum with a third but for what cannot reach the result.
void mad_half(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1), *c = l.source<float>(2);
  float* r = l.results<float>();
  for (unsigned i = 0; i < l.count; ++i)
    r[i] = sticky_float(static_cast<double>(b[i]) * static_cast<double>(c[i]) + static_cast<double>(a[i]));
}

/// src0 src1 + (1 - src0) src2
void blend(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1), *c = l.source<float>(2);
  alignas(64) std::array<float, kEuChannels> minus, rest;
  for_lanes(l.count, [&](unsigned i) { minus[i] = -a[i]; });
  fuse(minus.data(), c, c, rest.data(), l.count);
  fuse(a, b, rest.data(), l.results<float>(), l.count);
}

template <class W>
void choose_third(const EuLanes& l) {
  const W *a = l.source<W>(0), *b = l.source<W>(1), *c = l.source<W>(2);
  W* r = l.results<W>();
  const CondModifier relation = l.operation->condition;
  for_lanes(l.count, [&](unsigned i) { r[i] = holds(relation, c[i], W{0}) ? a[i] : b[i]; });
}

/// Chooses the smaller or larger source; beside a NaN the other one; by a relation that is no order, the source that it
/// names.
template <class W>
void choose(const EuLanes& l) {
  const W *a = l.source<W>(0), *b = l.source<W>(1);
  W* r = l.results<W>();
  const CondModifier relation = l.operation->condition;
  switch (relation) {
    case CondModifier::kLess:
      return for_lanes(l.count, [&](unsigned i) { r[i] = smaller(a[i], b[i]); });
    case CondModifier::kGreaterEqual:
      return for_lanes(l.count, [&](unsigned i) { r[i] = larger(a[i], b[i]); });
    default:
      return for_lanes(l.count, [&](unsigned i) {
        const bool order = relation == CondModifier::kGreater || relation == CondModifier::kLessEqual;
        r[i] = holds(relation, a[i], b[i]) || (order && b[i] != b[i]) ? a[i] : b[i];
      });
  }
}

template <class W>
void choose_by_flags(const EuLanes& l) {
  const W *a = l.source<W>(0), *b = l.source<W>(1);
  W* r = l.results<W>();
  for_lanes(l.count, [&](unsigned i) { r[i] = (l.enabled >> i & 1u) != 0 ? a[i] : b[i]; });
}

/// Calls f(lane, accumulator) for each lane. Accumulators that an instruction uses without naming them count from acc0
/// on, whatever the channel group: compiled code multiplies into acc0 by (8|M0) what `mach (8|M24)` uses.
template <class F>
void with_accumulators(const EuLanes& l, F&& f) {
  for (unsigned i = 0; i < l.count; ++i) f(i, l.state->accumulators[i]);
}

bool writes(const EuLanes& l, unsigned lane) {
  return (l.enabled >> lane & 1u) != 0;
}

constexpr std::int64_t kLow = 0xFFFF'FFFF;

void add_carrying(const EuLanes& l) {
  const auto *a = l.source<std::int64_t>(0), *b = l.source<std::int64_t>(1);
  auto* r = l.results<std::int64_t>();
  with_accumulators(l, [&](unsigned i, std::int64_t& accumulator) {
    const std::int64_t whole = (a[i] & kLow) + (b[i] & kLow);
    r[i] = whole & kLow;
    if (writes(l, i)) accumulator = whole >> 32;
  });
}

void subtract_borrowing(const EuLanes& l) {
  const auto *a = l.source<std::int64_t>(0), *b = l.source<std::int64_t>(1);
  auto* r = l.results<std::int64_t>();
  with_accumulators(l, [&](unsigned i, std::int64_t& accumulator) {
    const bool borrow = (a[i] & kLow) < (b[i] & kLow);
    r[i] = ((a[i] & kLow) - (b[i] & kLow)) & kLow;
    if (writes(l, i)) accumulator = borrow ? 1 : 0;
  });
}

void multiply_accumulate(const EuLanes& l) {
  const auto *a = l.source<std::int64_t>(0), *b = l.source<std::int64_t>(1);
  auto* r = l.results<std::int64_t>();
  with_accumulators(l,
                    [&](unsigned i, const std::int64_t& accumulator) { r[i] = product_plus(accumulator, a[i], b[i]); });
}

void multiply_accumulate_float(const EuLanes& l) {
  const bool half = l.operation->execution == RegisterType::kHf;
  const unsigned size = half ? 2 : 4;
  const unsigned byte = arf_byte(gen9::ArfRegister::kAccumulator);
  alignas(64) std::array<float, kEuChannels> accumulator{};
  for (unsigned i = 0; i < l.count; ++i)
    accumulator[i] = half ? float_of(l.state->read<Half>(byte + size * i)) : l.state->read<float>(byte + size * i);
  fuse(l.source<float>(0), l.source<float>(1), accumulator.data(), l.results<float>(), l.count);
}

/// The accumulator holds the product with the low half of the second source; what the high half brings is added, and
/// the upper 32 bits of the sum are the result.
void multiply_high(const EuLanes& l) {
  const auto *a = l.source<std::int64_t>(0), *b = l.source<std::int64_t>(1);
  auto* r = l.results<std::int64_t>();
  const bool keep = l.operation->instruction.accumulator_write;
  const bool with_sign = is_signed(l.operation->destination.type);
  with_accumulators(l, [&](unsigned i, std::int64_t& accumulator) {
    const std::int64_t high = shifted_left<std::int64_t>(product<std::int64_t>(a[i], b[i] >> 16), 16);
    const std::int64_t whole = sum(accumulator, high);
    r[i] = with_sign ? whole >> 32 : static_cast<std::int64_t>(static_cast<std::uint64_t>(whole) >> 32);
    if (keep && writes(l, i)) accumulator = whole;
  });
}

/// Sums over pairs, in the first lane of each.
template <bool Accumulate>
void absolute_differences(const EuLanes& l) {
  const auto *a = l.source<std::int64_t>(0), *b = l.source<std::int64_t>(1);
  auto* r = l.results<std::int64_t>();
  const auto distance = [&](unsigned i) { return a[i] < b[i] ? b[i] - a[i] : a[i] - b[i]; };
  for (unsigned i = 0; i < l.count; i += 2) {
    r[i] = distance(i) + (i + 1 < l.count ? distance(i + 1) : 0);
    if (Accumulate) r[i] = sum(r[i], l.state->accumulators[i]);
  }
}

/// Sums of products over groups of four lanes; all four get the sum.
template <unsigned Products, bool Homogeneous>
void dot(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1);
  float* r = l.results<float>();
  for (unsigned i = 0; i + 3 < l.count; i += 4) {
    float whole = a[i] * b[i];
    for (unsigned k = 1; k < Products; ++k) whole = std::fma(a[i + k], b[i + k], whole);
    if (Homogeneous) whole += b[i + 3];
    for (unsigned k = 0; k < 4; ++k) r[i + k] = whole;
  }
}

/// p x + q, with p and q the first and the fourth element of source 0.
void line(const EuLanes& l) {
  const float *plane = l.source<float>(0), *x = l.source<float>(1);
  float* r = l.results<float>();
  for (unsigned i = 0; i < l.count; ++i) r[i] = std::fma(plane[0], x[i], plane[3]);
}

/// p x + q y + r, with p, q and r the first, second and fourth element of source 0.
void plane(const EuLanes& l) {
  const float *plane = l.source<float>(0), *x = l.source<float>(1), *y = l.source<float>(2);
  float* r = l.results<float>();
  for (unsigned i = 0; i < l.count; ++i) r[i] = plane_at(plane[0], plane[1], plane[3], x[i], y[i]);
}

struct Row {
  EuOpcode opcode;
  EuOperation::Compute on_float = nullptr;
  EuOperation::Compute on_double = nullptr;
  EuOperation::Compute on_dword = nullptr;
  EuOperation::Compute on_integer = nullptr;
  EuOperation::Compute on_qword = nullptr;
};

using Integer = std::int64_t;
using Qword = __int128;

// A row for each opcode that computes. clang-format off
constexpr Row kRows[] = {
    {EuOpcode::kAdd, binary<float, sum<float>>, binary<double, sum<double>>, binary<Dword, sum<Dword>>,
     binary<Integer, sum<Integer>>, binary<Qword, sum<Qword>>},
    {EuOpcode::kMul, binary<float, product<float>>, binary<double, product<double>>, binary<Dword, product<Dword>>,
     binary<Integer, product<Integer>>, binary<Qword, product<Qword>>},
    {EuOpcode::kMad, mad_float, mad_double, ternary<Dword, product_plus<Dword>>,
     ternary<Integer, product_plus<Integer>>},
    {EuOpcode::kAvg, nullptr, nullptr, nullptr, binary<Integer, mean<Integer>>, binary<Qword, mean<Qword>>},
    {EuOpcode::kAnd, nullptr, nullptr, binary<Dword, both<Dword>>, binary<Integer, both<Integer>>,
     binary<Qword, both<Qword>>},
    {EuOpcode::kOr, nullptr, nullptr, binary<Dword, either<Dword>>, binary<Integer, either<Integer>>,
     binary<Qword, either<Qword>>},
    {EuOpcode::kXor, nullptr, nullptr, binary<Dword, differing<Dword>>, binary<Integer, differing<Integer>>,
     binary<Qword, differing<Qword>>},
    {EuOpcode::kNot, nullptr, nullptr, unary<Dword, inverted<Dword>>, unary<Integer, inverted<Integer>>,
     unary<Qword, inverted<Qword>>},
    {EuOpcode::kShl, nullptr, nullptr, binary<Dword, shifted_left<Dword>>, binary<Integer, shifted_left<Integer>>,
     binary<Qword, shifted_left<Qword>>},
    {EuOpcode::kShr, nullptr, nullptr, shift_right<Dword>, shift_right<Integer>, shift_right<Qword>},
    {EuOpcode::kAsr, nullptr, nullptr, shift_right_with_sign, binary<Integer, shifted_right<Integer>>,
     binary<Qword, shifted_right<Qword>>},
    {EuOpcode::kAddc, nullptr, nullptr, nullptr, add_carrying},
    {EuOpcode::kSubb, nullptr, nullptr, nullptr, subtract_borrowing},
    {EuOpcode::kMac, multiply_accumulate_float, nullptr, nullptr, multiply_accumulate},
    {EuOpcode::kMach, nullptr, nullptr, nullptr, multiply_high},
    {EuOpcode::kSad2, nullptr, nullptr, nullptr, absolute_differences<false>},
    {EuOpcode::kSada2, nullptr, nullptr, nullptr, absolute_differences<true>},
    {EuOpcode::kLzd, nullptr, nullptr, unary<Dword, leading_zeros>},
    {EuOpcode::kCbit, nullptr, nullptr, unary<Dword, ones>},
    {EuOpcode::kFbl, nullptr, nullptr, unary<Dword, first_low>},
    {EuOpcode::kFbh, nullptr, nullptr, find_high},
    {EuOpcode::kBfrev, nullptr, nullptr, unary<Dword, reversed>},
    {EuOpcode::kBfe, nullptr, nullptr, extract_field},
    {EuOpcode::kBfi1, nullptr, nullptr, binary<Dword, field_mask>},
    {EuOpcode::kBfi2, nullptr, nullptr, ternary<Dword, inserted>},
    {EuOpcode::kFrc, unary<float, fraction_of<float>>, unary<double, fraction_of<double>>},
    {EuOpcode::kRndd, unary<float, floor_of<float>>, unary<double, floor_of<double>>},
    {EuOpcode::kRndu, unary<float, ceiling_of<float>>, unary<double, ceiling_of<double>>},
    {EuOpcode::kRnde, unary<float, nearest_even<float>>, unary<double, nearest_even<double>>},
    {EuOpcode::kRndz, unary<float, toward_zero<float>>, unary<double, toward_zero<double>>},
    {EuOpcode::kLrp, blend},
    {EuOpcode::kDp4, dot<4, false>},
    {EuOpcode::kDph, dot<3, true>},
    {EuOpcode::kDp3, dot<3, false>},
    {EuOpcode::kDp2, dot<2, false>},
    {EuOpcode::kLine, line},
    {EuOpcode::kPln, plane},
    {EuOpcode::kCsel, choose_third<float>, choose_third<double>, nullptr, choose_third<Integer>},
};
// clang-format on

}  // namespace

EuOperation::Compute eu_computation(EuOpcode opcode, WorkType work) {
  for (const Row& row : kRows) {
    if (row.opcode != opcode) continue;
    switch (work) {
      case WorkType::kFloat:
        return row.on_float;
      case WorkType::kDouble:
        return row.on_double;
      case WorkType::kDword:
        return row.on_dword;
      case WorkType::kInteger:
        return row.on_integer;
      case WorkType::kQword:
        return row.on_qword;
    }
  }
  return nullptr;
}

EuOperation::Compute half_mad_computation() {
  return mad_half;
}

EuOperation::Compute select_computation(WorkType work) {
  return with_work(work, [](auto tag) -> EuOperation::Compute { return choose<typename decltype(tag)::type>; });
}

EuOperation::Compute predicated_select_computation(WorkType work) {
  return with_work(work,
                   [](auto tag) -> EuOperation::Compute { return choose_by_flags<typename decltype(tag)::type>; });
}

}  // namespace texpipe::functional
