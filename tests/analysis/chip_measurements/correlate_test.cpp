// Rows are run as they say, agreement is arithmetic, and a fit finds what was planted.
#include "analysis/chip_measurements/correlate.h"

#include <catch2/catch.hpp>
#include <cmath>

#include "analysis/chip_measurements/correlation_report.h"
#include "analysis/chip_measurements/fit.h"
#include "host/processes/processes.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using test::ScratchFolder;

namespace {

RowOutcome outcome(const std::string& name, double chip, double model, Grade grade = Grade::kMeasured) {
  ReferenceRow row;
  row.reference = "family";
  row.name = name;
  row.chip = chip;
  row.grade = grade;
  return {.row = row, .model = model};
}

/// A chain of loads that miss everywhere, on a machine of its own.
const char* const kStudy = R"(study: chain
machine:
  machine: own
  slice: {subslices: 1, subslice: {eus: 1}}
  memory: {latency: 200ns}
workload:
  kind: microbenchmark
  benchmark: sampler_chain
  sampler_chain: {footprint: 16MiB, loads: 20}
)";
const char* const kHead = R"(reference: chain
study: chain.yaml
source: planted
unit: clk
value: cycles / slice.subslice[*].sampler.front_end.messages
between: {workload.sampler_chain.loads: [20, 60]}
rows:
)";

CorrelateOptions options(const timing::BlockRegistry& blocks) {
  return {.blocks = &blocks, .jobs = 2};
}

std::vector<Diagnostic> problems_of(const ScratchFolder& folder, const std::string& rows) {
  folder.write("chain.reference.yaml", kHead + rows);
  const timing::BlockRegistry blocks = timing::model_blocks();
  try {
    run_rows(read_references(folder.path()), options(blocks));
  } catch (const Error& error) {
    return error.diagnostics();
  }
  FAIL("accepted");
  return {};
}

}  // namespace

TEST_CASE("agreement counts the rows that it is asked for", "[correlate]") {
  std::vector<RowOutcome> outcomes{outcome("a", 10, 11), outcome("b", 100, 80), outcome("c", 1000, 1000),
                                   outcome("d", 10, 30, Grade::kDerived)};
  outcomes.push_back(outcome("not run", 5, 5));
  outcomes.back().model.reset();
  const RowAgreement measured = agreement_of(outcomes, is_evidence);
  CHECK(measured.rows == 3);
  CHECK(measured.mean_error == Approx((0.1 + 0.2 + 0.0) / 3));
  REQUIRE(measured.correlation);
  CHECK(*measured.correlation > 0.99);
  CHECK(*measured.correlation < 1);
  outcomes[0].row.used = true;
  CHECK(agreement_of(outcomes, is_evidence).rows == 2);
  CHECK(!agreement_of(outcomes, is_evidence).correlation);
  CHECK(agreement_of({outcome("a", 2, 4), outcome("b", 4, 8), outcome("c", 8, 16)}, is_evidence).correlation ==
        Approx(1));
}

TEST_CASE("a row is inside its band up to and with the band", "[correlate]") {
  RowOutcome row = outcome("a", 100, 110);
  CHECK(row.verdict() == Verdict::kNoBand);
  row.row.band = 0.125;
  row.model = 112.5;
  CHECK(row.verdict() == Verdict::kInside);
  row.model = 87.5;
  CHECK(row.verdict() == Verdict::kInside);
  row.model = 87.4;
  CHECK(row.verdict() == Verdict::kOutside);
  row.model.reset();
  CHECK(row.verdict() == Verdict::kNotRun);
}

