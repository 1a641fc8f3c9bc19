// Compiled pixel shaders are drawn in every width and timing; what differs from the expected pixels is found.
#include "analysis/verify/pixel_shader_cases.h"

#include <catch2/catch.hpp>
#include <cstring>
#include <filesystem>

#include "analysis/verify/pixel_comparison.h"
#include "analysis/verify/timed_executor.h"
#include "host/files/byte_reader.h"
#include "pictures/npy/npy.h"
#include "support/scratch_folder.h"
#include "timing/system/block_registry.h"

namespace texpipe::study {
namespace {

namespace fs = std::filesystem;
using Catch::Matchers::Contains;

const fs::path kShaders = TEXPIPE_TEST_DATA "/kernels/pixel";

/// A folder with one shader, in which a test changes what it likes.
struct ShaderFolder {
  test::ScratchFolder scratch;
  std::string name;

  explicit ShaderFolder(std::string shader) : name{std::move(shader)} {
    for (const char* folder : {"textures", "expected"}) fs::copy(kShaders / folder, scratch / folder);
    for (const char* extension : {".yaml", ".dat"})
      fs::copy(kShaders / (name + extension), scratch / (name + extension));
  }
  CaseOutcome verify() const { return verify_pixel_shader(scratch / (name + ".yaml"), {}); }
  void change_expected(const std::string& output, std::size_t byte, std::byte flipped) const {
    const fs::path file = scratch / "expected" / (name + "." + output + ".npy");
    NpyArray array = read_npy(file);
    array.data.at(byte) ^= flipped;
    const std::vector<std::byte> bytes = npy_bytes(array);
    scratch.write("expected/" + name + "." + output + ".npy",
                  std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  }
};

TEST_CASE("every compiled pixel shader draws what another implementation drew", "[verify][pixel_shader]") {
  const VerifyReport report = verify(kShaders, {});
  INFO(report_text(report));
  CHECK(report.outcomes.size() == 19);
  CHECK(report.count(CaseStatus::kPassed, CasePath::kPixelShader) == 19);
  CHECK(report.exit_code() == ExitCode::kSuccess);
  CHECK_THAT(report_text(report), Contains("19 pixel shaders"));
  const CaseOutcome gather = verify_pixel_shader(kShaders / "cube_env.yaml", {});
  CHECK(gather.variant == "SIMD8, SIMD16, SIMD32");
}

TEST_CASE("a pixel, a depth and a byte of a buffer that differ fail their shader", "[verify][pixel_shader]") {
  constexpr std::size_t kPixel = 16 * 32 + 16;
  const ShaderFolder folder{"buffers_images"};
  REQUIRE(folder.verify().status == CaseStatus::kPassed);
  SECTION("pixel") {
    folder.change_expected("c0", kPixel * 8 + 1, std::byte{0x04});
    const CaseOutcome outcome = folder.verify();
    CHECK(outcome.status == CaseStatus::kFailed);
    CHECK_THAT(outcome.problem, Contains("render target 0: 1 of 1024 pixels differ; farthest: pixel (16, 16) R"));
  }
  SECTION("depth") {
    folder.change_expected("depth", kPixel * 4 + 2, std::byte{0x10});
    CHECK_THAT(folder.verify().problem, Contains("depth: 1 of 1024 pixels differ"));
  }
  SECTION("buffer") {
    folder.change_expected("buffer1", 8, std::byte{1});
    CHECK_THAT(folder.verify().problem, Contains("buffer 1: byte 8"));
  }
  SECTION("integers of a texture") {
    folder.change_expected("hits", kPixel * 4, std::byte{0x40});
    CHECK_THAT(folder.verify().problem, Contains("texture hits: 1 of 1024 pixels differ"));
  }
}

TEST_CASE("pixel shaders leave the same bytes on machines of both timings", "[verify][pixel_shader]") {
  const Timing timing = GENERATE(Timing::kLooselyTimed, Timing::kApproximatelyTimed);
  machine::MachineParameters machine;
  machine.slice.subslice.resize(machine.slice.subslices = 2);
  const timing::BlockRegistry blocks = timing::model_blocks();
  const WorkloadExecutor timed =
      timed_workload_executor(machine, {.timing = timing, .blocks = &blocks, .check_protocols = true});
  unsigned runs = 0;
  VerifyOptions options;
  options.timed_workload = [&](functional::Workload& workload) {
    timed(workload);
    ++runs;
  };
  // Discards; messages to the pixel interpolator; atomics and images; samples.
  for (const char* shader : {"discard_alpha", "interp_at", "buffers_images", "sample_rate"}) {
    const CaseOutcome outcome = verify_pixel_shader(kShaders / (std::string{shader} + ".yaml"), options);
    INFO(shader << ": " << outcome.problem);
    CHECK(outcome.status == CaseStatus::kPassed);
  }
  CHECK(runs == 4 + 3 + 3 + 1);  // each width, and all of them where there are several
}

TEST_CASE("a timed draw that leaves other bytes fails its shader", "[verify][pixel_shader]") {
  VerifyOptions options;
  options.timed_workload = [](functional::Workload&) {};  // nothing is executed
  const CaseOutcome outcome = verify_pixel_shader(kShaders / "depth_facing.yaml", options);
  CHECK(outcome.status == CaseStatus::kFailed);
  CHECK(outcome.problem == "render target 0 has other bytes than untimed");
}

TEST_CASE("a shader without its files, or with damaged ones, is malformed", "[verify][pixel_shader]") {
  const ShaderFolder folder{"depth_facing"};
  SECTION("code") {
    fs::remove(folder.scratch / "depth_facing.dat");
  }
  SECTION("expected pixels") {
    fs::remove(folder.scratch / "expected/depth_facing.c0.npy");
  }
  SECTION("expected pixels of another size") {
    fs::copy(kShaders / "expected/depth_facing.depth.npy", folder.scratch / "expected/depth_facing.c0.npy",
             fs::copy_options::overwrite_existing);
  }
  const CaseOutcome outcome = folder.verify();
  CHECK(outcome.status == CaseStatus::kMalformed);
  CHECK_FALSE(outcome.problem.empty());
}

/// One row of R8G8B8A8 pixels.
std::vector<std::byte> row(std::initializer_list<unsigned> reds) {
  std::vector<std::byte> texels;
  for (const unsigned red : reds) {
    for (const unsigned value : {red, red / 2, 0u, 255u}) texels.push_back(static_cast<std::byte>(value));
  }
  return texels;
}

PixelVerdict compare(const std::vector<std::vector<std::byte>>& draws, const std::vector<std::byte>& expected,
                     const PixelRules& rules, std::uint8_t sample_bits = 0) {
  const functional::SurfaceImage image{
      .width = static_cast<std::uint32_t>(expected.size() / 4), .height = 1, .sample_bits = sample_bits};
  return compare_pixels(image, draws, expected, rules);
}

TEST_CASE("two steps of 8 bits are rounding, three are not", "[verify][pixel_shader]") {
  CHECK(compare({row({100, 10})}, row({102, 10}), {}).passed);
  CHECK_FALSE(compare({row({100, 10})}, row({103, 10}), {}).passed);
}

TEST_CASE("a value between those of a draw and its variations is right", "[verify][pixel_shader]") {
  CHECK(compare({row({100, 10}), row({140, 10})}, row({120, 10}), {}).passed);
  CHECK_FALSE(compare({row({100, 10}), row({140, 10})}, row({150, 10}), {}).passed);
}

TEST_CASE("an anisotropic filter may be eight per cent of the range away", "[verify][pixel_shader]") {
  CHECK(compare({row({100, 255})}, row({119, 255}), {.anisotropic = true}).passed);
  CHECK_FALSE(compare({row({100, 255})}, row({130, 255}), {.anisotropic = true}).passed);
}

TEST_CASE("samples are averaged before they are compared", "[verify][pixel_shader]") {
  std::vector<std::byte> samples = row({100, 10});
  for (const std::byte b : row({200, 10})) samples.push_back(b);
  CHECK(compare({samples}, row({150, 10}), {}, 1).passed);
  CHECK_FALSE(compare({samples}, row({100, 10}), {}, 1).passed);
}

TEST_CASE("of alpha to coverage colour counts, not how many samples are kept", "[verify][pixel_shader]") {
  // One row is no square: no pixel is left out as one at an edge.
  const PixelRules rules{.agreement = Agreement::kImplementation};
  std::vector<std::byte> half = row({100, 40});
  for (std::byte& b : half) b = static_cast<std::byte>(std::to_integer<unsigned>(b) / 2);
  CHECK(compare({row({100, 40})}, half, rules).passed);
  std::vector<std::byte> other = half;
  other[2] = std::byte{90};
  CHECK_FALSE(compare({row({100, 40})}, other, rules).passed);
}

}  // namespace
}  // namespace texpipe::study
