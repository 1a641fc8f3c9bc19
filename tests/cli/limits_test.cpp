#include <catch2/catch.hpp>

#include "study/image/png.h"
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
