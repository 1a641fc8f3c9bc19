#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"
#include "support/visa_kernels.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string kHead =
    ".version 4.1\n.kernel \"k\"\n.decl V v_type=G type=ud num_elts=8 align=hword\n"
    ".decl F v_type=G type=f num_elts=32 align=hword\n.decl S v_type=S num_elts=1\n.decl T v_type=T num_elts=1\n";
const std::string kEnd = "    ret (M1, 1)\n";

std::string quoted(const ScratchFolder& scratch, const std::string& name) {
  return " '" + (scratch / name).string() + "' ";
}

}  // namespace

TEST_CASE("vISA that cannot be read is malformed input: a missing file, a folder, a circle of links", "[cli][visa]") {
  const ScratchFolder scratch;
  std::filesystem::create_symlink("circle", scratch / "circle");
  for (const std::string verb : {"assemble", "disassemble", "lower", "run"}) {
    for (const std::string name : {"nope", ".", "circle"}) {
      CAPTURE(verb, name);
      CHECK(run_texpipe("visa " + verb + quoted(scratch, name)).code == 4);
    }
  }
}

TEST_CASE("files of the wrong kind say what they are", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const ScratchFolder scratch;
  scratch.write("text.isa", kHead + kEnd);
  scratch.write("text.visaasm", kHead + kEnd);
  scratch.write("picture.isa", std::string{"\x89PNG\r\n\x1a\n"});
  const auto refused = [&](const std::string& arguments) {
    const CommandOutcome outcome = run_texpipe("visa " + arguments);
    CHECK(outcome.code == 4);
    return outcome.err;
  };
  CHECK_THAT(refused("disassemble" + quoted(scratch, "text.isa")), Contains("this is not a .isa file"));
  CHECK_THAT(refused("lower" + quoted(scratch, "picture.isa")), Contains("the file is a PNG picture"));
  CHECK_THAT(refused("disassemble" + quoted(scratch, "text.visaasm")), Contains("this is text"));
  CHECK_THAT(refused("assemble " + kernel("s8_lod_2d.isa")), Contains("this is a .isa file, not vISA text"));
}

TEST_CASE("a .isa file holds the igc layout: another one is refused, other endings get bare bytes", "[cli][visa]") {
  const ScratchFolder scratch;
  scratch.write("k.visaasm", kHead + kEnd);
  const CommandOutcome refused =
      run_texpipe("visa assemble --layout document" + quoted(scratch, "k.visaasm") + "-o" + quoted(scratch, "k.isa"));
  CHECK(refused.code == 2);
  CHECK_THAT(refused.err, Contains("holds the igc layout"));
  CHECK(!std::filesystem::exists(scratch / "k.isa"));
  CHECK(run_texpipe("visa assemble --layout document" + quoted(scratch, "k.visaasm") + "-o" + quoted(scratch, "k.bin"))
            .code == 0);
}

TEST_CASE("a dash is standard input", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const std::string text = kernel("s8_lod_2d.visaasm");
  const std::string bytes = kernel("s8_lod_2d.isa");
  CHECK(shell("texpipe visa lower - < " + text).out == run_texpipe("visa lower " + text).out);
  CHECK(shell("texpipe visa disassemble - < " + bytes).out == run_texpipe("visa disassemble " + bytes).out);
  CHECK(shell("texpipe visa assemble - < " + text).out == run_texpipe("visa assemble " + text).out);
  CHECK_THAT(shell("texpipe texture info - < configs/textures/brick_512_bc1_mips.dds").out, Contains("BC1_UNORM"));
  CHECK(shell("texpipe spa check - < configs/spa/msaa_coverage.spa").code == 0);
}

TEST_CASE("a listing has the place and the bytes of each instruction, and is vISA text itself", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const std::string bytes = kernel("s8_lod_2d.isa");
  const CommandOutcome listed = run_texpipe("visa disassemble --listing " + bytes);
  CHECK(listed.code == 0);
  CHECK_THAT(listed.out, Contains("  6d 09 00 03 00 00 "));
  const ScratchFolder scratch;
  scratch.write("listing.visaasm", listed.out);
  CHECK(run_texpipe("visa assemble" + quoted(scratch, "listing.visaasm")).out ==
        run_texpipe("visa assemble " + kernel("s8_lod_2d.visaasm")).out);
}

