#include "workload/texture_walk/rotation.h"

namespace texpipe::study {

namespace {

constexpr double kRadiansPerDegree = 0.017453292519943295;

// Taylor series: below 2^-40 on [-pi/4, pi/4].
double small_sine(double x) {
  const double s = x * x;
  return x * (1 + s * (-1.0 / 6 + s * (1.0 / 120 + s * (-1.0 / 5040 + s * (1.0 / 362880 - s / 39916800)))));
}

double small_cosine(double x) {
  const double s = x * x;
  return 1 +
         s * (-1.0 / 2 + s * (1.0 / 24 + s * (-1.0 / 720 + s * (1.0 / 40320 + s * (-1.0 / 3628800 + s / 479001600)))));
}

}  // namespace

Rotation rotation_of(double degrees) {
  const double quarters = degrees / 90;
  const auto nearest = static_cast<long long>(quarters < 0 ? quarters - 0.5 : quarters + 0.5);
  const double rest = (degrees - 90.0 * static_cast<double>(nearest)) * kRadiansPerDegree;
  const double c = small_cosine(rest);
  const double s = small_sine(rest);
  switch (((nearest % 4) + 4) % 4) {
    case 0:
      return {static_cast<float>(c), static_cast<float>(s)};
    case 1:
      return {static_cast<float>(-s), static_cast<float>(c)};
    case 2:
      return {static_cast<float>(-c), static_cast<float>(-s)};
    default:
      return {static_cast<float>(s), static_cast<float>(-c)};
  }
}

}  // namespace texpipe::study
