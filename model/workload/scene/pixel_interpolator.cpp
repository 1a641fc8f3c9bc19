#include "workload/scene/pixel_interpolator.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "functional/execution/eu/eu_builder.h"
#include "functional/rasterization/target_coverage.h"
#include "functional/shared_function/typed_surface.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/data_port_message.h"
#include "isa/gen9/pixel_interpolator_message.h"
#include "pictures/npy/npy.h"
#include "workload/scene/untimed_slots.h"

namespace texpipe::study {

namespace {

namespace eu = functional::eu;
using functional::constant;
using functional::EuBuilder;
using functional::GrfRange;
using functional::kLanesPerRegister;
using functional::lanes;
using functional::SubspanFeed;

constexpr unsigned kPixelColors = 4;
constexpr unsigned kGroupLanes = 4 * functional::kSubspansPerThread;
constexpr std::uint32_t kMostRows = 16384;  // of a surface; further groups stand to the right
constexpr std::uint8_t kFirstPayload = 1;   // r0 is the header of messages
constexpr gen9::SurfaceFormat kOutputFormat = gen9::SurfaceFormat::kR32G32B32A32Float;

/// Registers that a thread starts with, per eight lanes: where its pixels are stored, then the offsets of
/// per_slot_offset as the message wants them, X and Y of one message together.
class ThreadPayload {
 public:
  explicit ThreadPayload(unsigned simd) : simd_{simd}, message_registers_{std::min(simd, 16u) / kLanesPerRegister} {}

  unsigned parts() const { return simd_ / kLanesPerRegister; }
  unsigned message_registers() const { return message_registers_; }
  std::uint8_t address(unsigned part) const { return static_cast<std::uint8_t>(kFirstPayload + 2 * part); }
  std::uint8_t x_offset(unsigned part) const {
    const unsigned message = part / message_registers_;
    return static_cast<std::uint8_t>(address(parts()) + 2 * message * message_registers_ + part % message_registers_);
  }
  std::uint8_t y_offset(unsigned part) const { return static_cast<std::uint8_t>(x_offset(part) + message_registers_); }
  std::uint8_t first_free() const { return static_cast<std::uint8_t>(address(2 * parts())); }

 private:
  unsigned simd_;
  unsigned message_registers_;
};

class ProgramWriter {
 public:
  ProgramWriter(const PixelInterpolatorParameters& parameters, std::uint32_t output_index)
      : parameters_{parameters},
        output_index_{output_index},
        payload_{parameters.simd},
        b_{std::min(parameters.simd, 16u), payload_.first_free()} {}

  functional::BuiltProgram write(const functional::MessageContext* context) {
    const std::size_t nothing = b_.jump_if_none(parameters_.simd);  // the scene's last threads may have no subspan
    const unsigned registers = payload_.message_registers();
    for (unsigned first = 0; first < payload_.parts(); first += registers) {
      const GrfRange barycentrics = b_.allocate(2 * registers);
      ask(first, barycentrics);
      for (unsigned i = 0; i < registers; ++i) store(first + i, barycentrics.first + 2 * i);
    }
    b_.land(nothing);
    return b_.finish(context);
  }

 private:
  /// One message for the lanes from `part` on.
  void ask(unsigned part, GrfRange barycentrics) {
    const bool per_slot = parameters_.place == InterpolateAt::kPerSlotOffset;
    gen9::PixelInterpolatorMessage message;
    message.place = static_cast<gen9::InterpolationPlace>(parameters_.place);
    message.interpolation =
        parameters_.linear ? gen9::InterpolationMode::kLinear : gen9::InterpolationMode::kPerspective;
    message.simd16 = payload_.message_registers() == 2;
    message.slots_16_to_31 = part * kLanesPerRegister == 16;
    if (parameters_.place == InterpolateAt::kSharedOffset) {
      message.x_offset = static_cast<std::int8_t>(parameters_.x_offset);
      message.y_offset = static_cast<std::int8_t>(parameters_.y_offset);
    }
    if (parameters_.place == InterpolateAt::kSample)
      message.sample_index = static_cast<std::uint8_t>(parameters_.sample);
    const GrfRange source =
        per_slot ? GrfRange{payload_.x_offset(part), static_cast<std::uint8_t>(2 * payload_.message_registers())}
                 : GrfRange{0, 1};
    message.message_length = source.count;
    message.response_length = barycentrics.count;
    functional::BuiltSend send = functional::send_of(message);
    send.source0 = source;
    send.destination = barycentrics;
    send.first_channel = static_cast<std::uint8_t>(part * kLanesPerRegister);
    b_.send(send, b_.lanes_per_value());
  }