TEST_CASE("lower --header always gives every message the header of the OpenCL compiler", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const auto message = [&](const std::string& options) {
    const CommandOutcome lowered = run_texpipe("visa lower --json " + options + kernel("s8_sample_b_2d.visaasm"));
    REQUIRE(lowered.code == 0);
    return json::parse(lowered.out)["instructions"][0]["messages"][0];
  };
  CHECK(message("")["header"] == 0);
  CHECK(message("--header always ")["desc"] == "0x024a1001");
  CHECK(message("--header always ")["ext_desc"] == "0x000000c2");
  CHECK(message("--header always ")["payload"] == json::array({"header", "bias", "u", "v"}));
  CHECK(run_texpipe("visa lower --header never " + kernel("s8_sample_b_2d.visaasm")).code == 2);
}

TEST_CASE("visa lower refuses a surface whose number comes later; a run that jumps there finds it", "[cli][visa]") {
  const ScratchFolder scratch;
  const std::string sample = "    sample_lz.R (M1, 8) S T F.0 F.32 F.64\n";
  const std::string bind = "    movs (M1_NM, 1) T(0) 0x1:ud\n";
  scratch.write("late.visaasm", kHead + sample + bind + kEnd);
  scratch.write("jumps.visaasm", kHead + "    jmp (M1, 1) _bind\n_sample:\n" + sample + kEnd + "_bind:\n" + bind +
                                     "    jmp (M1, 1) _sample\n");
  const CommandOutcome lowered = run_texpipe("visa lower" + quoted(scratch, "late.visaasm"));
  CHECK(lowered.code == 4);
  CHECK_THAT(lowered.err, Contains("late.visaasm:7:5: T has no index yet; its movs follows at line 8"));
  const CommandOutcome late = run_texpipe("visa run" + quoted(scratch, "late.visaasm"));
  CHECK(late.code == 4);
  CHECK_THAT(late.err, Contains("late.visaasm:7:5: T has no index yet"));
  CHECK(run_texpipe("visa run" + quoted(scratch, "jumps.visaasm")).code == 0);
}

TEST_CASE("what a run does not have is named with file and place", "[cli][visa]") {
  const ScratchFolder scratch;
  scratch.write("k.visaasm", kHead + "    barrier\n" + kEnd);
  const CommandOutcome text = run_texpipe("visa run" + quoted(scratch, "k.visaasm"));
  CHECK(text.code == 8);
  CHECK_THAT(text.err, Contains("k.visaasm:7:5: unsupported: executing the vISA instruction barrier"));
  REQUIRE(run_texpipe("visa assemble" + quoted(scratch, "k.visaasm") + "-o" + quoted(scratch, "k.isa")).code == 0);
  const CommandOutcome bytes = run_texpipe("visa run" + quoted(scratch, "k.isa"));
  CHECK(bytes.code == 8);
  CHECK_THAT(bytes.err, Contains("k.isa: byte ") && Contains("unsupported: executing the vISA instruction barrier"));
}

TEST_CASE("an OpenCL kernel's vISA passes its preamble, and the launch beside it is not read as inputs",
          "[cli][visa]") {
  const ScratchFolder scratch;
  const std::string preamble =
      "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x4c0:ud\n    mov (M1, 8) V(0,0)<1> 0x7:ud\n";
  const std::string launch = "kernel: k\nfiles: {source: k.cl}\nargs: []\n";
  scratch.write("k.visaasm", kHead + preamble + kEnd);
  scratch.write("k.yaml", launch);
  const CommandOutcome ran = run_texpipe("visa run --json" + quoted(scratch, "k.visaasm"));
  REQUIRE(ran.code == 0);
  CHECK(json::parse(ran.out)["registers"][0]["values"][0] == 7);
  CHECK_THAT(ran.err, Contains("k.yaml says how to launch an OpenCL kernel and is not read"));
  const CommandOutcome given =
      run_texpipe("visa run --inputs" + quoted(scratch, "k.yaml") + quoted(scratch, "k.visaasm"));
  CHECK(given.code == 8);
  CHECK_THAT(given.err, Contains("the launch of an OpenCL kernel as inputs"));
  scratch.write("rounds.visaasm", kHead + "    or (M1_NM, 1) %cr0(0,0)<1> %cr0(0,0)<0;1,0> 0x10:ud\n" + kEnd);
  CHECK(run_texpipe("visa run" + quoted(scratch, "rounds.visaasm")).code == 8);
}

