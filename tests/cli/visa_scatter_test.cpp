// vISA programs that scatter texels and gather DWords, and the compiler's kernels that do.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

constexpr const char* kMachine = " --machine configs/machines/kaby_lake_gt2.yaml";

/// Results of a program, untimed or on a machine.
json results(const ScratchFolder& scratch, const std::string& program, const std::string& inputs,
             const std::string& options) {
  scratch.write("k.visaasm", ".version 4.1\n.kernel \"k\"\n" + program + "    ret (M1, 1)\n");
  scratch.write("inputs.yaml", inputs);
  const CommandOutcome outcome = run_texpipe("visa run --json --inputs '" + (scratch / "inputs.yaml").string() + "' '" +
                                             (scratch / "k.visaasm").string() + "'" + options);
  INFO(outcome.err);
  REQUIRE(outcome.code == 0);
  return json::parse(outcome.out);
}

}  // namespace

TEST_CASE("scatter4_typed writes texels, with and without time", "[cli][visa]") {
  const std::string options = GENERATE(std::string{}, std::string{kMachine});
  const ScratchFolder scratch;
  const json outcome = results(
      scratch,
      ".decl U v_type=G type=ud num_elts=8 align=hword\n.decl V v_type=G type=ud num_elts=8 align=hword\n"
      ".decl C v_type=G type=f num_elts=32 align=hword\n.decl T v_type=T num_elts=1\n"
      "    movs (M1_NM, 1) T(0) 0x1:ud\n    scatter4_typed.RGBA (M1, 8) T U.0 V.0 %null.0 %null.0 C.0\n",
      "registers:\n  U: [0, 1, 2, 3, 0, 1, 2, 99]\n  V: [0, 0, 0, 0, 1, 1, 1, 1]\n"
      "  C: [0, 1, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n"
      "surfaces: [{index: 1, width: 4, height: 2, format: R8G8B8A8_UNORM, tiling: linear}]\n"
      "outputs: {registers: [U], buffers: [{index: 1, bytes: 16}]}\n",
      options);
  const json words = outcome["buffers"][0]["words"];
  CHECK(words == json::array({"0xff000000", "0xff0000ff", "0xff000080", "0xff000000"}));
}

TEST_CASE("gather4_scaled reads what scatter4_scaled wrote, under masks, with and without time", "[cli][visa]") {
  const std::string options = GENERATE(std::string{}, std::string{kMachine});
  const ScratchFolder scratch;
  const json outcome = results(
      scratch,
      ".decl O v_type=G type=ud num_elts=16 align=hword\n.decl D v_type=G type=ud num_elts=32 align=hword\n"
      ".decl R v_type=G type=ud num_elts=16 align=hword\n.decl T v_type=T num_elts=1\n"
      "    movs (M1_NM, 1) T(0) 0x0:ud\n    scatter4_scaled.RG (M1, 16) T 0x8:ud O.0 D.0\n"
      "    gather4_scaled.G (M1, 16) T 0x4:ud O.0 R.0\n",
      "dispatch_mask: 0x7fff\nregisters:\n"
      "  O: [0, 8, 16, 24, 32, 40, 48, 56, 64, 72, 80, 88, 96, 104, 112, 120]\n"
      "  D: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, "
      "111, 112, 113, 114, 115, 116]\n"
      "  R: 7\nsurfaces: [{index: 0, buffer: 256}]\noutputs: {registers: [R]}\n",
      options);
  // Channel n wrote n + 1 at 8n + 8; the read looks at 8n + 8.
  json expected = json::array();
  for (int n = 0; n < 15; ++n) expected.push_back(n + 1);
  expected.push_back(7);  // off
  CHECK(outcome["registers"][0]["values"] == expected);
}

TEST_CASE("the compiler's kernels run as far as their messages are there", "[cli][visa]") {
  unsigned ran = 0;
  for (const char* kernel : {"array_lookup", "bicubic", "dims_query", "downsample2", "flow_warp", "gather_points",
                             "half_tonemap", "int_texture", "lens_distort", "lut1d", "mip_lod", "parallax_march",
                             "resize_bilinear", "rotate_affine", "sobel_edge", "volume_mip"}) {
    const CommandOutcome outcome = run_texpipe(std::string{"visa run -q tests/data/kernels/"} + kernel + ".visaasm");
    INFO(kernel << '\n' << outcome.err);
    CHECK(outcome.code == 0);
    ran += outcome.code == 0;
  }
  CHECK(ran == 16);
  const CommandOutcome local = run_texpipe("visa run -q tests/data/kernels/tile_blur_slm.visaasm");
  CHECK(local.code == 8);
  CHECK_THAT(local.err, Contains("tile_blur_slm.visaasm:"));
}
