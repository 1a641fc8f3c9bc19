#include "functional/frame/pixel/pixel_threads.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "functional/execution/eu/eu_thread.h"
#include "functional/pixel_kernels/pixel_kernels.h"
#include "functional/rasterization/coverage_store.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kLanesOfRegister = 8;
constexpr unsigned kLanesOfHalf = 16;  // of a payload's blocks: SIMD32 has each of them twice
constexpr unsigned kBarycentricModes = 6;
constexpr unsigned kLinearModes = 3;  // modes from this one on are linear

/// Place of a mode, by its number modulo 3: pixel, centroid, sample.
constexpr std::array<PixelPlace, 3> kPlaceOfMode{PixelPlace::kNone, PixelPlace::kCentroid, PixelPlace::kSample};

std::uint32_t bits(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace

/// Writes one thread's registers.
class PixelThreads::Payload {
 public:
  Payload(const PixelThreads& source, const PixelThread& thread, ThreadRegisters& registers)
      : source_{source},
        shader_{source.shader_},
        pattern_{source.raster_.raster.pattern},
        mask_{source.raster_.raster.sample_mask},
        thread_{thread},
        primitive_{source.batch_.primitives[thread.primitive]},
        subspans_{source.batch_.subspans.data() + thread.first_subspan},
        lanes_{lanes_of_width(thread.width)},
        registers_{registers} {}

  void header() {
    Grf& r0 = registers_.grf[0];
    r0[0] = source_.header_of(primitive_);
    r0[3] = shader_.sampler_pointer;
    for (unsigned half = 0; half * kLanesOfHalf < lanes_; ++half) positions(half, registers_.grf[1 + half]);
    next_ = 1 + (lanes_ + kLanesOfHalf - 1) / kLanesOfHalf;
  }

  void blocks() {
    for (unsigned first = 0; first < lanes_; first += kLanesOfHalf) {
      first_ = first;
      end_ = std::min(lanes_, first + kLanesOfHalf);
      find_places();
      half();
    }
  }

 private:
  void positions(unsigned half, Grf& out) const {
    constexpr unsigned kSubspansOfHalf = kLanesOfHalf / kPixelsOfSubspan;
    for (unsigned i = 0; i < kSubspansOfHalf; ++i) {
      const unsigned s = half * kSubspansOfHalf + i;
      const ShadedSubspan& subspan = subspans_[s < thread_.subspans ? s : 0];
      out[2 + i] = (static_cast<std::uint32_t>(subspan.x) & 0xFFFF) | static_cast<std::uint32_t>(subspan.y) << 16;
      if (s < thread_.subspans && subspan.sample != kEverySample) out[0] |= std::uint32_t{subspan.sample} << 4 * i;
    }
    const std::uint32_t mask = thread_.dispatched >> half * kLanesOfHalf & 0xFFFF;
    out[7] = mask | mask << 16;
  }

  void half() {
    for (unsigned mode = 0; mode < kBarycentricModes; ++mode) {
      if ((shader_.barycentric_modes >> mode & 1) != 0) barycentrics(mode);
    }
    const bool at_centres = shader_.depth_place == PixelPlace::kNone;
    if (shader_.source_depth && at_centres) {
      centre_values(pixel_kernels::host_kernels().plane_values, primitive_.planes.z);
    } else if (shader_.source_depth) {
      each_lane(1, [&](unsigned s, unsigned p) {
        const PixelOffset at = place(shader_.depth_place, s, p);
        return std::array{bits(primitive_.planes.depth(pixel_x(s, p, at), pixel_y(s, p, at)))};
      });
    }
    if (shader_.source_w && at_centres) {
      centre_values(pixel_kernels::host_kernels().inverses, primitive_.planes.one_over_w);
    } else if (shader_.source_w) {
      each_lane(1, [&](unsigned s, unsigned p) {
        const PixelOffset at = place(shader_.depth_place, s, p);
        return std::array{bits(1.0f / interpolate(near(s).one_over_w, x(s, p), y(s, p), at))};
      });
    }
    if (shader_.offsets != PixelPlace::kNone) offsets();
    if (shader_.coverage)
      each_lane(1, [&](unsigned s, unsigned p) {
        const ShadedSubspan& subspan = subspans_[s];
        return std::array{std::uint32_t{shader_.coverage_after_depth ? subspan.live[p] : subspan.covered[p]}};
      });
  }

  /// Whether all coordinates are those of pixels' centres: nearly always.
  bool only_pixel_centres() const {
    constexpr unsigned kCentres = 1u | 1u << kLinearModes;
    return (shader_.barycentric_modes & ~kCentres) == 0;
  }

  static pixel_kernels::Plane plane_of(const WindowPlane& p) { return {p.dx, p.dy, p.origin}; }

  /// Finds the places of the half's subspans; behind the last one that of the first one again.
  void find_places() {
    const unsigned first = first_ / kPixelsOfSubspan;
    const unsigned left = thread_.subspans - std::min(first, unsigned{thread_.subspans});
    for (unsigned s = 0; s < pixel_kernels::kSubspans; ++s) {
      const ShadedSubspan& subspan = subspans_[s < left ? first + s : 0];
      corners_[s] = &subspan.x;
    }
  }

  /// Numbers that a kernel makes of a plane at pixels' centres.
  void centre_values(decltype(pixel_kernels::PixelKernels::inverses) kernel, const WindowPlane& plane) {
    alignas(64) pixel_kernels::LaneBits values;
    kernel({.x0 = primitive_.planes.x0, .y0 = primitive_.planes.y0, .plane = plane_of(plane)}, corners_, values);
    each_register([&](unsigned lane, unsigned lanes) { std::copy_n(values.begin() + lane, lanes, take().begin()); });
  }

  /// linear_barycentrics or perspective_barycentrics of pixels' centres.
  void centre_barycentrics(bool perspective) {
    pixel_kernels::WeightRegisters weights;
    pixel_kernels::host_kernels().barycentrics(source_.barycentric_input(primitive_, perspective), corners_, weights);
    each_register([&](unsigned lane, unsigned lanes) {
      for (unsigned n = 0; n < 2; ++n)
        std::copy_n(weights[2 * (lane / kLanesOfRegister) + n].begin(), lanes, take().begin());
    });
  }

  /// Eight lanes of the half after the other, of which so many are those of subspans.
  template <class Fill>
  void each_register(Fill fill) {
    const unsigned first = first_ / kPixelsOfSubspan;
    const unsigned shaded =
        std::min(kLanesOfHalf, kPixelsOfSubspan * (thread_.subspans - std::min(first, unsigned{thread_.subspans})));
    for (unsigned lane = 0; lane < end_ - first_; lane += kLanesOfRegister)
      fill(lane, std::min(kLanesOfRegister, shaded - std::min(shaded, lane)));
  }

  void barycentrics(unsigned mode) {
    if (only_pixel_centres()) return centre_barycentrics(mode < kLinearModes);
    const PixelPlace where = kPlaceOfMode[mode % kPlaceOfMode.size()];
    each_lane(2, [&](unsigned s, unsigned p) {
      const PixelOffset at = place(where, s, p);
      const Barycentrics b = mode < kLinearModes ? perspective_barycentrics(near(s), x(s, p), y(s, p), at)
                                                 : linear_barycentrics(near(s), x(s, p), y(s, p), at);
      return std::array{bits(b.b1), bits(b.b2)};
    });
  }

  /// Positions inside pixels in 1/16: bytes x, y of each lane.
  void offsets() {
    Grf& out = take();
    for (unsigned lane = first_; lane < end_ && lane / kPixelsOfSubspan < thread_.subspans; ++lane) {
      const PixelOffset at = place(shader_.offsets, lane / kPixelsOfSubspan, lane % kPixelsOfSubspan);
      const unsigned place_in_half = lane - first_;
      const auto sixteenths = [](std::int16_t offset) { return static_cast<std::uint32_t>(offset / 256 + 8) & 0xFF; };
      out[place_in_half / 2] |= (sixteenths(at.dx) | sixteenths(at.dy) << 8) << place_in_half % 2 * 16;
    }
  }

  /// Registers of `values` numbers for eight lanes, then for the next eight.
  template <class Value>
  void each_lane(unsigned values, Value value) {
    for (unsigned first = first_; first < end_; first += kLanesOfRegister) {
      std::array<Grf*, 2> out{&take(), nullptr};
      if (values == 2) out[1] = &take();
      for (unsigned i = 0; i < kLanesOfRegister; ++i) {
        const unsigned s = (first + i) / kPixelsOfSubspan;
        if (s >= thread_.subspans) break;
        const auto numbers = value(s, i % kPixelsOfSubspan);
        for (unsigned n = 0; n < numbers.size(); ++n) (*out[n])[i] = numbers[n];
      }
    }
  }

  Grf& take() { return *take(1); }
  /// The next registers of the payload.
  Grf* take(std::size_t count) {
    if (next_ + count > kGrfCount)
      throw Error{ExitCode::kMalformedInput, "the payload of a pixel shader takes more than 128 registers"};
    Grf* const first = registers_.grf.data() + next_;
    next_ += static_cast<unsigned>(count);
    return first;
  }

  std::int32_t x(unsigned s, unsigned p) const { return subspans_[s].x + static_cast<std::int32_t>(p & 1); }
  std::int32_t y(unsigned s, unsigned p) const { return subspans_[s].y + static_cast<std::int32_t>(p >> 1); }
  double pixel_x(unsigned s, unsigned p, PixelOffset at) const { return x(s, p) + 0.5 + at.dx / 4096.0; }
  double pixel_y(unsigned s, unsigned p, PixelOffset at) const { return y(s, p) + 0.5 + at.dy / 4096.0; }

  const BarycentricPlanes& near(unsigned s) {
    if (near_of_ != s) near_ = primitive_.planes.near(subspans_[s].x, subspans_[s].y);
    near_of_ = s;
    return near_;
  }

  PixelOffset place(PixelPlace where, unsigned s, unsigned p) const {
    if (where == PixelPlace::kNone) return {};
    if (where == PixelPlace::kCentroid) return centroid(pattern_, subspans_[s].covered[p], mask_);
    return offset_of(pattern_.positions[subspans_[s].sample != kEverySample ? subspans_[s].sample : 0]);
  }

  const PixelThreads& source_;
  const PixelShaderState& shader_;
  const SamplePattern& pattern_;
  std::uint16_t mask_;
  const PixelThread& thread_;
  const ShadedPrimitive& primitive_;
  const ShadedSubspan* subspans_;
  unsigned lanes_;
  ThreadRegisters& registers_;
  BarycentricPlanes near_;  // those of subspan near_of_
  unsigned near_of_ = kMostSubspansOfThread;
  unsigned next_ = 0;   // register
  unsigned first_ = 0;  // lane of the half
  unsigned end_ = 0;
  pixel_kernels::SubspanCorners corners_{};  // of the half
};

bool PixelThreads::keeps_order() const {
  return std::any_of(shader_.programs.begin(), shader_.programs.end(), [](const PixelProgram& program) {
    return program.code != nullptr && program.code->orders_accesses();
  });
}

void PixelThreads::start(unsigned group, unsigned, ThreadRegisters& registers,
                         std::unique_ptr<EuProgram>& program) const {
  const PixelThread& thread = batch_.threads[group];
  const PixelProgram& pixel_program = shader_.programs[thread.width];
  if (!fill_plain(thread, registers)) {
    Payload payload{*this, thread, registers};
    payload.header();
    payload.blocks();
  }
  shader_.scratch.place(group, registers.grf[0]);
  // Constants stand where the state says, even if the payload ends before (specification/3d-pipeline 6).
  Grf* to = registers.grf.data() + pixel_program.first_register;
  for (const Grf& constant : shader_.constants) *to++ = constant;
  const Grf* const attributes = batch_.attributes.data() + batch_.primitives[thread.primitive].first_attribute;
  for (unsigned n = 0; n < attributes_; ++n) to[n] = attributes[n];

  const std::uint32_t all = thread.subspans == kMostSubspansOfThread ? ~0u : (1u << 4 * thread.subspans) - 1;
  EuDispatch dispatch{.channels = shader_.vector_mask ? all : thread.dispatched,
                      .state0 = 0,
                      .control = shader_.control,
                      .flags = thread.dispatched};
  // Four at once, as they are copied: single ones would keep the host's loads waiting.
  using FourSlots [[gnu::vector_size(4 * sizeof(std::uint32_t))]] = std::uint32_t;
  for (std::uint32_t s = 0; s < kMostSubspansOfThread; s += 4) {
    const FourSlots number = FourSlots{0, 1, 2, 3} + s;
    const FourSlots none = reinterpret_cast<FourSlots>(number >= FourSlots{} + thread.subspans);
    const FourSlots slots = (number + thread.first_subspan) | none;
    std::memcpy(dispatch.subspan_slots.data() + s, &slots, sizeof slots);
  }
  start_eu_thread(program, *pixel_program.code, dispatch, &context_);
}

SubspanInFlight subspan_in_flight(const ShadedSubspan& subspan, const ShadedPrimitive& primitive,
                                  const RasterState& raster) {
  SubspanInFlight result{.x = subspan.x, .y = subspan.y, .barycentrics = primitive.planes.near(subspan.x, subspan.y)};
  for (unsigned p = 0; p < kPixelsOfSubspan; ++p) {
    PixelCoverage& pixel = result.pixels[p];
    pixel.pattern = raster.pattern;
    pixel.sample_mask = raster.sample_mask;
    pixel.coverage = subspan.covered[p];
    if (subspan.sample != kEverySample) pixel.sample_index = subspan.sample;
  }
  return result;
}

}  // namespace texpipe::functional
