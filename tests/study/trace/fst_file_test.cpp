// Waves as FST hold what the value change dump of the same calls holds, as GTKWave's own reader reads them.
#include "study/trace/fst_file.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <sstream>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/diagnostic.h"
#include "study/trace/wave_content.h"
#include "support/scratch_folder.h"

#ifdef TEXPIPE_FST
#include <fstapi.h>
#endif

using namespace texpipe;
using namespace texpipe::study;

namespace {

void write_waves(timing::WaveFile& file) {
  file.begin_scope("slice");
  file.begin_scope("subslice[0]");
  file.add_signal("waiting", 1);
  file.add_signal("level", 16);
  file.end_scope();
  file.add_signal("requests", 8);
  file.end_scope();
  file.end_declarations();
  file.reach(1000);
  file.change(0, 1);
  file.change(1, 0xA5F0);
  file.reach(3000);
  file.change(0, 0);
  file.change(2, 255);
  file.reach(4'000'000'000'000);
  file.change(1, 1);
  file.end(5'000'000'000'000);
}

std::string written(WaveFormat format, std::string_view unfinished = {}) {
  std::ostringstream out;
  const auto file = wave_file(format, out);
  write_waves(*file);
  file->close(unfinished);
  return out.str();
}

}  // namespace

#ifdef TEXPIPE_FST

TEST_CASE("FST has the names and changes that were written", "[trace][waves]") {
  const test::ScratchFolder scratch;
  scratch.write("a.fst", written(WaveFormat::kFst));
  void* reader = fstReaderOpen((scratch / "a.fst").c_str());
  REQUIRE(reader != nullptr);
  CHECK(fstReaderGetTimescale(reader) == -12);
  CHECK(fstReaderGetEndTime(reader) == 5'000'000'000'000);
  std::vector<std::string> names;
  while (const fstHier* entry = fstReaderIterateHier(reader)) {
    if (entry->htyp == FST_HT_SCOPE) names.emplace_back(entry->u.scope.name);
    if (entry->htyp == FST_HT_VAR)
      names.push_back(std::string{entry->u.var.name} + "/" + std::to_string(entry->u.var.length));
    if (entry->htyp == FST_HT_UPSCOPE) names.emplace_back("..");
  }
  CHECK(names == std::vector<std::string>{"slice", "subslice[0]", "waiting/1", "level [15:0]/16", "..",
                                          "requests [7:0]/8", ".."});
  using Change = std::tuple<std::uint64_t, fstHandle, std::string>;
  std::vector<Change> changes;
  fstReaderSetFacProcessMaskAll(reader);
  fstReaderIterBlocks(
      reader,
      [](void* to, std::uint64_t time, fstHandle signal, const unsigned char* value) {
        static_cast<std::vector<Change>*>(to)->emplace_back(time, signal, reinterpret_cast<const char*>(value));
      },
      &changes, nullptr);
  fstReaderClose(reader);
  std::sort(changes.begin(), changes.end());  // those of one time come in any order
  CHECK(changes == std::vector<Change>{{0, 1, "0"},
                                       {0, 2, "0000000000000000"},
                                       {0, 3, "00000000"},
                                       {1000, 1, "1"},
                                       {1000, 2, "1010010111110000"},
                                       {3000, 1, "0"},
                                       {3000, 3, "11111111"},
                                       {4'000'000'000'000, 2, "0000000000000001"}});
}

namespace {

/// Declarations of an FST file, and its changes of real signals.
struct FstRead {
  std::vector<std::string> signals;  // name/type/length
  std::vector<std::pair<std::uint64_t, double>> reals;
};

FstRead read_fst(const std::string& file) {
  FstRead read;
  void* reader = fstReaderOpen(file.c_str());
  REQUIRE(reader != nullptr);
  while (const fstHier* entry = fstReaderIterateHier(reader)) {
    if (entry->htyp != FST_HT_VAR) continue;
    read.signals.push_back(std::string{entry->u.var.name} + (entry->u.var.typ == FST_VT_VCD_REAL ? "/real" : ""));
  }
  fstReaderSetFacProcessMaskAll(reader);
  fstReaderIterBlocks(
      reader,
      [](void* to, std::uint64_t time, fstHandle signal, const unsigned char* value) {
        if (signal == 3)
          static_cast<FstRead*>(to)->reals.emplace_back(time, std::stod(reinterpret_cast<const char*>(value)));
      },
      &read, nullptr);
  fstReaderClose(reader);
  std::sort(read.reals.begin(), read.reals.end());
  return read;
}

}  // namespace

