#include "machine/statistics/savings.h"

#include <catch2/catch.hpp>

using namespace texpipe::machine;

namespace {

using Values = std::array<double, Savings::kValues>;

/// Every value differs from the one at its place in the other, in both directions.
Values values(double scale) {
  Values all;
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = scale * static_cast<double>((7 * i + 3) % 11);
  return all;
}

}  // namespace

TEST_CASE("the lesser of both savings is kept by every width of vectors", "[statistics]") {
  const double gap = GENERATE(0.0, 5.0);
  for (const Savings::Kernels& kernels : Savings::host_kernels()) {
    const Values own = values(1), other = values(1.5);
    Values copied{}, joined = own, first = own, second = other;
    kernels.copy(copied.data(), other.data(), own.size());
    kernels.join(joined.data(), other.data(), gap, own.size());
    kernels.join_both(first.data(), second.data(), gap, own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      const double lesser = std::min(own[i] + gap, other[i]);
      CHECK(copied[i] == other[i]);
      CHECK(joined[i] == lesser);
      CHECK(first[i] == lesser);
      CHECK(second[i] == lesser);
    }
  }
}
