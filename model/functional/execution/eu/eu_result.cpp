// Way of computed lanes to the destination: comparisons, conditions, and elements of the destination's type.
#include <cstdint>
#include <limits>
#include <type_traits>

#include "functional/execution/eu/eu_arithmetic.h"
#include "functional/execution/eu/eu_value.h"

namespace texpipe::functional {

using gen9::CondModifier;

namespace {

template <class Work, bool SecondNan>
std::uint32_t compare(CondModifier relation, const void* first, const void* second, unsigned count) {
  const Work* a = static_cast<const Work*>(first);
  const Work* b = static_cast<const Work*>(second);
  std::uint32_t lanes = 0;
  const auto collect = [&](auto holds_for) {
    for (unsigned i = 0; i < count; ++i) lanes |= static_cast<std::uint32_t>(holds_for(a[i], b[i])) << i;
    return lanes;
  };
  using enum CondModifier;
  switch (relation) {
    case kEqual:
      return collect([](const Work& x, const Work& y) { return x == y; });
    case kNotEqual:
      return collect([](const Work& x, const Work& y) { return x != y; });
    case kGreater:
      return collect([](const Work& x, const Work& y) { return x > y || (SecondNan && y != y); });
    case kGreaterEqual:
      return collect([](const Work& x, const Work& y) { return x >= y || (SecondNan && y != y); });
    case kLess:
      return collect([](const Work& x, const Work& y) { return x < y || (SecondNan && y != y); });
    case kLessEqual:
      return collect([](const Work& x, const Work& y) { return x <= y || (SecondNan && y != y); });
    case kUnordered:
      return collect([](const Work& x, const Work& y) { return x != x || y != y; });
    default:
      return 0;
  }
}

/// A number that the destination's type cannot hold; of floats one that became infinite.
template <class Work, class Element>
bool overflows(const Work& result, const Element& element) {
  if constexpr (std::same_as<Element, Half>) {
    return (element.bits & 0x7FFF) == 0x7C00;
  } else if constexpr (std::floating_point<Element>) {
    return element == element && element - element != 0;
  } else if constexpr (std::floating_point<Work>) {
    return result >= static_cast<Work>(std::numeric_limits<Element>::max()) ||
           result < static_cast<Work>(std::numeric_limits<Element>::min());
  } else if constexpr (sizeof(Work) <= sizeof(Element)) {
    return false;
  } else {
    return result < static_cast<Work>(std::numeric_limits<Element>::min()) ||
           result > static_cast<Work>(std::numeric_limits<Element>::max());
  }
}

template <class Work, class Element>
std::uint32_t test(CondModifier condition, const void* results, const void* elements, unsigned count) {
  const Work* result = static_cast<const Work*>(results);
  const Element* element = static_cast<const Element*>(elements);
  std::uint32_t lanes = 0;
  if (condition == CondModifier::kOverflow) {
    for (unsigned i = 0; i < count; ++i) lanes |= static_cast<std::uint32_t>(overflows(result[i], element[i])) << i;
    return lanes;
  }
  using Number = std::conditional_t<std::same_as<Element, Half>, float, Element>;
  for (unsigned i = 0; i < count; ++i) {
    const auto number = widen<Number>(element[i]);
    lanes |= static_cast<std::uint32_t>(holds(condition, number, Number{0})) << i;
  }
  return lanes;
}

template <class Work, class Element, bool Saturate>
const void* finish(const void* results, void* buffer, unsigned count) {
  const Work* result = static_cast<const Work*>(results);
  Element* element = static_cast<Element*>(buffer);
  for_lanes(count, [&](unsigned i) { element[i] = narrow<Element, Saturate>(result[i]); });
  return buffer;
}

template <class Work, class Element>
constexpr bool kSameBits = std::same_as<Work, Element> ||
                           (sizeof(Work) == sizeof(Element) && kIsInteger<Work> && kIsInteger<Element>);

}  // namespace

EuOperation::Compare compare_function(WorkType work, bool second_nan_counts) {
  return with_work(work, [&](auto tag) -> EuOperation::Compare {
    using Work = typename decltype(tag)::type;
    return second_nan_counts ? compare<Work, true> : compare<Work, false>;
  });
}

EuOperation::Test test_function(WorkType work, RegisterType type) {
  return with_work(work, [&](auto work_tag) {
    using Work = typename decltype(work_tag)::type;
    return with_stored(type, [](auto tag) -> EuOperation::Test { return test<Work, typename decltype(tag)::type>; });
  });
}

EuOperation::Finish finish_function(WorkType work, RegisterType type, bool saturate) {
  return with_work(work, [&](auto work_tag) {
    using Work = typename decltype(work_tag)::type;
    return with_stored(type, [&](auto tag) -> EuOperation::Finish {
      using Element = typename decltype(tag)::type;
      if (saturate) return finish<Work, Element, true>;
      if (kSameBits<Work, Element>) return nullptr;
      return finish<Work, Element, false>;
    });
  });
}

}  // namespace texpipe::functional
