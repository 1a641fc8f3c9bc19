#include "workload/texture_walk/walk_positions.h"

#include <cstdint>

#include "workload/texture_walk/rotation.h"

namespace texpipe::study {

namespace eu = functional::eu;
using functional::constant;
using functional::constant_bits;
using functional::EuInput;

std::uint32_t horizon_row(const PerspectiveFloorParameters& parameters, std::uint32_t image_height) {
  return static_cast<std::uint32_t>(parameters.horizon * image_height) / 2 * 2;
}

/// The plane seen by a camera: at distance d below the horizon row, depth is focal length / d camera heights.
WalkPosition WalkPositions::floor(const WalkPixels& pixels, EuInput distance) {
  const PerspectiveFloorParameters& floor = parameters_.floor;
  const auto width = static_cast<float>(surroundings_.image.width);
  const float focal = static_cast<float>(floor.focal_length) * width;
  const auto repeats = static_cast<float>(floor.repeats);
  const EuInput inverse = b_.reciprocal(distance);
  const EuInput aside = b_.multiply(b_.multiply(b_.add(pixels.x, constant(-0.5F * width)), inverse), constant(repeats));
  const EuInput ahead = b_.multiply(inverse, constant(focal * repeats));
  return turned(aside, ahead, floor.turn);
}

WalkPosition WalkPositions::zoomed(const WalkPixels& pixels) {
  const auto scale = static_cast<float>(parameters_.zoom.scale);
  const EuInput x = b_.add(pixels.x, constant(-0.5F * static_cast<float>(surroundings_.image.width)));
  const EuInput y = b_.add(pixels.y, constant(-0.5F * static_cast<float>(surroundings_.image.height)));
  const WalkPosition texels = turned(x, y, parameters_.zoom.turn);
  return {
      b_.multiply_add(texels.u, constant(scale / static_cast<float>(surroundings_.texture.width)), constant(0.5F)),
      b_.multiply_add(texels.v, constant(scale / static_cast<float>(surroundings_.texture.height)), constant(0.5F))};
}

WalkPosition WalkPositions::scattered(const WalkPixels& pixels) {
  const functional::GrfRange first = b_.allocate(b_.registers_per_value());
  const unsigned free = b_.next_register();
  const EuInput column = b_.value(eu::kToInteger, pixels.x);
  const EuInput row = b_.value(eu::kToInteger, pixels.y);
  const EuInput row_start = b_.value(eu::kIntegerMultiply, row, constant_bits(surroundings_.image.width));
  const EuInput pixel = b_.value(eu::kIntegerAdd, row_start, column);
  mix(b_.value(eu::kIntegerAdd, pixel, constant_bits(parameters_.gather.seed * 0x9E37'79B9u)), first);
  b_.free_from(free);
  const EuInput u = unit_interval(functional::lanes(first.first));
  const functional::GrfRange second = b_.allocate(b_.registers_per_value());
  mix(functional::lanes(first.first), second);
  return {u, unit_interval(functional::lanes(second.first))};
}

WalkPosition WalkPositions::steady(const WalkPixels& pixels) {
  const SteadyParameters& steady = parameters_.steady;
  // One after the other: as arguments of one call, compilers would emit them in different orders.
  const EuInput u = b_.multiply(pixels.x, constant(static_cast<float>(steady.step_u)));
  const EuInput v = b_.multiply(pixels.y, constant(static_cast<float>(steady.step_v)));
  const WalkPosition texels = turned(u, v, steady.turn);
  return {b_.multiply(texels.u, constant(1.0F / static_cast<float>(surroundings_.texture.width))),
          b_.multiply(texels.v, constant(1.0F / static_cast<float>(surroundings_.texture.height)))};
}

WalkPosition WalkPositions::turned(EuInput u, EuInput v, double degrees) {
  const Rotation rotation = rotation_of(degrees);
  const EuInput u_sine = b_.multiply(u, constant(rotation.sine));
  const EuInput v_sine = b_.multiply(v, constant(-rotation.sine));
  return {b_.multiply_add(u, constant(rotation.cosine), v_sine), b_.multiply_add(v, constant(rotation.cosine), u_sine)};
}

/// An integer hash: multiplications by odd numbers and shifts, so that every input bit reaches every output bit.
void WalkPositions::mix(EuInput value, functional::GrfRange result) {
  const functional::GrfRange h = b_.allocate(result.count);
  const EuInput of_h = functional::lanes(h.first);
  fold(value, 16, h);
  fold(b_.value(eu::kIntegerMultiply, of_h, constant_bits(0x7FEB'352D)), 15, h);
  fold(b_.value(eu::kIntegerMultiply, of_h, constant_bits(0x846C'A68B)), 16, result);
}

void WalkPositions::fold(EuInput value, std::uint32_t shift, functional::GrfRange result) {
  const EuInput shifted = b_.value(eu::kShiftRight, value, constant_bits(shift));
  b_.into(result, eu::kXor, b_.lanes_per_value(), value, shifted);
}

EuInput WalkPositions::unit_interval(EuInput integer) {
  const EuInput top = b_.value(eu::kShiftRight, integer, constant_bits(8));
  return b_.multiply(b_.value(eu::kToFloat, top), constant(0x1p-24F));
}

}  // namespace texpipe::study
