#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

/// Runs of a small picture, with traces beside their folders.
struct Traces {
  ScratchFolder scratch;

  std::string path(const std::string& name) const { return (scratch / name).string(); }
  CommandOutcome run(const std::string& more) const {
    return run_texpipe("run configs/studies/first_look.yaml -q -p workload.image=32x16 --force --out '" + path("run") +
                       "' " + more);
  }
  CommandOutcome traced(const std::string& file, const std::string& more = "") const {
    return run("--trace '" + path(file) + "' " + more);
  }
};

}  // namespace

TEST_CASE("a trace converted to Kanata is the Kanata trace of the run", "[cli][trace]") {
  const Traces traces;
  REQUIRE(traces.traced("a.pftrace").code == 0);
  const std::string stats = traces.scratch.read("run/stats.json");
  REQUIRE(traces.traced("a.kanata").code == 0);
  CHECK(traces.scratch.read("run/stats.json") == stats);
  const std::string convert = "trace convert '" + traces.path("a.pftrace") + "' '" + traces.path("b.kanata") + "' ";
  CHECK(run_texpipe(convert).code == 0);
  CHECK(traces.scratch.read("b.kanata") == traces.scratch.read("a.kanata"));
  CHECK(run_texpipe(convert).code == 2);
  CHECK(run_texpipe(convert + "--force").code == 0);
  CHECK(run_texpipe("trace convert '" + traces.path("a.kanata") + "' '" + traces.path("c.pftrace") + "'").code == 2);
}

TEST_CASE("a trace has the same bytes in both timings", "[cli][trace]") {
  const Traces traces;
  for (const char* format : {".pftrace", ".kanata"}) {
    for (const char* window : {"", "--trace-window 300..1900 ", "--trace-pixel 10,12 "}) {
      CAPTURE(format, window);
      for (const std::string timing : {"loosely", "approximately"})
        REQUIRE(traces.traced(timing + format, window + ("--timing " + timing + "_timed")).code == 0);
      const std::string loosely = traces.scratch.read(std::string{"loosely"} + format);
      CHECK(loosely.size() > 1000);
      CHECK(loosely == traces.scratch.read(std::string{"approximately"} + format));
    }
  }
}

TEST_CASE("trace info tells the same of both formats of a run", "[cli][trace]") {
  const Traces traces;
  REQUIRE(traces.traced("a.pftrace").code == 0);
  REQUIRE(traces.traced("a.kanata").code == 0);
  const auto info = [&](const std::string& file) {
    const CommandOutcome outcome = run_texpipe("trace info --json '" + traces.path(file) + "'");
    REQUIRE(outcome.code == 0);
    return Json::parse(outcome.out);
  };
  const Json perfetto = info("a.pftrace"), kanata = info("a.kanata");
  std::map<std::string, std::uint64_t> in_stages;
  for (const Json& block : perfetto["blocks"]) {
    const std::string path = block["path"];
    in_stages[path.substr(path.rfind('.') + 1)] += block["cycles"].get<std::uint64_t>();
  }
  REQUIRE(kanata["blocks"].size() == 5);
  for (const Json& block : kanata["blocks"]) {
    CAPTURE(block["path"]);
    CHECK(block["cycles"] == in_stages[block["path"]]);
  }
  CHECK(perfetto["messages"].get<int>() > kanata["messages"].get<int>());
  CHECK_THAT(run_texpipe("trace info '" + traces.path("a.pftrace") + "'").out, Contains("first_look on kaby_lake_gt2"));
}

TEST_CASE("traces and waves larger than any text are read", "[cli][trace]") {
  const ScratchFolder scratch;
  constexpr std::size_t kLarge = std::size_t{70} << 20;
  scratch.write("large.vcd",
                "$timescale 1ps $end\n$scope module top $end\n$var wire 1 ! a $end\n$upscope $end\n"
                "$enddefinitions $end\n#0\n1!\n" +
                    std::string(kLarge, '\n') + "#5\n0!\n");
  const CommandOutcome waves = run_texpipe("trace info '" + (scratch / "large.vcd").string() + "'");
  CHECK(waves.code == 0);
  CHECK_THAT(waves.out, Contains("1 signals in 1 scopes, 0 to 5 ps"));
  std::string kanata = "Kanata\t0004\nC=\t0\n";
  while (kanata.size() < kLarge) kanata += "C\t1\nS\t0\t0\tl1\nC\t1\nE\t0\t0\tl1\n";
  scratch.write("large.kanata", kanata);
  const CommandOutcome trace = run_texpipe("trace info '" + (scratch / "large.kanata").string() + "'");
  CHECK(trace.code == 0);
  CHECK_THAT(trace.out, Contains("Kanata 0004"));
}

