#include "rtl_cosim/verilated/verilated_sampler.h"

#include <algorithm>
#include <bit>

#include "Vsampler.h"
#include "Vsampler_levels_swapped.h"
#include "functional/coordinates/fixed_math.h"
#include "rtl_cosim/verilated/verilated_coverage.h"
#include "rtl_cosim/verilated/verilated_dump.h"
#include "rtl_cosim/verilated/verilated_rtl.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::kPixelsPerSubspan;

enum InputPort : std::size_t {
  kSize,
  kLevelColumns,
  kLevelRows,
  kBase,
  kPitch,
  kTiling,
  kElement,
  kCoding,
  kChannels,
  kModes,
  kCompare,
  kRelation,
  kCompareAlpha,
  kShown,
  kOthers,
  kBorderCodes,
  kPixels,
  kCoordinates,
  kToNearest,
  kOffsets,
  kSliceRows,
  kLevelNumbers,
  kSecondWeights,
  kLinear,
  kTaps,
  kSpacings,
  kLimits,
  kUnordered
};

template <class Verilated>
class SamplerOf final : public VerilatedSampler {
 public:
  explicit SamplerOf(std::uint64_t seed) : context_{randomised_context(seed)}, top_{context_.get()} {
    context_->assertOn(false);
    reset(true);
    drive({});
    clock();
    reset(false);
    drive({});
    context_->assertOn(true);
  }
  ~SamplerOf() override {
    end(top_);
    keep_coverage(*context_);
  }

  void reset(bool asserted) override { top_.rst_n = !asserted; }

  void put(const PortValues& request) override {
    put_port(top_.in_size, request[kSize]);
    put_port(top_.in_level_columns, request[kLevelColumns]);
    put_port(top_.in_level_rows, request[kLevelRows]);
    put_port(top_.in_base, request[kBase]);
    put_port(top_.in_pitch, request[kPitch]);
    put_port(top_.in_tiling, request[kTiling]);
    put_port(top_.in_element, request[kElement]);
    put_port(top_.in_coding, request[kCoding]);
    put_port(top_.in_channels, request[kChannels]);
    put_port(top_.in_modes, request[kModes]);
    put_port(top_.in_compare, request[kCompare]);
    put_port(top_.in_relation, request[kRelation]);
    put_port(top_.in_compare_alpha, request[kCompareAlpha]);
    put_port(top_.in_shown, request[kShown]);
    put_port(top_.in_others, request[kOthers]);
    put_port(top_.in_border_codes, request[kBorderCodes]);
    put_port(top_.in_pixels, request[kPixels]);
    put_port(top_.in_coordinates, request[kCoordinates]);
    put_port(top_.in_to_nearest, request[kToNearest]);
    put_port(top_.in_offsets, request[kOffsets]);
    put_port(top_.in_slice_rows, request[kSliceRows]);
    put_port(top_.in_levels, request[kLevelNumbers]);
    put_port(top_.in_second_weights, request[kSecondWeights]);
    put_port(top_.in_linear, request[kLinear]);
    put_port(top_.in_taps, request[kTaps]);
    put_port(top_.in_spacings, request[kSpacings]);
    put_port(top_.in_limits, request[kLimits]);
    put_port(top_.in_unordered, request[kUnordered]);
  }

  void drive(const Inputs& inputs) override {
    top_.in_valid = inputs.request_valid;
    top_.out_ready = inputs.result_ready;
    top_.ask_ready = inputs.ask_ready;
    top_.answer_valid = inputs.answer != nullptr;
    if (inputs.answer != nullptr) {
      top_.answer_id = static_cast<CData>(inputs.answer_id);
      for (std::size_t word = 0; word < inputs.answer->size(); ++word) top_.answer_line[word] = (*inputs.answer)[word];
    }
    top_.eval();
  }

  void clock() override {
    dump_.half_cycle();
    top_.clk = 1;
    top_.eval();
    dump_.half_cycle();
    top_.clk = 0;
    top_.eval();
  }
  bool trace(std::string& text, Window window) override { return dump_.begin(*context_, top_, text, window); }
  void flush_trace() override { dump_.flush(); }
  void at(std::uint64_t cycle) override { dump_.at(cycle); }

