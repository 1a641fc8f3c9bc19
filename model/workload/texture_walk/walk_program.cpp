#include "workload/texture_walk/walk_program.h"

#include <cstdint>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "isa/gen9/data_port_message.h"
#include "isa/gen9/sampler_message.h"
#include "workload/texture_walk/rotation.h"

namespace texpipe::study {

namespace {

namespace eu = functional::eu;
using functional::BuiltSend;
using functional::constant;
using functional::constant_bits;
using functional::EuBuilder;
using functional::EuInput;
using functional::GrfRange;
using functional::lanes;
using functional::scalar;

constexpr unsigned kColors = 4;

struct Position {
  EuInput u;
  EuInput v;
};

/// Writes one walk's program: pixel to position, sample, store.
class WalkWriter {
 public:
  WalkWriter(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings)
      : parameters_{parameters}, surroundings_{surroundings}, b_{parameters.simd, kFirstFreeRegister} {}

  functional::BuiltProgram write() {
    const bool check = surroundings_.needs_dispatch_check;
    const std::size_t nothing = check ? b_.jump_if_none(parameters_.simd) : 0;
    x_ = b_.add(lanes(kLaneX), scalar(kThreadPayload, kOriginX));
    y_ = b_.add(lanes(kLaneY), scalar(kThreadPayload, kOriginY));
    switch (parameters_.walk) {
      case Walk::kPerspectiveFloor:
        floor();
        break;
      case Walk::kRotatingZoom:
        picture(zoomed());
        break;
      case Walk::kRandomGather:
        picture(scattered());
        break;
      case Walk::kSteady:
        steady();
        break;
    }
    if (check) b_.land(nothing);
    return b_.finish(surroundings_.context);
  }

 private:
  EuInput zero() const { return constant(0.0F); }

  /// The plane seen by a camera: at distance d below the horizon row, depth is focal length / d camera heights.
  void floor() {
    const PerspectiveFloorParameters& floor = parameters_.floor;
    const auto width = static_cast<float>(surroundings_.image.width);
    const float focal = static_cast<float>(floor.focal_length) * width;
    const auto repeats = static_cast<float>(floor.repeats);
    const auto horizon = static_cast<float>(horizon_row(floor, surroundings_.image.height));
    const GrfRange colors = color_registers();
    sky(colors, horizon);
    const EuInput distance = b_.add(y_, constant(-horizon));
    b_.flags_greater(distance, zero());
    const std::size_t only_sky = b_.jump_if_none(parameters_.simd);
    const EuInput inverse = b_.reciprocal(distance);
    const EuInput aside = b_.multiply(b_.multiply(b_.add(x_, constant(-0.5F * width)), inverse), constant(repeats));
    const EuInput ahead = b_.multiply(inverse, constant(focal * repeats));
    const Position position = turned(aside, ahead, rotation_of(floor.turn));
    sample_material(payload_of(position), colors, true);
    b_.land(only_sky);
    store(colors);
  }

  /// Above the horizon no channel samples, so the registers keep this: from blue to white.
  void sky(GrfRange colors, float horizon) {
    const float per_row = horizon > 0 ? 1.0F / horizon : 0.0F;
    const float top[] = {0.25F, 0.45F, 0.80F, 1.0F};
    const float bottom[] = {0.85F, 0.90F, 1.0F, 1.0F};
    for (unsigned c = 0; c < kColors; ++c) {
      b_.into(color(colors, c), eu::kMultiplyAdd, b_.lanes_per_value(), y_, constant((bottom[c] - top[c]) * per_row),
              constant(top[c]));
    }
  }

  Position turned(EuInput u, EuInput v, Rotation rotation) {
    const EuInput u_sine = b_.multiply(u, constant(rotation.sine));
    const EuInput v_sine = b_.multiply(v, constant(-rotation.sine));
    return {b_.multiply_add(u, constant(rotation.cosine), v_sine),
            b_.multiply_add(v, constant(rotation.cosine), u_sine)};
  }

  /// About the image's centre, which shows the texture's.
  Position zoomed() {
    const auto scale = static_cast<float>(parameters_.zoom.scale);
    const EuInput x = b_.add(x_, constant(-0.5F * static_cast<float>(surroundings_.image.width)));
    const EuInput y = b_.add(y_, constant(-0.5F * static_cast<float>(surroundings_.image.height)));
    const Position texels = turned(x, y, rotation_of(parameters_.zoom.turn));
    return {
        b_.multiply_add(texels.u, constant(scale / static_cast<float>(surroundings_.texture.width)), constant(0.5F)),
        b_.multiply_add(texels.v, constant(scale / static_cast<float>(surroundings_.texture.height)), constant(0.5F))};
  }