TEST_CASE("a bound is kept on its side and counts in no error", "[correlate]") {
  RowOutcome row = outcome("a", 100, 100);
  row.row.band = 0.1;
  for (const auto& [bound, below, above] : {std::tuple{Bound::kAtMost, Verdict::kInside, Verdict::kOutside},
                                            std::tuple{Bound::kAtLeast, Verdict::kOutside, Verdict::kInside}}) {
    row.row.bound = bound;
    row.model = 100;
    CHECK(row.verdict() == Verdict::kInside);
    row.model = 50;
    CHECK(row.verdict() == below);
    row.model = 200;
    CHECK(row.verdict() == above);
  }
  CHECK_FALSE(is_evidence(row.row));
  CHECK(agreement_of({row}, [](const ReferenceRow&) { return true; }).rows == 0);
  const std::string text = correlation_text({row, outcome("b", 100, 80)});
  CHECK(text.find("at least") != std::string::npos);
  CHECK(text.find("[M] bound") != std::string::npos);
  CHECK(text.find("  0 inside, 0 outside, 1 without one, 0 not run") != std::string::npos);
  CHECK(text.find("bounds           1 kept, 0 broken") != std::string::npos);
  CHECK(correlation_text({outcome("b", 100, 80)}).find("bounds") == std::string::npos);
}

TEST_CASE("pieces that are divided among processes come back in their order", "[correlate]") {
  for (const unsigned jobs : {1u, 3u}) {
    const auto results = divide_among_processes(7, jobs, [](std::size_t n) { return std::string(n * 20'000, 'x'); });
    REQUIRE(results.size() == 7);
    for (std::size_t n = 0; n < results.size(); ++n) CHECK(results[n].size() == n * 20'000);
  }
}

TEST_CASE("errors of divided pieces come back with their places and the code of the first", "[correlate]") {
  try {
    divide_among_processes(4, 2, [](std::size_t n) -> std::string {
      if (n == 1) throw Error{ExitCode::kWatchdog, Diagnostic{.position = {"file", 3, 4}, .path = "p", .problem = "q"}};
      if (n == 3) throw std::runtime_error{"broken"};
      return "";
    });
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kWatchdog);
    REQUIRE(error.diagnostics().size() == 2);
    CHECK(error.diagnostics()[0].text() == "file:3:4: p: q");
    CHECK(error.diagnostics()[1].problem == "broken");
  }
}

TEST_CASE("a row runs its study with what it sets and says what two runs differ by", "[correlate]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", kStudy);
  folder.write("chain.reference.yaml",
               std::string{kHead} +
                   "  - {row: near, chip: 100}\n  - {row: far, chip: 100, set: {memory.latency: "
                   "400ns}}\n  - {row: later, chip: 3, needs: another unit}\n");
  const timing::BlockRegistry blocks = timing::model_blocks();
  const auto rows = read_references(folder.path());
  const auto outcomes = run_rows(rows, options(blocks));
  REQUIRE(outcomes.size() == 3);
  // 200 ns are 210 cycles, rounded up, at the 1.05 GHz that a machine has unless it says otherwise.
  CHECK(*outcomes[1].model - *outcomes[0].model == 210);
  CHECK(!outcomes[2].model);
  CHECK(correlation_csv(run_rows(rows, {.blocks = &blocks, .jobs = 1})) == correlation_csv(outcomes));
  CorrelateOptions slower = options(blocks);
  slower.assignments = {"memory.latency=1us"};
  CHECK(*run_rows(rows, slower)[0].model > 1000);
}

TEST_CASE("a ratio is the first run's value over the second's", "[correlate]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", kStudy);
  folder.write("chain.reference.yaml", std::string{kHead} +
                                           "  - {row: twice, chip: 2, unit: x, value: cycles, ratio: {memory.latency: "
                                           "[400ns, 200ns]}}\n"
                                           "  - {row: far, chip: 1, value: cycles, set: {memory.latency: 400ns}, "
                                           "between: {workload.sampler_chain.loads: [1, 20]}}\n"
                                           "  - {row: near, chip: 1, value: cycles, between: "
                                           "{workload.sampler_chain.loads: [1, 20]}}\n");
  const timing::BlockRegistry blocks = timing::model_blocks();
  const auto rows = read_references(folder.path());
  CHECK(rows[0].is_ratio);
  CHECK_FALSE(rows[1].is_ratio);
  const auto outcomes = run_rows(rows, options(blocks));
  CHECK(*outcomes[0].model > 1.2);
  CHECK(*outcomes[0].model < 2);
  CHECK(*outcomes[0].model == Approx(*outcomes[1].model / *outcomes[2].model).epsilon(0.1));
  CHECK(correlation_markdown(outcomes).find("| chain/twice | 2 x | ") != std::string::npos);
}

TEST_CASE("a row of a constant that its machine lacks is not run, and one of a constant from its family is used",
          "[correlate]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", kStudy);
  folder.write("chain.reference.yaml",
               std::string{kHead} +
                   "  - {row: plain, chip: 100}\n  - row: with\n    chip: 100\n    value: cycles / "
                   "slice.subslice[*].sampler.front_end.messages + constants.rest\n");
  folder.write("machine.yaml",
               "machine: mine\nslice: {subslices: 1, subslice: {eus: 1}}\nmemory: {latency: 200ns}\n"
               "constants: {rest: 1e3}\nsources: {constants.rest: {source: a fit, rows: [chain/other]}, "
               "memory.latency: {source: a board, rows: [chain/plain]}}\n");
  const timing::BlockRegistry blocks = timing::model_blocks();
  const auto rows = read_references(folder.path());
  const auto without = run_rows(rows, options(blocks));
  CHECK(without[0].model);
  CHECK_FALSE(without[0].row.used);
  CHECK(without[1].verdict() == Verdict::kNotRun);
  CHECK(without[1].row.needs == "constants.rest of the machine own");
  CorrelateOptions own = options(blocks);
  own.machine = folder.path() / "machine.yaml";
  const auto outcomes = run_rows(rows, own);
  REQUIRE(outcomes[1].model);
  CHECK(*outcomes[1].model == Approx(*outcomes[0].model + 1000));
  CHECK(outcomes[0].row.used);
  CHECK(outcomes[1].row.used);
  CHECK(correlation_csv(outcomes).find("chain/plain,100,clk,") != std::string::npos);
}

