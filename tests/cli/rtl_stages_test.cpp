// Stages of the sampler as RTL, in a study.
#include <catch2/catch.hpp>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

const std::string kStudy = "configs/studies/first_look.yaml -p timing=approximately_timed -p workload.image=32x24";

std::string as_rtl(const std::string& block, const std::string& rtl = "repository") {
  const std::string path = " -p 'slice.subslice[*].sampler." + block;
  return path + ".implementation=rtl'" + path + ".parameters.rtl=" + rtl + "'";
}

/// Runs the study into a folder of this name.
CommandOutcome run(const ScratchFolder& scratch, const std::string& name, const std::string& options) {
  return run_texpipe("run " + kStudy + options + " --out " + (scratch / name).string());
}

std::string slurp(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  return {std::istreambuf_iterator<char>{file}, {}};
}

bool has_rtl() {
  static const bool built = run_texpipe("cosim configs/cosim/filter.yaml -p requests=10").code == 0;
  return built;
}

}  // namespace

TEST_CASE("the picture has the same bytes with any stage of the sampler as RTL and with all of them", "[cli][rtl]") {
  if (!has_rtl()) return;
  const ScratchFolder scratch;
  REQUIRE(run(scratch, "model", "").code == 0);
  const std::string all = as_rtl("address_generator") + as_rtl("decoder") + as_rtl("filter");
  for (const std::string& options : {as_rtl("address_generator"), as_rtl("decoder"), as_rtl("filter"), all}) {
    const CommandOutcome outcome = run(scratch, "rtl", options + " --force");
    INFO(options << "\n" << outcome.err);
    REQUIRE(outcome.code == 0);
    CHECK(scratch.read("rtl/image.png") == scratch.read("model/image.png"));
  }
}

TEST_CASE("stages beside one that is RTL stay the model's", "[cli][rtl]") {
  if (!has_rtl()) return;
  const ScratchFolder scratch;
  REQUIRE(run(scratch, "decoder", as_rtl("decoder")).code == 0);
  const std::string text = scratch.read("decoder/stats.json");
  CHECK_THAT(text, Contains("texel decoder as RTL"));
  CHECK_THAT(text, !Contains("filter as RTL") && !Contains("address generator as RTL"));
}

TEST_CASE("what RTL delivers is what follows uses: a planted bug of any stage shows in the picture", "[cli][rtl]") {
  if (!has_rtl()) return;
  const ScratchFolder scratch;
  // The blocks of a BC1 texture read as BC4, whose fifths the planted bug of the decoder gets wrong.
  std::string texture = slurp("configs/textures/brick_512_bc1_mips.dds");
  REQUIRE(texture.substr(84, 4) == "DXT1");
  scratch.write("bc4.dds", texture.replace(84, 4, "BC4U"));
  const std::string study =
      " -p workload.sampler.address_u=MIRROR -p workload.texture=" + (scratch / "bc4.dds").string();
  REQUIRE(run(scratch, "model", study).code == 0);
  const auto picture = [&](const std::string& options) {
    const CommandOutcome outcome = run(scratch, "rtl", study + options + " --force");
    INFO(options << "\n" << outcome.err);
    REQUIRE(outcome.code == 0);
    return scratch.read("rtl/image.png");
  };
  const std::string right = scratch.read("model/image.png");
  CHECK(picture(as_rtl("address_generator") + as_rtl("decoder") + as_rtl("filter")) == right);
  CHECK(picture(as_rtl("address_generator", "mirror_off_by_one")) != right);
  CHECK(picture(as_rtl("decoder", "fifths_as_sevenths")) != right);
  CHECK(picture(as_rtl("filter", "swapped_weights")) != right);
}

TEST_CASE("what a stage as RTL does not have is refused by name", "[cli][rtl]") {
  if (!has_rtl()) return;
  const ScratchFolder scratch;
  const CommandOutcome bc7 =
      run(scratch, "bc7", " -p workload.texture=configs/textures/astronaut_512_bc7_mips.dds" + as_rtl("decoder"));
  CHECK(bc7.code == 8);
  CHECK_THAT(bc7.err, Contains("BC7_UNORM in the RTL texel decoder"));
  const CommandOutcome unknown = run(scratch, "unknown", as_rtl("filter", "swaped_weights"));
  CHECK(unknown.code == 3);
  CHECK_THAT(unknown.err, Contains("parameters.rtl") && Contains("swapped_weights"));
}

TEST_CASE("parameters of the model that RTL has no use for are told", "[cli][rtl]") {
  if (!has_rtl()) return;
  for (const std::string block : {"address_generator", "decoder", "filter", "pixel_coverage"}) {
    for (const std::string index : {"*", "0"}) {
      const std::string in = block == "pixel_coverage" ? "" : "sampler.";
      const std::string path = "slice.subslice[" + index + "]." + in + block;
      const CommandOutcome outcome = run_texpipe("config validate " + kStudy + " -p '" + path +
                                                 ".implementation=rtl' -p '" + path + ".latency=9'");
      INFO(path);
      CHECK(outcome.code == 0);
      CHECK_THAT(outcome.out + outcome.err, Contains("the " + block + " is RTL, which has its own"));
    }
  }
}

TEST_CASE("the pixel coverage unit as RTL answers every query as the model does and a planted bug shows",
          "[cli][rtl]") {
  if (!has_rtl()) return;
  const ScratchFolder scratch;
  const std::string rtl = " -p 'slice.subslice[*].pixel_coverage.implementation=rtl'";
  const std::string study = "run configs/studies/msaa_coverage.yaml";
  REQUIRE(run_texpipe(study + " --out " + (scratch / "model").string()).code == 0);
  const CommandOutcome outcome = run_texpipe(study + rtl + " --out " + (scratch / "rtl").string());
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  CHECK(scratch.read("rtl/results.json") == scratch.read("model/results.json"));
  CHECK_THAT(scratch.read("rtl/stats.json"), Contains("pixel coverage unit as RTL"));

  // Helper pixels beside an edge, of whose four samples the mask leaves one.
  scratch.write("q.spa", "PIXLD.CENTROID_OFFSET R0;");
  scratch.write("q.yaml",
                "program: q.spa\nscene: {image: 8x8, samples: 4, sample_mask: 2, triangles: [[[0, 0], [8, 0], "
                "[0, 7]]]}\n");
  const std::string query = "spa run --json --timing approximately_timed '" + (scratch / "q.yaml").string() + "'";
  const auto warps = [&](const std::string& options) {
    const CommandOutcome run = run_texpipe(query + options);
    INFO(run.err);
    REQUIRE(run.code == 0);
    return nlohmann::json::parse(run.out)["warps"];
  };
  CHECK(warps(rtl) == warps(""));
  CHECK(warps(rtl + " -p 'slice.subslice[*].pixel_coverage.parameters.rtl=centroid_of_helpers'") != warps(""));
}
