#include "rtl_cosim/scoreboard/free_cosim.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>

#include "rtl_cosim/scoreboard/own_rtl.h"
#include "rtl_cosim/scoreboard/random_stream.h"
#include "rtl_cosim/verilated/memory_port.h"

using namespace texpipe;
using namespace texpipe::rtl_cosim;
using Catch::Matchers::Contains;

namespace {

constexpr Port kRequest[] = {{"tag", 4}, {"number", 16, 8}};
constexpr Port kResult[] = {{"tag", 4}, {"part", 1}, {"sums", 32, 16, true}};

enum class Fault { kNone, kRoundsDown, kLosesResults, kAnswersTwice, kChangesItsMind, kTakesBack, kForgetsReset };

PortValue value_of(unsigned bits, std::uint64_t value) {
  PortValue port{bits};
  port.put(0, bits, value);
  return port;
}

/// Two results for each request: sum and difference of its numbers, the second one a result of its own. The younger of
/// two requests overtakes.
std::vector<PortValues> results_of(const PortValues& request, int add) {
  std::vector<PortValues> results;
  for (unsigned part = 0; part < 2; ++part) {
    PortValue sums{32};
    const auto a = static_cast<std::int64_t>(request[1].get(0, 8));
    const auto b = static_cast<std::int64_t>(request[1].get(8, 8));
    sums.put(0, 16, static_cast<std::uint64_t>((part == 0 ? a + b : a - b) + add));
    sums.put(16, 16, static_cast<std::uint64_t>(a));
    results.push_back({request[0], value_of(1, part), sums});
  }
  return results;
}

class PairRtl final : public StreamRtl {
 public:
  explicit PairRtl(Fault fault) : fault_{fault} {}
  void reset(bool asserted) override { reset_ = asserted; }
  void drive(const PortValues* request, bool result_ready) override {
    request_ = request == nullptr ? std::nullopt : std::optional{*request};
    ready_ = result_ready;
  }
  bool request_ready() const override { return flying_.size() < 3; }
  bool result_valid() const override {
    return cycle_ >= free_from_ && !flying_.empty() && !(fault_ == Fault::kTakesBack && cycle_ % 7 == 0) &&
           !(fault_ == Fault::kLosesResults && taken_ > 20);
  }
  PortValues result() const override {
    PortValues result = flying_[at_].front();
    if (fault_ == Fault::kChangesItsMind && cycle_ % 7 == 0) result[2].put(0, 1, ~result[2].get(0, 1) & 1);
    return result;
  }
  void clock() override {
    const bool takes = request_ && request_ready();
    if (result_valid() && ready_) {
      ++taken_;
      if (fault_ != Fault::kAnswersTwice || taken_ % 20 != 0) flying_[at_].pop_front();
      if (flying_[at_].empty()) {
        flying_.erase(flying_.begin() + static_cast<std::ptrdiff_t>(at_));
        at_ = flying_.empty() ? 0 : flying_.size() - 1;
        free_from_ = cycle_ + 3;
      }
    }
    if (takes) {
      const auto results =
          results_of(*request_, fault_ == Fault::kRoundsDown && (*request_)[1].get(0, 2) == 3 ? -1 : 0);
      if (flying_.empty()) free_from_ = cycle_ + 5;
      flying_.emplace_back(results.begin(), results.end());
    }
    if (reset_ && fault_ != Fault::kForgetsReset) {
      flying_.clear();
      at_ = 0;
    }
    ++cycle_;
  }

 private:
  Fault fault_;
  std::optional<PortValues> request_;
  bool ready_ = false, reset_ = false;
  std::vector<std::deque<PortValues>> flying_;
  std::size_t at_ = 0;  // whose results stand at the port
  std::uint64_t cycle_ = 0, free_from_ = 0, taken_ = 0;
};

class PairBlock final : public CustomBlock {
 public:
  explicit PairBlock(Fault fault, std::optional<std::uint64_t> latency = {}) : fault_{fault}, latency_{latency} {}
  std::string_view unit() const override { return "pairs"; }
  std::span<const Port> inputs() const override { return kRequest; }
  std::span<const Port> outputs() const override { return kResult; }
  std::unique_ptr<StreamRtl> make_rtl(std::uint64_t) const override { return std::make_unique<PairRtl>(fault_); }
  PortValues request(std::uint64_t seed, std::uint64_t index) const override {
    return {value_of(4, index % 4), value_of(16, mixed(seed, index))};
  }
  std::vector<PortValues> results(std::uint64_t, std::uint64_t, const PortValues& request,
                                  const PortValues*) const override {
    return results_of(request, 0);
  }
  bool answers_by_id() const override { return true; }
  std::uint64_t request_id(const PortValues& request) const override { return request[0].get(0, 4); }
  std::uint64_t result_id(const PortValues& result) const override { return result[0].get(0, 4); }
  std::optional<std::size_t> part_of(const PortValues& result) const override { return result[1].get(0, 1); }
  bool is_number(std::size_t output) const override { return output == 2; }
  std::optional<std::uint64_t> latency(std::uint64_t, std::uint64_t, const PortValues&) const override {
    return latency_;
  }