TEST_CASE("endless vISA ends after the statements or cycles that options allow, with exit 6", "[cli][visa][limits]") {
  const ScratchFolder scratch;
  scratch.write("loop.visaasm",
                "_again:\n    add (M1, 8) V0032(0,0)<1> V0032(0,0)<1;1,0> 0x1:ud\n    jmp (M1, 1) _again\n");
  const CommandOutcome statements = run_texpipe("visa run --max-statements 1000" + quoted(scratch, "loop.visaasm"));
  CHECK(statements.code == 6);
  CHECK_THAT(statements.err, Contains("loop.visaasm:2:5: the vISA program executed 1000 statements and did not end") &&
                                 Contains("--max-statements"));
  const CommandOutcome cycles =
      run_texpipe("visa run --timing approximately_timed --max-cycles 500" + quoted(scratch, "loop.visaasm"));
  CHECK(cycles.code == 6);
  CHECK_THAT(cycles.err, Contains("did not end within 500 cycles") && Contains("--max-cycles"));
  scratch.write("inputs.yaml", "threads: 1\n");
  scratch.write("study.yaml", "study: endless\nmachine: " TEXPIPE_SOURCE_DIR
                              "/configs/machines/kaby_lake_gt2.yaml\nworkload: {kind: visa, program: loop.visaasm, "
                              "inputs: inputs.yaml, max_statements: 300}\n");
  CHECK(run_texpipe("run -q --out" + quoted(scratch, "out") + quoted(scratch, "study.yaml")).code == 6);
}

TEST_CASE("decimal inputs that their type does not hold are refused", "[cli][visa]") {
  const ScratchFolder scratch;
  scratch.write("k.visaasm",
                ".decl A v_type=G type=ub num_elts=8 align=hword\n.decl B v_type=G type=w num_elts=8 align=hword\n"
                ".decl C v_type=G type=hf num_elts=8 align=hword\n.decl D v_type=G type=ud num_elts=8 align=hword\n"
                "mov (M1, 8) D(0,0)<1> D(0,0)<1;1,0>\n");
  const auto code = [&](const std::string& value) {
    scratch.write("inputs.yaml", "registers: {" + value + "}\n");
    return run_texpipe("visa run --inputs" + quoted(scratch, "inputs.yaml") + quoted(scratch, "k.visaasm")).code;
  };
  for (const std::string good : {"A: 255", "B: -32768", "B: 32767", "C: -65504", "D: 4294967295", "D: 0xffffffff"})
    CHECK(code(good) == 0);
  for (const std::string bad : {"A: 256", "A: -1", "B: 32768", "B: -32769", "C: 65600", "D: 4294967296", "D: 1e3"}) {
    CAPTURE(bad);
    CHECK(code(bad) == 3);
  }
}

TEST_CASE("patterns fill formats of channels, integer ones with numbers, and blocks; RAW has no texels",
          "[cli][visa]") {
  const ScratchFolder scratch;
  scratch.write("k.visaasm",
                ".decl D v_type=G type=ud num_elts=32 align=hword\n.decl U v_type=G type=ud num_elts=8 "
                "align=hword\n.decl T v_type=T num_elts=1\nload_lz.RGBA (M1, 8) T D.0 U.0 U.0\n");
  const auto run = [&](const std::string& format) {
    scratch.write("inputs.yaml", "registers: {U: [0, 1, 2, 3, 4, 5, 6, 7]}\nsurfaces: [{index: 0, type: 2D, format: " +
                                     format + ", width: 8, height: 8, levels: 1}]\noutputs: {registers: [D]}\n");
    return run_texpipe("visa run --json --inputs" + quoted(scratch, "inputs.yaml") + quoted(scratch, "k.visaasm"));
  };
  for (const std::string format : {"R8G8B8A8_UINT", "R16G16_SINT", "R32G32B32A32_UINT"}) {
    const CommandOutcome outcome = run(format);
    REQUIRE(outcome.code == 0);
    CHECK(json::parse(outcome.out)["registers"][0]["values"][5] == 5);
    CHECK(json::parse(outcome.out)["registers"][0]["values"][13] == 5);
  }
  for (const std::string format :
       {"R9G9B9E5_SHAREDEXP", "B5G6R5_UNORM", "L16_UNORM", "R32G32_FLOAT", "BC7_UNORM", "ETC2_RGB8"})
    CHECK(run(format).code == 0);
  const CommandOutcome raw = run("RAW");
  CHECK(raw.code == 8);
  CHECK_THAT(raw.err, Contains("inputs.yaml:2:12: unsupported: a pattern in RAW"));
}