  /// b0, b1, b2 and 1 of eight lanes; helper pixels do not write.
  void store(unsigned part, unsigned barycentrics) {
    const auto b1 = lanes(static_cast<std::uint8_t>(barycentrics)),
               b2 = lanes(static_cast<std::uint8_t>(barycentrics + 1));
    const GrfRange colors = b_.allocate(kPixelColors);
    const auto color = [&](unsigned i) { return GrfRange{static_cast<std::uint8_t>(colors.first + i), 1}; };
    b_.into(color(3), eu::kAdd, kLanesPerRegister, b1, b2);
    b_.into(color(0), eu::kMultiplyAdd, kLanesPerRegister, lanes(color(3).first), constant(-1.0F), constant(1.0F));
    b_.into(color(1), eu::kMove, kLanesPerRegister, b1);
    b_.into(color(2), eu::kMove, kLanesPerRegister, b2);
    b_.into(color(3), eu::kMove, kLanesPerRegister, constant(1.0F));
    gen9::DataPortMessage message;
    message.type = static_cast<std::uint8_t>(gen9::DataPort1Type::kTypedWrite);
    message.binding_table_index = static_cast<std::uint8_t>(output_index_);
    message.slot_group = part % 2 == 0 ? gen9::TypedSlotGroup::kSlots0To7 : gen9::TypedSlotGroup::kSlots8To15;
    message.message_length = 2;
    message.extended_message_length = kPixelColors;
    functional::BuiltSend send = functional::send_of(message);
    send.source0 = {payload_.address(part), 2};
    send.source1 = colors;
    send.first_channel = static_cast<std::uint8_t>(part * kLanesPerRegister);
    send.predicated = true;
    b_.send(send, kLanesPerRegister);
  }

  const PixelInterpolatorParameters& parameters_;
  std::uint32_t output_index_;
  ThreadPayload payload_;
  EuBuilder b_;
};

/// Place at which lane `lane` of a group's 32 is stored.
struct Place {
  std::uint32_t column;
  std::uint32_t row;
};
Place stored_place(unsigned group, unsigned lane) {
  return {group / kMostRows * kGroupLanes + lane, group % kMostRows};
}

/// Group n shades the feed's thread n, split into threads of `simd` pixels.
class InterpolatorThreads final : public functional::ThreadSource {
 public:
  InterpolatorThreads(functional::BuiltProgram program, unsigned simd, const SubspanFeed& feed)
      : program_{std::move(program)}, simd_{simd}, payload_{simd}, feed_{feed} {}

  unsigned groups() const override { return feed_.threads(); }
  unsigned threads_per_group() const override { return kGroupLanes / simd_; }

  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    functional::EuDispatch dispatch{.channels = 0};
    dispatch.subspan_slots.fill(feed_.store().capacity());
    for (unsigned lane = 0; lane < simd_; ++lane) {
      const unsigned place = thread * simd_ + lane;  // in the group
      if (place / 4 >= feed_.subspans_of(group)) break;
      const std::uint32_t slot = feed_.slots_of(group)[place / 4];
      const functional::SubspanInFlight& subspan = *feed_.store().find(slot);
      dispatch.subspan_slots[lane / 4] = slot;
      dispatch.channels |= 1u << lane;
      if (subspan.pixels[lane % 4].coverage != 0) dispatch.flags |= 1u << lane;
      const auto put = [&](unsigned grf, std::uint32_t value) { registers.grf[grf][lane % kLanesPerRegister] = value; };
      const unsigned part = lane / kLanesPerRegister;
      const Place stored = stored_place(group, place);
      put(payload_.address(part), stored.column);
      put(payload_.address(part) + 1u, stored.row);
      put(payload_.x_offset(part), static_cast<std::uint32_t>((subspan.x + static_cast<int>(lane % 2)) % 16 - 8));
      put(payload_.y_offset(part), static_cast<std::uint32_t>((subspan.y + static_cast<int>(lane % 4 / 2)) % 16 - 8));
    }
    program_.start(registers, program, dispatch);
  }

