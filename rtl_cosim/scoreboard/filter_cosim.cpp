#include "rtl_cosim/scoreboard/filter_cosim.h"

#include <memory>
#include <vector>

#include "functional/sampling/filter.h"
#include "rtl_cosim/adapters/rtl_texel_filter.h"
#include "rtl_cosim/scoreboard/footprint_bench.h"
#include "timing/transaction/kernel.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr EnumRow kRtls[] = {
    {0, "repository", "rtl_cosim/rtl/bilinear_filter.sv"},
    {1, "swapped_weights", "planted bug: corners 1 and 2 of a pixel exchange their weights"},
};

/// Independent streams of one seed.
enum Stream : std::uint64_t { kOperandStream = 1, kOfferStream = 2, kReadyStream = 3 };

std::uint64_t stream_seed(std::uint64_t seed, Stream stream) {
  return mixed(seed, stream);
}

/// Operands of footprint `index`: random codes of a random width, extremes among them, and bilinear weights.
functional::FootprintOperands operands_at(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t place = 0;
  const std::uint64_t own = mixed(stream_seed(seed, kOperandStream), index);
  const auto draw = [&](std::uint64_t bound) { return mixed(own, place++) % bound; };

  constexpr std::uint32_t kDenominators[] = {255, 765, 65535, 0xFF'FFFF};
  const std::uint32_t denominator = kDenominators[draw(4)];
  const bool is_signed = draw(4) == 0;
  functional::FootprintOperands operands;
  for (unsigned pixel = 0; pixel < functional::kPixelsPerSubspan; ++pixel) {
    const auto u = static_cast<std::uint32_t>(draw(256));
    const auto v = static_cast<std::uint32_t>(draw(256));
    const std::uint32_t weights[] = {(256 - u) * (256 - v), u * (256 - v), (256 - u) * v, u * v};
    for (unsigned corner = 0; corner < functional::kTexelsPerPixel; ++corner) {
      const unsigned texel = functional::kTexelsPerPixel * pixel + corner;
      operands.weight[texel] = weights[corner];
      for (std::uint32_t& code : operands.code[texel]) {
        const bool extreme = draw(8) == 0;
        const std::uint64_t range = is_signed ? 2 * std::uint64_t{denominator} + 1 : std::uint64_t{denominator} + 1;
        const std::uint64_t drawn = extreme ? draw(2) * (range - 1) : draw(range);
        code = static_cast<std::uint32_t>(drawn) - (is_signed ? denominator : 0);
      }
    }
  }
  return operands;
}

std::unique_ptr<timing::SamplerWork> work_of(const functional::FootprintOperands& operands) {
  auto work = std::make_unique<timing::SamplerWork>();
  functional::SubspanPlan plan;
  plan.pixels = 0xF;
  functional::Footprint footprint;
  footprint.pixels = 0xF;
  footprint.texels = 0xFFFF;
  footprint.filter = functional::FilterClass::kBilinear;
  plan.footprints.push_back(footprint);
  plan.operands.push_back(operands);
  work->outcome.subspans.push_back(std::move(plan));
  work->footprints = 1;
  return work;
}

/// When each result was taken and what it was.
struct Taken {
  std::vector<Cycles> cycles;
  std::vector<functional::FootprintSums> sums;
};

/// Source, stage and sink in a kernel of their own.
template <class MakeStage>
Cycles run_bench(const FilterCosimParameters& parameters, MakeStage make_stage, Taken& taken) {
  const timing::Kernel kernel;
  timing::Simulation simulation{{}};
  std::vector<std::unique_ptr<timing::SamplerWork>> works(parameters.footprints);

  const auto chance = [](std::uint64_t seed, std::uint32_t percent) {
    return [seed, percent](Cycles at) { return mixed(seed, at.value()) % 100 < percent; };
  };
  FootprintSource source{"source", simulation, parameters.footprints,
                         [&](std::uint64_t i) {
                           works[i] = work_of(operands_at(parameters.seed, i));
                           works[i]->sequence = i;
                           return works[i].get();
                         },
                         chance(stream_seed(parameters.seed, kOfferStream), parameters.offered_percent)};
  const std::unique_ptr<timing::FootprintBlock> stage = make_stage(simulation);
  FootprintSink sink{"sink", simulation, chance(stream_seed(parameters.seed, kReadyStream), parameters.ready_percent),
                     [&](timing::SamplerWork& work, Cycles at) {
                       taken.cycles.push_back(at);
                       taken.sums.push_back(work.sums_delivered
                                                ? work.sums[0][0]
                                                : functional::sum_operands(work.outcome.subspans[0].operands[0]));
                       works[work.sequence].reset();
                     }};
  source.out.bind(stage->in);
  stage->out.bind(sink.in);
  stage->expect(parameters.footprints);
  simulation.run();
  return taken.cycles.empty() ? Cycles{} : taken.cycles.back() + Cycles{1};
}

std::string signed_text(std::uint32_t code) {
  return std::to_string(static_cast<std::int32_t>(code));
}

}  // namespace

