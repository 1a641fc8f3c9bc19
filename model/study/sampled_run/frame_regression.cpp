#include "study/sampled_run/frame_regression.h"

#include <algorithm>
#include <cstddef>

namespace texpipe::study {

namespace {

using Values = std::span<const double>;

double product(Values a, Values b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double slope_of_one(Values cycles, Values work) {
  const double square = product(work, work);
  return square > 0 ? std::max(product(cycles, work) / square, 0.0) : 0;
}

/// Works that go together, or of which one has a negative slope, leave all to the one that explains more.
std::vector<double> slopes_of_two(Values cycles, Values a, Values b) {
  constexpr double kTogether = 1e-6;  // of the product of squares
  const double aa = product(a, a), bb = product(b, b), ab = product(a, b);
  const double ay = product(a, cycles), by = product(b, cycles), determinant = aa * bb - ab * ab;
  if (determinant > kTogether * aa * bb) {
    const double of_a = (ay * bb - by * ab) / determinant, of_b = (by * aa - ay * ab) / determinant;
    if (of_a >= 0 && of_b >= 0) return {of_a, of_b};
  }
  const double of_a = slope_of_one(cycles, a), of_b = slope_of_one(cycles, b);
  return of_a * ay >= of_b * by ? std::vector{of_a, 0.0} : std::vector{0.0, of_b};
}

}  // namespace

std::vector<double> slopes_of(Values cycles, std::span<const std::vector<double>> works, Values means, double mean) {
  std::vector<double> slopes =
      works.size() == 1 ? std::vector{slope_of_one(cycles, works[0])} : slopes_of_two(cycles, works[0], works[1]);
  const double of_work = product(slopes, means);
  if (of_work > mean)
    for (double& slope : slopes) slope *= mean / of_work;
  return slopes;
}

}  // namespace texpipe::study
