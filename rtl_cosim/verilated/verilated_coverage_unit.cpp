#include "rtl_cosim/verilated/verilated_coverage_unit.h"

#include <bit>

#include "Vcoverage_unit.h"
#include "Vcoverage_unit_centroid_of_helpers.h"
#include "rtl_cosim/verilated/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

enum InputPort : std::size_t {
  kSteps,
  kOrigins,
  kPlace,
  kPixels,
  kCountLog2,
  kProgrammed,
  kPositions,
  kSampleMask,
  kQuery,
  kSamples,
  kOwnIndices,
  kSwitches
};
enum OutputPort : std::size_t { kCoverage, kValues, kPredicates, kPredicated, kWarnings };

template <class Verilated>
class CoverageUnitOf final : public VerilatedStream<Verilated> {
 public:
  explicit CoverageUnitOf(std::uint64_t seed) : VerilatedStream<Verilated>{seed} { this->power_up(); }

 private:
  void put_request(Verilated& top, const PortValues& request) override {
    put_port(top.in_steps, request[kSteps]);
    put_port(top.in_origins, request[kOrigins]);
    put_port(top.in_place, request[kPlace]);
    put_port(top.in_pixels, request[kPixels]);
    put_port(top.in_count_log2, request[kCountLog2]);
    put_port(top.in_programmed, request[kProgrammed]);
    put_port(top.in_positions, request[kPositions]);
    put_port(top.in_sample_mask, request[kSampleMask]);
    put_port(top.in_query, request[kQuery]);
    put_port(top.in_samples, request[kSamples]);
    put_port(top.in_own_indices, request[kOwnIndices]);
    put_port(top.in_switches, request[kSwitches]);
  }
  PortValues get_result(const Verilated& top) const override {
    const auto& ports = kCoverageUnitOutputs;
    return {get_port(top.out_coverage, ports[0].bits), get_port(top.out_values, ports[1].bits),
            get_port(top.out_predicates, ports[2].bits), get_port(top.out_predicated, ports[3].bits),
            get_port(top.out_warnings, ports[4].bits)};
  }
};

}  // namespace

PortValues coverage_unit_request(const QueriedSubspan& subspan) {
  PortValues request;
  for (const Port& port : kCoverageUnitInputs) request.emplace_back(port.bits);
  for (unsigned edge = 0; edge < 3; ++edge) {
    const functional::EdgeFunction& function = subspan.edges[edge];
    const unsigned at = 2 * kEdgeStepBits * edge;
    request[kSteps].put(at, kEdgeStepBits, static_cast<std::uint64_t>(function.a));
    request[kSteps].put(at + kEdgeStepBits, kEdgeStepBits, static_cast<std::uint64_t>(function.b));
    request[kOrigins].put(kEdgeValueBits * edge, kEdgeValueBits, static_cast<std::uint64_t>(function.c));
  }
  request[kPlace].put(0, kPixelPlaceBits, static_cast<std::uint64_t>(subspan.x));
  request[kPlace].put(kPixelPlaceBits, kPixelPlaceBits, static_cast<std::uint64_t>(subspan.y));
  request[kPixels].put(0, 4, subspan.pixels);
  request[kCountLog2].put(0, 3, static_cast<unsigned>(std::countr_zero(subspan.pattern.count)));
  request[kProgrammed].put(0, 1, subspan.pattern.standard ? 0 : 1);
  for (unsigned sample = 0; sample < subspan.pattern.count; ++sample) {
    request[kPositions].put(8 * sample, 4, subspan.pattern.positions[sample].x);
    request[kPositions].put(8 * sample + 4, 4, subspan.pattern.positions[sample].y);
  }
  request[kSampleMask].put(0, 16, subspan.sample_mask);
  request[kQuery].put(0, 3, static_cast<std::uint64_t>(subspan.query));
  for (unsigned pixel = 0; pixel < 4; ++pixel) {
    request[kSamples].put(32 * pixel, 32, static_cast<std::uint32_t>(subspan.samples[pixel]));
    if (subspan.own_index[pixel]) request[kOwnIndices].put(5 * pixel, 5, 16u | *subspan.own_index[pixel]);
  }
  request[kSwitches].put(0, 2,
                         (subspan.switches.grid_integer ? 1u : 0u) | (subspan.switches.covered_all_ones ? 2u : 0u));
  return request;
}

functional::PixelQueryResult coverage_unit_answer(const PortValues& result, unsigned pixel) {
  functional::PixelQueryResult answer;
  answer.value = static_cast<std::uint32_t>(result[kValues].get(32 * pixel, 32));
  if (result[kPredicated].get(pixel, 1) != 0) answer.predicate = result[kPredicates].get(pixel, 1) != 0;
  answer.warning = result[kWarnings].get(pixel, 1) != 0;
  return answer;
}

std::unique_ptr<StreamRtl> make_verilated_coverage_unit(CoverageUnitVariant rtl, std::uint64_t seed) {
  if (rtl == CoverageUnitVariant::kCentroidOfHelpers)
    return std::make_unique<CoverageUnitOf<Vcoverage_unit_centroid_of_helpers>>(seed);
  return std::make_unique<CoverageUnitOf<Vcoverage_unit>>(seed);
}

}  // namespace texpipe::rtl_cosim
