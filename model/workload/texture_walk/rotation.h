// Sine and cosine of an angle without the C library, so that every host gives the same bytes.
#pragma once

namespace texpipe::study {

struct Rotation {
  float cosine = 1.0F;
  float sine = 0.0F;
};

/// Cosine and sine of an angle in degrees, correct to a float32's last place or the one before; exact at multiples of
/// 90 degrees.
Rotation rotation_of(double degrees);

}  // namespace texpipe::study
