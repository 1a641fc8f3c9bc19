#include "functional/execution/eu/eu_float_mode.h"

#include <bit>
#include <cmath>
#include <limits>

#include "functional/execution/eu/eu_operand_lanes.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional {

using gen9::EuOpcode;
using Rounding = FloatMode::Rounding;

namespace {

/// The smallest numbers that are no denormals.
constexpr float kLeastFloat = 0x1p-126f;
constexpr double kLeastDouble = 0x1p-1022;
constexpr float kLeastHalf = 0x1p-14f;

template <class T>
T without_denormal(T value, T least) {
  const bool small = value > -least && value < least;
  return small ? std::copysign(T{0}, value) : value;
}

bool keeps(const FloatMode& mode, RegisterType type) {
  switch (type) {
    case RegisterType::kF:
      return mode.keep_denormals;
    case RegisterType::kDf:
      return mode.keep_double_denormals;
    case RegisterType::kHf:
      return mode.keep_half_denormals;
    default:
      return true;
  }
}

template <class T>
T next(T value, bool up) {
  return std::nextafter(value, up ? std::numeric_limits<T>::infinity() : -std::numeric_limits<T>::infinity());
}

/// `near` is the nearest to a number that lies above it (error > 0), below it or is equal to it.
template <class T>
T directed(T near, int error, Rounding rounding) {
  if (error == 0 || near != near) return near;
  switch (rounding) {
    case Rounding::kUp:
      return error > 0 ? next(near, true) : near;
    case Rounding::kDown:
      return error < 0 ? next(near, false) : near;
    case Rounding::kZero:
      if (near > 0) return error < 0 ? next(near, false) : near;
      if (near < 0) return error > 0 ? next(near, true) : near;
      return near;
    default:
      return near;
  }
}

template <class T>
int sign_of(T value) {
  return value > 0 ? 1 : value < 0 ? -1 : 0;
}

/// A float64 that stands for its exact neighbourhood: odd where bits were lost.
float directed_float(double value, Rounding rounding) {
  const float near = static_cast<float>(value);
  if (value - value != 0.0) return near;
  return directed(near, near == static_cast<double>(near) ? sign_of(value - static_cast<double>(near)) : 0, rounding);
}

std::uint16_t directed_half(float value, Rounding rounding) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  if (rounding == Rounding::kNearestEven || value - value != 0.0f) return nearest_half_bits(bits);
  const std::uint16_t cut = float_to_half_bits(bits, Narrowing::kTowardZero);
  if (std::bit_cast<float>(half_to_float_bits(cut)) == value) return cut;
  const bool outward = rounding == (value > 0 ? Rounding::kUp : Rounding::kDown);
  return static_cast<std::uint16_t>(cut + (outward ? 1 : 0));
}

/// An integer in the mode's direction, from at most 64 bits.
template <class T>
T directed_integer(__int128 value, Rounding rounding) {
  const T near = static_cast<T>(value);
  return directed(near, sign_of(value - static_cast<__int128>(near)), rounding);
}

/// Toward the number with an odd last bit (see sticky_float).
double odd_sum(double a, double b) {
  const double near = a + b;
  if (near - near != 0.0) return near;
  const double back = near - a;
  const double error = (a - (near - back)) + (b - back);
  const auto bits = std::bit_cast<std::uint64_t>(near);
  if (error == 0.0 || (bits & 1) != 0) return near;
  return std::bit_cast<double>((error > 0.0) == (near > 0.0) ? bits + 1 : bits - 1);
}

float rounded(const EuLanes& l, double odd) {
  return l.operation->execution == RegisterType::kHf ? sticky_float(odd) : directed_float(odd, l.state->mode.rounding);
}

