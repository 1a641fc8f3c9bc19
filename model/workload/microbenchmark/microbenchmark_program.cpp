#include "workload/microbenchmark/microbenchmark_program.h"

#include <algorithm>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "isa/gen9/sampler_message.h"

namespace texpipe::study {

namespace {

namespace eu = functional::eu;
using functional::constant;
using functional::constant_bits;
using functional::EuBuilder;
using functional::EuInput;
using functional::GrfRange;
using functional::lanes;
using functional::scalar;
using gen9::SamplerMessageType;

constexpr unsigned kAllColors = 4;

/// Sampler messages of one program.
struct Sender {
  EuBuilder& b;
  unsigned simd;
  std::uint32_t surface;
  std::uint32_t sampler;

  void send(SamplerMessageType type, GrfRange payload, GrfRange result) const {
    gen9::SamplerMessage message;
    message.type = type;
    message.simd_mode = simd == 16 ? gen9::SimdMode::kSimd16 : gen9::SimdMode::kSimd8;
    message.binding_table_index = static_cast<std::uint8_t>(surface);
    message.sampler_index = static_cast<std::uint8_t>(sampler);
    message.message_length = payload.count;
    message.response_length = result.count;
    functional::BuiltSend send = functional::send_of(message);
    send.source0 = payload;
    send.destination = result;
    b.send(send, simd);
  }
};

/// One value among those that stand one after the other.
GrfRange part(GrfRange values, unsigned index, unsigned size) {
  return {static_cast<std::uint8_t>(values.first + index * size), static_cast<std::uint8_t>(size)};
}

EuInput loop_count() {
  return scalar(kBenchmarkPayload, 0);
}

/// Every load of each lane: rows of steps, columns inside them.
class RateWriter {
 public:
  RateWriter(const SamplerRateParameters& parameters, std::uint32_t surface, std::uint32_t sampler)
      : p_{parameters},
        b_{parameters.simd, kBenchmarkFirstFree},
        sender_{b_, parameters.simd, surface, sampler},
        size_{b_.registers_per_value()},
        axes_{parameters.surface == BenchmarkSurface::kBuffer ? 1u : 2u} {}

  functional::BuiltProgram write(const functional::MessageContext* context) {
    const unsigned channels = stored_channels(p_.format);
    sum_ = b_.allocate(channels * size_);
    for (unsigned slot = 0; slot < p_.in_flight; ++slot) {
      payloads_.push_back(b_.allocate(axes_ * size_));
      results_.push_back(b_.allocate(channels * size_));
    }
    const GrfRange x = b_.allocate(size_), y = b_.allocate(size_), rows = b_.allocate(1);
    const std::uint32_t pass = b_.here();
    coordinate(x, lanes(kBenchmarkX), p_.extent.width);
    coordinate(y, lanes(kBenchmarkY), p_.extent.height);
    b_.into(rows, eu::kMove, 1, constant_bits(kBenchmarkSide));
    const std::uint32_t row = b_.here();
    if (axes_ == 2) {
      for (const GrfRange& payload : payloads_) b_.into(part(payload, 1, size_), eu::kMove, p_.simd, lanes(y.first));
    }
    for (unsigned column = 0; column < kBenchmarkSide; ++column) load(x, column);
    if (axes_ == 2) {
      step(y, y, 1, p_.extent.height);
    } else {
      step(x, x, kBenchmarkSide, p_.extent.width);
    }
    b_.repeat(scalar(rows.first, 0), row);
    b_.repeat(loop_count(), pass);
    return b_.finish(context);
  }

 private:
  bool by_texel() const { return p_.access == SamplerAccess::kLoad; }

  /// A texel's index, or for samples the place of its centre in the texture.
  void coordinate(GrfRange to, EuInput texel, std::uint32_t texels) {
    if (by_texel()) return b_.into(to, eu::kMove, p_.simd, texel);
    const float one = 1.0F / static_cast<float>(texels);
    b_.into(to, eu::kToFloat, p_.simd, texel);
    b_.into(to, eu::kMultiplyAdd, p_.simd, lanes(to.first), constant(one), constant(0.5F * one));
  }

  void step(GrfRange to, GrfRange from, std::uint32_t by, std::uint32_t texels) {
    if (by_texel())
      b_.into(to, eu::kIntegerAdd, p_.simd, lanes(from.first), constant_bits(by));
    else
      b_.into(to, eu::kAdd, p_.simd, lanes(from.first), constant(static_cast<float>(by) / static_cast<float>(texels)));
  }

  /// The result that stands where this one will is used first: it came a few loads ago.
  void load(GrfRange x, unsigned column) {
    const unsigned slot = column % p_.in_flight;
    for (unsigned channel = 0; channel < results_[slot].count / size_; ++channel) {
      const GrfRange sum = part(sum_, channel, size_);
      b_.into(sum, eu::kAdd, p_.simd, lanes(sum.first), lanes(part(results_[slot], channel, size_).first));
    }
    step(part(payloads_[slot], 0, size_), x, column, p_.extent.width);
    sender_.send(by_texel() ? SamplerMessageType::kLdLz : SamplerMessageType::kSampleLz, payloads_[slot],
                 results_[slot]);
  }

  const SamplerRateParameters& p_;
  EuBuilder b_;
  Sender sender_;
  unsigned size_;
  unsigned axes_;
  GrfRange sum_;
  std::vector<GrfRange> payloads_;
  std::vector<GrfRange> results_;
};

/// An integer hash of whole registers, and the upper 24 bits of its result as a number in [0, 1).
class PlaceHash {
 public:
  explicit PlaceHash(EuBuilder& b) : b_{b} {}