 private:
  functional::BuiltProgram program_;
  unsigned simd_;
  ThreadPayload payload_;
  const SubspanFeed& feed_;
};

functional::SurfaceImage output_image(const SubspanFeed& feed) {
  return {.format = kOutputFormat,
          .width = std::max(1u, (feed.threads() + kMostRows - 1) / kMostRows) * kGroupLanes,
          .height = std::clamp(feed.threads(), 1u, kMostRows)};
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::vector<float> read_barycentrics(const functional::GpuMemory& memory, const functional::MessageContext& context,
                                     const SubspanFeed& feed) {
  const functional::SurfaceImage image = output_image(feed);
  const functional::TypedSurface& surface =
      functional::typed_surface(functional::surface_state_words(memory, context, 0, 0));
  const std::vector<std::byte> stored = functional::read_surface(memory, image, *surface.layout);
  std::vector<float> result(feed.invocations().size() * 4 * kPixelColors);
  for (std::size_t pixel = 0; pixel < feed.invocations().size() * 4; ++pixel) {
    const Place place = stored_place(static_cast<unsigned>(pixel / kGroupLanes), pixel % kGroupLanes);
    const std::size_t from = (std::size_t{place.row} * image.width + place.column) * kPixelColors * sizeof(float);
    std::memcpy(&result[pixel * kPixelColors], &stored[from], kPixelColors * sizeof(float));
  }
  return result;
}

}  // namespace

functional::Workload make_pixel_interpolator(const PixelInterpolatorParameters& parameters,
                                             functional::RasterScene scene) {
  check_scene_size(scene, parameters.max_memory);
  functional::Workload workload;
  workload.subspans = std::make_unique<SubspanFeed>(std::move(scene), kUntimedSlots);
  const SubspanFeed& feed = *workload.subspans;
  functional::StateHeap heap{*workload.memory};
  const std::uint32_t output =
      heap.add_surface(functional::build_surface(*workload.memory, "barycentrics", output_image(feed), {}, {}));
  *workload.context = heap.context();
  workload.context->coverage = &feed.store();
  workload.threads = std::make_unique<InterpolatorThreads>(
      ProgramWriter{parameters, output}.write(workload.context.get()), parameters.simd, feed);
  workload.results = [&memory = *workload.memory, &context = *workload.context, &feed] {
    const std::vector<float> values = read_barycentrics(memory, context, feed);
    return std::vector<functional::ResultFile>{
        {"barycentrics.npy", text_of(npy_bytes(npy_of(values, {feed.invocations().size(), 4, kPixelColors})))},
        {"interpolated.png", text_of(png_bytes(interpolated_picture(feed, values)))}};
  };
  return workload;
}

std::vector<float> read_barycentrics(const functional::Workload& workload) {
  return read_barycentrics(*workload.memory, *workload.context, *workload.subspans);
}

Picture interpolated_picture(const SubspanFeed& feed, const std::vector<float>& barycentrics) {
  constexpr unsigned kShown = 3;
  const functional::RasterScene& scene = feed.scene();
  const unsigned samples = scene.target_sample_count();
  const auto& view = scene.state.viewport;
  Picture picture{.width = static_cast<std::uint32_t>(view.right), .height = static_cast<std::uint32_t>(view.bottom)};
  const std::size_t pixels = std::size_t{picture.width} * picture.height;
  std::vector<std::uint8_t> target(pixels * samples * kShown);
  for (std::size_t i = 0; i < feed.invocations().size(); ++i) {
    const functional::SubspanInFlight subspan = feed.subspan(i);
    for (unsigned p = 0; p < 4; ++p) {
      const std::uint32_t written =
          functional::target_coverage(subspan.pixels[p].coverage, scene.state.pattern.count, samples);
      if (written == 0) continue;
      const std::size_t x = static_cast<std::size_t>(subspan.x) + p % 2,
                        y = static_cast<std::size_t>(subspan.y) + p / 2;
      for (unsigned s = 0; s < samples; ++s) {
        if ((written >> s & 1) == 0) continue;
        for (unsigned c = 0; c < kShown; ++c) {
          const float value = barycentrics[(i * 4 + p) * kPixelColors + c];
          // Outside the triangle a barycentric leaves [0, 1]; NaN is black.
          const float clamped = value > 0 ? std::min(value, 1.0F) : 0.0F;
          target[((y * picture.width + x) * samples + s) * kShown + c] =
              static_cast<std::uint8_t>(clamped * 255.0F + 0.5F);
        }
      }
    }
  }
  for (std::size_t pixel = 0; pixel < pixels; ++pixel) {
    for (unsigned c = 0; c < kShown; ++c) {
      unsigned sum = 0;
      for (unsigned s = 0; s < samples; ++s) sum += target[(pixel * samples + s) * kShown + c];
      picture.rgba.push_back(static_cast<std::uint8_t>((sum + samples / 2) / samples));
    }
    picture.rgba.push_back(255);
  }
  return picture;
}

}  // namespace texpipe::study
