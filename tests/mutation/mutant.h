// Faults that scripts/mutate.py puts into a copy of the sources: they exist side by side in one build, of which the
// environment variable PLANTED_MUTANT chooses one. A binary operator becomes two, `a < b` -> `a < mutant::Less<7>{} <
// b`, which keeps precedence and associativity without knowing where the operands begin and end.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <type_traits>
#include <utility>

namespace mutant {

/// The number of the fault that this process has; 0: none.
inline int chosen() {
  static const int number = [] {
    const char* text = std::getenv("PLANTED_MUTANT");
    return text ? std::atoi(text) : 0;
  }();
  return number;
}

/// Leaves a file beside the others, by which the script learns what became of the fault: its code ran ("reached"), or
/// it does not exist for these types ("stillborn").
inline void leave_mark(const char* mark) {
  if (const char* prefix = std::getenv("PLANTED_MUTANT_MARK")) {
    char path[4096];
    std::snprintf(path, sizeof path, "%s.%s", prefix, mark);
    if (std::FILE* file = std::fopen(path, "w")) std::fclose(file);
  }
}

template <int kNumber>
bool reached() {
  static const bool marked = (leave_mark("reached"), true);
  return marked;
}

/// Whether fault `kNumber` is the one; never in a constant expression.
template <int kNumber>
constexpr bool active() {
  if (std::is_constant_evaluated()) return false;
  return chosen() == kNumber && reached<kNumber>();
}

template <int kNumber>
[[noreturn]] void stillborn() {
  leave_mark("stillborn");
  std::_Exit(99);
}

template <class Left, class Operator>
struct Half {
  const Left& left;
};

// NAME: the operator as it is, and what it becomes. The result has the type that the operator as it is gives.
#define MUTANT_BINARY(NAME, OPERATOR, OTHER)                                               \
  template <int kNumber>                                                                   \
  struct NAME {};                                                                          \
  template <class Left, int kNumber>                                                       \
  constexpr Half<Left, NAME<kNumber>> operator OPERATOR(const Left& left, NAME<kNumber>) { \
    return {left};                                                                         \
  }                                                                                        \
  template <class Left, int kNumber, class Right>                                          \
  constexpr auto operator OPERATOR(Half<Left, NAME<kNumber>> half, const Right& right) {   \
    using Result = std::decay_t<decltype(half.left OPERATOR right)>;                       \
    if (active<kNumber>()) {                                                               \
      if constexpr (requires { static_cast<Result>(half.left OTHER right); }) {            \
        return static_cast<Result>(half.left OTHER right);                                 \
      } else {                                                                             \
        stillborn<kNumber>();                                                              \
      }                                                                                    \
    }                                                                                      \
    return static_cast<Result>(half.left OPERATOR right);                                  \
  }
MUTANT_BINARY(LessEqual, <=, <)
MUTANT_BINARY(Less, <, <=)
MUTANT_BINARY(GreaterEqual, >=, >)
MUTANT_BINARY(Greater, >, >=)
MUTANT_BINARY(Equal, ==, !=)
MUTANT_BINARY(NotEqual, !=, ==)
MUTANT_BINARY(Plus, +, -)
MUTANT_BINARY(Minus, -, +)
MUTANT_BINARY(Times, *, /)
#undef MUTANT_BINARY

// An assignment groups from the right: what comes first is the right side.
template <class Right, class Operator>
struct Change {
  const Right& right;
};
#define MUTANT_CHANGE(NAME, OPERATOR, OTHER)                                                    \
  template <int kNumber>                                                                        \
  struct NAME {};                                                                               \
  template <int kNumber, class Right>                                                           \
  constexpr Change<Right, NAME<kNumber>> operator OPERATOR(NAME<kNumber>, const Right& right) { \
    return {right};                                                                             \
  }                                                                                             \
  template <class Left, class Right, int kNumber>                                               \
  constexpr decltype(auto) operator OPERATOR(Left& left, Change<Right, NAME<kNumber>> change) { \
    if (active<kNumber>()) {                                                                    \
      if constexpr (requires { left OTHER change.right; }) {                                    \
        return left OTHER change.right;                                                         \
      } else {                                                                                  \
        stillborn<kNumber>();                                                                   \
      }                                                                                         \
    }                                                                                           \
    return left OPERATOR change.right;                                                          \
  }
MUTANT_CHANGE(PlusIs, +=, -=)
MUTANT_CHANGE(MinusIs, -=, +=)
#undef MUTANT_CHANGE

// A step: `++x` -> `mutant::Up<7>{}->*x`, `x++` -> `x->*mutant::UpAfter<7>{}`, which bind as tightly as is needed.
#define MUTANT_STEP(NAME, STEP, OTHER)                                \
  template <int kNumber>                                              \
  struct NAME {};                                                     \
  template <int kNumber, class Value>                                 \
  constexpr decltype(auto) operator->*(NAME<kNumber>, Value& value) { \
    if (active<kNumber>()) {                                          \
      if constexpr (requires { OTHER value; }) {                      \
        return OTHER value;                                           \
      } else {                                                        \
        stillborn<kNumber>();                                         \
      }                                                               \
    }                                                                 \
    return STEP value;                                                \
  }                                                                   \
  template <int kNumber>                                              \
  struct NAME##After {};                                              \
  template <int kNumber, class Value>                                 \
  constexpr auto operator->*(Value& value, NAME##After<kNumber>) {    \
    if (active<kNumber>()) {                                          \
      if constexpr (requires { value OTHER; }) {                      \
        return value OTHER;                                           \
      } else {                                                        \
        stillborn<kNumber>();                                         \
      }                                                               \
    }                                                                 \
    return value STEP;                                                \
  }
MUTANT_STEP(Up, ++, --)
MUTANT_STEP(Down, --, ++)
#undef MUTANT_STEP

template <int kNumber>
constexpr bool opposite(bool value) {
  return active<kNumber>() ? !value : value;
}

template <int kNumber>
constexpr int next(int value) {
  return active<kNumber>() ? value + 1 : value;
}

template <int kNumber, bool kMax>
struct Extreme {
  template <class T>
  static constexpr T of(const T& a, const T& b, bool max) {
    return max ? std::max<T>(a, b) : std::min<T>(a, b);
  }
  template <class T>
  static constexpr T max(const T& a, const T& b) {
    return of(a, b, kMax != active<kNumber>());
  }
  template <class T>
  static constexpr T min(const T& a, const T& b) {
    return max<T>(a, b);
  }
  template <class T>
  static constexpr T max(std::initializer_list<T> all) {
    return kMax != active<kNumber>() ? std::max<T>(all) : std::min<T>(all);
  }
  template <class T>
  static constexpr T min(std::initializer_list<T> all) {
    return max<T>(all);
  }
};

}  // namespace mutant

// Operators written inside a namespace are found there first; these make those of faults visible in all of the model's.
namespace texpipe {
using mutant::operator<=, mutant::operator<, mutant::operator>=, mutant::operator>, mutant::operator==,
    mutant::operator!=;
using mutant::operator+, mutant::operator-, mutant::operator*, mutant::operator+=, mutant::operator-=,
    mutant::operator->*;
}  // namespace texpipe
