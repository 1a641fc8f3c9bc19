#include <unistd.h>
#include <catch2/catch.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"
#include "support/visa_kernels.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

/// A text file for one test, removed afterwards.
class TextFile {
 public:
  explicit TextFile(const std::string& text)
      : path_{std::filesystem::temp_directory_path() / ("texpipe_visa_" + std::to_string(::getpid()) + ".visaasm")} {
    std::ofstream{path_} << text;
  }
  ~TextFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("visa lower prints the compiler's descriptors, from text and from .isa alike", "[cli][visa]") {
  const VisaKernelFolder kernel;
  for (const char* name : {"s8_sample_b_2d.visaasm", "s8_sample_b_2d.isa"}) {
    const CommandOutcome lowered = run_texpipe("visa lower --json " + kernel(name));
    CHECK(lowered.code == 0);
    const json message = json::parse(lowered.out)["instructions"][0]["messages"][0];
    CHECK(message["desc"] == "0x02421001");
    CHECK(message["ext_desc"] == "0x00000082");
    CHECK(message["payload"] == json::array({"bias", "u", "v"}));
    CHECK(message["response"].size() == 4);
  }
}

TEST_CASE("visa assemble and disassemble are inverse in both layouts", "[cli][visa]") {
  const TextFile text{"sample_b.RGBA (M1, 8) 0x0:uw S0 T6 V0032.0 V0033.0 V0034.0 V0035.0\n"};
  for (const std::string layout : {"document", "igc"}) {
    const CommandOutcome assembled = run_texpipe("visa assemble --json --layout " + layout + " " + text.path());
    CHECK(assembled.code == 0);
    const std::string bytes = json::parse(assembled.out)["instructions"][0]["bytes"];
    CHECK(bytes.substr(0, 8) == (layout == "igc" ? "6d 01 00" : "6d 01 03"));
    const CommandOutcome back = run_texpipe("visa disassemble --layout " + layout + " --bytes \"" + bytes + "\"");
    CHECK_THAT(back.out, Contains("sample_b.RGBA (M1, 8) 0x0:uw S0 T6 V0032.0 V0033.0 V0034.0 V0035.0"));
  }
}

TEST_CASE("a broken vISA line is malformed input with line and column", "[cli][visa]") {
  const TextFile text{"\nsample_l.cps.RGBA (M2, 8) S0 T6 V0032.0 V0033.0\n"};
  const CommandOutcome outcome = run_texpipe("visa lower " + text.path());
  CHECK(outcome.code == 4);
  CHECK_THAT(outcome.err, Contains(":2:10: .cps is not available"));
  CHECK_THAT(outcome.err, Contains(":2:19: execution size 8 allows M1, M3, M5 or M7, not M2"));
}

TEST_CASE("an unknown layout is a usage error with the nearest spelling", "[cli][visa]") {
  const CommandOutcome outcome = run_texpipe("visa disassemble --layout documnet --bytes 00");
  CHECK(outcome.code == 2);
  CHECK_THAT(outcome.err, Contains("document"));
}

TEST_CASE("visa run gives the same registers and bytes with and without time", "[cli][visa]") {
  const std::string program = std::string{TEXPIPE_SOURCE_DIR} + "/configs/visa/all_operations.visaasm";
  const CommandOutcome untimed = run_texpipe("visa run --json " + program);
  const std::string timing = GENERATE("approximately_timed ", "loosely_timed ");
  const CommandOutcome timed = run_texpipe("visa run --json --timing " + timing + program);
  REQUIRE(untimed.code == 0);
  REQUIRE(timed.code == 0);
  const json a = json::parse(untimed.out);
  const json b = json::parse(timed.out);
  CHECK(a["registers"] == b["registers"]);
  CHECK(a["buffers"] == b["buffers"]);
  CHECK(b["cycles"].get<int>() > 100);
  CHECK(a["registers"].size() == 4 * 8);        // four threads
  CHECK(a["registers"][7]["values"][0] == 32);  // resinfo: width of level 1
}

TEST_CASE("the vISA study leaves the registers of its program in results.json", "[cli][visa]") {
  const std::string configs = std::string{TEXPIPE_SOURCE_DIR} + "/configs/";
  const auto folder = std::filesystem::temp_directory_path() / ("texpipe_visa_study_" + std::to_string(::getpid()));
  const CommandOutcome study =
      run_texpipe("run -q --force --out " + folder.string() + " " + configs + "studies/visa_all_operations.yaml");
  REQUIRE(study.code == 0);
  std::ifstream results{folder / "results.json"};
  const CommandOutcome untimed = run_texpipe("visa run --json " + configs + "visa/all_operations.visaasm");
  CHECK(json::parse(results)["registers"] == json::parse(untimed.out)["registers"]);
  std::filesystem::remove_all(folder);
}

TEST_CASE("with --generation icllp .cps divides the derivatives by the coarse pixel, on Kaby Lake it changes nothing",
          "[cli][visa]") {
  const ScratchFolder scratch;
  const auto file = [&](const char* name, const std::string& text) {
    scratch.write(name, text);
    return " '" + (scratch / name).string() + "'";
  };
  const std::string declarations =
      ".version 4.1\n.kernel \"cps\"\n"
      ".decl u v_type=G type=f num_elts=8 align=hword\n.decl v v_type=G type=f num_elts=8 align=hword\n"
      ".decl level v_type=G type=f num_elts=8 align=hword\n"
      ".decl S v_type=S num_elts=1 v_name=S\n.decl T v_type=T num_elts=1 v_name=T\n"
      ".input u offset=32 size=32\n.input v offset=64 size=32\n.function \"cps_main\"\n\ncps_main:\n"
      "    movs (M1_NM, 1) T(0) 0x0:ud\n    movs (M1_NM, 1) S(0) 0x0:ud\n";
  const std::string end = "    ret (M1, 1)\n";
  const std::string plain =
      file("plain.visaasm", declarations + "    lod.R (M1, 8) 0x0:uw S T level.0 u.0 v.0\n" + end);
  const std::string compensated =
      file("cps.visaasm", declarations + "    lod.cps.R (M1, 8) 0x0:uw S T level.0 u.0 v.0\n" + end);
  // Four texels from pixel to pixel: level 2; of a coarse pixel of 4x4, each pixel is one texel.
  const std::string rest =
      "registers: {u: [0, 0.0625, 0, 0.0625, 0, 0.0625, 0, 0.0625], v: [0, 0, 0.0625, 0.0625, 0, 0, 0.0625, 0.0625]}\n"
      "surfaces: [{index: 0, type: 2D, format: R8_UNORM, width: 64, height: 64, levels: 7}]\n"
      "samplers: [{index: 0, mip_mode_filter: LINEAR}]\noutputs: {registers: [level]}\n";
  const std::string inputs = file("inputs.yaml", "coarse_pixel: [4, 4]\n" + rest);
  const auto level = [&](const std::string& program, const std::string& options) {
    const CommandOutcome run = run_texpipe("visa run --json " + options + " --inputs" + inputs + program);
    REQUIRE(run.code == 0);
    return json::parse(run.out)["registers"][0]["values"][0].get<double>();
  };
  CHECK(level(plain, "") == 2);
  CHECK(level(compensated, "") == 2);
  CHECK(level(plain, "--generation icllp") == 2);
  CHECK(level(compensated, "--generation icllp") == 0);
  CHECK(level(compensated, "--generation icllp --timing approximately_timed") == 0);
  const std::string wrong = file("wrong.yaml", "coarse_pixel: [2, 3]\n" + rest);
  const CommandOutcome refused = run_texpipe("visa run --inputs" + wrong + plain);
  CHECK(refused.code == 3);
  CHECK_THAT(refused.err, Contains(":1:19: a coarse pixel has no size 3; expected 1, 2 or 4"));
}

TEST_CASE("visa run reads r of sample_d on a cube as the switch says, with and without time", "[cli][visa][R28]") {
  const ScratchFolder scratch;
  scratch.write("cube.visaasm",
                ".version 4.1\n.kernel \"cube\"\n"
                ".decl u v_type=G type=f num_elts=8 align=hword\n.decl v v_type=G type=f num_elts=8 align=hword\n"
                ".decl r v_type=G type=f num_elts=8 align=hword\n.decl z v_type=G type=f num_elts=8 align=hword\n"
                ".decl given v_type=G type=f num_elts=8 align=hword\n"
                ".decl direct v_type=G type=f num_elts=8 align=hword\n"
                ".decl S v_type=S num_elts=1 v_name=S\n.decl T v_type=T num_elts=1 v_name=T\n"
                ".input u offset=32 size=32\n.input v offset=64 size=32\n.input r offset=96 size=32\n"
                ".input z offset=128 size=32\n.function \"cube_main\"\n\ncube_main:\n"
                "    movs (M1_NM, 1) T(0) 0x0:ud\n    movs (M1_NM, 1) S(0) 0x0:ud\n"
                "    sample_d.G (M1, 8) 0x0:uw S T given.0 u.0 z.0 z.0 v.0 z.0 z.0 r.0 z.0 z.0\n"
                "    sample_lz.G (M1, 8) 0x0:uw S T direct.0 u.0 v.0 r.0\n    ret (M1, 1)\n");
  const auto eight = [](const char* value) {
    std::string list = "[";
    for (unsigned i = 0; i < 8; ++i) list += (i == 0 ? "" : ", ") + std::string{value};
    return list + "]";
  };
  scratch.write("cube.yaml",
                "registers: {u: " + eight("0.25") + ", v: " + eight("0.5") + ", r: " + eight("1.0") +
                    ", z: " + eight("0") +
                    "}\nsurfaces: [{index: 0, type: CUBE, format: R8G8B8A8_UNORM, width: 64, height: 64}]\n"
                    "samplers: [{index: 0}]\noutputs: {registers: [given, direct]}\n");
  // On +Z v runs against y, so that the place on face 1 differs from the direction's.
  const auto reads_direction = [&](const std::string& options) {
    const CommandOutcome run =
        run_texpipe("visa run --json " + options + " '" + (scratch / "cube.visaasm").string() + "'");
    REQUIRE(run.code == 0);
    const json result = json::parse(run.out);
    return result["registers"][0]["values"] == result["registers"][1]["values"];
  };
  CHECK_FALSE(reads_direction(""));
  CHECK_FALSE(reads_direction("--timing approximately_timed"));
  CHECK(reads_direction("-p sample_d.cube_direction=true"));
  CHECK(reads_direction("-p sample_d.cube_direction=true --timing approximately_timed"));
}

TEST_CASE("visa run executes the compiler's .isa", "[cli][visa]") {
  const TextFile inputs{
      "registers: {V_lod: 1}\n"
      "surfaces: [{index: 0, buffer: 256}, {index: 1, type: 3D, format: R32_FLOAT, width: 32, height: 16, depth: 8, "
      "levels: 3}]\n"
      "outputs: {buffers: [{index: 0, bytes: 128}]}\n"};
  const VisaKernelFolder kernel;
  const CommandOutcome run =
      run_texpipe("visa run --json --inputs " + inputs.path() + " " + kernel("s8_resinfo_rgba.isa"));
  REQUIRE(run.code == 0);
  const json words = json::parse(run.out)["buffers"][0]["words"];
  CHECK(words[0] == "0x00000010");
  CHECK(words[8] == "0x00000008");
  CHECK(words[16] == "0x00000004");
  CHECK(words[24] == "0x00000003");
}

TEST_CASE("inputs of visa run that do not fit are refused with their place", "[cli][visa]") {
  const TextFile inputs{"registers:\n  V_lodd: 1\n"};
  const VisaKernelFolder kernel;
  const CommandOutcome run = run_texpipe("visa run --inputs " + inputs.path() + " " + kernel("s8_resinfo_rgba.isa"));
  CHECK(run.code == 3);
  CHECK_THAT(run.err, Contains(":2:11: the program has no variable V_lodd; did you mean V_lod?"));
}

TEST_CASE("surfaces that a program names and nobody gives are null: every public pair runs without inputs",
          "[cli][visa]") {
  const VisaKernelFolder kernel;
  for (const char* name :
       {"s8_sample_3d_cube.isa", "s16_idx_s37_sample_3d.isa", "s16_idx_varst_sample_l.isa", "s16_seq_pyramid.isa"}) {
    INFO(name);
    const CommandOutcome run = run_texpipe("visa run --json " + kernel(name));
    REQUIRE(run.code == 0);
    const json registers = json::parse(run.out)["registers"];
    REQUIRE(!registers.empty());
    CHECK(registers[0]["values"][0] == 0);
  }
}

TEST_CASE("without a list of outputs, visa run prints every variable that an instruction writes", "[cli][visa]") {
  const TextFile text{
      ".version 4.1\n.kernel \"k\"\n"
      ".decl a v_type=G type=ud num_elts=8 align=hword\n.decl b v_type=G type=ud num_elts=8 align=hword\n"
      ".decl unused v_type=G type=ud num_elts=8 align=hword\n.function \"k_main\"\n\nk_main:\n"
      "    mov (M1, 8) a(0,0)<1> 0xfffffffe:ud\n    add.sat (M1, 8) b(0,0)<1> a(0,0)<1;1,0> 0x5:ud\n    ret (M1, 1)\n"};
  const CommandOutcome ran = run_texpipe("visa run " + text.path());
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("a.0    :ud 4294967294 ") && Contains("b.0    :ud 4294967295 "));
  CHECK(ran.out.find("unused") == std::string::npos);
}

TEST_CASE("visa run stops a program that does not end", "[cli][visa]") {
  const TextFile text{"_again:\n    jmp (M1, 1) _again\n"};
  CHECK(run_texpipe("visa run " + text.path()).code == 6);
}