  Position scattered() {
    const EuInput column = b_.value(eu::kToInteger, x_);
    const EuInput row = b_.value(eu::kToInteger, y_);
    const EuInput row_start = b_.value(eu::kIntegerMultiply, row, constant_bits(surroundings_.image.width));
    const EuInput pixel = b_.value(eu::kIntegerAdd, row_start, column);
    const EuInput seeded = b_.value(eu::kIntegerAdd, pixel, constant_bits(parameters_.gather.seed * 0x9E37'79B9u));
    const EuInput first = mixed(seeded);
    return {unit_interval(first), unit_interval(mixed(first))};
  }

  /// An integer hash: multiplications by odd numbers and shifts, so that every input bit reaches every output bit.
  EuInput mixed(EuInput value) {
    EuInput h = folded(value, 16);
    h = folded(b_.value(eu::kIntegerMultiply, h, constant_bits(0x7FEB'352D)), 15);
    return folded(b_.value(eu::kIntegerMultiply, h, constant_bits(0x846C'A68B)), 16);
  }
  EuInput folded(EuInput value, std::uint32_t shift) {
    return b_.value(eu::kXor, value, b_.value(eu::kShiftRight, value, constant_bits(shift)));
  }
  EuInput unit_interval(EuInput integer) {
    const EuInput top = b_.value(eu::kShiftRight, integer, constant_bits(8));
    return b_.multiply(b_.value(eu::kToFloat, top), constant(0x1p-24F));
  }

  /// Samples every pixel and stores it.
  void picture(Position position) {
    const GrfRange colors = color_registers();
    sample_material(payload_of(position), colors, false);
    store(colors);
  }

  void steady() {
    const SteadyParameters& steady = parameters_.steady;
    // One after the other: as arguments of one call, compilers would emit them in different orders.
    const EuInput u = b_.multiply(x_, constant(static_cast<float>(steady.step_u)));
    const EuInput v = b_.multiply(y_, constant(static_cast<float>(steady.step_v)));
    const Position texels = turned(u, v, rotation_of(steady.turn));
    const Position position{b_.multiply(texels.u, constant(1.0F / static_cast<float>(surroundings_.texture.width))),
                            b_.multiply(texels.v, constant(1.0F / static_cast<float>(surroundings_.texture.height)))};
    const GrfRange payload = payload_of(position);
    std::vector<GrfRange> results;
    while (results.size() < steady.in_flight) results.push_back(color_registers());
    const std::uint32_t start = b_.here();
    for (std::size_t n = 0; n < results.size(); ++n) sample(payload, results[n], false, texture_index(n));
    b_.repeat(scalar(kThreadPayload, kRepeatCount), start);
  }

  GrfRange color_registers() { return b_.allocate(kColors * b_.registers_per_value()); }

  /// Registers of one colour among those of all four.
  GrfRange color(GrfRange colors, unsigned index) const {
    const std::uint8_t size = b_.registers_per_value();
    return {static_cast<std::uint8_t>(colors.first + index * size), size};
  }

  /// The message's parameters in consecutive registers.
  GrfRange payload_of(Position position) {
    const bool with_lod = parameters_.message == WalkMessage::kSampleB || parameters_.message == WalkMessage::kSampleL;
    const std::uint8_t size = b_.registers_per_value();
    const GrfRange payload = b_.allocate((with_lod ? 3u : 2u) * size);
    GrfRange next{payload.first, size};
    if (with_lod) {
      b_.into(next, eu::kMove, b_.lanes_per_value(), constant(static_cast<float>(parameters_.lod)));
      next.first = static_cast<std::uint8_t>(next.first + size);
    }
    b_.into(next, eu::kMove, b_.lanes_per_value(), position.u);
    next.first = static_cast<std::uint8_t>(next.first + size);
    b_.into(next, eu::kMove, b_.lanes_per_value(), position.v);
    return payload;
  }

  gen9::SamplerMessageType message_type() const {
    switch (parameters_.message) {
      case WalkMessage::kSampleB:
        return gen9::SamplerMessageType::kSampleB;
      case WalkMessage::kSampleL:
        return gen9::SamplerMessageType::kSampleL;
      case WalkMessage::kSampleLz:
        return gen9::SamplerMessageType::kSampleLz;
      case WalkMessage::kSample:
        break;
    }
    return gen9::SamplerMessageType::kSample;
  }

  /// Binding table index of the n-th texture, counted round.
  std::uint32_t texture_index(std::size_t n) const {
    const std::size_t place = n % (surroundings_.more_texture_indices.size() + 1);
    return place == 0 ? surroundings_.texture_index : surroundings_.more_texture_indices[place - 1];
  }

  /// Samples every texture at one place, all messages before the first answer, and multiplies their colours. Channels
  /// that sample nothing keep theirs.
  void sample_material(GrfRange payload, GrfRange colors, bool predicated) {
    std::vector<GrfRange> factors;
    for (std::size_t n = 0; n < surroundings_.more_texture_indices.size(); ++n) {
      const GrfRange factor = factors.emplace_back(color_registers());
      for (unsigned c = 0; c < kColors && predicated; ++c)
        b_.into(color(factor, c), eu::kMove, b_.lanes_per_value(), constant(1.0F));
    }
    sample(payload, colors, predicated, texture_index(0));
    for (std::size_t n = 0; n < factors.size(); ++n) sample(payload, factors[n], predicated, texture_index(n + 1));
    for (const GrfRange factor : factors) {
      for (unsigned c = 0; c < kColors; ++c)
        b_.into(color(colors, c), eu::kMultiply, b_.lanes_per_value(), lanes(color(colors, c).first),
                lanes(color(factor, c).first));
    }
  }

  void sample(GrfRange payload, GrfRange result, bool predicated, std::uint32_t texture) {
    gen9::SamplerMessage message;
    message.type = message_type();
    message.simd_mode = parameters_.simd == 16 ? gen9::SimdMode::kSimd16 : gen9::SimdMode::kSimd8;
    message.binding_table_index = static_cast<std::uint8_t>(texture);
    message.sampler_index = static_cast<std::uint8_t>(surroundings_.sampler_index);
    message.message_length = payload.count;
    message.response_length = result.count;
    functional::BuiltSend send = functional::send_of(message);
    send.source0 = payload;
    send.destination = result;
    send.predicated = predicated;
    b_.send(send, parameters_.simd);
  }

  /// Typed writes of eight pixels each: addresses from source 0, colours from source 1.
  void store(GrfRange colors) {
    const EuInput column = b_.value(eu::kToInteger, x_);
    const EuInput row = b_.value(eu::kToInteger, y_);
    for (unsigned half = 0; half < b_.registers_per_value(); ++half) {
      const GrfRange address = b_.allocate(2);
      copy_half(address.first, column.grf, half);
      copy_half(address.first + 1u, row.grf, half);
      GrfRange values = colors;
      if (b_.registers_per_value() > 1) {
        values = b_.allocate(kColors);
        for (unsigned c = 0; c < kColors; ++c) copy_half(values.first + c, color(colors, c).first, half);
      }
      write(address, values, half);
    }
  }

  void copy_half(unsigned to, unsigned from, unsigned half) {
    b_.into({static_cast<std::uint8_t>(to), 1}, eu::kMove, 8, lanes(static_cast<std::uint8_t>(from + half)));
  }

  void write(GrfRange address, GrfRange values, unsigned half) {
    gen9::DataPortMessage message;
    message.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedWrite);
    message.binding_table_index = static_cast<std::uint8_t>(surroundings_.output_index);
    message.slot_group = half == 0 ? gen9::TypedSlotGroup::kSlots0To7 : gen9::TypedSlotGroup::kSlots8To15;
    message.message_length = address.count;
    message.extended_message_length = values.count;
    functional::BuiltSend send = functional::send_of(message);
    send.source0 = address;
    send.source1 = values;
    send.first_channel = static_cast<std::uint8_t>(8 * half);
    b_.send(send, 8);
  }

  const TextureWalkParameters& parameters_;
  const WalkSurroundings& surroundings_;
  EuBuilder b_;
  EuInput x_;
  EuInput y_;
};

}  // namespace

std::uint32_t horizon_row(const PerspectiveFloorParameters& parameters, std::uint32_t image_height) {
  return static_cast<std::uint32_t>(parameters.horizon * image_height) / 2 * 2;
}

functional::BuiltProgram walk_program(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings) {
  return WalkWriter{parameters, surroundings}.write();
}

}  // namespace texpipe::study
