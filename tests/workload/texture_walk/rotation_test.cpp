#include "workload/texture_walk/rotation.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace texpipe::study;

TEST_CASE("rotations agree with the C library to a float's last places and are exact at quarters", "[walk]") {
  double worst = 0;
  for (int degrees = -720; degrees <= 720; degrees += 7) {
    const Rotation r = rotation_of(degrees);
    const double radians = degrees * 3.14159265358979323846 / 180;
    worst = std::max({worst, std::abs(r.cosine - std::cos(radians)), std::abs(r.sine - std::sin(radians))});
  }
  CHECK(worst < 6e-8);
  CHECK(rotation_of(90).sine == 1.0F);
  CHECK(rotation_of(90).cosine == 0.0F);
  CHECK(rotation_of(-180).cosine == -1.0F);
}
