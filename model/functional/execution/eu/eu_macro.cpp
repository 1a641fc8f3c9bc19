// madm, math.invm and math.rsqrtm. A compiler writes an IEEE division as a first guess of the reciprocal and a row of
// fused steps that may not overflow on their way: each value goes with an exponent of its own, which stands in one of
// acc2 to acc9 and scales what the general register holds.
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "functional/execution/eu/eu_arithmetic.h"
#include "functional/execution/eu/eu_execution.h"

namespace texpipe::functional {

using gen9::EuInstruction;
using gen9::MathFunction;

namespace {

/// Wide enough for a product of two doubles and for every exponent on the way.
using Wide = __float128;
using WideBits = unsigned __int128;
constexpr int kBias = 16383;
constexpr unsigned kMantissa = 112;

Wide power_of_two(int exponent) {
  return std::bit_cast<Wide>(static_cast<WideBits>(exponent + kBias) << kMantissa);
}

/// Exponent of a finite number other than 0.
int exponent_of(Wide value) {
  return static_cast<int>(std::bit_cast<WideBits>(value) >> kMantissa & 0x7FFF) - kBias;
}

bool special(Wide value) {
  return value == 0 || value - value != 0;
}

/// a + b c; where it is not exact, with an odd last bit, so that rounding again is right.
Wide odd_fused(Wide a, Wide b, Wide c) {
  const Wide product = b * c;
  const Wide near = product + a;
  if (special(near)) return near;
  const Wide back = near - product;
  const Wide error = (product - (near - back)) + (a - back);
  const auto bits = std::bit_cast<WideBits>(near);
  if (error == 0 || (bits & 1) != 0) return near;
  return std::bit_cast<Wide>((error > 0) == (near > 0) ? bits + 1 : bits - 1);
}

unsigned extension_of_source(const EuInstruction& i, unsigned n) {
  return i.source(n).swizzle_xy;
}

template <class T>
class MacroLanes {
 public:
  explicit MacroLanes(const EuLanes& lanes)
      : lanes_{lanes}, instruction_{lanes.operation->instruction}, target_{instruction_.destination.channels} {}

  Wide source(unsigned n, unsigned lane) const {
    const auto value = static_cast<Wide>(lanes_.source<T>(n)[lane]);
    const unsigned extension = extension_of_source(instruction_, n);
    if (extension >= kMacroRegisters) return value;
    return value * power_of_two(lanes_.state->exponents[extension][lane]);
  }

  /// To the nearest; with an extension where its own exponent would be no normal one.
  void put(unsigned lane, Wide value) const {
    int exponent = 0;
    const bool extended = target_ < kMacroRegisters;
    if (extended && !special(value)) {
      const int own = exponent_of(value);
      // One less than the largest, as rounding may go up.
      if (own < std::numeric_limits<T>::min_exponent || own > std::numeric_limits<T>::max_exponent - 3) exponent = own;
    }
    lanes_.results<T>()[lane] = static_cast<T>(value * power_of_two(-exponent));
    if (extended && (lanes_.enabled >> lane & 1u) != 0)
      lanes_.state->exponents[target_][lane] = static_cast<std::int16_t>(exponent);
  }

 private:
  const EuLanes& lanes_;
  const EuInstruction& instruction_;
  unsigned target_;
};

template <class T>
void fused_step(const EuLanes& l) {
  const MacroLanes<T> lanes{l};
  for (unsigned i = 0; i < l.count; ++i)
    lanes.put(i, odd_fused(lanes.source(0, i), lanes.source(1, i), lanes.source(2, i)));
}

/// 1 / b of a quotient a / b. Where that is a special number, it is the result already, and the flag says so.
template <class T>
void first_reciprocal(const EuLanes& l) {
  const MacroLanes<T> lanes{l};
  std::uint32_t early = 0;
  for (unsigned i = 0; i < l.count; ++i) {
    const Wide a = lanes.source(0, i), b = lanes.source(1, i);
    const bool out = special(a) || special(b);
    lanes.put(i, out ? static_cast<Wide>(l.source<T>(0)[i] / l.source<T>(1)[i]) : 1 / b);
    early |= static_cast<std::uint32_t>(out) << i;
  }
  write_flags(*l.state, *l.operation, early, l.enabled);
}

/// 1 / sqrt(a) of a positive number, closer than any double: the steps that follow a guess from a rounded root may end
/// beside the nearest.
Wide reciprocal_root(Wide a) {
  const auto near = static_cast<Wide>(1.0 / std::sqrt(static_cast<double>(a)));
  return near + near * (1 - a * near * near) / 2;
}

/// 1 / sqrt(a), from which the steps make the root. Where that is a special number, it is the result already.
template <class T>
void first_reciprocal_root(const EuLanes& l) {
  const MacroLanes<T> lanes{l};
  std::uint32_t early = 0;
  for (unsigned i = 0; i < l.count; ++i) {
    const auto a = static_cast<Wide>(l.source<T>(0)[i]);
    const bool out = special(a) || a < 0;
    lanes.put(i, out ? static_cast<Wide>(std::sqrt(l.source<T>(0)[i])) : reciprocal_root(a));
    early |= static_cast<std::uint32_t>(out) << i;
  }
  write_flags(*l.state, *l.operation, early, l.enabled);
}

template <class T>
EuOperation::Compute computation(const EuInstruction& instruction) {
  if (instruction.opcode == gen9::EuOpcode::kMadm) return fused_step<T>;
  return instruction.function == MathFunction::kInvm ? first_reciprocal<T> : first_reciprocal_root<T>;
}

}  // namespace

EuOperation::Compute macro_computation(const EuInstruction& instruction, WorkType work) {
  if (work == WorkType::kFloat) return computation<float>(instruction);
  return work == WorkType::kDouble ? computation<double>(instruction) : nullptr;
}

}  // namespace texpipe::functional