EnumRows enum_rows(BilinearFilterRtl) {
  return {"filter RTL", kRtls};
}

std::string FilterMismatch::text() const {
  std::string text = "footprint " + std::to_string(index) + ": taken from the model in cycle " +
                     std::to_string(model_cycle.value()) + ", from the RTL in cycle " +
                     std::to_string(rtl_cycle.value()) + "\n";
  for (unsigned pixel = 0; pixel < functional::kPixelsPerSubspan; ++pixel) {
    if (model_sums[pixel] == rtl_sums[pixel]) continue;
    text += "  pixel " + std::to_string(pixel) + ", inputs as weight x (R G B A):";
    for (unsigned corner = 0; corner < functional::kTexelsPerPixel; ++corner) {
      const unsigned texel = functional::kTexelsPerPixel * pixel + corner;
      text += "\n    corner " + std::to_string(corner) + "  " + std::to_string(operands.weight[texel]) + " x (";
      for (unsigned channel = 0; channel < 4; ++channel)
        text += (channel ? " " : "") + signed_text(operands.code[texel][channel]);
      text += ")";
    }
    for (unsigned channel = 0; channel < 4; ++channel) {
      const std::int64_t model = model_sums[pixel][channel];
      const std::int64_t rtl = rtl_sums[pixel][channel];
      if (model == rtl) continue;
      text += std::string{"\n    "} + "RGBA"[channel] + ": model " + std::to_string(model) + ", RTL " +
              std::to_string(rtl) + ", difference " + std::to_string(rtl - model);
    }
    text += "\n";
  }
  return text;
}

FilterCosimResult run_filter_cosim(const FilterCosimParameters& parameters) {
  Taken model;
  Taken rtl;
  FilterCosimResult result;
  result.cycles = run_bench(
      parameters,
      [](timing::Simulation& simulation) -> std::unique_ptr<timing::FootprintBlock> {
        machine::FilterParameters filter;
        filter.slots = VerilatedBilinearFilter::kSlots;
        filter.latency = Cycles{VerilatedBilinearFilter::kLatency};
        return std::make_unique<timing::TexelFilter>("filter", simulation, filter);
      },
      model);
  run_bench(
      parameters,
      [&](timing::Simulation& simulation) -> std::unique_ptr<timing::FootprintBlock> {
        return std::make_unique<RtlTexelFilter>("filter", simulation, parameters.rtl);
      },
      rtl);

  result.compared = std::min(model.cycles.size(), rtl.cycles.size());
  for (std::uint64_t i = 0; i < result.compared; ++i) {
    if (model.sums[i] == rtl.sums[i] && model.cycles[i] == rtl.cycles[i]) continue;
    ++result.mismatches;
    if (result.first) continue;
    result.first =
        FilterMismatch{i, operands_at(parameters.seed, i), model.sums[i], rtl.sums[i], model.cycles[i], rtl.cycles[i]};
  }
  result.mismatches += std::max(model.cycles.size(), rtl.cycles.size()) - result.compared;
  return result;
}

}  // namespace texpipe::rtl_cosim