TEST_CASE("a surface of one level under a mip filter is pointed out where the program chooses a level", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const ScratchFolder scratch;
  const auto warnings = [&](const std::string& program, const std::string& inputs) {
    scratch.write("inputs.yaml", inputs);
    const CommandOutcome outcome =
        run_texpipe("visa run " + kernel(program + ".visaasm") + " --inputs" + quoted(scratch, "inputs.yaml"));
    INFO(outcome.err);
    CHECK(outcome.code == 0);
    return outcome.err;
  };
  const std::string surface = "surfaces:\n  - {index: 1, width: 64, height: 64, format: BC1_UNORM";
  const std::string linear = "}\nsamplers: [{index: 0, mip_mode_filter: LINEAR}]\n";
  CHECK_THAT(warnings("s8_sample_l_2d", surface + linear),
             Contains("inputs.yaml:2:5: surface 1: has one level, and the mip filter of sampler 0 is LINEAR; `levels` "
                      "gives a pattern more"));
  std::filesystem::copy("configs/textures/brick.png", scratch / "brick.png");
  CHECK_THAT(warnings("s8_sample_l_2d",
                      "surfaces: [{index: 1, texture: brick.png}]\nsamplers: [{index: 0, "
                      "mip_mode_filter: NEAREST}]\n"),
             Contains("texpipe texture mips"));
  CHECK(warnings("s8_sample_l_2d", surface + ", levels: 7" + linear).empty());
  CHECK(warnings("s8_sample_l_2d", surface + "}\n").empty());
  CHECK(warnings("s8_sample_lz_2d", surface + linear).empty());
}

TEST_CASE("formats that no tile holds are linear when the inputs say nothing", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const ScratchFolder scratch;
  for (const std::string format :
       {"R32G32B32_FLOAT", "R8G8B8_UNORM", "BC7_UNORM", "P8_UNORM_PALETTE0", "PLANAR_420_8"}) {
    scratch.write("inputs.yaml", "surfaces: [{index: 1, width: 8, height: 8, format: " + format + "}]\n");
    const CommandOutcome outcome =
        run_texpipe("visa run " + kernel("s8_load_lz_2d.visaasm") + " --inputs" + quoted(scratch, "inputs.yaml"));
    INFO(format << outcome.err);
    CHECK(outcome.code == 0);
  }
}

TEST_CASE("two palettes in one context are refused", "[cli][visa]") {
  const VisaKernelFolder kernel;
  const ScratchFolder scratch;
  std::string head{"DDS ", 4};
  const auto put = [&](std::uint32_t word) { head.append(reinterpret_cast<const char*>(&word), 4); };
  for (const std::uint32_t word : {124u, 0x1007u, 4u, 4u, 0u, 1u, 1u}) put(word);
  for (unsigned reserved = 0; reserved < 11; ++reserved) put(0);
  for (const std::uint32_t word : {32u, 0x20u, 0u, 8u, 0xffu, 0u, 0u, 0u, 0x1000u, 0u, 0u, 0u, 0u}) put(word);
  scratch.write("palette.dds", head + std::string(256 * 4 + 16, '\x11'));
  scratch.write("inputs.yaml",
                "surfaces:\n  - {index: 1, texture: palette.dds}\n  - {index: 2, format: P8_UNORM_PALETTE0}\n");
  const CommandOutcome outcome =
      run_texpipe("visa run " + kernel("s8_load_lz_2d.visaasm") + " --inputs" + quoted(scratch, "inputs.yaml"));
  CHECK(outcome.code == 3);
  CHECK_THAT(outcome.err, Contains("inputs.yaml:3:5: surfaces 1 and 2 need different palettes"));
}