  EuInput mixed(EuInput value) {
    EuInput h = folded(value, 16);
    h = folded(b_.value(eu::kIntegerMultiply, h, constant_bits(0x7FEB'352D)), 15);
    return folded(b_.value(eu::kIntegerMultiply, h, constant_bits(0x846C'A68B)), 16);
  }
  EuInput unit_interval(EuInput integer) {
    const EuInput top = b_.value(eu::kShiftRight, integer, constant_bits(8));
    return b_.multiply(b_.value(eu::kToFloat, top), constant(0x1p-24F));
  }

 private:
  EuInput folded(EuInput value, std::uint32_t shift) {
    return b_.value(eu::kXor, value, b_.value(eu::kShiftRight, value, constant_bits(shift)));
  }

  EuBuilder& b_;
};

struct BenchmarkOperation {
  functional::BuiltOperation operation;
  unsigned sources;
};

/// Operations by BenchmarkInstruction, whose last one is a jump.
constexpr BenchmarkOperation kOperations[] = {
    {eu::kMove, 1},       {eu::kAdd, 2},        {eu::kMultiply, 2},        {eu::kMultiplyAdd, 3},
    {eu::kReciprocal, 1}, {eu::kIntegerAdd, 2}, {eu::kIntegerMultiply, 2}, {eu::kXor, 2},
    {eu::kShiftRight, 2},
};

}  // namespace

std::uint8_t stored_channels(gen9::SurfaceFormat format) {
  const std::string_view output = gen9::format_facts(format).output;
  const std::size_t last = output.find_last_not_of("01i-");
  return static_cast<std::uint8_t>(last == std::string_view::npos ? kAllColors
                                                                  : std::min<std::size_t>(last + 1, kAllColors));
}

functional::BuiltProgram sampler_chain_program(std::uint32_t surface, const functional::MessageContext* context) {
  EuBuilder b{8, kBenchmarkFirstFree};
  const GrfRange index = b.allocate(1);
  b.into(index, eu::kMove, 8, lanes(kBenchmarkX));
  const std::uint32_t start = b.here();
  Sender{b, 8, surface, 0}.send(SamplerMessageType::kLdLz, index, index);
  b.repeat(loop_count(), start);
  return b.finish(context);
}

functional::BuiltProgram sampler_rate_program(const SamplerRateParameters& parameters, std::uint32_t surface,
                                              std::uint32_t sampler, const functional::MessageContext* context) {
  return RateWriter{parameters, surface, sampler}.write(context);
}

functional::BuiltProgram random_samples_program(const RandomSamplesParameters& parameters, std::uint32_t surface,
                                                std::uint32_t sampler, const functional::MessageContext* context) {
  EuBuilder b{kRandomSampleLanes, kBenchmarkFirstFree};
  const unsigned size = b.registers_per_value();
  PlaceHash hash{b};
  const EuInput seeded = b.value(eu::kIntegerAdd, lanes(kBenchmarkX), constant_bits(parameters.seed * 0x9E37'79B9u));
  const EuInput first = hash.mixed(seeded);
  const EuInput second = hash.mixed(first);
  const EuInput u = hash.unit_interval(first);
  const EuInput v = hash.unit_interval(second);
  const GrfRange payload = b.allocate(2 * size);
  const GrfRange sum = b.allocate(kAllColors * size);
  std::vector<GrfRange> results{b.allocate(kAllColors * size), b.allocate(kAllColors * size)};
  const Sender sender{b, kRandomSampleLanes, surface, sampler};
  const auto use = [&](GrfRange result) {
    for (unsigned c = 0; c < kAllColors; ++c) {
      const GrfRange to = part(sum, c, size);
      b.into(to, eu::kAdd, kRandomSampleLanes, lanes(to.first), lanes(part(result, c, size).first));
    }
  };
  for (unsigned n = 0; n < kRandomSamplesPerPixel; ++n) {
    const GrfRange result = results[n % results.size()];
    if (n >= results.size()) use(result);
    // A tenth of the texture further each time, v half a texture ahead of u.
    b.into(part(payload, 0, size), eu::kAdd, kRandomSampleLanes, u, constant(0.1F * static_cast<float>(n)));
    b.into(part(payload, 1, size), eu::kAdd, kRandomSampleLanes, v,
           constant(0.1F * static_cast<float>((n + 4) % 9 + 1)));
    sender.send(SamplerMessageType::kSample, payload, result);
  }
  for (const GrfRange& result : results) use(result);
  return b.finish(context);
}

functional::BuiltProgram instructions_program(const InstructionBenchmarkParameters& parameters,
                                              const functional::MessageContext* context) {
  constexpr unsigned kIndependent = 16;  // results that nobody waits for
  EuBuilder b{parameters.simd, kBenchmarkFirstFree};
  const bool jumps = parameters.instruction == BenchmarkInstruction::kJump;
  std::vector<GrfRange> results;
  for (unsigned n = 0; n < (parameters.chain ? 1 : kIndependent); ++n)
    results.push_back(b.allocate(b.registers_per_value()));
  for (std::uint32_t n = 0; n < parameters.count; ++n) {
    if (jumps) {
      b.land(b.jump_if_none(parameters.simd));
      continue;
    }
    const BenchmarkOperation& made = kOperations[static_cast<std::size_t>(parameters.instruction)];
    const GrfRange to = results[n % results.size()];
    const EuInput from = lanes(parameters.chain ? to.first : kBenchmarkX);
    b.into(to, made.operation, parameters.simd, from, made.sources > 1 ? constant(1.0F) : EuInput{},
           made.sources > 2 ? constant(1.0F) : EuInput{});
  }
  return b.finish(context);
}

}  // namespace texpipe::study
