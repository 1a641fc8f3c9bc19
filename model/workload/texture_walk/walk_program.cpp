#include "workload/texture_walk/walk_program.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "isa/gen9/data_port_message.h"
#include "isa/gen9/sampler_message.h"
#include "workload/texture_walk/walk_positions.h"
#include "workload/texture_walk/walk_shape.h"

namespace texpipe::study {

namespace {

namespace eu = functional::eu;
using functional::BuiltSend;
using functional::constant;
using functional::constant_bits;
using functional::EuBuilder;
using functional::EuInput;
using functional::GrfRange;
using functional::kLanesPerRegister;
using functional::lanes;
using functional::scalar;

constexpr unsigned kWalkColors = 4;

/// Pixels of a thread that share a message to the sampler.
struct Part {
  WalkPixels pixels;
  GrfRange colors;
};

/// Writes one walk's program: pixel to position, sample, store. Threads sample all their parts before they store any.
class WalkWriter {
 public:
  WalkWriter(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings)
      : parameters_{parameters},
        surroundings_{surroundings},
        shape_{walk_shape(parameters.simd)},
        b_{shape_.part_lanes, static_cast<std::uint8_t>(kPartLanes + (shape_.parts > 1 ? 1 : 0))} {}

  WalkProgram write() {
    const bool check = surroundings_.needs_dispatch_check;
    const std::size_t nothing = check ? b_.jump_if_none(shape_.part_lanes) : 0;
    if (parameters_.walk == Walk::kSteady) {
      steady();
    } else {
      picture();
    }
    if (check) b_.land(nothing);
    functional::BuiltProgram program = b_.finish(surroundings_.context);
    first_lanes_.resize(b_.here());
    return {std::move(program), std::move(first_lanes_)};
  }

 private:
  WalkPixels pixels_of(unsigned part) {
    const EuInput x = b_.add(lanes(kLaneX), scalar(kThreadPayload, kOriginX[part % 2]));
    const EuInput y = b_.add(lanes(kLaneY), scalar(kThreadPayload, kOriginY[part / 2]));
    return {x, y};
  }

  /// Samples every pixel and stores it.
  void picture() {
    std::vector<Part> parts;
    for (unsigned part = 0; part < shape_.parts; ++part) {
      const WalkPixels pixels = pixels_of(part);
      parts.push_back({pixels, color_registers()});
    }
    const unsigned free = b_.next_register();
    for (unsigned part = 0; part < shape_.parts; ++part) {
      part_ = part;
      const std::size_t nothing = surroundings_.cuts_parts ? jump_without_lanes() : 0;
      if (parameters_.walk == Walk::kPerspectiveFloor) {
        floor(parts[part]);
      } else {
        const WalkPixels& pixels = parts[part].pixels;
        const bool zooms = parameters_.walk == Walk::kRotatingZoom;
        sample_at([&] { return zooms ? positions_.zoomed(pixels) : positions_.scattered(pixels); }, parts[part],
                  surroundings_.cuts_parts);
      }
      if (surroundings_.cuts_parts) b_.land(nothing);
      b_.free_from(free);
    }
    for (unsigned part = 0; part < shape_.parts; ++part) {
      part_ = part;
      const std::size_t nothing = surroundings_.cuts_parts ? jump_without_lanes() : 0;
      store(parts[part]);
      if (surroundings_.cuts_parts) b_.land(nothing);
      b_.free_from(free);
    }
  }

  /// Flags of the part's lanes, and a jump for when no lane has a pixel.
  std::size_t jump_without_lanes() {
    b_.load_flags(scalar(kPartLanes, static_cast<std::uint8_t>(part_)));
    return b_.jump_if_none(shape_.part_lanes);
  }

  /// Sky, and below the horizon the plane.
  void floor(const Part& part) {
    const auto horizon = static_cast<float>(horizon_row(parameters_.floor, surroundings_.image.height));
    sky(part, horizon);
    const EuInput distance = b_.add(part.pixels.y, constant(-horizon));
    b_.flags_greater(distance, constant(0.0F),
                     surroundings_.cuts_parts ? EuBuilder::Among::kFlagged : EuBuilder::Among::kAll);
    const std::size_t only_sky = b_.jump_if_none(shape_.part_lanes);
    sample_at([&] { return positions_.floor(part.pixels, distance); }, part, true);
    b_.land(only_sky);
  }

  /// Above the horizon no channel samples, so the registers keep this: from blue to white.
  void sky(const Part& part, float horizon) {
    const float per_row = horizon > 0 ? 1.0F / horizon : 0.0F;
    const float top[] = {0.25F, 0.45F, 0.80F, 1.0F};
    const float bottom[] = {0.85F, 0.90F, 1.0F, 1.0F};
    for (unsigned c = 0; c < kWalkColors; ++c) {
      b_.into(color(part.colors, c), eu::kMultiplyAdd, b_.lanes_per_value(), part.pixels.y,
              constant((bottom[c] - top[c]) * per_row), constant(top[c]));
    }
  }

  /// Samples the parts in turn, into as many results as there are messages on their way, and stores nothing.
  void steady() {
    std::vector<GrfRange> payloads, results;
    while (payloads.size() < shape_.parts) payloads.push_back(payload_registers());
    const unsigned free = b_.next_register();
    for (unsigned part = 0; part < shape_.parts; ++part) {
      const WalkPixels pixels = pixels_of(part);
      fill(payloads[part], positions_.steady(pixels));
      b_.free_from(free);
    }
    while (results.size() < parameters_.steady.in_flight) results.push_back(color_registers());
    const std::uint32_t start = b_.here();
    for (unsigned n = 0; n < steady_loop_messages(parameters_); ++n) {
      part_ = n % shape_.parts;
      sample(payloads[part_], results[n % results.size()], false, texture_index(n / shape_.parts));
    }
    b_.repeat(scalar(kThreadPayload, kRepeatCount), start);
  }

