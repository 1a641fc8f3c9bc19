#include "rtl_cosim/blocks/rtl_sampler_stages.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "base/diagnostic.h"
#include "functional/sampling/anisotropy.h"

namespace texpipe::rtl_cosim {

namespace {

using functional::StagedMessage;
using timing::FootprintExtension;

StagedMessage& staged(const FootprintExtension& footprint) {
  return *footprint.work->staged;
}

/// Position of the n-th bit that is set.
unsigned nth_bit(std::uint32_t bits, unsigned n) {
  while (n-- > 0) bits &= bits - 1;
  return static_cast<unsigned>(std::countr_zero(bits));
}

void refuse_loads(const FootprintExtension& footprint, const char* block) {
  if (!footprint.work->staged) unsupported(std::string{"a load of single texels in "} + block);
}

}  // namespace

RtlAddressGenerator::RtlAddressGenerator(sc_core::sc_module_name name, timing::Simulation& simulation,
                                         std::unique_ptr<StreamRtl> rtl)
    : RtlStage{name, simulation, "address generator as RTL: coordinates to addresses and weights", std::move(rtl),
               kAddressGeneratorSlots} {}

RtlStage::Next RtlAddressGenerator::next(timing::Payload& payload) {
  const FootprintExtension& subspan = timing::footprint_of(payload);
  const auto& subspans = subspan.work->outcome.subspans;
  // A message without footprints travels as one token.
  const bool token = subspan.subspan == 0 && subspan.work->footprints == 0;
  const std::size_t count = token                               ? 1
                            : subspan.subspan < subspans.size() ? subspans[subspan.subspan].footprints.size()
                                                                : 0;
  if (made_ == count) {
    made_ = 0;
    return {{}, true};
  }
  timing::PayloadRef made = simulation().footprints.take();
  FootprintExtension& footprint = timing::footprint_of(*made);
  footprint.work = subspan.work;
  footprint.footprint = token ? nullptr : &subspans[subspan.subspan].footprints[made_];
  footprint.subspan = subspan.subspan;
  footprint.index = static_cast<std::uint16_t>(made_);
  footprint.last = ++made_of_message_ >= subspan.work->footprints;
  if (footprint.last) made_of_message_ = 0;
  footprint.lines = footprint.blocks = footprint.reads = 0;
  const bool takes_all = ++made_ == count;
  if (takes_all) made_ = 0;
  return {std::move(made), takes_all};
}

unsigned RtlAddressGenerator::requests_of(const FootprintExtension& footprint) {
  refuse_loads(footprint, "the RTL address generator");
  const StagedMessage& message = staged(footprint);
  if (const char* what = beyond_address_generator(message.binding()))
    unsupported(std::string{what} + " in the RTL address generator, which has planes of rows, X and Y tiles");
  const std::uint8_t pixels = message.footprint(footprint.subspan, footprint.index).pixels;
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) {
    if ((pixels >> p & 1) == 0) continue;
    const functional::PixelSetup& pixel = message.pixel(footprint.subspan, p);
    if (pixel.mono) unsupported("a MONO filter in the RTL address generator");
    if (std::any_of(pixel.offset.begin(), pixel.offset.begin() + 2, [](int o) { return o < -8 || o > 7; }))
      unsupported("texel offsets beyond -8 to 7 in the RTL address generator");
  }
  return static_cast<unsigned>(std::popcount(pixels));
}

PortValues RtlAddressGenerator::request(const FootprintExtension& footprint, unsigned number) {
  const StagedMessage& message = staged(footprint);
  const functional::FootprintPlan& plan = message.footprint(footprint.subspan, footprint.index);
  const functional::PixelSetup& pixel = message.pixel(footprint.subspan, nth_bit(plan.pixels, number));
  const functional::TextureBinding& binding = message.binding();
  const functional::LevelSize& size = binding.surface.size[plan.level];
  const std::uint32_t sizes[] = {size.width, size.height};
  AddressedPixel addressed{.layout = &*binding.surface.layout,
                           .level = static_cast<unsigned>(binding.surface.first_level) + plan.level,
                           .slice = pixel.slice,
                           .linear = pixel.linear};
  for (unsigned axis = 0; axis < 2; ++axis) {
    addressed.coordinate[axis] = static_cast<float>(pixel.coordinate[axis]);
    addressed.mode[axis] = binding.sampler.address[axis];
    addressed.rounding[axis] = binding.sampler.rounding[pixel.magnify][axis];
    if (pixel.taps > 1)
      addressed.tap[axis] = functional::tap_offset(pixel.spacing[axis] * sizes[axis], pixel.taps, plan.tap);
    addressed.offset[axis] = pixel.offset[axis];
  }
  return address_generator_request(addressed);
}

