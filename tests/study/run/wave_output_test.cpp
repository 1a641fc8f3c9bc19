#include "study/run/wave_output.h"

#include <catch2/catch.hpp>

#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

/// Declares one signal, shows it at first where `shown` says so, and ends the waves.
void write_waves(timing::WaveFile& file, bool shown) {
  file.begin_scope("rtl");
  file.add_signal("valid", 1);
  file.end_scope();
  file.end_declarations();
  if (shown) file.show({{.title = "handshake", .scope = "rtl", .signals = {{.name = "valid"}}}});
  file.reach(1);
  file.change(0, 1);
  file.end(2);
}

}  // namespace

TEST_CASE("waves appear under their name when they are published, and those of an ended run say why", "[run][waves]") {
  const test::ScratchFolder scratch;
  const std::filesystem::path file = scratch / "a.vcd";
  const auto write = [&](const char* unfinished) {
    WaveOutput waves{{.file = file}, Existing::kReplace};
    write_waves(*waves.sink().file, false);
    waves.begin_save_files();
    CHECK_FALSE(std::filesystem::exists(scratch / "a.gtkw"));
    waves.publish(unfinished);
    return scratch.read("a.vcd");
  };
  const std::string whole = write("");
  CHECK_THAT(whole, Contains("$enddefinitions") && !Contains("unfinished"));
  CHECK(write("no progress for 10 cycles") == whole + "$comment unfinished: no progress for 10 cycles $end\n");
  CHECK_FALSE(std::filesystem::exists(scratch / "a.gtkw"));
}

TEST_CASE("waves that are not published leave nothing", "[run][waves]") {
  const test::ScratchFolder scratch;
  {
    WaveOutput waves{{.file = scratch / "a.vcd"}, Existing::kRefuse};
    write_waves(*waves.sink().file, true);
    waves.begin_save_files();
  }
  CHECK(std::filesystem::is_empty(scratch.path()));
}

TEST_CASE("files for viewers are begun once, beside waves that hold signals of RTL", "[run][waves]") {
  const test::ScratchFolder scratch;
  WaveOutput waves{{.file = scratch / "a.vcd"}, Existing::kRefuse};
  waves.begin_save_files();  // the signals are not known yet
  write_waves(*waves.sink().file, true);
  waves.begin_save_files();
  waves.begin_save_files();
  waves.publish("");
  CHECK_THAT(scratch.read("a.gtkw"), Contains("a.vcd") && Contains("valid"));
  CHECK_THAT(scratch.read("a.sucl"), Contains("valid"));
}

TEST_CASE("waves whose window begins at or after the run's end warn that they hold nothing", "[run][waves]") {
  const test::ScratchFolder scratch;
  WaveRequest request{.file = scratch / "a.vcd"};
  request.window.from = Cycles{100};
  const WaveOutput waves{request, Existing::kRefuse};
  CHECK_FALSE(waves.unseen(Cycles{101}));
  REQUIRE(waves.unseen(Cycles{100}));
  CHECK_THAT(waves.unseen(Cycles{100})->text(), Contains("--waves-from") && EndsWith("the run ended at cycle 100"));
}