  bool request_ready() const override { return top_.in_ready != 0; }
  bool result_valid() const override { return top_.out_valid != 0; }
  PortValues result() const override {
    return {get_port(top_.out_sums, kSamplerOutputs[0].bits),
            get_port(top_.out_border_weights, kSamplerOutputs[1].bits)};
  }
  bool ask_valid() const override { return top_.ask_valid != 0; }
  Ask ask() const override { return {top_.ask_id, top_.ask_key}; }

  Doings doings() const override {
    return {.splits = top_.did_split != 0,
            .lines_wait = top_.lines_wait != 0,
            .asks_lines = top_.did_ask_lines != 0,
            .looks_up = top_.did_look_up != 0,
            .looks_up_last = top_.did_look_up_all != 0,
            .lacks_register = top_.lacks_register != 0,
            .lacks_line = top_.lacks_line != 0,
            .lacks_room = top_.lacks_room != 0,
            .outcome = top_.looked_up,
            .moves = top_.did_move != 0,
            .reads = top_.did_read != 0,
            .texels_wait = top_.texels_wait != 0,
            .decodes = top_.did_decode != 0,
            .codes_wait = top_.codes_wait != 0,
            .filters = top_.did_filter != 0,
            .sums_wait = top_.sums_wait != 0,
            .sums = top_.did_sum != 0};
  }

 private:
  std::unique_ptr<VerilatedContext> context_;
  Verilated top_;
  VerilatedDump dump_;  // goes before what it dumps
};

void put_surface(PortValues& request, const functional::SurfaceBinding& surface) {
  const functional::SurfaceLayout& layout = *surface.layout;
  const functional::SurfaceGeometry& geometry = layout.geometry();
  request[kSize].put(0, kSizePortBits, surface.size[0].width);
  request[kSize].put(kSizePortBits, kSizePortBits, surface.size[0].height);
  for (unsigned level = 0; level <= surface.last_level; ++level) {
    const functional::LevelPlace& place = layout.tree().levels[surface.first_level + level];
    request[kLevelColumns].put(16 * level, 16, place.x);
    request[kLevelRows].put(32 * level, 32, place.y);
  }
  request[kBase].put(0, kAddressPortBits, geometry.base.value());
  request[kPitch].put(0, 19, geometry.row_pitch);
  request[kTiling].put(0, 2, tiling_code(geometry.tiling));
  request[kElement].put(0, 7, element_code(geometry.element));
  const gen9::FormatFacts& facts = surface.decoder->facts();
  const unsigned coding = texel_decoder_coding(facts.block_code);
  request[kCoding].put(0, 4, coding);
  if (coding != 0) return;
  functional::PlainPlan plan = functional::plan_of(facts, functional::MissingColor::kZero);
  plan.coding = surface.decoder->coding();
  for (unsigned channel = 0; channel < 4; ++channel)
    request[kChannels].put(kChannelLayoutBits * channel, kChannelLayoutBits, texel_decoder_layout(plan, channel));
}

void put_compare(PortValues& request, const functional::SubspanCompare& compare, const functional::Texel& border) {
  request[kCompare].put(0, 1, 1);
  request[kRelation].put(0, 3, static_cast<std::uint64_t>(compare.function));
  request[kCompareAlpha].put(0, 1, compare.channel == 3);
  request[kShown].put(0, 4, compare.shown);
  for (unsigned c = 0; c < 4; ++c) {
    request[kOthers].put(kFilterCodeBits * c, kFilterCodeBits, compare.others[c]);
    request[kBorderCodes].put(kFilterCodeBits * c, kFilterCodeBits, border.code[c]);
  }
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const float limit = compare.limit[p];
    const bool unordered = functional::is_nan(limit);
    request[kUnordered].put(p, 1, unordered);
    if (!unordered) {
      request[kLimits].put(kFilterCodeBits * p, kFilterCodeBits,
                           static_cast<std::uint64_t>(static_cast<std::int64_t>(limit)));
    }
  }
}

}  // namespace

