#include "functional/shared_function/staged_message.h"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "functional/formats/texel_value.h"
#include "functional/sampling/gather.h"
#include "functional/sampling/line_collector.h"
#include "functional/sampling/sample.h"
#include "functional/sampling/swizzle.h"
#include "functional/sampling/texel_reader.h"
#include "functional/sampling/unsupported_use.h"
#include "functional/shared_function/sampler_response.h"

namespace texpipe::functional {
namespace {

template <class Visit>
void for_each_corner(std::uint16_t corners, Visit&& visit) {
  for (unsigned bits = corners; bits != 0; bits &= bits - 1) visit(static_cast<unsigned>(std::countr_zero(bits)));
}

/// Addresses of a texel of an element that lies elsewhere than the layout says: those of the same one in the first.
TexelAddress texel_in_element(const SurfaceLayout& layout, ByteAddress stored, unsigned column, unsigned row) {
  const std::uint64_t first = layout.texel_address(0, {}).decoded.value();
  const std::uint64_t inside = layout.texel_address(0, {.x = column, .y = row}).decoded.value() - first;
  return {stored, ByteAddress{stored.value() * layout.geometry().element.expansion + inside}};
}

}  // namespace

std::shared_ptr<StagedMessage> StagedMessage::plan(const GpuMemory& memory, const Message& message, LineShape lines,
                                                   SamplerOutcome& outcome) {
  if (message.variant == OperationVariant::kSpa) return nullptr;
  SamplerRequest request;
  decode_sampler_request(message, request);
  if (!request.operation->samples()) return nullptr;
  auto binding = make_binding(memory, message, read_binding_words(memory, message, request));
  if (reads_nothing(*binding)) return nullptr;
  if (message.context->unsupported != nullptr) message.context->unsupported->note(*binding, request);
  std::shared_ptr<StagedMessage> staged{new StagedMessage{memory, request, std::move(binding), lines}};
  outcome.subspans.assign(request.subspans(), SubspanPlan{});
  for (unsigned subspan = 0; subspan < request.subspans(); ++subspan)
    staged->plan_subspan(subspan, outcome.subspans[subspan]);
  return staged;
}

StagedMessage::StagedMessage(const GpuMemory& memory, SamplerRequest request,
                             std::unique_ptr<const TextureBinding> binding, LineShape lines)
    : memory_{memory},
      request_{request},
      binding_{std::move(binding)},
      lines_{lines},
      prefilter_{*binding_, *request_.operation},
      reduction_{binding_->reduction(*request_.operation)},
      subspans_(request_.subspans()) {
  results_.kind = binding_->compares(*request_.operation) ? ChannelKind::kFloat : kind_of(binding_->surface.coding);
}

void StagedMessage::plan_subspan(unsigned number, SubspanPlan& published) {
  SubspanWork& subspan = subspans_[number];
  set_up_subspan(*binding_, request_, number, subspan.setup);
  published.pixels = subspan.setup.enabled;
  static_cast<TexelCompare&>(subspan.compare) = prefilter_.comparison();
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const PixelSetup& pixel = subspan.setup.pixel[p];
    if (!pixel.mono) published.anisotropy = std::max(published.anisotropy, pixel.taps);
    if (prefilter_.compares()) subspan.compare.limit[p] = prefilter_.limit(pixel.reference);
  }
  TexelReader reader{memory_, binding_->surface};
  for_each_footprint(*binding_, subspan.setup, [&](const FootprintPlan& plan) {
    FootprintWork& work = subspan.footprints.emplace_back();
    work.plan = plan;
    work.read = static_cast<std::uint16_t>(plan.corners & ~plan.border);
    std::uint16_t from_memory = work.read;
    for_each_corner(work.read, [&](unsigned corner) {
      if (reader.is_null(plan.level, plan.place[corner])) from_memory &= static_cast<std::uint16_t>(~(1u << corner));
    });
    publish(binding_->surface, nullptr, plan, from_memory, {PlanDetail::kFootprints, lines_}, published);
  });
}

void StagedMessage::deliver(unsigned subspan, unsigned number, const AddressedFootprint& addressed,
                            Footprint& published) {
  FootprintWork& work = this->work(subspan, number);
  work.places = addressed;
  work.addressed = true;
  work.read = addressed.read;
  work.plan.corners = addressed.read | addressed.border;
  work.plan.border = addressed.border;
  work.plan.weight = addressed.weight;
  published.texels = 0;
  LineCollector lines{lines_, published};
  for_each_corner(work.read, [&](unsigned corner) {
    const ByteAddress stored = addressed.element[corner];
    if (memory_.is_null(stored) && binding_->surface.state.tiled_resource_mode != gen9::TiledResourceMode::kNone)
      return;
    published.texels |= static_cast<std::uint16_t>(1u << corner);
    lines.add(texel_in_element(*binding_->surface.layout, stored, addressed.column[corner], addressed.row[corner]));
  });
}

std::array<std::uint8_t, 2> StagedMessage::place(unsigned subspan, unsigned number, unsigned corner) const {
  const FootprintWork& work = subspans_[subspan].footprints[number];
  if (work.addressed) return {work.places.column[corner], work.places.row[corner]};
  const ElementShape& shape = binding_->surface.layout->geometry().element;
  const TexelPlace& place = work.plan.place[corner];
  return {static_cast<std::uint8_t>(place.x % shape.width), static_cast<std::uint8_t>(place.y % shape.height)};
}

