// Whole runs: the golden vectors pass; damage is found, explained and never called a pass.
#include "analysis/verify/verify_run.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>

#include "analysis/verify/timed_executor.h"
#include "functional/shared_function/execute_sampler_message.h"
#include "host/files/byte_reader.h"
#include "pictures/npy/npy.h"
#include "support/scratch_folder.h"
#include "support/write_npy.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {
namespace {

namespace fs = std::filesystem;

const fs::path kGolden = TEXPIPE_TEST_DATA "/golden";

// A folder with one case of a 2x2 R8_UNORM surface; texels 0, 85, 170, 255.
struct CaseFolder {
  test::ScratchFolder scratch;
  fs::path path = scratch.path();

  CaseFolder() {
    texpipe::test::write_npy(path / "data.npy", npy_of(std::vector<std::uint8_t>{0, 85, 170, 255}, {4}));
    texpipe::test::write_npy(path / "coords.npy", npy_of(std::vector<float>{0, 0, 0, 0, 0, 1, 1, 0, 0, 0}, {2, 5}));
    expect({0, 0, 0, 1, 1, 0, 0, 1});
    cases("R8_UNORM");
  }

  void expect(const std::vector<float>& values) const {
    texpipe::test::write_npy(path / "expected.npy", npy_of(values, {values.size() / 4, 4}));
  }
  void cases(const std::string& format, const std::string& more = "") const {
    text("- id: tiny\n  group: format_decode\n  op: ld\n  surface: {type: 2D, format: " + format +
         ", width: 2, height: 2, mip_levels: 1, data: data.npy}\n  sampler: null\n  coords: coords.npy\n  expected: "
         "expected.npy\n" +
         more);
  }
  void text(const std::string& yaml) const { std::ofstream{path / "cases.yaml"} << yaml; }
};

TEST_CASE("every golden vector passes untimed", "[verify][golden]") {
  const VerifyReport report = verify(kGolden, {});
  INFO(report_text(report));
  CHECK(report.outcomes.size() == 424);
  CHECK(report.count(CaseStatus::kPassed) == 424);
  CHECK(report.count(CaseStatus::kPassed, CasePath::kDecodeTable) == 17);
  CHECK(report.notes.empty());
  CHECK(report.exit_code() == ExitCode::kSuccess);
}

TEST_CASE("golden vectors pass in every tiling and SIMD size", "[verify][golden]") {
  const VerifyReport report = verify(kGolden, {.variants = VariantChoice::kAll, .filter = "types_0"});
  INFO(report_text(report));
  CHECK(report.outcomes.size() > 300);
  CHECK(report.exit_code() == ExitCode::kSuccess);
}

TEST_CASE("a small case passes, and a wrong expectation fails with row, column and addresses", "[verify]") {
  const CaseFolder folder;
  CHECK(verify(folder.path, {}).exit_code() == ExitCode::kSuccess);
  folder.expect({0, 0, 0, 1, 0.5f, 0, 0, 1});
  const VerifyReport report = verify(folder.path, {});
  CHECK(report.exit_code() == ExitCode::kMismatch);
  const std::string text = report_text(report);
  CHECK(text.find("failed tiny [") == 0);
  CHECK(text.find("1 of 8 values outside; row 1 column R: expected 0.5, got 1; u=1 v=1") != std::string::npos);
  CHECK(text.find("level 0 of 2x2: texel (1, 1), slice 0") != std::string::npos);
  CHECK(text.find("level 0 (1, 1) slice 0 at 0x") != std::string::npos);
  CHECK(text.find("1 cases, untimed: 0 passed") != std::string::npos);
  const auto json = nlohmann::json::parse(report_json(report));
  CHECK(json["failed"] == 1);
  CHECK(json["cases"][0]["failing_values"] == 1);
}

TEST_CASE("a format that the sampler does not read goes to the decode table and is counted apart", "[verify]") {
  const CaseFolder folder;
  folder.cases("R8_USCALED");
  folder.expect({0, 0, 0, 1, 255, 0, 0, 1});
  const VerifyReport report = verify(folder.path, {});
  CHECK(report.count(CaseStatus::kPassed, CasePath::kDecodeTable) == 1);
  CHECK(report_text(report).find("1 passed (0 by the sampler, 1 by the format table alone") != std::string::npos);
}

TEST_CASE("cases with unknown words fail with file, line and the nearest spelling", "[verify]") {
  const CaseFolder folder;
  folder.cases("R8_UNROM");
  const VerifyReport report = verify(folder.path, {});
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.outcomes[0].status == CaseStatus::kMalformed);
  CHECK(report.outcomes[0].problem.find("cases.yaml:4:") != std::string::npos);
  CHECK(report.outcomes[0].problem.find("did you mean R8_UNORM") != std::string::npos);
  folder.cases("R8_UNORM", "  abs_tol: much\n");
  CHECK(verify(folder.path, {}).outcomes[0].problem.find("cases.yaml:8:") != std::string::npos);
  folder.cases("R8_UNORM", "  abs_tool: 1\n");
  CHECK(verify(folder.path, {}).notes[0].text().find("did you mean abs_tol") != std::string::npos);
}