TEST_CASE("rows and fits name statistics and parameters as sweeps do", "[correlate]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", kStudy);
  folder.write(
      "chain.reference.yaml",
      kHead + std::string{"  - {row: star, chip: 1}\n"
                          "  - {row: out, chip: 1, value: cycles / slice.subslice.sampler.front_end.messages}\n"
                          "  - {row: last, chip: 1, value: cycles / front_end.messages, between: "
                          "{sampler_chain.loads: [20, 60]}}\n"});
  const timing::BlockRegistry blocks = timing::model_blocks();
  const auto outcomes = run_rows(read_references(folder.path()), options(blocks));
  REQUIRE(outcomes.size() == 3);
  REQUIRE(outcomes[0].model);
  CHECK(outcomes[1].model == outcomes[0].model);
  CHECK(outcomes[2].model == outcomes[0].model);
  const auto several = problems_of(folder, "  - {row: a, chip: 1, value: cycles / messages}\n");
  CHECK(several.front().text().find("more than one statistic ends in this; it may be ") != std::string::npos);
  CHECK(parse_fit_parameter("l1.ways=1..4").path == "slice.subslice.sampler.l1.ways");
}

TEST_CASE("what a row gives wrongly is refused where the row stands before anything runs", "[correlate]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", kStudy);
  const auto value = problems_of(folder, "  - {row: a, chip: 1, set: {memory.latency: 400}}\n");
  CHECK(value.front().position.line == 8);
  CHECK(value.front().path == "memory.latency");
  const auto key = problems_of(folder, "  - {row: a, chip: 1, set: {memory.latencie: 400ns}}\n");
  CHECK(key.front().text().find("did you mean") != std::string::npos);
  CHECK(key.front().position.file.ends_with("chain.reference.yaml"));
  const auto statistic = problems_of(folder, "  - {row: a, chip: 1, value: cycles / slice.l3.hitz}\n");
  CHECK(statistic.front().text().find("did you mean slice.l3.hits?") != std::string::npos);
  CHECK(statistic.front().position.line == 8);
  const auto nothing = problems_of(folder, "  - {row: a, chip: 1, value: cycles / slice.l3.write_backs}\n");
  CHECK(nothing.front().problem.find("is no positive number") != std::string::npos);
}

