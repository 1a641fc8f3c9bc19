#include "functional/sampling/sample.h"

#include <algorithm>
#include <bit>

#include "functional/formats/texel_value.h"
#include "functional/sampling/filter.h"
#include "functional/sampling/gather.h"
#include "functional/sampling/lane_plan.h"
#include "functional/sampling/line_collector.h"
#include "functional/sampling/prefilter.h"
#include "functional/sampling/swizzle.h"
#include "functional/sampling/texel_reader.h"

namespace texpipe::functional {
namespace {

void keep_levels(const SubspanSetup& setup, SubspanPlan& plan) {
  plan.levels.resize(kPixelsPerSubspan);
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const PixelSetup& pixel = setup.pixel[p];
    if (!pixel.active) continue;
    plan.levels[p] = {.unclamped = pixel.levels.unclamped,
                      .clamped = pixel.levels.clamped,
                      .magnify = pixel.magnify,
                      .first = pixel.levels.first,
                      .second = pixel.levels.second,
                      .second_weight = pixel.levels.second_weight,
                      .taps = pixel.taps};
  }
}

FootprintIntermediates intermediates_of(const FootprintPlan& plan, std::uint16_t border,
                                        const std::array<Texel, kTexelsPerFootprint>& texels) {
  FootprintIntermediates result{.border = border, .missing = plan.missing};
  for (unsigned bits = plan.corners; bits != 0; bits &= bits - 1) {
    const auto corner = static_cast<unsigned>(std::countr_zero(bits));
    result.code[corner] = texels[corner].code;
    result.weight[corner] = plan.weight[corner];
  }
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p)
    result.pixel_weight[p] = (plan.pixels >> p & 1) != 0 ? plan.pixel_weight[p] : 0;
  return result;
}

/// One message's worth of work on one binding.
class Sampler {
 public:
  Sampler(const GpuMemory& memory, const BoundSampler& bound, const SamplerRequest& request, const PlanRequest& plan,
          DecodedTexels* texels, SamplerResults& results)
      : binding_{*bound.binding},
        addresses_{bound.addresses},
        request_{request},
        reader_{memory, binding_.surface, texels},
        prefilter_{binding_, *request.operation},
        reduction_{binding_.reduction(*request.operation)},
        gather_{request.operation->gathers()},
        plan_{plan},
        results_{results} {}

  void subspan(unsigned number, SubspanPlan* plan);

 private:
  std::uint16_t fetch(FootprintPlan& plan);
  void record(const FootprintPlan& plan, std::uint16_t border, std::uint16_t from_memory, SubspanPlan& subspan) const;
  void finish(unsigned p, const std::array<std::uint32_t, 4>& rgba) {
    results_.set(first_ + p, swizzle(binding_.surface.state, rgba, kind_of(prefilter_.coding())));
  }

  const TextureBinding& binding_;
  AddressTables* addresses_;
  const SamplerRequest& request_;
  TexelReader reader_;
  Prefilter prefilter_;
  Reduction reduction_;
  bool gather_;
  PlanRequest plan_;
  SamplerResults& results_;

  unsigned first_ = 0;  // channel of the subspan's first pixel
  SubspanSetup setup_;
  std::array<Texel, kTexelsPerFootprint> texels_;
  std::array<PixelFilter, kPixelsPerSubspan> filter_;
};

/// Reads the texels of a footprint and applies the texel stages. Returns the corners that memory holds; null ones read
/// 0.
std::uint16_t Sampler::fetch(FootprintPlan& plan) {
  std::uint16_t from_memory = 0;
  for (unsigned bits = plan.corners; bits != 0; bits &= bits - 1) {
    const auto corner = static_cast<unsigned>(std::countr_zero(bits));
    const unsigned p = corner / kTexelsPerPixel;
    bool killed = false;
    if ((plan.border >> corner & 1) != 0) {
      texels_[corner] = binding_.sampler.border.texel;
      if (binding_.sampler.border_kills) results_.alive &= ~(1u << (first_ + p));
      if (prefilter_.compares()) texels_[corner] = prefilter_.compare(texels_[corner], setup_.pixel[p].reference);
      continue;
    }
    if (reader_.is_null(plan.level, plan.place[corner])) {
      results_.resident &= ~(1u << (first_ + p));
    } else {
      from_memory |= static_cast<std::uint16_t>(1u << corner);
    }
    texels_[corner] = prefilter_.apply(reader_.read(plan.level, plan.place[corner]), setup_.pixel[p].reference, killed);
    if (killed) results_.alive &= ~(1u << (first_ + p));
  }
  // A compared border is 0 or 1 like any texel.
  if (prefilter_.compares()) plan.border = 0;
  return from_memory;
}