void add_float(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1);
  for (unsigned i = 0; i < l.count; ++i) l.results<float>()[i] = rounded(l, odd_sum(a[i], b[i]));
}
void multiply_float(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1);
  for (unsigned i = 0; i < l.count; ++i)
    l.results<float>()[i] = rounded(l, static_cast<double>(a[i]) * static_cast<double>(b[i]));
}
void mad_float_by_mode(const EuLanes& l) {
  const float *a = l.source<float>(0), *b = l.source<float>(1), *c = l.source<float>(2);
  for (unsigned i = 0; i < l.count; ++i)
    l.results<float>()[i] = rounded(l, odd_sum(static_cast<double>(b[i]) * static_cast<double>(c[i]), a[i]));
}

using Wide = __float128;

/// a b + c, from its nearest double and what is left.
double directed_double(double near, Wide product, Wide addend, Rounding rounding) {
  if (near != near || product - product != 0) return near;
  const Wide sum = product + addend;
  const Wide back = sum - product;
  const Wide rest = (product - (sum - back)) + (addend - back);
  if (near - near != 0.0) return directed(near, near > 0 ? -1 : 1, rounding);
  const Wide distance = sum - static_cast<Wide>(near);
  return directed(near, distance != 0 ? sign_of(distance) : sign_of(rest), rounding);
}

bool finite(double a) {
  return a - a == 0.0;
}

void add_double(const EuLanes& l) {
  const double *a = l.source<double>(0), *b = l.source<double>(1);
  for (unsigned i = 0; i < l.count; ++i) {
    const double near = a[i] + b[i];
    const bool exact = !finite(a[i]) || !finite(b[i]);
    l.results<double>()[i] = exact ? near : directed_double(near, a[i], b[i], l.state->mode.rounding);
  }
}
void multiply_double(const EuLanes& l) {
  const double *a = l.source<double>(0), *b = l.source<double>(1);
  for (unsigned i = 0; i < l.count; ++i) {
    const double near = a[i] * b[i];
    const bool exact = !finite(a[i]) || !finite(b[i]);
    l.results<double>()[i] =
        exact ? near : directed_double(near, static_cast<Wide>(a[i]) * b[i], 0, l.state->mode.rounding);
  }
}
void mad_double_by_mode(const EuLanes& l) {
  const double *a = l.source<double>(0), *b = l.source<double>(1), *c = l.source<double>(2);
  for (unsigned i = 0; i < l.count; ++i) {
    const double near = std::fma(b[i], c[i], a[i]);
    const bool exact = !finite(a[i]) || !finite(b[i]) || !finite(c[i]);
    l.results<double>()[i] =
        exact ? near : directed_double(near, static_cast<Wide>(b[i]) * c[i], a[i], l.state->mode.rounding);
  }
}

/// Lanes without denormals, in `buffer`.
template <class T>
const void* flushed(const void* lanes, void* buffer, unsigned count, T least) {
  const T* from = static_cast<const T*>(lanes);
  T* to = static_cast<T*>(buffer);
  for (unsigned i = 0; i < count; ++i) to[i] = without_denormal(from[i], least);
  return buffer;
}

const void* flushed_elements(RegisterType type, const void* elements, void* buffer, unsigned count) {
  switch (type) {
    case RegisterType::kF:
      return flushed(elements, buffer, count, kLeastFloat);
    case RegisterType::kDf:
      return flushed(elements, buffer, count, kLeastDouble);
    default:
      break;
  }
  const Half* from = static_cast<const Half*>(elements);
  Half* to = static_cast<Half*>(buffer);
  for (unsigned i = 0; i < count; ++i)
    to[i].bits = (from[i].bits & 0x7C00) == 0 ? static_cast<std::uint16_t>(from[i].bits & 0x8000) : from[i].bits;
  return buffer;
}

}  // namespace

bool copies_bits(const EuOperation& operation) {
  const EuOpcode opcode = operation.instruction.opcode;
  const bool moves = opcode == EuOpcode::kMov || opcode == EuOpcode::kMovi ||
                     (opcode == EuOpcode::kSel && operation.condition == gen9::CondModifier::kNone);
  if (!moves || operation.instruction.saturate) return false;
  for (unsigned i = 0; i < operation.sources; ++i) {
    if (operation.source[i].type != destination_type(operation.instruction)) return false;
  }
  return true;
}