TEST_CASE("a fit finds the latency that was planted and leaves a machine that says so", "[correlate][fit]") {
  const ScratchFolder folder;
  folder.write("chain.yaml", kStudy);
  folder.write("chain.reference.yaml", std::string{kHead} +
                                           "  - {row: memory, chip: 500, fitted: true}\n  - {row: "
                                           "unused, chip: 1}\n");
  const timing::BlockRegistry blocks = timing::model_blocks();
  const auto rows = read_references(folder.path());
  const std::vector<FitParameter> parameters{parse_fit_parameter("memory.latency=100ns..600ns"),
                                             parse_fit_parameter("slice.l3.hit_latency=10..40")};
  unsigned told = 0;
  const FitResult result = fit(rows, parameters, options(blocks), [&](const FitStep&) { ++told; });
  CHECK(result.rows == std::vector<std::string>{"chain/memory"});
  CHECK(result.before > 0.1);
  CHECK(result.after < 0.002);
  CHECK(told == result.steps.size());
  for (std::size_t n = 1; n < result.steps.size(); ++n) CHECK(result.steps[n].error <= result.steps[n - 1].error);

  CorrelateOptions fitted = options(blocks);
  for (const PlacedAssignment& chosen : result.chosen) fitted.assignments.push_back(chosen.word());
  CHECK(*run_rows(rows, fitted)[0].model == Approx(500).epsilon(0.002));

  folder.write("machine.yaml",
               "machine: mine\nslice: {subslices: 1, subslice: {eus: 1}}\nmemory: {latency: 200ns}\n"
               "sources: {memory.latency: a guess, slice: my board}\n");
  CorrelateOptions own = options(blocks);
  own.machine = folder.path() / "machine.yaml";
  folder.write("fitted.yaml", fitted_machine(rows, result, own));
  Configuration read = load_configuration({.file = folder.path() / "fitted.yaml"}, FileKind::kMachine);
  CHECK(read.machine_name.name == "mine_fitted");
  CHECK(read.machine.slice.subslices == 1);
  for (const char* path : {"memory.latency", "slice.l3.hit_latency"}) {
    CHECK(read.sources.at(path).text == "fitted to chain/memory");
    CHECK(read.sources.at(path).rows == std::vector<std::string>{"chain/memory"});
  }
  CHECK(read.sources.at("slice").text == "my board");
  CHECK(run_rows(rows, own)[0].row.used);
}

TEST_CASE("ranges of a fit that are none are refused", "[correlate][fit]") {
  CHECK(parse_fit_parameter("memory.latency=100..220ns").unit == "ns");
  CHECK(parse_fit_parameter("slice.l3.banks=1..8").text(4) == "4");
  for (const char* text : {"memory.latency", "memory.latency=100ns", "memory.latency=a..b",
                           "memory.latency=100us..200ns", "=1..2", "slice.l3.banks=8..1", "slice.l3.banks=1.."}) {
    INFO(text);
    CHECK_THROWS_AS(parse_fit_parameter(text), Error);
  }
}

TEST_CASE("reports of agreement hold every row and are the same each time", "[correlate]") {
  std::vector<RowOutcome> outcomes{outcome("a<b", 10, 11), outcome("c", 100, 80)};
  outcomes[1].row.band = 0.1;
  outcomes[1].row.source = "a, b";
  const std::string text = correlation_text(outcomes);
  CHECK(text.find("family/c") != std::string::npos);
  CHECK(text.find("OUTSIDE") != std::string::npos);
  CHECK(text.find("[M] not used     2 rows  mean absolute error 15.0 %") != std::string::npos);
  CHECK(text.find("\n  a    1 row   mean absolute error 20.0 %\n") != std::string::npos);  // by "a, b"
  CHECK(text.find("0 inside, 1 outside, 1 without one, 0 not run") != std::string::npos);
  CHECK(correlation_csv(outcomes).find("family/c,100,,80,0.8,0.1,OUTSIDE,M,false,\"a, b\",value\n") !=
        std::string::npos);
  const std::string svg = correlation_svg(outcomes);
  CHECK(svg.starts_with("<svg "));
  CHECK(svg.find("family/a&lt;b") != std::string::npos);
  CHECK(correlation_table(outcomes).rows[1][0] == "family/c");
  CHECK(correlation_table(outcomes).agreement.back().second == "0 inside, 1 outside, 1 without one, 0 not run");
  CHECK(correlation_json(outcomes).find("\"mean_absolute_error\"") != std::string::npos);
}
