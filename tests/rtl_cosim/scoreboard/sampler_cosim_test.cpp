// The joined RTL sampler against the functional core and the timing plane's stages.
#include "rtl_cosim/scoreboard/sampler_cosim.h"

#include <catch2/catch.hpp>
#include <optional>
#include <span>

#include "rtl_cosim/scoreboard/own_sampler_block.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

namespace {

SamplerCosimParameters few(std::vector<SamplerWorkload> workloads = {}) {
  SamplerCosimParameters parameters;
  parameters.stimulus.requests = 120;
  parameters.stimulus.seed = 7;
  parameters.stimulus.workloads = std::move(workloads);
  return parameters;
}

}  // namespace

TEST_CASE("the RTL sampler has the model's sums in the model's cycles in every workload", "[rtl]") {
  const SamplerCosimResult result = run_sampler_cosim(few());
  CHECK(result.mismatches == 0);
  CHECK(result.timings.size() == enum_rows(SamplerWorkload{}).rows.size());
  for (const SamplerTiming& timing : result.timings) {
    INFO(name_of(timing.workload));
    CHECK(timing.later == 0);
    CHECK(timing.model.cycles == timing.rtl.cycles);
    CHECK(timing.model.lookups == timing.rtl.lookups);
    CHECK(timing.accounts_apart() < 2);
    CHECK(timing.alone > 0);
    CHECK(timing.alone_differ == 0);
  }
  CHECK(beyond_limits(result.timings, {.cycles = 0}).empty());
}

TEST_CASE("a subspan alone takes the latencies of the RTL sampler's stages and the way to its lines", "[rtl]") {
  constexpr unsigned kStages = verilated_sampler::kAddressSlots + verilated_texture_cache::kTagLatency +
                               verilated_texture_cache::kDataLatency + verilated_sampler::kDecoderSlots +
                               verilated_sampler::kFilterSlots;
  SamplerCosimParameters parameters = few({SamplerWorkload::kPoint});
  parameters.stimulus.latency = 1;
  CHECK(run_sampler_cosim(parameters).timings[0].least == kStages + 1);
}

TEST_CASE("resets of the RTL sampler drop what is in flight and nothing of it comes later", "[rtl]") {
  const SamplerCosimResult result = run_sampler_cosim(few({SamplerWorkload::kResets}));
  CHECK(result.dropped > 0);
  CHECK(result.compared > 0);
  CHECK(result.mismatches == 0);
  CHECK(result.timings[0].later == 0);
}

TEST_CASE("a planted bug of the RTL sampler shrinks to one subspan and is explained", "[rtl]") {
  SamplerCosimParameters parameters = few();
  parameters.rtl = SamplerVariant::kLevelsSwapped;
  const SamplerCosimParameters shortest = shrink(parameters);
  REQUIRE(shortest.stimulus.only.size() == 1);
  const SamplerCosimResult result = run_sampler_cosim(shortest);
  REQUIRE(result.first);
  CHECK(result.mismatches == 1);
  CHECK_THAT(result.first->details, Contains("sums model") && Contains("RTL") && Contains("/256"));
}

TEST_CASE("a planted bug of two levels does not show where one level is read", "[rtl]") {
  SamplerCosimParameters parameters = few({SamplerWorkload::kPoint, SamplerWorkload::kBilinear});
  parameters.rtl = SamplerVariant::kLevelsSwapped;
  CHECK(run_sampler_cosim(parameters).mismatches == 0);
}

TEST_CASE("timings beyond their limits are told by workload and the worst one is named", "[rtl]") {
  SamplerTiming good{.workload = SamplerWorkload::kPoint}, bad{.workload = SamplerWorkload::kSparse};
  good.model.cycles = good.rtl.cycles = bad.rtl.cycles = 1000;
  bad.model.cycles = 1020;
  bad.alone_most = 3;
  bad.model.accounts[4].blocked = 50;
  const std::vector<std::string> lines = beyond_limits({good, bad}, {});
  REQUIRE(lines.size() == 3);
  CHECK_THAT(lines[0], Contains("sparse: cycles 2.00 %"));
  CHECK_THAT(lines[1], Contains("3 cycles apart"));
  CHECK_THAT(lines[2], Contains("filter blocked 5.00 %"));
  CHECK_THAT(timing_table({good, bad}), Contains("worst: sparse, 2.00 %"));
}

TEST_CASE("cycles for which one side says that the tags lack room and the other a line are beyond the limits",
          "[rtl]") {
  SamplerTiming timing{.workload = SamplerWorkload::kSparse};
  timing.model.cycles = timing.rtl.cycles = 1000;
  constexpr auto kTags = static_cast<std::size_t>(SamplerStage::kTags);
  timing.model.accounts[kTags].blocked = timing.rtl.accounts[kTags].miss = 20;
  CHECK(beyond_limits({timing}, {}).empty());
  timing.model.accounts[kTags].blocked = timing.rtl.accounts[kTags].miss = 21;
  const std::vector<std::string> lines = beyond_limits({timing}, {});
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Contains("tags") && Contains("2.10 % of the cycles apart"));
}

TEST_CASE("RTL of a sampler that takes nothing in between resets is beyond the limits", "[rtl]") {
  SamplerTiming timing;
  timing.workload = SamplerWorkload::kResets;
  timing.silent = 2;
  const std::vector<std::string> lines = beyond_limits({timing}, {});
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Contains("resets: the RTL took nothing in before 2 resets in a row"));
}

TEST_CASE("the stimulus of a sampler of one's own asks for sums that the model's RTL gives", "[rtl][own]") {
  // Stimulus of the free bench, through the repository's RTL with a memory that answers at once.
  const OwnSamplerBlock block{nullptr, {}};
  const auto rtl = make_verilated_sampler(SamplerVariant::kRepository, 1);
  for (std::uint64_t index = 0; index < 40; ++index) {
    const PortValues request = block.request(3, index);
    VerilatedSampler::Inputs inputs{.request_valid = true, .result_ready = true, .ask_ready = true};
    rtl->put(request);
    std::optional<VerilatedSampler::Ask> asked;
    CacheLineWords line{};
    for (unsigned cycle = 0; cycle < 4000; ++cycle) {
      inputs.answer = nullptr;
      if (asked) {
        SamplerScene::shared().memory().read(ByteAddress{asked->line * verilated_texture_cache::kLineBytes},
                                             std::as_writable_bytes(std::span{line}));
        inputs.answer = &line;
        inputs.answer_id = asked->id;
      }
      rtl->drive(inputs);
      asked = rtl->ask_valid() ? std::optional{rtl->ask()} : std::nullopt;
      if (rtl->result_valid()) break;
      if (rtl->request_ready()) inputs.request_valid = false;
      rtl->clock();
    }
    INFO(block.explain(3, index, request));
    REQUIRE(rtl->result_valid());
    CHECK(rtl->result() == block.results(3, index, request, nullptr)[0]);
    rtl->clock();
  }
}
