#include "rtl_cosim/scoreboard/stream_cosim.h"

#include <catch2/catch.hpp>
#include <deque>

#include "functional/sampling/widths.h"
#include "rtl_cosim/scoreboard/elastic_pipeline.h"
#include "rtl_cosim/scoreboard/texel_decoder_block.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

namespace {

constexpr Port kNumber[] = {{"number", 8}};

/// A pipeline of numbers in C++ with a bug of choice.
enum class Bug { kNone, kForgetsReset, kAddsAfterSeven, kTakesWhenFull, kRepeatsWhenIdle };

class NumberRtl final : public StreamRtl {
 public:
  explicit NumberRtl(Bug bug) : bug_{bug} {}
  void reset(bool asserted) override { reset_ = asserted; }
  void drive(const PortValues* request, bool result_ready) override {
    request_ = request == nullptr ? std::nullopt : std::optional{(*request)[0].get(0, 8)};
    ready_ = result_ready;
  }
  bool request_ready() const override { return bug_ == Bug::kTakesWhenFull || pipeline_.request_ready(ready_); }
  bool result_valid() const override { return pipeline_.result().has_value() || idle_ == 30; }
  PortValues result() const override {
    PortValue value{8};
    value.put(0, 8, pipeline_.result().value_or(0));
    return {value};
  }
  void clock() override {
    const bool taken = request_ && pipeline_.request_ready(ready_);
    std::uint64_t number = request_.value_or(0);
    if (taken && bug_ == Bug::kAddsAfterSeven && last_ == 7) ++number;
    if (taken) last_ = *request_;
    idle_ = bug_ == Bug::kRepeatsWhenIdle && pipeline_.held() == 0 && !taken ? idle_ + 1 : 0;
    pipeline_.clock(taken ? std::optional{number} : std::nullopt, ready_);
    if (reset_ && bug_ != Bug::kForgetsReset) pipeline_.reset();
  }

 private:
  Bug bug_;
  ElasticPipeline pipeline_{2};
  std::optional<std::uint64_t> request_;
  std::uint64_t last_ = 0;
  unsigned idle_ = 0;  // cycles without work
  bool ready_ = false;
  bool reset_ = false;
};

/// Request n is the number n modulo 16; its result is the same.
class NumberBlock final : public StreamBlock {
 public:
  explicit NumberBlock(Bug bug) : bug_{bug} {}
  std::string_view unit() const override { return "numbers"; }
  std::span<const Port> inputs() const override { return kNumber; }
  std::span<const Port> outputs() const override { return kNumber; }
  unsigned slots() const override { return 2; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t) const override { return std::make_unique<NumberRtl>(bug_); }
  PortValues request(std::uint64_t, std::uint64_t index) const override {
    PortValue value{8};
    value.put(0, 8, index % 16);
    return {value};
  }
  PortValues result(std::uint64_t, std::uint64_t, const PortValues& request, const PortValues*) const override {
    return request;
  }
  std::string explain(std::uint64_t, std::uint64_t index, const PortValues&) const override {
    return "    number " + std::to_string(index % 16) + "\n";
  }
  void declare(CoverBins& bins) const override { bins.declare("seven"); }
  void cover(std::uint64_t, std::uint64_t index, const PortValues&, CoverBins& bins) const override {
    if (index % 16 == 7) bins.hit("seven");
  }

 private:
  Bug bug_;
};

}  // namespace

TEST_CASE("numbers of any width come back from any place of a port", "[rtl]") {
  PortValue value{100};
  value.put(30, 40, 0xAB'CDEF'0123);
  CHECK(value.get(30, 40) == 0xAB'CDEF'0123);
  CHECK(value.get_signed(30, 40) == 0xAB'CDEF'0123 - (std::int64_t{1} << 40));
  CHECK(value.get(0, 30) == 0);
  CHECK(value.get(70, 30) == 0);
  value.put(36, 64, ~std::uint64_t{0});
  CHECK(value.get(36, 64) == ~std::uint64_t{0});
  CHECK(value.get(30, 6) == 0x23);
}

TEST_CASE("a pipeline of steps takes a request in every cycle in which one of them is empty or its result is taken",
          "[rtl]") {
  ElasticPipeline pipeline{3};
  for (std::uint64_t request = 0; request < 3; ++request) {
    CHECK(pipeline.request_ready(false));
    CHECK_FALSE(pipeline.result());
    pipeline.clock(request, false);
  }
  CHECK(pipeline.result() == 0u);
  CHECK_FALSE(pipeline.request_ready(false));
  CHECK(pipeline.request_ready(true));
  pipeline.clock(std::nullopt, true);
  CHECK(pipeline.result() == 1u);
  CHECK(pipeline.request_ready(false));
  pipeline.clock(3, false);  // into the bubble
  CHECK(pipeline.held() == 3);
  CHECK(pipeline.result() == 1u);
  CHECK_FALSE(pipeline.request_ready(false));
}