void RtlAddressGenerator::deliver(const FootprintExtension& footprint, unsigned number, const PortValues& result) {
  StagedMessage& message = staged(footprint);
  const std::uint8_t pixels = message.footprint(footprint.subspan, footprint.index).pixels;
  if (number == 0) addressed_ = {};
  put_addressed_pixel(result, nth_bit(pixels, number), addressed_);
  if (number + 1 != static_cast<unsigned>(std::popcount(pixels))) return;
  message.deliver(footprint.subspan, footprint.index, addressed_,
                  footprint.work->outcome.subspans[footprint.subspan].footprints[footprint.index]);
}

RtlTexelDecoder::RtlTexelDecoder(sc_core::sc_module_name name, timing::Simulation& simulation,
                                 std::unique_ptr<StreamRtl> rtl)
    : RtlStage{name, simulation, "texel decoder as RTL: bytes to codes", std::move(rtl), kTexelDecoderSlots} {}

unsigned RtlTexelDecoder::requests_of(const FootprintExtension& footprint) {
  refuse_loads(footprint, "the RTL texel decoder");
  const gen9::FormatFacts& facts = staged(footprint).binding().surface.decoder->facts();
  if (!texel_decoder_has(facts)) {
    unsupported("format " + std::string{facts.name} +
                " in the RTL texel decoder; it has linear formats of 8- and 16-bit channels and BC1 to BC5");
  }
  return static_cast<unsigned>(std::popcount(staged(footprint).read(footprint.subspan, footprint.index)));
}

PortValues RtlTexelDecoder::request(const FootprintExtension& footprint, unsigned number) {
  const StagedMessage& message = staged(footprint);
  const functional::ElementDecoder& decoder = *message.binding().surface.decoder;
  const unsigned corner = nth_bit(message.read(footprint.subspan, footprint.index), number);
  const auto [column, row] = message.place(footprint.subspan, footprint.index, corner);
  return texel_decoder_request(decoder.facts(), decoder.coding(),
                               message.element(footprint.subspan, footprint.index, corner), column, row);
}

void RtlTexelDecoder::deliver(const FootprintExtension& footprint, unsigned number, const PortValues& result) {
  StagedMessage& message = staged(footprint);
  const unsigned corner = nth_bit(message.read(footprint.subspan, footprint.index), number);
  message.deliver(footprint.subspan, footprint.index, corner, texel_decoder_texel(result));
}

RtlTextureFilter::RtlTextureFilter(sc_core::sc_module_name name, timing::Simulation& simulation,
                                   std::unique_ptr<StreamRtl> rtl)
    : RtlStage{name, simulation, "filter as RTL: texels to the sums of pixels", std::move(rtl), kTextureFilterSlots} {}

unsigned RtlTextureFilter::requests_of(const FootprintExtension& footprint) {
  if (!footprint.work->staged || staged(footprint).gathers()) return 0;
  const StagedMessage& message = staged(footprint);
  const functional::SurfaceBinding& surface = message.binding().surface;
  const bool fixed = std::all_of(surface.coding.begin(), surface.coding.end(),
                                 [](const auto& channel) { return channel.kind == functional::ChannelKind::kFixed; });
  if (!fixed) {
    unsupported("format " + std::string{surface.decoder->facts().name} +
                " in the RTL filter, which sums fixed-point codes");
  }
  if (message.reduces()) unsupported("a minimum or maximum in the RTL filter, which sums");
  return 1;
}

PortValues RtlTextureFilter::request(const FootprintExtension& footprint, unsigned) {
  StagedMessage& message = staged(footprint);
  const auto& texels = message.operands(footprint.subspan, footprint.index);
  return texture_filter_request(message.footprint(footprint.subspan, footprint.index), texels,
                                message.compare(footprint.subspan),
                                message.is_last(footprint.subspan, footprint.index));
}

void RtlTextureFilter::deliver(const FootprintExtension& footprint, unsigned, const PortValues& result) {
  StagedMessage& message = staged(footprint);
  if (!message.is_last(footprint.subspan, footprint.index)) return;
  std::array<functional::PixelSums, functional::kPixelsPerSubspan> sums;
  for (unsigned p = 0; p < functional::kPixelsPerSubspan; ++p) sums[p] = texture_filter_sums(result, p);
  message.deliver(footprint.subspan, sums);
}

}  // namespace texpipe::rtl_cosim
