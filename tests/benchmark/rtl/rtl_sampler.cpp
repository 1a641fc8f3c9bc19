// Footprints per second of the Verilated sampler itself: trilinear subspans, one after the other, and a memory that
// answers in the next cycle.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "rtl_cosim/scoreboard/sampler_stimulus.h"
#include "rtl_cosim/verilated/verilated_sampler.h"

extern "C" int sc_main(int, char**) {
  return 0;
}

namespace texpipe::rtl_cosim {
namespace {

constexpr unsigned kSubspans = 512;

void raw(benchmark::State& state) {
  const SamplerStimulus stimulus{SamplerScene::shared(), {.requests = kSubspans}, SamplerWorkload::kTrilinear};
  std::vector<PortValues> requests;
  std::size_t footprints = 0;
  for (unsigned number = 0; number < kSubspans; ++number) {
    const SamplerSubspan subspan = stimulus.subspan(number);
    requests.push_back(sampler_request(*subspan.binding, subspan.setup, nullptr));
    footprints += subspan.plan.footprints.size();
  }
  const auto rtl = make_verilated_sampler(SamplerVariant::kRepository, 1);
  CacheLineWords line{};
  std::optional<VerilatedSampler::Ask> asked;
  for (auto _ : state) {
    VerilatedSampler::Inputs inputs{.request_valid = true, .result_ready = true, .ask_ready = true};
    unsigned taken = 0, results = 0;
    rtl->put(requests[0]);
    while (results < kSubspans) {
      inputs.answer = nullptr;
      if (asked) {
        stimulus.scene().memory().read(ByteAddress{asked->line * verilated_texture_cache::kLineBytes},
                                       std::as_writable_bytes(std::span{line}));
        inputs.answer = &line;
        inputs.answer_id = asked->id;
      }
      rtl->drive(inputs);
      asked = rtl->ask_valid() ? std::optional{rtl->ask()} : std::nullopt;
      results += rtl->result_valid();
      const bool takes = inputs.request_valid && rtl->request_ready();
      rtl->clock();
      if (!takes) continue;
      inputs.request_valid = ++taken < kSubspans;
      if (inputs.request_valid) rtl->put(requests[taken]);
    }
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * footprints));
}
BENCHMARK(raw)->Name("rtl_sampler/raw")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace texpipe::rtl_cosim