std::array<std::byte, 16> StagedMessage::element(unsigned subspan, unsigned number, unsigned corner) const {
  const FootprintWork& work = subspans_[subspan].footprints[number];
  const SurfaceBinding& surface = binding_->surface;
  const ByteAddress address =
      work.addressed ? work.places.element[corner]
                     : surface.layout->element_address(surface.first_level + work.plan.level, work.plan.place[corner]);
  std::array<std::byte, 16> bytes{};
  memory_.read(address, std::span{bytes}.first(surface.layout->geometry().element.bytes));
  return bytes;
}

void StagedMessage::deliver(unsigned subspan, unsigned number, unsigned corner, const Texel& texel) {
  FootprintWork& work = this->work(subspan, number);
  work.texels[corner] = texel;
  work.decoded |= static_cast<std::uint16_t>(1u << corner);
}

/// Reads and decodes the texels that nobody delivered.
void StagedMessage::decode(unsigned subspan, FootprintWork& work) {
  const auto number = static_cast<unsigned>(&work - subspans_[subspan].footprints.data());
  TexelReader reader{memory_, binding_->surface};
  for_each_corner(work.read & static_cast<std::uint16_t>(~work.decoded), [&](unsigned corner) {
    if (!work.addressed) {
      work.texels[corner] = reader.read(work.plan.level, work.plan.place[corner]);
      return;
    }
    const std::array<std::uint8_t, 2> in_element = place(subspan, number, corner);
    work.texels[corner] =
        binding_->surface.decoder->texel(element(subspan, number, corner).data(), in_element[0], in_element[1]);
  });
  work.decoded = work.read;
}

/// Border colours take their places, texels that match a chroma key theirs.
void StagedMessage::key(unsigned subspan, FootprintWork& work) {
  const SurfaceBinding& surface = binding_->surface;
  TexelReader reader{memory_, surface};
  for_each_corner(work.plan.corners, [&](unsigned corner) {
    const std::uint32_t channel = 1u << (subspan * kPixelsPerSubspan + corner / kTexelsPerPixel);
    if ((work.plan.border >> corner & 1) != 0) {
      work.texels[corner] = binding_->sampler.border.texel;
      if (binding_->sampler.border_kills) results_.alive &= ~channel;
      return;
    }
    const bool null = surface.state.tiled_resource_mode != gen9::TiledResourceMode::kNone &&
                      (work.addressed ? memory_.is_null(work.places.element[corner])
                                      : reader.is_null(work.plan.level, work.plan.place[corner]));
    if (null) results_.resident &= ~channel;
    bool killed = false;
    work.texels[corner] = prefilter_.keyed(work.texels[corner], killed);
    if (killed) results_.alive &= ~channel;
  });
  // A compared border is 0 or 1 like any texel.
  if (prefilter_.compares()) work.plan.border = 0;
  work.keyed = true;
}

const std::array<Texel, kTexelsPerFootprint>& StagedMessage::operands(unsigned subspan, unsigned number) {
  FootprintWork& work = this->work(subspan, number);
  if (!work.keyed) {
    decode(subspan, work);
    key(subspan, work);
  }
  return work.texels;
}

const SubspanCompare* StagedMessage::compare(unsigned subspan) const {
  return prefilter_.compares() ? &subspans_[subspan].compare : nullptr;
}

void StagedMessage::deliver(unsigned subspan, const std::array<PixelSums, kPixelsPerSubspan>& sums) {
  subspans_[subspan].sums = sums;
  subspans_[subspan].summed = true;
}

void StagedMessage::finish_pixel(unsigned number, unsigned p) {
  SubspanWork& subspan = subspans_[number];
  const PixelSetup& pixel = subspan.setup.pixel[p];
  const unsigned channel = number * kPixelsPerSubspan + p;
  const auto compared = [&](FootprintWork& work) {
    auto texels = operands(number, static_cast<unsigned>(&work - subspan.footprints.data()));
    for_each_corner(
        prefilter_.compares() ? work.plan.corners >> (4 * p) << (4 * p) & 0xF << (4 * p) : 0,
        [&](unsigned corner) { texels[corner] = subspan.compare(texels[corner], subspan.compare.limit[p]); });
    return texels;
  };
  if (pixel.active && gathers()) {
    for (FootprintWork& work : subspan.footprints) {
      if ((work.plan.pixels >> p & 1) == 0) continue;
      const auto texels = compared(work);
      results_.set(channel, gathered(*binding_, prefilter_, request_.gather_channel, work.plan, texels, p));
    }
  } else if (pixel.active) {
    PixelFilter filter;
    filter.start(prefilter_.coding(), prefilter_.compares() ? nullptr : &binding_->sampler.border, reduction_,
                 weight_bits(*binding_, pixel), weight_multiple(*binding_, pixel));
    if (subspan.summed) {
      filter.put(subspan.sums[p]);
    } else {
      for (FootprintWork& work : subspan.footprints) {
        if ((work.plan.pixels >> p & 1) == 0) continue;
        filter.add(work.plan, p, compared(work));
      }
    }
    results_.set(channel, swizzle(binding_->surface.state, filter.result(), kind_of(prefilter_.coding())));
  }
  if ((subspan.setup.enabled >> p & 1) != 0 && pixel.levels.out_of_bounds) {
    results_.set(channel, swizzle(binding_->surface.state, out_of_bounds_texel(prefilter_.coding()),
                                  kind_of(prefilter_.coding())));
  }
}

void StagedMessage::finish(MessageResponse& response) {
  for (unsigned subspan = 0; subspan < subspans_.size(); ++subspan) {
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) finish_pixel(subspan, p);
  }
  pack_sampler_response(request_, results_, response);
}

}  // namespace texpipe::functional
