// A surface, a sampler and messages for tests of the functional sampler.
#pragma once

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <vector>

#include "functional/shared_function/execute_sampler_message.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"

namespace texpipe::functional::test {

/// Sampler message types that tests send (specification/messages 3.2).
enum class Op : std::uint32_t {
  kSample = 0x00,
  kSampleB = 0x01,
  kSampleL = 0x02,
  kSampleC = 0x03,
  kSampleD = 0x04,
  kSampleLC = 0x06,
  kLd = 0x07,
  kGather4 = 0x08,
  kLod = 0x09,
  kResinfo = 0x0A,
  kSampleinfo = 0x0B,
  kSampleKillpix = 0x0C,
  kGather4C = 0x10,
  kGather4Po = 0x11,
  kSampleDC = 0x14,
  kSampleMin = 0x16,
  kSampleMax = 0x17,
  kSampleLz = 0x18,
  kSampleCLz = 0x19,
  kLdLz = 0x1A,
  kLd2dmsW = 0x1C,
  kLdMcs = 0x1D,
  kLd2dms = 0x1E,
  kLd2dss = 0x1F,
};

/// One parameter: the same number for all channels, or one per channel (repeated).
struct Parameter {
  std::vector<std::uint32_t> bits;
  Parameter(float value) : bits{std::bit_cast<std::uint32_t>(value)} {}
  Parameter(std::int32_t value) : bits{static_cast<std::uint32_t>(value)} {}
  Parameter(std::uint32_t value) : bits{value} {}
  Parameter(std::vector<float> values) {
    for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  }
  Parameter(std::vector<std::int32_t> values) {
    for (const std::int32_t value : values) bits.push_back(static_cast<std::uint32_t>(value));
  }
};

struct MessageOptions {
  bool simd16 = false;
  bool half_return = false;
  std::optional<std::uint32_t> header;  // M0.2
  std::uint32_t execution_mask = 0xFFFF;
  std::uint32_t response_length = 0;  // 0: all four channels
  std::uint32_t simd_mode = 0;        // 0: 1 or 2 by simd16; else the field's value plus 1
};

/// Memory with one surface and one sampler.
class SamplerBench {
 public:
  SamplerBench(const SurfaceImage& image, std::span<const std::byte> texels, gen9::SamplerState sampler = {},
               const gen9::BorderColorState& border = {}, SurfaceOptions options = {})
      : state{build_surface(memory, "surface", image, texels, options)}, sampler{sampler}, border{border} {}

  /// States may be changed before the first message.
  GpuMemory memory;
  gen9::RenderSurfaceState state;
  gen9::SamplerState sampler;
  gen9::BorderColorState border;

  Message message(Op op, std::initializer_list<Parameter> parameters, const MessageOptions& options = {}) {
    if (!heap_) {
      heap_.emplace(memory);
      heap_->add_surface(state);
      heap_->add_sampler(sampler, border);
    }
    Message message;
    message.shared_function = message.extended_descriptor = 2;
    message.context = &heap_->context();
    message.execution_mask = options.execution_mask;
    if (options.header) message.payload.push_back({0, 0, *options.header, 0, 0, 0, 0, 0});
    for (const Parameter& parameter : parameters) {
      for (unsigned half = 0; half < (options.simd16 ? 2u : 1u); ++half) {
        Grf grf{};
        for (unsigned lane = 0; lane < 8; ++lane) grf[lane] = parameter.bits[(8 * half + lane) % parameter.bits.size()];
        message.payload.push_back(grf);
      }
    }
    const std::uint32_t mode = options.simd_mode != 0 ? options.simd_mode - 1 : options.simd16 ? 2 : 1;
    const std::uint32_t full = options.simd16 && !options.half_return ? 8 : 4;
    message.descriptor = static_cast<std::uint32_t>(op) << 12 | mode << 17 | (options.header ? 1u << 19 : 0) |
                         (options.response_length != 0 ? options.response_length : full) << 20 |
                         static_cast<std::uint32_t>(message.payload.size()) << 25 |
                         (options.half_return ? 1u << 30 : 0);
    return message;
  }

  SamplerOutcome send(Op op, std::initializer_list<Parameter> parameters, const MessageOptions& options = {},
                      const PlanRequest& plan = PlanDetail::kNone) {
    return execute_sampler_message(memory, message(op, parameters, options), plan);
  }

  StateHeap& heap() { return *heap_; }

 private:
  std::optional<StateHeap> heap_;
};

/// Float of a channel and lane of a 32-bit SIMD8 response.
inline float real(const SamplerOutcome& outcome, unsigned channel, unsigned lane = 0) {
  return std::bit_cast<float>(outcome.response.registers.at(channel).at(lane));
}
inline std::uint32_t word(const SamplerOutcome& outcome, unsigned channel, unsigned lane = 0) {
  return outcome.response.registers.at(channel).at(lane);
}

/// Texels of RGBA bytes; x runs fastest.
inline std::vector<std::byte> rgba(std::initializer_list<std::uint32_t> texels) {
  std::vector<std::byte> bytes;
  for (const std::uint32_t texel : texels) {
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(texel >> (8 * i)));
  }
  return bytes;
}
inline std::vector<std::byte> floats(std::initializer_list<float> values) {
  std::vector<std::byte> bytes;
  for (const float value : values) {
    const auto raw = std::bit_cast<std::uint32_t>(value);
    for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::byte>(raw >> (8 * i)));
  }
  return bytes;
}

/// Linear filters with the rounding that drivers set for them.
inline gen9::SamplerState linear_sampler(gen9::TextureCoordinateMode mode = gen9::TextureCoordinateMode::kClamp,
                                         gen9::MipFilter mip = gen9::MipFilter::kNone) {
  gen9::SamplerState sampler;
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kLinear;
  sampler.mip_filter = mip;
  sampler.max_lod = gen9::U4_8::nearest(14.0);
  sampler.lod_preclamp = gen9::LodPreclamp::kOgl;
  sampler.round_u_mag = sampler.round_u_min = sampler.round_v_mag = sampler.round_v_min = sampler.round_r_mag =
      sampler.round_r_min = true;
  sampler.address_u = sampler.address_v = sampler.address_r = mode;
  return sampler;
}
inline gen9::SamplerState nearest_sampler(gen9::TextureCoordinateMode mode = gen9::TextureCoordinateMode::kClamp,
                                          gen9::MipFilter mip = gen9::MipFilter::kNone) {
  gen9::SamplerState sampler = linear_sampler(mode, mip);
  sampler.min_filter = sampler.mag_filter = gen9::MapFilter::kNearest;
  sampler.round_u_mag = sampler.round_u_min = sampler.round_v_mag = sampler.round_v_min = sampler.round_r_mag =
      sampler.round_r_min = false;
  return sampler;
}

}  // namespace texpipe::functional::test
