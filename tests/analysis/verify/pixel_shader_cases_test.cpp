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

TEST_CASE("shaders that use what those of the corpus do not draw what lavapipe drew", "[verify][pixel_shader]") {
  const VerifyReport report = verify(TEXPIPE_TEST_DATA "/more_pixel_shaders", {});
  INFO(report_text(report));
  CHECK(report.outcomes.size() == 32);
  CHECK(report.count(CaseStatus::kPassed, CasePath::kPixelShader) == 32);
}

TEST_CASE("storage images are compared in their own format, not in that of the surface state",
          "[verify][pixel_shader]") {
  // The shader reads the image as integers; a step of 8 bits is rounding, three are not.
  const ShaderFolder folder{"buffers_images"};
  constexpr std::size_t kPixel = 16 * 32 + 16;
  SECTION("a step") {
    folder.change_expected("picture", kPixel * 4, std::byte{1});
    CHECK(folder.verify().status == CaseStatus::kPassed);
  }
  SECTION("eight steps") {
    folder.change_expected("picture", kPixel * 4, std::byte{8});
    CHECK_THAT(folder.verify().problem, Contains("texture picture: 1 of 1024 pixels differ"));
  }
}

TEST_CASE("floats of a buffer may differ by their rounding, integers may not", "[verify][pixel_shader]") {
  const ShaderFolder folder{"buffers_images"};
  const fs::path file = folder.scratch / "expected/buffers_images.buffer1.npy";
  NpyArray array = read_npy(file);
  array.data[0] ^= std::byte{1};
  const NpyType type = GENERATE(NpyType::kUint32, NpyType::kFloat32);
  array.type = type;
  const std::vector<std::byte> bytes = npy_bytes(array);
  folder.scratch.write("expected/buffers_images.buffer1.npy",
                       std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  CHECK((folder.verify().status == CaseStatus::kPassed) == (type == NpyType::kFloat32));
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

PixelVerdict compare(const PossiblePixels& possible, const std::vector<std::byte>& expected, const PixelRules& rules,
                     std::uint8_t sample_bits = 0) {
  const functional::SurfaceImage image{
      .width = static_cast<std::uint32_t>(expected.size() / 4), .height = 1, .sample_bits = sample_bits};
  return compare_pixels(image, possible, expected, rules);
}
PixelVerdict compare(const std::vector<std::vector<std::byte>>& draws, const std::vector<std::byte>& expected,
                     const PixelRules& rules, std::uint8_t sample_bits = 0) {
  return compare(PossiblePixels{.draws = draws, .others = {}}, expected, rules, sample_bits);
}

TEST_CASE("two steps of 8 bits are rounding, three are not", "[verify][pixel_shader]") {
  CHECK(compare({row({100, 10})}, row({102, 10}), {}).passed);
  CHECK_FALSE(compare({row({100, 10})}, row({103, 10}), {}).passed);
}

TEST_CASE("a value between those of a draw and its variations is right", "[verify][pixel_shader]") {
  CHECK(compare({row({100, 10}), row({140, 10})}, row({120, 10}), {}).passed);
  CHECK_FALSE(compare({row({100, 10}), row({140, 10})}, row({150, 10}), {}).passed);
}

TEST_CASE("a pixel may be that of one other draw in all its channels, not of two", "[verify][pixel_shader]") {
  const auto pixel = [](unsigned red, unsigned green) {
    return std::vector<std::byte>{static_cast<std::byte>(red), static_cast<std::byte>(green), std::byte{0},
                                  std::byte{255}};
  };
  const PossiblePixels possible{.draws = {pixel(100, 100)}, .others = {pixel(200, 100), pixel(100, 200)}};
  CHECK(compare(possible, pixel(200, 100), {}).passed);
  CHECK(compare(possible, pixel(100, 150), {}).passed);
  CHECK_FALSE(compare(possible, pixel(200, 200), {}).passed);
}

TEST_CASE("levels of detail may be four per cent of the range away, anisotropic filters eight",
          "[verify][pixel_shader]") {
  const PixelRules exact{.anisotropic = true}, lod{.agreement = Agreement::kLod};
  const PixelRules anisotropic{.agreement = Agreement::kLod, .anisotropic = true};
  const auto passes = [](unsigned red, const PixelRules& rules) {
    return compare({row({100, 255})}, row({red, 255}), rules).passed;
  };
  CHECK(passes(110, lod));
  CHECK_FALSE(passes(115, lod));
  CHECK(passes(110, exact));
  CHECK_FALSE(passes(115, exact));
  CHECK(passes(119, anisotropic));
  CHECK_FALSE(passes(126, anisotropic));
}

TEST_CASE("samples are averaged before they are compared", "[verify][pixel_shader]") {
  std::vector<std::byte> samples = row({100, 10});
  for (const std::byte b : row({200, 10})) samples.push_back(b);
  CHECK(compare({samples}, row({150, 10}), {}, 1).passed);
  CHECK_FALSE(compare({samples}, row({100, 10}), {}, 1).passed);
}

/// Four samples of one pixel, of which some hold a colour.
std::vector<std::byte> samples_kept(unsigned kept) {
  std::vector<std::byte> samples;
  for (unsigned sample = 0; sample < 4; ++sample) {
    for (const unsigned value : {200u, 100u, 40u, 240u})
      samples.push_back(static_cast<std::byte>(sample < kept ? value : 0));
  }
  return samples;
}
std::vector<std::byte> average_of(unsigned kept) {
  std::vector<std::byte> pixel;
  for (const unsigned value : {200u, 100u, 40u, 240u}) pixel.push_back(static_cast<std::byte>(value * kept / 4));
  return pixel;
}

TEST_CASE("of alpha to coverage colour counts, and how many samples are kept within the allowed number",
          "[verify][pixel_shader]") {
  // One pixel wide and high is a square all of edges: a second pixel makes a row.
  const auto two = [](const std::vector<std::byte>& samples, std::size_t texel) {
    std::vector<std::byte> doubled;
    for (std::size_t i = 0; i < samples.size(); i += texel) {
      for (unsigned n = 0; n < 2; ++n) doubled.insert(doubled.end(), &samples[i], &samples[i] + texel);
    }
    return doubled;
  };
  const auto passes = [&](unsigned ours, unsigned theirs, std::optional<unsigned> apart) {
    const PixelRules rules{.agreement = Agreement::kImplementation, .coverage_samples = apart};
    return compare({two(samples_kept(ours), 4)}, two(average_of(theirs), 4), rules, 2).passed;
  };
  CHECK(passes(2, 3, 1));
  CHECK_FALSE(passes(1, 3, 1));
  CHECK(passes(1, 3, 2));
  CHECK_FALSE(passes(4, 0, 2));
  CHECK(passes(1, 4, std::nullopt));
  const PixelRules rules{.agreement = Agreement::kImplementation, .coverage_samples = 1};
  std::vector<std::byte> other = two(average_of(3), 4);
  other[2] = other[6] = std::byte{90};
  CHECK_FALSE(compare({two(samples_kept(3), 4)}, other, rules, 2).passed);
}

}  // namespace
}  // namespace texpipe::study