/// @param border  of the plan, before its texels were read
void Sampler::record(const FootprintPlan& plan, std::uint16_t border, std::uint16_t from_memory,
                     SubspanPlan& subspan) const {
  publish(binding_.surface, addresses_, plan, from_memory, plan_, subspan);
  if (wants_operands(plan_.detail)) subspan.operands.push_back(operands_of(plan, texels_));
  if (plan_.detail == PlanDetail::kIntermediates)
    subspan.intermediates.push_back(intermediates_of(plan, border, texels_));
}

void Sampler::subspan(unsigned number, SubspanPlan* plan_out) {
  first_ = number * kPixelsPerSubspan;
  set_up_subspan(binding_, request_, number, setup_);
  const TexelCoding& coding = prefilter_.coding();
  const BorderColor* border = prefilter_.compares() ? nullptr : &binding_.sampler.border;
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const PixelSetup& pixel = setup_.pixel[p];
    if (pixel.active) {
      filter_[p].start(coding, border, reduction_, weight_bits(binding_, pixel), weight_multiple(binding_, pixel));
    }
    if (plan_out != nullptr && !pixel.mono) plan_out->anisotropy = std::max(plan_out->anisotropy, pixel.taps);
  }
  if (plan_out != nullptr) plan_out->pixels = setup_.enabled;
  if (plan_.detail == PlanDetail::kIntermediates) keep_levels(setup_, *plan_out);

  for_each_footprint(binding_, setup_, [&](FootprintPlan& plan) {
    const std::uint16_t border_corners = plan.border;
    const std::uint16_t from_memory = fetch(plan);
    if (plan_out != nullptr) record(plan, border_corners, from_memory, *plan_out);
    if (gather_) {
      for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
        if ((plan.pixels >> p & 1) == 0) continue;
        results_.set(first_ + p, gathered(binding_, prefilter_, request_.gather_channel, plan, texels_, p));
      }
      return;
    }
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((plan.pixels >> p & 1) != 0) filter_[p].add(plan, p, texels_);
    }
  });
  for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
    const PixelSetup& pixel = setup_.pixel[p];
    if (pixel.active && !gather_) finish(p, filter_[p].result());
    if ((setup_.enabled >> p & 1) != 0 && pixel.levels.out_of_bounds) finish(p, out_of_bounds_texel(coding));
  }
}

/// Plan of a subspan whose values are known, without null tiles.
void plan_subspan(const BoundSampler& bound, const SamplerRequest& request, unsigned number, const PlanRequest& wanted,
                  SubspanPlan& plan_out) {
  const TextureBinding& binding = *bound.binding;
  SubspanSetup setup;
  set_up_subspan(binding, request, number, setup);
  plan_out.pixels = setup.enabled;
  for (const PixelSetup& pixel : setup.pixel) {
    if (!pixel.mono) plan_out.anisotropy = std::max(plan_out.anisotropy, pixel.taps);
  }
  for_each_footprint(binding, setup, [&](const FootprintPlan& plan) {
    publish(binding.surface, bound.addresses, plan, static_cast<std::uint16_t>(plan.corners & ~plan.border), wanted,
            plan_out);
  });
}

/// Whether a pixel of the subspan is among `pixels`.
bool is_in(std::uint32_t pixels, unsigned subspan) {
  return (pixels >> (kPixelsPerSubspan * subspan) & 0xF) != 0;
}

/// Values in the compiled form, plans beside them; subspans with a pixel that it leaves go step by step.
/// @param plans  one for each subspan, or none
void execute_compiled(const BoundSampler& bound, const GpuMemory& memory, const SamplerRequest& request,
                      const PlanRequest& plan, std::vector<SubspanPlan>& plans, SamplerResults& results) {
  CompiledSampler& sampler = *bound.compiled;
  const std::uint32_t left =
      sampler.sample(memory, request, plans.empty() ? PlaceKeeping::kNone : PlaceKeeping::kOfTexels, results.rows());
  results.alive &= ~sampler.killed();
  const bool places = sampler.has_places() && bound.addresses != nullptr;
  const auto plan_one = [&](unsigned subspan) {
    if (!is_in(request.pixels, subspan) || is_in(left, subspan)) return;
    if (places) {
      plan_from_places(bound.binding->surface, *bound.addresses, sampler.places(), request.pixels, subspan, plan.lines,
                       plans[subspan]);
    } else {
      plan_subspan(bound, request, subspan, plan, plans[subspan]);
    }
  };
  for (unsigned subspan = 0; subspan < plans.size(); ++subspan) plan_one(subspan);
  if (left == 0) return;
  Sampler stepwise{memory, bound, request, plan, bound.texels, results};
  for (unsigned subspan = 0; subspan < request.subspans(); ++subspan) {
    if (is_in(left, subspan)) stepwise.subspan(subspan, plans.empty() ? nullptr : &plans[subspan]);
  }
}

}  // namespace

bool reads_nothing(const TextureBinding& binding) {
  return binding.surface.null || binding.sampler.state.disable || binding.surface.state.is_buffer();
}