TEST_CASE("the bench compares every request of a block without a bug", "[rtl]") {
  const StreamCosimResult result = run_stream_cosim(NumberBlock{Bug::kNone}, {.requests = 500, .reset_every = 20});
  CHECK(result.mismatches == 0);
  CHECK(result.compared + result.dropped == 500);
  CHECK(result.dropped > 10);
  CHECK(result.bins.missed().empty());
}

TEST_CASE("at full rate a request is driven per cycle", "[rtl]") {
  const StreamCosimResult result = run_stream_cosim(
      NumberBlock{Bug::kNone}, {.requests = 100, .offered_percent = 100, .ready_percent = 100, .reset_every = 0});
  CHECK(result.cycles == 102);
}

TEST_CASE("a block that keeps requests over a reset is caught at the next cycle", "[rtl]") {
  const StreamCosimParameters parameters{.requests = 500, .reset_every = 20};
  const StreamCosimResult result = run_stream_cosim(NumberBlock{Bug::kForgetsReset}, parameters);
  REQUIRE(result.first);
  CHECK(result.mismatches == 1);
  CHECK_THAT(result.first->what, Contains("reset ") && Contains(" cycles before"));
  // Resets are on by default, too; whoever turns resets off is told by the bin.
  CHECK(run_stream_cosim(NumberBlock{Bug::kForgetsReset}, {.requests = 5000}).mismatches == 1);
  const StreamCosimResult without =
      run_stream_cosim(NumberBlock{Bug::kForgetsReset}, {.requests = 500, .reset_every = 0});
  CHECK(without.mismatches == 0);
  CHECK(without.bins.missed() == std::vector<std::string>{"reset with requests in flight"});
}

TEST_CASE("a block that takes a request without room is caught by its handshake", "[rtl]") {
  const StreamCosimResult result = run_stream_cosim(NumberBlock{Bug::kTakesWhenFull}, {.requests = 500});
  REQUIRE(result.first);
  CHECK_THAT(result.first->what, Contains("the model does not take the request and the RTL does"));
}

TEST_CASE("a result that comes after the last one is seen, in pauses and at the end", "[rtl]") {
  const NumberBlock block{Bug::kRepeatsWhenIdle};
  const StreamCosimResult paused = run_stream_cosim(block, {.requests = 500});
  REQUIRE(paused.first);
  CHECK(paused.compared < 500);
  const StreamCosimResult last =
      run_stream_cosim(block, {.requests = 500, .offered_percent = 100, .ready_percent = 100, .reset_every = 0});
  REQUIRE(last.first);
  CHECK(last.compared == 500);
  CHECK_THAT(last.first->what, Contains("the model has no result and the RTL does"));
}

TEST_CASE("a bug that needs two requests is shrunk to these two", "[rtl]") {
  const NumberBlock block{Bug::kAddsAfterSeven};
  const StreamCosimParameters shortest = shrink(block, {.requests = 200, .reset_every = 1000});
  CHECK(shortest.only.size() == 2);
  CHECK(shortest.only[0] % 16 == 7);
  CHECK(shortest.reset_every == 0);
  CHECK(shortest.offered_percent == 100);
  CHECK(run_stream_cosim(block, shortest).mismatches == 1);
}

TEST_CASE("the RTL texel decoder agrees with the model in all formats and covers its bins", "[rtl]") {
  const auto [offered, ready] = GENERATE(table<unsigned, unsigned>({{100, 100}, {70, 60}, {20, 90}}));
  const TexelDecoderBlock block{TexelDecoderVariant::kRepository, {}};
  const StreamCosimResult result = run_stream_cosim(
      block, {.seed = 3, .requests = 60'000, .offered_percent = offered, .ready_percent = ready, .reset_every = 300});
  INFO((result.first ? result.first->what + "\n" + result.first->details : ""));
  CHECK(result.mismatches == 0);
  for (const std::string& missed : result.bins.missed()) {
    // Nothing waits at full rate.
    if (ready != 100) FAIL_CHECK("missed " << missed);
  }
}

TEST_CASE("a planted bug of the texel decoder shrinks to one texel", "[rtl]") {
  const TexelDecoderBlock block{TexelDecoderVariant::kFifthsAsSevenths, {gen9::SurfaceFormat::kBc4Unorm}};
  const StreamCosimParameters parameters{.requests = 2000};
  const StreamCosimResult result = run_stream_cosim(block, parameters);
  REQUIRE(result.first);
  const StreamCosimParameters shortest = shrink(block, parameters);
  REQUIRE(shortest.only.size() == 1);
  const StreamCosimResult again = run_stream_cosim(block, shortest);
  REQUIRE(again.first);
  CHECK_THAT(again.first->details, Contains("BC4_UNORM") && !Contains("first above second"));
}

TEST_CASE("the RTL texel decoder's codes are as wide as those of the model's filter", "[rtl]") {
  CHECK(kTexelCodeBits == functional::find_width("filter", "code")->bits());
}

TEST_CASE("formats that the RTL texel decoder lacks are refused by name", "[rtl]") {
  CHECK_THROWS_WITH((TexelDecoderBlock{TexelDecoderVariant::kRepository, {gen9::SurfaceFormat::kBc7Unorm}}),
                    Contains("BC7_UNORM"));
  CHECK(texel_decoder_formats().size() > 40);
}