TEST_CASE("ranges stay as they are declared, and real signals are numbers, in FST, too when made of a dump",
          "[trace][waves]") {
  const test::ScratchFolder scratch;
  const auto write = [](WaveFormat format) {
    std::ostringstream out;
    const auto file = wave_file(format, out);
    file->begin_scope("rtl");
    file->declare({"up", 8, "[0:7]"});
    file->declare({"five", 1, "[5:5]"});
    file->declare({.name = "gain", .bits = 64, .is_real = true});
    file->end_scope();
    file->end_declarations();
    file->reach(1000);
    file->change(0, "00000001");
    file->change(2, "-1.5e-07");
    file->end(2000);
    file->close("");
    return out.str();
  };
  scratch.write("a.fst", write(WaveFormat::kFst));
  scratch.write("b.vcd", write(WaveFormat::kVcd));
  convert_waves(scratch / "b.vcd", scratch / "b.fst", Existing::kRefuse);
  for (const char* name : {"a.fst", "b.fst"}) {
    INFO(name);
    const FstRead read = read_fst((scratch / name).string());
    CHECK(read.signals == std::vector<std::string>{"up [0:7]", "five [5:5]", "gain/real"});
    CHECK(read.reals == std::vector<std::pair<std::uint64_t, double>>{{0, 0.0}, {1000, -1.5e-07}});
  }
}

TEST_CASE("signals wider than a machine word have all their bits in FST and in a dump", "[trace][waves]") {
  const std::string bits = "1" + std::string(98, '0') + "1";
  for (const WaveFormat format : {WaveFormat::kVcd, WaveFormat::kFst}) {
    std::ostringstream out;
    const auto file = wave_file(format, out);
    file->begin_scope("rtl");
    file->add_signal("codes", 100);
    file->end_scope();
    file->end_declarations();
    file->reach(1000);
    file->change(0, bits);
    file->end(2000);
    file->close("");
    if (format == WaveFormat::kVcd) {
      CHECK_THAT(out.str(), Catch::Contains("b" + bits + " "));
      continue;
    }
    const test::ScratchFolder scratch;
    scratch.write("a.fst", out.str());
    void* reader = fstReaderOpen((scratch / "a.fst").c_str());
    REQUIRE(reader != nullptr);
    std::vector<std::string> values;
    fstReaderSetFacProcessMaskAll(reader);
    fstReaderIterBlocks(
        reader,
        [](void* to, std::uint64_t, fstHandle, const unsigned char* value) {
          static_cast<std::vector<std::string>*>(to)->emplace_back(reinterpret_cast<const char*>(value));
        },
        &values, nullptr);
    fstReaderClose(reader);
    CHECK(values == std::vector<std::string>{std::string(100, '0'), bits});
  }
}

TEST_CASE("waves of a run that ended early say why in a comment, in FST as in a dump", "[trace][waves]") {
  const char* reason = "no progress for 10 cycles";
  const std::string whole = written(WaveFormat::kVcd);
  CHECK(written(WaveFormat::kVcd, reason) == whole + "$comment unfinished: no progress for 10 cycles $end\n");
  const test::ScratchFolder scratch;
  scratch.write("a.fst", written(WaveFormat::kFst, reason));
  void* reader = fstReaderOpen((scratch / "a.fst").c_str());
  REQUIRE(reader != nullptr);
  CHECK(fstReaderGetEndTime(reader) == 5'000'000'000'000);
  std::vector<std::string> comments;
  while (const fstHier* entry = fstReaderIterateHier(reader)) {
    if (entry->htyp == FST_HT_ATTRBEGIN && entry->u.attr.subtype == FST_MT_COMMENT)
      comments.emplace_back(entry->u.attr.name);
  }
  fstReaderClose(reader);
  CHECK(comments == std::vector<std::string>{"unfinished: no progress for 10 cycles"});
}