 private:
  Fault fault_;
  std::optional<std::uint64_t> latency_;
};

FreeCosimResult run(Fault fault, std::uint32_t tolerance = 0) {
  return run_free_cosim(PairBlock{fault},
                        {.stream = {.requests = 400, .reset_every = 0}, .tolerance = tolerance, .patience = 200});
}

}  // namespace

TEST_CASE("results in any order and of several parts are compared with those of their requests", "[rtl][own]") {
  const FreeCosimResult result = run(Fault::kNone);
  CHECK(result.stream.mismatches == 0);
  CHECK(result.stream.compared == 800);
  CHECK(result.stream.bins.missed() == std::vector<std::string>{"reset with requests in flight"});
  CHECK(result.latency.count == 400);
  CHECK(result.latency.least < result.latency.most);
}

TEST_CASE("differences of numbers are counted and allowed up to the tolerance", "[rtl][own]") {
  const FreeCosimResult exact = run(Fault::kRoundsDown);
  REQUIRE(exact.numbers.size() == 1);
  CHECK(exact.numbers[0].compared == 1600);
  REQUIRE(exact.numbers[0].differing.size() == 1);
  const std::uint64_t below = exact.numbers[0].differing.at(-1);
  CHECK(below == exact.stream.mismatches);
  CHECK(exact.numbers[0].text() ==
        "sums: 1600 numbers, " + std::to_string(1600 - below) + " equal, -1 in " + std::to_string(below));
  CHECK(run(Fault::kRoundsDown, 1).stream.mismatches == 0);
}

TEST_CASE("many differences are told in ranges", "[rtl][own]") {
  NumberDifferences numbers{.field = "sums", .compared = 100, .differing = {}};
  for (std::int64_t difference = -5; difference <= 5; ++difference) {
    if (difference != 0) numbers.differing[difference] = 2;
  }
  CHECK(numbers.text() ==
        "sums: 100 numbers, 80 equal, -7 to -4 in 4, -3 to -2 in 4, -1 in 2, +1 in 2, +2 to +3 in 4, "
        "+4 to +7 in 4");
}

TEST_CASE("a unit that keeps its results is told after the cycles of patience", "[rtl][own]") {
  const FreeCosimResult result = run(Fault::kLosesResults);
  REQUIRE(result.stream.first);
  CHECK_THAT(result.stream.first->what, Contains("nothing came back for 200 cycles"));
  CHECK_THAT(result.stream.first->details, Contains("of its 2 results"));
}

TEST_CASE("results that come twice or that nobody asked for or that change are told", "[rtl][own]") {
  const FreeCosimResult twice = run(Fault::kAnswersTwice);
  REQUIRE(twice.stream.first);
  CHECK_THAT(twice.stream.first->what, Contains("came twice") || Contains("no request in flight"));
  const FreeCosimResult changed = run(Fault::kChangesItsMind, 65535);
  REQUIRE(changed.stream.first);
  CHECK_THAT(changed.stream.first->what, Contains("a result that waited has changed"));
  const FreeCosimResult gone = run(Fault::kTakesBack);
  REQUIRE(gone.stream.first);
  CHECK_THAT(gone.stream.first->what, Contains("a result that waited is gone"));
}

TEST_CASE("a reset drops what is in flight and a unit that answers it all the same is told", "[rtl][own]") {
  const FreeCosimParameters parameters{.stream = {.requests = 400, .reset_every = 30}};
  const FreeCosimResult result = run_free_cosim(PairBlock{Fault::kNone}, parameters);
  CHECK(result.stream.mismatches == 0);
  CHECK(result.stream.dropped > 10);
  CHECK(run_free_cosim(PairBlock{Fault::kForgetsReset}, parameters).stream.mismatches != 0);
}

TEST_CASE("a promised latency is held to requests that an empty unit takes", "[rtl][own]") {
  CHECK(run_free_cosim(PairBlock{Fault::kNone, 5}, {.stream = {.requests = 400}}).stream.mismatches == 0);
  const FreeCosimResult result = run_free_cosim(PairBlock{Fault::kNone, 4}, {.stream = {.requests = 400}});
  REQUIRE(result.stream.first);
  CHECK_THAT(result.stream.first->what, Contains("came after 5 cycles, 4 are promised"));
  // Late results are no wrong ones.
  CHECK(result.stream.mismatches == 0);
  REQUIRE(result.latency.promised.size() == 1);
  CHECK(result.latency.promised.at(4) == LatencyRange::Histogram{{5, result.stream.late}});
  CHECK(result.latency.promises_text() == "4 cycles promised: 5 in " + std::to_string(result.stream.late) + "\n");
  CHECK(result.latency.measured.at(5) >= result.stream.late);
}

