#include "rtl_cosim/planted/planted_cache.h"

#include "Vplanted_cache.h"
#include "rtl_cosim/verilated/verilated_lines.h"

namespace texpipe::test {

namespace {

using namespace texpipe::rtl_cosim;

class Planted final : public VerilatedLines<Vplanted_cache> {
 public:
  Planted(CacheBug bug, std::uint64_t seed) : VerilatedLines{seed} {
    top().bug = static_cast<CData>(bug);
    power_up();
  }

 private:
  void put_request(Vplanted_cache& top, const PortValues& request) override {
    put_port(top.in_count, request[0]);
    put_port(top.in_keys, request[1]);
  }
  PortValues get_result(const Vplanted_cache& top) const override {
    return {get_port(top.out_count, 5), get_port(top.out_lines, 8192)};
  }
};

}  // namespace

std::unique_ptr<LinesRtl> planted_cache(CacheBug bug, std::uint64_t seed) {
  return std::make_unique<Planted>(bug, seed);
}

}  // namespace texpipe::test
