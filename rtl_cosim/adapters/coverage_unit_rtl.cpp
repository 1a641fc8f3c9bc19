#include "rtl_cosim/adapters/coverage_unit_rtl.h"

#include "Vcoverage_unit.h"
#include "Vcoverage_unit_centroid_of_helpers.h"
#include "rtl_cosim/adapters/verilated_stream.h"

namespace texpipe::rtl_cosim {

namespace {

template <class Verilated>
class CoverageUnitOf final : public VerilatedStream<Verilated> {
 public:
  explicit CoverageUnitOf(std::uint64_t seed) : VerilatedStream<Verilated>{seed} { this->power_up(); }

 private:
  void put_request(Verilated& top, const PortValues& request) override {
    put_port(top.in_steps, request[0]);
    put_port(top.in_origins, request[1]);
    put_port(top.in_place, request[2]);
    put_port(top.in_pixels, request[3]);
    put_port(top.in_count_log2, request[4]);
    put_port(top.in_programmed, request[5]);
    put_port(top.in_positions, request[6]);
    put_port(top.in_sample_mask, request[7]);
    put_port(top.in_query, request[8]);
    put_port(top.in_samples, request[9]);
    put_port(top.in_own_indices, request[10]);
    put_port(top.in_switches, request[11]);
  }
  PortValues get_result(const Verilated& top) const override {
    const auto& ports = kCoverageUnitOutputs;
    return {get_port(top.out_coverage, ports[0].bits), get_port(top.out_values, ports[1].bits),
            get_port(top.out_predicates, ports[2].bits), get_port(top.out_predicated, ports[3].bits),
            get_port(top.out_warnings, ports[4].bits)};
  }
};

}  // namespace

std::unique_ptr<StreamRtl> make_coverage_unit_rtl(CoverageUnitRtl rtl, std::uint64_t seed) {
  if (rtl == CoverageUnitRtl::kCentroidOfHelpers)
    return std::make_unique<CoverageUnitOf<Vcoverage_unit_centroid_of_helpers>>(seed);
  return std::make_unique<CoverageUnitOf<Vcoverage_unit>>(seed);
}

}  // namespace texpipe::rtl_cosim
