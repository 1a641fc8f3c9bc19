#include <catch2/catch.hpp>

#include "pictures/texture/png.h"
#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::test;
using Catch::Matchers::Contains;

TEST_CASE("a small picture of many texels is refused before it is unpacked", "[cli][limits]") {
  const ScratchFolder scratch;
  const std::vector<std::byte> bytes = study::png_bytes({1024, 1024, std::vector<std::uint8_t>(4u << 20)});
  scratch.write("zeros.png", std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  const std::string file = " '" + (scratch / "zeros.png").string() + "'";
  const std::string output = " -o '" + (scratch / "out.png").string() + "'";
  const CommandOutcome unpacked = run_texpipe("texture info --max-memory 4000000B" + file);
  CHECK(unpacked.code == 4);
  CHECK_THAT(unpacked.err, Contains("PNG: a picture of 1024x1024 needs 4194304 bytes; expected at most 4000000") &&
                               Contains("--max-memory"));
  const CommandOutcome decoded = run_texpipe("texture decode --max-memory 16MiB" + file + output);
  CHECK(decoded.code == 4);
  CHECK_THAT(decoded.err, Contains("unpacking 1024x1024 texels needs 37748736 bytes"));
  CHECK(run_texpipe("texture decode --max-memory 64MiB" + file + output).code == 0);
  CHECK(run_texpipe("texture info --max-memory much" + file).code == 2);
}

TEST_CASE("a small warp file of many warps is refused before they are made", "[cli][limits]") {
  const ScratchFolder scratch;
  scratch.write("p.spa", "PIXLD.COVMASK R0;\n");
  const auto run = [&](const std::string& options, const std::string& text) {
    scratch.write("w.yaml", "program: p.spa\n" + text);
    return run_texpipe("spa run " + options + " '" + (scratch / "w.yaml").string() + "'");
  };
  const CommandOutcome warps = run("--max-memory 10MiB", "warps: 65536\n");
  CHECK(warps.code == 3);
  CHECK_THAT(warps.err, Contains("65536 warps need ") && Contains("--max-memory"));
  const CommandOutcome scene = run("", "scene: {image: 4096x4096, random: {count: 100000, seed: 1, size: 4096}}\n");
  CHECK(scene.code == 3);
  CHECK_THAT(scene.err, Contains("subspans (at most) need ") && Contains("--max-memory"));
}

TEST_CASE("warps of a long program are refused before they run, timed ones end in time", "[cli][limits]") {
  const ScratchFolder scratch;
  std::string program;
  for (int i = 0; i < 1000; ++i) program += "PIXLD.COVMASK R0;\n";
  scratch.write("p.spa", program);
  scratch.write("w.yaml", "program: p.spa\nwarps: 65536\n");
  scratch.write("s.yaml",
                "study: s\nmachine: {machine: m}\ntiming: untimed\nworkload: {kind: spa_program, warps: w.yaml}\n");
  const std::string file = " '" + (scratch / "w.yaml").string() + "'";
  const CommandOutcome refused = run_texpipe("spa run --max-instructions 1000000" + file);
  CHECK(refused.code == 3);
  CHECK_THAT(refused.err, Contains("65536 warps of 1000 instructions execute more than 1000000") &&
                              Contains("--max-instructions, or max_instructions of a study's workload, allows more"));
  const CommandOutcome study =
      run_texpipe("run '" + (scratch / "s.yaml").string() + "' -p workload.max_instructions=65535999 --out '" +
                  (scratch / "run").string() + "'");
  CHECK(study.code == 3);
  CHECK_THAT(study.err, Contains("65536 warps of 1000 instructions execute more than 65535999"));
  scratch.write("w.yaml", "program: p.spa\nwarps: 100\n");
  const CommandOutcome slow = run_texpipe("spa run --timing approximately_timed --max-cycles 500" + file);
  CHECK(slow.code == 6);
  CHECK_THAT(slow.err, Contains("the SPA program did not end within 500 cycles; --max-cycles allows more"));
}

TEST_CASE("a configuration of a hundred thousand mistakes is refused soon and shortly", "[cli][limits]") {
  const ScratchFolder scratch;
  const std::string study = "study: s\nmachine: {machine: m}\n";
  const auto check = [&](const std::string& verb, const std::string& text, const std::string& expected) {
    scratch.write("f.yaml", text);
    scratch.write("tiny.yaml", study + "timing: untimed\nworkload: {kind: microbenchmark, benchmark: sampler_chain}\n");
    const CommandOutcome outcome = shell("timeout 60 texpipe " + verb + " '" + (scratch / "f.yaml").string() + "'");
    CHECK(outcome.code == 3);
    CHECK_THAT(outcome.err, Contains(expected));
    CHECK(outcome.err.size() < 100'000);
  };
  const auto lines = [](int count, const std::string& indent, const std::string& rest) {
    std::string text;
    for (int i = 0; i < count; ++i) text += indent + 'k' + std::to_string(i) + rest + '\n';
    return text;
  };
  check("config validate", study + lines(90'000, "", ": 1"), "and 89901 more problems");
  check("config validate", "machine: m\nsources:\n" + lines(70'000, " ", ": a"), "and 69900 more problems");
  check("config validate",
        "machine: m\nsources: {a: b}\n? " + std::string(400'000, 'k') + "\n:\n" + lines(40'000, " ", ": 1"),
        "unknown key");
  check("spa run", lines(90'000, "", ": 1"), "more problems");
  const std::string sweep = "sweep: s\nstudy: tiny.yaml\n", grid = sweep + "grid: {l1.ways: [1, 2]}\n";
  check("sweep", grid + "objectives:\n" + lines(60'000, " ", ": cycles"),
        "objectives: has 60000 expressions; expected at most 1000");
  check("sweep", sweep + "grid:\n" + lines(60'000, " ", ": [1]"), "grid: has 60000 axes; expected at most 1000");
  check("sweep", sweep + "list:\n" + lines(60'000, "- ", ": 1"), "the rest is not read");
  check("sweep", sweep + "sobol: {points: 1000000, axes: {memory.latency: {from: 1ns, to: 9ns}}}\n",
        "expected 1 to 100000");
  check("sweep", sweep + "zip: {memory.latency: {from: 1ns, to: 9ns, steps: 1000000}}\n", "expected 1 to 100000");
  check("sweep", sweep + "grid: {memory.latency: {from: 1ns, to: 900us, steps: 90000}, l1.ways: [1, 2, 4]}\n",
        "the sweep has 270000 points; expected at most 100000");
  std::string nots;
  for (int i = 0; i < 200'000; ++i) nots += "not ";
  check("sweep", grid + "constraints: [" + nots + "1]\n", "not 1' is longer than 10000 bytes");
  check("sweep", grid + "constraints: [" + nots.substr(0, 8000) + "1]\n", " ... (8001 bytes) ... ");
}

TEST_CASE("a small scene of many subspans is refused before they are made", "[cli][limits]") {
  const ScratchFolder scratch;
  scratch.write("scene.yaml", "image: 4096x4096\nrandom: {count: 100000, seed: 1, size: 4096}\n");
  scratch.write("s.yaml",
                "study: s\nmachine: {machine: m}\ntiming: untimed\nworkload: {kind: pixel_interpolator, scene: "
                "scene.yaml}\n");
  const CommandOutcome refused =
      run_texpipe("run '" + (scratch / "s.yaml").string() + "' --out '" + (scratch / "run").string() + "'");
  CHECK(refused.code == 3);
  CHECK_THAT(refused.err, Contains("subspans (at most) need ") && Contains("max_memory of a study's workload"));
}

TEST_CASE("wrong keys of a warp file are configuration, mistakes of its program malformed input", "[cli][limits]") {
  const ScratchFolder scratch;
  scratch.write("good.spa", "PIXLD.COVMASK R0;\n");
  scratch.write("bad.spa", "PIXLD.COVMSAK R0;\n");
  const auto code = [&](const std::string& text) {
    scratch.write("w.yaml", text);
    return run_texpipe("spa run '" + (scratch / "w.yaml").string() + "'").code;
  };
  CHECK(code("program: good.spa\nwrap: 1\n") == 3);
  CHECK(code("program: good.spa\nwarps: many\n") == 3);
  CHECK(code("program: good.spa\nscene: {image: 9x}\n") == 3);
  CHECK(code("program: bad.spa\n") == 4);
  CHECK(run_texpipe("spa run '" + (scratch / "nope.yaml").string() + "'").code == 4);
}