TEST_CASE("a wrong result is told before a latency, and a latency alone shrinks to one request", "[rtl][own]") {
  const PairBlock both{Fault::kRoundsDown, 4};
  const FreeCosimResult result = run_free_cosim(both, {.stream = {.requests = 400}});
  CHECK(result.stream.late != 0);
  CHECK(result.stream.mismatches != 0);
  CHECK_THAT(result.stream.first->what, Contains("its result taken in cycle"));
  CHECK(run_free_cosim(both, shrink(both, {.stream = {.requests = 400}})).stream.mismatches != 0);
  const PairBlock late{Fault::kNone, 4};
  const FreeCosimParameters shortest = shrink(late, {.stream = {.requests = 400}});
  CHECK(shortest.stream.only.size() == 1);
  CHECK(run_free_cosim(late, shortest).stream.late == 1);
}

TEST_CASE("resets wait for a unit that hangs and for one that is slow", "[rtl][own]") {
  const FreeCosimResult hangs =
      run_free_cosim(PairBlock{Fault::kLosesResults}, {.stream = {.requests = 400, .reset_every = 600}});
  REQUIRE(hangs.stream.first);
  CHECK_THAT(hangs.stream.first->what, Contains("nothing came back for 10000 cycles"));
}

TEST_CASE("the shortest stimulus of a free comparison is one request", "[rtl][own]") {
  const FreeCosimParameters shortest = shrink(PairBlock{Fault::kRoundsDown}, {.stream = {.requests = 400}});
  CHECK(shortest.stream.only.size() == 1);
  CHECK(shortest.stream.ready_percent == 100);
}

TEST_CASE("fields of an adapter that are not those it names are told and compared with nothing", "[rtl][own]") {
  /// The unit with one of its answers cut or widened.
  class Misshapen final : public CustomBlock {
   public:
    enum What { kRequest, kWideRequest, kResults, kWideResults, kPorts };
    explicit Misshapen(What what) : what_{what} {}
    std::span<const Port> inputs() const override { return pairs_.inputs(); }
    std::span<const Port> outputs() const override {
      static constexpr Port kUneven[] = {{"tag", 4}, {"part", 1}, {"sums", 32, 7, true}};
      return what_ == kPorts ? std::span<const Port>{kUneven} : pairs_.outputs();
    }
    std::unique_ptr<StreamRtl> make_rtl(std::uint64_t seed) const override { return pairs_.make_rtl(seed); }
    PortValues request(std::uint64_t seed, std::uint64_t index) const override {
      PortValues request = pairs_.request(seed, index);
      if (what_ == kRequest) request.pop_back();
      if (what_ == kWideRequest) request[1] = PortValue{64};
      return request;
    }
    std::vector<PortValues> results(std::uint64_t seed, std::uint64_t index, const PortValues& request,
                                    const PortValues* before) const override {
      std::vector<PortValues> results = pairs_.results(seed, index, request, before);
      if (what_ == kResults) results[1].pop_back();
      if (what_ == kWideResults) results[1][2] = PortValue{64};
      return results;
    }

   private:
    What what_;
    PairBlock pairs_{Fault::kNone};
  };
  const auto [what, told] = GENERATE(table<Misshapen::What, std::string>(
      {{Misshapen::kRequest, "a request() of the adapter has 1 fields, inputs() names 2"},
       {Misshapen::kWideRequest,
        "a request() of the adapter has 2 words of 32 bits in field number, whose 16 bits inputs()"},
       {Misshapen::kResults, "one of results() of the adapter has 2 fields, outputs() names 3"},
       {Misshapen::kWideResults, "has 2 words of 32 bits in field sums, whose 32 bits outputs() names"},
       {Misshapen::kPorts, "outputs() of the adapter: field sums has 32 bits in parts of 7"}}));
  CHECK_THROWS_WITH(run_free_cosim(Misshapen{what}, {.stream = {.requests = 40}}), Contains(told));
}

TEST_CASE("a memory port answers in order after its latency and takes no more than it has slots for", "[rtl][own]") {
  MemoryPort memory{[](std::uint64_t address, std::span<std::byte> data) {
                      for (std::byte& byte : data) byte = static_cast<std::byte>(address++);
                    },
                    2,
                    {.latency = 3, .slots = 2},
                    1};
  REQUIRE(memory.ready());
  memory.request(10, 7);
  CHECK(memory.answer() == nullptr);
  CHECK_THROWS_WITH(memory.request(11, 7), Contains("twice in a cycle"));
  memory.clock(false);
  memory.request(20, 8);
  CHECK_FALSE(memory.ready());
  memory.clock(false);
  CHECK(memory.answer() == nullptr);
  memory.clock(false);
  REQUIRE(memory.answer() != nullptr);
  CHECK(memory.answer()->tag == 7);
  CHECK(memory.answer()->data == std::vector{std::byte{10}, std::byte{11}});
  memory.clock(false);  // nobody takes it
  CHECK(memory.answer()->tag == 7);
  memory.clock(true);
  CHECK(memory.answer()->tag == 8);
  memory.reset();
  CHECK(memory.answer() == nullptr);
}