TEST_CASE("an FST file ends with its last block, whether its run was finished or not", "[trace][waves]") {
  for (const char* unfinished : {"", "stopped by a signal"}) {
    const std::string bytes = written(WaveFormat::kFst, unfinished);
    std::size_t at = 0;
    while (at + 9 <= bytes.size()) {
      std::uint64_t length = 0;
      for (std::size_t i = 1; i < 9; ++i) length = length << 8 | static_cast<unsigned char>(bytes[at + i]);
      REQUIRE(length != 0);
      at += 1 + length;
    }
    CHECK(at == bytes.size());
  }
}

TEST_CASE("a dump converted to FST is the FST of the same waves byte for byte", "[trace][waves]") {
  const test::ScratchFolder scratch;
  scratch.write("a.vcd", written(WaveFormat::kVcd));
  convert_waves(scratch / "a.vcd", scratch / "b.fst", Existing::kRefuse);
  CHECK(scratch.read("b.fst") == written(WaveFormat::kFst));
  const WaveContent content = read_waves(scratch / "b.fst");
  CHECK(content.signals == 3);
  CHECK(content.scopes == 2);
  CHECK(content.to == 5'000'000'000'000);
}

#else

TEST_CASE("FST is refused by name where its writer is not built in", "[trace][waves]") {
  std::ostringstream out;
  CHECK_THROWS_WITH(wave_file(WaveFormat::kFst, out), Catch::Contains("install verilator"));
}

#endif

TEST_CASE("a dump tells its signals and changes by block", "[trace][waves]") {
  const test::ScratchFolder scratch;
  scratch.write("a.vcd", written(WaveFormat::kVcd));
  const WaveContent content = read_waves(scratch / "a.vcd");
  REQUIRE(content.blocks.size() == 2);
  CHECK(content.blocks[0].path == "slice.subslice[0]");
  CHECK(content.blocks[0].changes == 4);
  CHECK(content.blocks[1].path == "slice");
  CHECK(content.blocks[1].changes == 1);
  CHECK(content.from == 1000);
  CHECK(content.to == 5'000'000'000'000);
}

TEST_CASE("damaged waves are refused and never crash", "[trace][waves][fuzz]") {
  const test::ScratchFolder scratch;
  const auto refused = [&](const std::string& name, const std::string& bytes) {
    scratch.write(name, bytes);
    INFO(name << " " << bytes);
    CHECK_THROWS_AS(read_waves(scratch / name), Error);
  };
  const std::string vcd = written(WaveFormat::kVcd);
  for (const auto& [from, to] : std::map<std::string, std::string>{{"1ps", "1ns"},
                                                                   {"wire 16", "wire 1048577"},
                                                                   {"wire 16", "wire x"},
                                                                   {"wire 8", "reg 8"},
                                                                   {"$upscope", "$version"},
                                                                   {"$enddefinitions $end", ""},
                                                                   {"#3000", "#999"},
                                                                   {"#3000", "#"},
                                                                   {"b1010010111110000 \"", "b1010010111110000 ~"},
                                                                   {"b1010010111110000 \"", "b10100101111100001 \""},
                                                                   {"b1010010111110000 \"", "bx \""}}) {
    std::string bytes = vcd;
    bytes.replace(bytes.find(from), from.size(), to);
    refused("x.vcd", bytes);
  }
  for (std::size_t length = 0; length < vcd.find("#1000"); ++length) {
    scratch.write("cut.vcd", vcd.substr(0, length));
    CHECK_THROWS_AS(read_waves(scratch / "cut.vcd"), Error);
  }
  refused("x.fst", "");
  refused("x.fst", std::string(330, '\0'));
  refused("x.fst", std::string(400, '\xFE'));
  CHECK_THROWS_WITH(read_waves(scratch / "x.txt"), Catch::Contains("expected a name that ends in .vcd or .fst"));
}