  GrfRange color_registers() { return b_.allocate(kWalkColors * b_.registers_per_value()); }

  /// Registers of one colour among those of all four.
  GrfRange color(GrfRange colors, unsigned index) const {
    const std::uint8_t size = b_.registers_per_value();
    return {static_cast<std::uint8_t>(colors.first + index * size), size};
  }

  bool with_lod() const {
    return parameters_.message == WalkMessage::kSampleB || parameters_.message == WalkMessage::kSampleL;
  }

  /// Registers of a message's parameters, one after the other.
  GrfRange payload_registers() { return b_.allocate((with_lod() ? 3u : 2u) * b_.registers_per_value()); }

  void fill(GrfRange payload, const WalkPosition& position) {
    GrfRange next{payload.first, b_.registers_per_value()};
    const auto add = [&](EuInput value) {
      b_.into(next, eu::kMove, b_.lanes_per_value(), value);
      next.first = static_cast<std::uint8_t>(next.first + next.count);
    };
    if (with_lod()) add(constant(static_cast<float>(parameters_.lod)));
    add(position.u);
    add(position.v);
  }

  /// Samples at a place. With a material its arithmetic needs its registers no longer than until the payload holds it:
  /// the material's colours take them.
  template <class PositionOf>
  void sample_at(const PositionOf& position_of, const Part& part, bool predicated) {
    if (surroundings_.more_texture_indices.empty()) {
      const WalkPosition position = position_of();
      const GrfRange payload = payload_registers();
      fill(payload, position);
      return sample(payload, part.colors, predicated, texture_index(0));
    }
    const GrfRange payload = payload_registers();
    const unsigned free = b_.next_register();
    fill(payload, position_of());
    b_.free_from(free);
    sample_material(payload, part.colors, predicated);
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
      for (unsigned c = 0; c < kWalkColors && predicated; ++c)
        b_.into(color(factor, c), eu::kMove, b_.lanes_per_value(), constant(1.0F));
    }
    sample(payload, colors, predicated, texture_index(0));
    for (std::size_t n = 0; n < factors.size(); ++n) sample(payload, factors[n], predicated, texture_index(n + 1));
    for (const GrfRange factor : factors) {
      for (unsigned c = 0; c < kWalkColors; ++c)
        b_.into(color(colors, c), eu::kMultiply, b_.lanes_per_value(), lanes(color(colors, c).first),
                lanes(color(factor, c).first));
    }
  }

  void sample(GrfRange payload, GrfRange result, bool predicated, std::uint32_t texture) {
    gen9::SamplerMessage message;
    message.type = message_type();
    message.simd_mode = shape_.part_lanes == 16 ? gen9::SimdMode::kSimd16 : gen9::SimdMode::kSimd8;
    message.binding_table_index = static_cast<std::uint8_t>(texture);
    message.sampler_index = static_cast<std::uint8_t>(surroundings_.sampler_index);
    message.message_length = payload.count;
    message.response_length = result.count;
    functional::BuiltSend send = functional::send_of(message);
    send.source0 = payload;
    send.destination = result;
    send.predicated = predicated;
    send_for_part(send, std::max(kLanesPerRegister, shape_.part_lanes));
  }

  /// Typed writes of eight pixels each: addresses from source 0, colours from source 1.
  void store(const Part& part) {
    const EuInput column = b_.value(eu::kToInteger, part.pixels.x);
    const EuInput row = b_.value(eu::kToInteger, part.pixels.y);
    for (unsigned half = 0; half < b_.registers_per_value(); ++half) {
      const GrfRange address = b_.allocate(2);
      copy_half(address.first, column.grf, half);
      copy_half(address.first + 1u, row.grf, half);
      GrfRange values = part.colors;
      if (b_.registers_per_value() > 1) {
        values = b_.allocate(kWalkColors);
        for (unsigned c = 0; c < kWalkColors; ++c) copy_half(values.first + c, color(part.colors, c).first, half);
      }
      write(address, values, half);
    }
  }

  void copy_half(unsigned to, unsigned from, unsigned half) {
    b_.into({static_cast<std::uint8_t>(to), 1}, eu::kMove, std::min(kLanesPerRegister, shape_.part_lanes),
            lanes(static_cast<std::uint8_t>(from + half)));
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
    send.first_channel = static_cast<std::uint8_t>(kLanesPerRegister * half);
    send.predicated = surroundings_.cuts_parts;
    send_for_part(send, kLanesPerRegister);
  }

  void send_for_part(const BuiltSend& send, unsigned channels) {
    first_lanes_.resize(b_.here());
    first_lanes_.push_back(static_cast<std::uint8_t>(kMostPartLanes * part_ + send.first_channel));
    b_.send(send, channels);
  }

  const TextureWalkParameters& parameters_;
  const WalkSurroundings& surroundings_;
  WalkShape shape_;
  EuBuilder b_;
  WalkPositions positions_{b_, parameters_, surroundings_};
  unsigned part_ = 0;                      // whose instructions are written
  std::vector<std::uint8_t> first_lanes_;  // by instruction, of messages
};

}  // namespace

unsigned steady_loop_messages(const TextureWalkParameters& parameters) {
  return std::lcm(parameters.steady.in_flight, walk_shape(parameters.simd).parts);
}

WalkProgram walk_program(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings) {
  return WalkWriter{parameters, surroundings}.write();
}

}  // namespace texpipe::study