std::unique_ptr<VerilatedSampler> make_verilated_sampler(SamplerVariant rtl, std::uint64_t seed) {
  if (rtl == SamplerVariant::kLevelsSwapped) return std::make_unique<SamplerOf<Vsampler_levels_swapped>>(seed);
  return std::make_unique<SamplerOf<Vsampler>>(seed);
}

const char* beyond_sampler(const functional::TextureBinding& binding) {
  const functional::SurfaceBinding& surface = binding.surface;
  if (const char* what = beyond_address_generator(binding)) return what;
  const functional::SurfaceGeometry& geometry = surface.layout->geometry();
  if (geometry.base.value() % geometry.element.bytes != 0 || geometry.row_pitch % geometry.element.bytes != 0)
    return "elements that lie in two lines";
  if (!texel_decoder_has(surface.decoder->facts()))
    return "a format other than linear 8- and 16-bit channels and BC1 to BC5";
  const bool fixed = std::all_of(surface.coding.begin(), surface.coding.end(),
                                 [](const auto& channel) { return channel.kind == functional::ChannelKind::kFixed; });
  if (!fixed) return "channels that are not fixed-point";
  if (binding.sampler.chroma_key.enabled) return "a chroma key";
  if (surface.state.tiled_resource_mode != gen9::TiledResourceMode::kNone) return "a tiled resource";
  return nullptr;
}

const char* beyond_sampler(const functional::PixelSetup& pixel) {
  if (pixel.mono) return "a MONO filter";
  const auto beyond = [](int offset) { return offset < -8 || offset > 7; };
  if (std::any_of(pixel.offset.begin(), pixel.offset.begin() + 2, beyond)) return "texel offsets beyond -8 to 7";
  return nullptr;
}

PortValues sampler_request(const functional::TextureBinding& binding, const functional::SubspanSetup& setup,
                           const functional::SubspanCompare* compare) {
  PortValues request;
  request.reserve(kSamplerInputs.size());
  for (const Port& port : kSamplerInputs) request.emplace_back(port.bits);
  put_surface(request, binding.surface);
  for (unsigned axis = 0; axis < 2; ++axis)
    request[kModes].put(3 * axis, 3, static_cast<std::uint64_t>(binding.sampler.address[axis]));
  if (compare != nullptr) put_compare(request, *compare, binding.sampler.border.texel);
  const std::uint32_t slice_pitch = binding.surface.layout->geometry().slice_pitch;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const functional::PixelSetup& pixel = setup.pixel[p];
    if (!pixel.active) continue;
    request[kPixels].put(p, 1, 1);
    for (unsigned axis = 0; axis < 2; ++axis) {
      const auto coordinate = static_cast<float>(pixel.coordinate[axis]);
      const bool nearest = binding.sampler.rounding[pixel.magnify][axis] == functional::CoordinateRounding::kNearest;
      request[kCoordinates].put(64 * p + 32 * axis, 32, std::bit_cast<std::uint32_t>(coordinate));
      request[kToNearest].put(2 * p + axis, 1, nearest);
      request[kOffsets].put(8 * p + 4 * axis, 4, static_cast<std::uint64_t>(pixel.offset[axis]));
      request[kSpacings].put(128 * p + 64 * axis, 64, std::bit_cast<std::uint64_t>(pixel.spacing[axis]));
    }
    request[kSliceRows].put(32 * p, 32, std::uint64_t{pixel.slice} * slice_pitch);
    request[kLevelNumbers].put(4 * p, 4, pixel.levels.first);
    request[kSecondWeights].put(8 * p, 8, pixel.levels.second_weight);
    request[kLinear].put(p, 1, pixel.linear);
    request[kTaps].put(5 * p, 5, pixel.taps);
  }
  return request;
}

functional::PixelSums sampler_sums(const PortValues& result, unsigned pixel) {
  return texture_filter_sums(result, pixel);
}

}  // namespace texpipe::rtl_cosim