TEST_CASE("every public kernel and pixel shader leaves what is expected of it", "[verify][kernel]") {
  const VerifyReport report = verify(fs::path{TEXPIPE_TEST_DATA} / "kernels", {});
  INFO(report_text(report));
  CHECK(report.outcomes.size() == 37);
  CHECK(report.count(CaseStatus::kPassed, CasePath::kKernel) == 18);
  CHECK(report.exit_code() == ExitCode::kSuccess);
  CHECK_THAT(report_text(report), Catch::Contains("18 kernels, 19 pixel shaders"));
}

TEST_CASE("local memory of arguments constants of the program pointers in them and atomics come to what sources say",
          "[verify][kernel]") {
  const VerifyReport report = verify(fs::path{TEXPIPE_TEST_DATA} / "more_kernels", {});
  INFO(report_text(report));
  CHECK(report.count(CaseStatus::kPassed, CasePath::kKernel) == 3);
  CHECK(report.outcomes[0].values == 16);
}

TEST_CASE("kernels leave the same bytes on machines of both timings", "[verify][kernel]") {
  VerifyOptions options;
  const Timing timing = GENERATE(Timing::kLooselyTimed, Timing::kApproximatelyTimed);
  options.timing = std::string{name_of(timing)};
  machine::MachineParameters machine;
  machine.slice.subslice.resize(machine.slice.subslices = 2);
  unsigned runs = 0;
  const timing::BlockRegistry blocks = timing::model_blocks();
  const WorkloadExecutor timed =
      timed_workload_executor(machine, {.timing = timing, .blocks = &blocks, .check_protocols = true});
  options.timed_workload = [&](functional::Workload& workload) {
    timed(workload);
    ++runs;
  };
  // Barriers and local memory; gathers and 64-bit addresses; loops that diverge; buffers.
  for (const char* kernel : {"tile_blur_slm", "blur_sep_h", "parallax_march", "gather_points"}) {
    const VerifyReport report =
        verify(fs::path{TEXPIPE_TEST_DATA} / "kernels" / (std::string{kernel} + ".yaml"), options);
    INFO(report_text(report));
    CHECK(report.exit_code() == ExitCode::kSuccess);
  }
  CHECK(runs == 4);
}

TEST_CASE("a timed run that leaves other bytes fails its kernel", "[verify][kernel]") {
  VerifyOptions options;
  options.timed_workload = [](functional::Workload&) {};  // nothing is executed
  const VerifyReport report = verify(fs::path{TEXPIPE_TEST_DATA} / "kernels" / "gather_points.yaml", options);
  CHECK(report.exit_code() == ExitCode::kMismatch);
  CHECK(report.outcomes[0].problem == "out has other bytes than untimed");
}