TEST_CASE("a trace that is cut or changed is refused with its place", "[cli][trace]") {
  const Traces traces;
  REQUIRE(traces.traced("a.pftrace", "--trace-window 200..210").code == 0);
  REQUIRE(traces.traced("a.kanata", "--trace-window 300..900").code == 0);
  const std::string perfetto = traces.scratch.read("a.pftrace"), kanata = traces.scratch.read("a.kanata");
  const auto refused = [&](const std::string& file, const std::string& bytes) {
    traces.scratch.write(file, bytes);
    const CommandOutcome outcome = run_texpipe("trace info '" + traces.path(file) + "'");
    CHECK(outcome.code == 4);
    CHECK_THAT(outcome.err, Contains(file));
  };
  refused("x.pftrace", "");
  refused("x.pftrace", perfetto.substr(0, perfetto.size() - 1));
  refused("x.pftrace", perfetto.substr(1));
  refused("x.pftrace", "Kanata\t0004\n");
  refused("x.kanata", "");
  refused("x.kanata", perfetto);
  refused("x.kanata", kanata + "X\t1\n");
  refused("x.kanata", kanata + "E\t1\t0\tfilter\n");
  refused("x.kanata", kanata + "C\t-1\n");
  for (std::size_t place = 0; place < perfetto.size(); place += perfetto.size() / 40 + 1) {
    std::string damaged = perfetto;
    damaged[place] = static_cast<char>(damaged[place] ^ 0x41);
    traces.scratch.write("y.pftrace", damaged);
    const int code = run_texpipe("trace info '" + traces.path("y.pftrace") + "'").code;
    CAPTURE(place, code);
    CHECK((code == 0 || code == 4));
  }
  CHECK(run_texpipe("trace info /no/such.pftrace").code == 4);
  CHECK(run_texpipe("trace info README.md").code == 2);
}

TEST_CASE("traces of what a run does not have are refused before it runs", "[cli][trace]") {
  const Traces traces;
  const auto refused = [&](const std::string& arguments, int code, const std::string& said) {
    CAPTURE(arguments);
    const CommandOutcome outcome = traces.run(arguments);
    CHECK(outcome.code == code);
    CHECK_THAT(outcome.err, Contains(said));
    CHECK(traces.scratch.read("run/manifest.json").empty());
  };
  const std::string trace = "--trace '" + traces.path("t.pftrace") + "' ";
  refused("--trace '" + traces.path("t.json") + "'", 2, "ends in .pftrace or .kanata");
  refused("--trace '" + traces.path("run/t.pftrace") + "'", 2, "lies in the run folder");
  refused(trace + "--timing untimed", 2, "trace needs a clock");
  refused(trace + "--trace-window 20..10", 2, "expected FROM..TO with a later end");
  refused(trace + "--trace-window 20", 2, "expected FROM..TO");
  refused(trace + "--trace-window 2x..", 2, "--trace-window");
  refused(trace + "--trace-pixel 32,0", 2, "it has 32x16 pixels");
  refused(trace + "--trace-pixel 1,0", 2, "comes from no sampler message");
  refused(trace + "--trace-message 1", 2, "expected THREAD.N");
  refused("--trace-window 1..2", 2, "--trace");
  CHECK(traces.scratch.read("t.pftrace").empty());
}

TEST_CASE("a window in which nothing happens gives an empty trace and says so", "[cli][trace]") {
  const Traces traces;
  const CommandOutcome outcome =
      run_texpipe("run configs/studies/first_look.yaml -p workload.image=32x16 --out '" + traces.path("run") +
                  "' --trace '" + traces.path("t.pftrace") + "' --trace-window 100000000..");
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.err, Contains("the trace holds nothing"));
  CHECK(run_texpipe("trace info '" + traces.path("t.pftrace") + "'").code == 0);
}

TEST_CASE("waves as FST change no statistic and are what the dump becomes", "[cli][trace][waves]") {
  const Traces traces;
  REQUIRE(traces.run("--timing approximately_timed --waves '" + traces.path("a.vcd") + "'").code == 0);
  const std::string stats = traces.scratch.read("run/stats.json");
  const CommandOutcome fst = traces.run("--timing approximately_timed --waves '" + traces.path("a.fst") + "'");
  if (fst.code == 8) {
    CHECK_THAT(fst.err, Contains("install verilator"));
    return;
  }
  REQUIRE(fst.code == 0);
  CHECK(traces.scratch.read("run/stats.json") == stats);
  const std::string convert = "trace convert '" + traces.path("a.vcd") + "' '" + traces.path("b.fst") + "' ";
  CHECK(run_texpipe(convert).code == 0);
  CHECK(traces.scratch.read("b.fst") == traces.scratch.read("a.fst"));
  CHECK(run_texpipe(convert).code == 2);
  const Json from_vcd = Json::parse(run_texpipe("trace info --json '" + traces.path("a.vcd") + "'").out);
  const Json from_fst = Json::parse(run_texpipe("trace info --json '" + traces.path("a.fst") + "'").out);
  CHECK(from_vcd["signals"] == from_fst["signals"]);
  CHECK(from_vcd["to_ps"] == from_fst["to_ps"]);
  CHECK(run_texpipe("trace convert '" + traces.path("a.fst") + "' '" + traces.path("c.vcd") + "'").code == 2);
  CHECK(traces.run("--waves '" + traces.path("a.png") + "'").code == 2);
}