std::array<std::uint32_t, 4> out_of_bounds_texel(const TexelCoding& coding) {
  std::array<std::uint32_t, 4> rgba;
  for (unsigned c = 0; c < 4; ++c) rgba[c] = coding[c].constant ? channel_bits(coding[c], coding[c].default_code) : 0;
  return rgba;
}

Footprint& add_footprint(const SurfaceBinding& surface, std::vector<Footprint>& footprints) {
  const ElementShape& element = surface.layout->geometry().element;
  Footprint& footprint = footprints.emplace_back();
  footprint.format_class = surface.format_class;
  footprint.float_channels = surface.float_channels;
  footprint.buffer = surface.state.is_buffer();
  footprint.element_bytes = element.bytes;
  footprint.texel_bytes = element.decoded_texel_bytes;
  footprint.expansion = element.expansion;
  footprint.format = surface.state.format;
  footprint.word_places = surface.word_places;
  return footprint;
}

void publish(const SurfaceBinding& surface, AddressTables* addresses, const FootprintPlan& plan,
             std::uint16_t from_memory, const PlanRequest& wanted, SubspanPlan& subspan) {
  Footprint& footprint = add_footprint(surface, subspan.footprints);
  footprint.pixels = plan.pixels;
  footprint.level = static_cast<std::uint8_t>(surface.first_level + plan.level);
  footprint.tap = plan.tap;
  footprint.slice_half = plan.slice_half;
  footprint.texels = from_memory;
  footprint.filter = plan.filter;
  FootprintAddresses* kept = nullptr;
  if (wants_operands(wanted.detail)) kept = &subspan.addresses.emplace_back();
  LineCollector lines{wanted.lines, footprint};
  for (unsigned bits = from_memory; bits != 0; bits &= bits - 1) {
    const auto corner = static_cast<unsigned>(std::countr_zero(bits));
    const TexelPlace& place = plan.place[corner];
    const TexelAddress address = addresses != nullptr ? (*addresses)(footprint.level, place)
                                                      : surface.layout->texel_address(footprint.level, place);
    lines.add(address);
    if (kept != nullptr) (*kept)[corner] = address;
  }
}

FootprintOperands operands_of(const FootprintPlan& plan, const std::array<Texel, kTexelsPerFootprint>& texels) {
  FootprintOperands operands;
  for (unsigned bits = plan.corners & ~plan.border; bits != 0; bits &= bits - 1) {
    const auto corner = static_cast<unsigned>(std::countr_zero(bits));
    operands.code[corner] = texels[corner].code;
    operands.weight[corner] = plan.weight[corner];
  }
  return operands;
}

void execute_sample(const GpuMemory& memory, const BoundSampler& bound, const SamplerRequest& request,
                    const PlanRequest& plan, std::vector<SubspanPlan>& plans, SamplerResults& results) {
  const TextureBinding& binding = *bound.binding;
  const PlanDetail detail = plan.detail;
  if (detail != PlanDetail::kNone) plans.resize(request.subspans());
  if (reads_nothing(binding)) {
    for (unsigned subspan = 0; subspan < plans.size(); ++subspan)
      plans[subspan].pixels = request.pixels >> (4 * subspan) & 0xF;
    return;
  }
  results.kind = binding.compares(*request.operation) ? ChannelKind::kFloat : kind_of(binding.surface.coding);
  // Operands go step by step from the bytes in memory: the form that the others are compared with.
  const bool values = !wants_operands(detail);
  if (values && bound.compiled != nullptr) {
    execute_compiled(bound, memory, request, plan, plans, results);
    return;
  }
  Sampler sampler{memory, bound, request, plan, values ? bound.texels : nullptr, results};
  for (unsigned subspan = 0; subspan < request.subspans(); ++subspan) {
    if (!is_in(request.pixels, subspan)) continue;
    sampler.subspan(subspan, detail == PlanDetail::kNone ? nullptr : &plans[subspan]);
  }
}

void execute_lod(const TextureBinding& binding, const SamplerRequest& request, PlanDetail detail,
                 std::vector<SubspanPlan>& plans, SamplerResults& results) {
  SubspanSetup setup;
  for (unsigned subspan = 0; subspan < request.subspans(); ++subspan) {
    set_up_subspan(binding, request, subspan, setup);
    if (detail == PlanDetail::kIntermediates && !reads_nothing(binding)) keep_levels(setup, plans[subspan]);
    for (unsigned p = 0; p < kPixelsPerSubspan; ++p) {
      if ((setup.enabled >> p & 1) == 0) continue;
      const LevelChoice& levels = setup.pixel[p].levels;
      const auto bits = [](Lod lod) { return std::bit_cast<std::uint32_t>(static_cast<float>(lod) / kOneLevel); };
      results.set(subspan * kPixelsPerSubspan + p,
                  {bits(levels.out_of_bounds ? 0 : levels.clamped), bits(levels.unclamped), 0, 0});
    }
  }
}

}  // namespace texpipe::functional