TEST_CASE("a kernel whose output differs fails with the first element and how many there are", "[verify][kernel]") {
  const CaseFolder folder;
  fs::remove(folder.path / "cases.yaml");
  const fs::path kernels = fs::absolute(fs::path{TEXPIPE_TEST_DATA} / "kernels");
  for (const char* name : {"gather_points.bin", "gather_points.yaml"})
    fs::copy_file(kernels / name, folder.path / name);
  fs::copy(kernels / "npy", folder.path / "npy");
  const fs::path expected = folder.path / "npy" / "gather_points.out.expected.npy";
  NpyArray array = read_npy(expected);
  std::vector<float> values{array.as<float>().begin(), array.as<float>().end()};
  values[5] += 1;
  values[900] += 1;
  const std::vector<std::byte> bytes = npy_bytes(npy_of(std::span<const float>{values}, array.shape));
  std::ofstream{expected, std::ios::binary}.write(reinterpret_cast<const char*>(bytes.data()),
                                                  static_cast<std::streamsize>(bytes.size()));
  const VerifyReport report = verify(folder.path, {});
  REQUIRE(report.outcomes.size() == 1);
  CHECK(report.exit_code() == ExitCode::kMismatch);
  CHECK(report.outcomes[0].failing_values == 2);
  CHECK_THAT(report_text(report),
             Catch::Contains("failed gather_points [SIMD32]: out[5] is") && Catch::Contains("2 of 1200 values differ"));
}

TEST_CASE("a kernel without its binary or with a wrong description fails its case only", "[verify][kernel]") {
  const CaseFolder folder;
  std::ofstream{folder.path / "blur.yaml"} << "kernel: blur\nfiles: {binary: blur.bin}\nglobal_size: [1]\n"
                                              "local_size: [1]\nargs: []\noutputs: []\n";
  std::ofstream{folder.path / "typo.yaml"} << "kernel: blur\nfiles: {binary: blur.bin}\nglobal_sizes: [1]\n"
                                              "args: []\noutputs: []\n";
  std::ofstream{folder.path / "notes.yaml"} << "anything: else\n";
  const VerifyReport report = verify(folder.path, {});
  CHECK(report.outcomes.size() == 3);
  CHECK(report.count(CaseStatus::kMalformed) == 2);
  CHECK(report.exit_code() == ExitCode::kMalformedInput);
  CHECK_THAT(report_text(report), Catch::Contains("malformed blur") && Catch::Contains("blur.bin") &&
                                      Catch::Contains("global_size: is missing (and 1 more)"));
}

TEST_CASE("paths without cases and files that are no list are errors", "[verify]") {
  const CaseFolder folder;
  folder.text("kernel: 1\n");
  CHECK_THROWS_AS(verify(folder.path, {}), Error);
  folder.text("- id: [\n");
  CHECK_THROWS_AS(verify(folder.path, {}), Error);
  CHECK_THROWS_AS(verify(folder.path / "nothing", {}), Error);
}

TEST_CASE("missing and short files fail their case only", "[verify]") {
  const CaseFolder folder;
  fs::remove(folder.path / "expected.npy");
  CHECK(verify(folder.path, {}).exit_code() == ExitCode::kMalformedInput);
  folder.expect({0, 0, 0, 1});
  CHECK(verify(folder.path, {}).outcomes[0].problem.find("another shape") != std::string::npos);
}

TEST_CASE("a timed system whose bytes differ from untimed fails the case", "[verify]") {
  const CaseFolder folder;
  bool damage = false;
  const VerifyOptions options{
      .timing = "approximately_timed",
      .timed = [&](functional::GpuMemory& memory, std::span<const functional::Message> messages) {
        std::vector<ReplayedRegisters> results;
        for (const functional::Message& message : messages) {
          const auto outcome = execute_sampler_message(memory, message, functional::PlanDetail::kNone);
          results.push_back(registers_after(message, outcome.response));
          if (damage) results.back()[3][7] ^= 1;  // a disabled channel: it must keep its bytes
        }
        return results;
      }};
  CHECK(verify(folder.path, options).exit_code() == ExitCode::kSuccess);
  damage = true;
  const VerifyReport report = verify(folder.path, options);
  CHECK(report.exit_code() == ExitCode::kMismatch);
  CHECK(report.outcomes[0].problem.find("other bytes than untimed") != std::string::npos);
}

TEST_CASE("golden vectors return the same bytes approximately timed", "[verify][golden]") {
  const timing::BlockRegistry blocks = timing::model_blocks();
  const VerifyOptions options{
      .filter = "_001",
      .timing = "approximately_timed",
      .timed = timed_executor({}, {.timing = Timing::kApproximatelyTimed, .blocks = &blocks, .check_protocols = true})};
  const VerifyReport report = verify(kGolden, options);
  INFO(report_text(report));
  CHECK(report.outcomes.size() > 10);
  CHECK(report.exit_code() == ExitCode::kSuccess);
}

}  // namespace
}  // namespace texpipe::study