const void* flush_denormals(const FloatMode& mode, const EuOperation& operation, unsigned index, const void* lanes,
                            void* buffer) {
  const EuSourceOperand& source = operation.source[index];
  if (!is_float(source.type) || keeps(mode, source.type) || operation.copies) return lanes;
  if (operation.work == WorkType::kDouble) {
    const double least = source.type == RegisterType::kDf  ? kLeastDouble
                         : source.type == RegisterType::kF ? static_cast<double>(kLeastFloat)
                                                           : static_cast<double>(kLeastHalf);
    return flushed(lanes, buffer, source.lanes, least);
  }
  if (operation.work != WorkType::kFloat) return lanes;
  return flushed(lanes, buffer, source.lanes, source.type == RegisterType::kF ? kLeastFloat : kLeastHalf);
}

const void* finish_in_mode(const FloatMode& mode, const EuOperation& operation, const void* results, void* buffer) {
  const RegisterType type = destination_type(operation.instruction);
  const bool saturates = operation.instruction.saturate;
  const void* elements = buffer;
  if (operation.work == WorkType::kFloat && type == RegisterType::kHf && !saturates) {
    const float* from = static_cast<const float*>(results);
    Half* to = static_cast<Half*>(buffer);
    for (unsigned i = 0; i < operation.channels; ++i) to[i].bits = directed_half(from[i], mode.rounding);
  } else if (operation.work == WorkType::kDouble && type == RegisterType::kHf && !saturates) {
    const double* from = static_cast<const double*>(results);
    Half* to = static_cast<Half*>(buffer);
    for (unsigned i = 0; i < operation.channels; ++i) to[i].bits = directed_half(sticky_float(from[i]), mode.rounding);
  } else if (operation.work == WorkType::kDouble && type == RegisterType::kF && !saturates) {
    const double* from = static_cast<const double*>(results);
    float* to = static_cast<float*>(buffer);
    for (unsigned i = 0; i < operation.channels; ++i) to[i] = directed_float(from[i], mode.rounding);
  } else if (operation.work == WorkType::kQword && is_float(type) && !saturates) {
    const __int128* from = static_cast<const __int128*>(results);
    const auto round_all = [&]<class T>(T* to) {
      for (unsigned i = 0; i < operation.channels; ++i) to[i] = directed_integer<T>(from[i], mode.rounding);
    };
    if (type == RegisterType::kF) {
      round_all(static_cast<float*>(buffer));
    } else if (type == RegisterType::kDf) {
      round_all(static_cast<double*>(buffer));
    } else {
      // Rounding goes by way of float: a value that no float holds is no half either.
      Half* to = static_cast<Half*>(buffer);
      for (unsigned i = 0; i < operation.channels; ++i)
        to[i].bits = directed_half(static_cast<float>(from[i]), mode.rounding);
    }
  } else {
    elements = operation.finish(results, buffer, operation.channels);
  }
  return flush_results(mode, operation, elements, buffer);
}

const void* flush_results(const FloatMode& mode, const EuOperation& operation, const void* results, void* buffer) {
  const RegisterType type = destination_type(operation.instruction);
  if (!is_float(type) || keeps(mode, type) || operation.copies) return results;
  return flushed_elements(type, results, buffer, operation.channels);
}

EuOperation::Compute directed_computation(EuOpcode opcode, WorkType work) {
  const bool single = work == WorkType::kFloat;
  if (!single && work != WorkType::kDouble) return nullptr;
  switch (opcode) {
    case EuOpcode::kAdd:
      return single ? add_float : add_double;
    case EuOpcode::kMul:
      return single ? multiply_float : multiply_double;
    case EuOpcode::kMad:
      return single ? mad_float_by_mode : mad_double_by_mode;
    default:
      return nullptr;
  }
}

}  // namespace texpipe::functional
