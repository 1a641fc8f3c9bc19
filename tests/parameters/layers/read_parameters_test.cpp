#include "parameters/layers/read_parameters.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "parameters/yaml/yaml_document.h"

using namespace texpipe;
using namespace texpipe::study;
using namespace texpipe::literals;

namespace {

enum class Walk : std::uint8_t { kFloor, kZoom };
constexpr EnumRow kWalkRows[] = {{0, "FLOOR", "a floor"}, {1, "ZOOM", "a zoom"}, {2, "Reserved", ""}};
EnumRows enum_rows(Walk) {
  return {"Walk", kWalkRows};
}

struct Cache {
  ByteSize size{16_KiB};
  std::uint32_t ways = 4;

  template <class Visitor>
  void describe(Visitor& v) {
    v("size", size, {.range = {{1_KiB, 1_MiB}}, .power_of_two = true, .help = "data capacity", .source = kAssumed});
    v("ways", ways, {.range = {{1, 64}}, .help = "lines per set"});
  }
};

struct Slice {
  std::uint32_t eus = 8;
  Cache cache;

  template <class Visitor>
  void describe(Visitor& v) {
    v("eus", eus, {.range = {{1, 16}}, .help = "execution units"});
    v.group("cache", cache, "a cache");
  }
};

struct Machine {
  std::string name;
  Frequency clock = 1050_MHz;
  double share = 0.5;
  bool fast = false;
  Walk walk = Walk::kFloor;
  std::string texture;
  std::uint32_t slices = 2;
  std::vector<Slice> slice;

  template <class Visitor>
  void describe(Visitor& v) {
    v("name", name, {.help = "what it is called", .required = true});
    v("clock", clock, {.help = "the clock"});
    v("share", share, {.range = {{0.0, 1.0}}, .help = "a share"});
    v("fast", fast, {.help = "a switch"});
    v("walk", walk, {.help = "a walk"});
    v("texture", texture, {.help = "a file", .is_path = true});
    v("slices", slices, {.range = {{1, 8}}, .help = "how many"});
    v.list("slice", slice, slices, "the slices");
  }
};

struct Outcome {
  Machine machine;
  ParameterReader reader;
  std::vector<std::string> problems;
};

Outcome read(const std::string& yaml, const std::vector<std::string>& assignments = {}) {
  Outcome outcome;
  std::vector<Diagnostic> problems;
  const Layer file{"file", TEXPIPE_SOURCE_DIR "/model", parse_yaml(yaml, "m.yaml", problems)};
  const Layer line = command_line_layer(assignments);
  for (Diagnostic& problem : problems) outcome.reader.add_problem(problem);
  try {
    outcome.reader.read(outcome.machine, {&file, &line});
    outcome.reader.finish();
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    for (const Diagnostic& problem : error.diagnostics()) outcome.problems.push_back(problem.text());
  }
  return outcome;
}

/// As the reader spells a file of the source folder.
std::string path_of(const std::string& name) {
  return (std::filesystem::path{TEXPIPE_SOURCE_DIR} / name).lexically_normal().string();
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("values come from the file, else from the defaults, and their origin is kept", "[config]") {
  const Outcome outcome =
      read("name: a\nclock: 900MHz\nwalk: ZOOM\ntexture: ../README.md\nslice: {cache: {ways: 8}}\n");
  REQUIRE(outcome.problems.empty());
  const Machine& machine = outcome.machine;
  CHECK(machine.clock == 900_MHz);
  CHECK(machine.walk == Walk::kZoom);
  CHECK(machine.texture == path_of("README.md"));
  REQUIRE(machine.slice.size() == 2);
  CHECK(machine.slice[1].cache.ways == 8);
  CHECK(machine.slice[1].cache.size == 16_KiB);
  CHECK(outcome.reader.origin("slice[1].cache.ways").text() == "m.yaml:5:23");
  CHECK(outcome.reader.origin("slice[1].cache.size").text() == "default");
}

TEST_CASE("one run reports every problem, each with its place and path", "[config]") {
  const Outcome outcome = read(
      "clokc: 900MHz\n"
      "share: 1.5\n"
      "fast: yes\n"
      "walk: ZOMO\n"
      "slice:\n"
      "  eus: 17\n"
      "  cache: {size: 24KiB, wyas: 4, ways: 016}\n"
      "  cache: {}\n");
  CHECK(outcome.problems ==
        Texts{
            "m.yaml:1:1: name: is missing; what it is called",
            "m.yaml:1:1: clokc: unknown key; did you mean clock?",
            "m.yaml:2:8: share: 1.5 is out of range; expected 0 to 1",
            "m.yaml:3:7: fast: 'yes' is not a boolean; did you mean true?",
            "m.yaml:4:7: walk: 'ZOMO' is not one of the allowed words; did you mean ZOOM?",
            "m.yaml:6:8: slice.eus: 17 is out of range; expected 1 to 16",
            "m.yaml:7:17: slice.cache.size: 24KiB is not a power of two",
            "m.yaml:7:24: slice.cache.wyas: unknown key; did you mean ways?",
            "m.yaml:7:39: slice.cache.ways: '016' is not a whole number (leading zero); numbers are "
            "decimal; write it without the leading zero",
            "m.yaml:8:3: slice.cache: duplicate key; first given in line 7",
        });
}

TEST_CASE("a value of the wrong shape is refused", "[config]") {
  CHECK(read("name: a\nclock: 900\n").problems ==
        Texts{"m.yaml:2:8: clock: '900' has no unit; expected one of Hz, kHz, MHz, GHz"});
  CHECK(read("name: a\nclock:\n").problems == Texts{"m.yaml:2:1: clock: has no value; expected a value in hertz"});
  CHECK(read("name: a\nclock: [1GHz]\n").problems ==
        Texts{"m.yaml:2:8: clock: is a list; expected a number with one of the units Hz, kHz, MHz, GHz"});
  CHECK(read("name: a\nslice: 3\n").problems == Texts{"m.yaml:2:8: slice: is '3'; expected a group of keys"});
  CHECK(read("name: a\nwalk: Reserved\n").problems ==
        Texts{"m.yaml:2:7: walk: 'Reserved' is not one of the allowed words; expected one of FLOOR, ZOOM"});
  CHECK(read("name: a\nslices: '2'\n").problems ==
        Texts{"m.yaml:2:9: slices: is a quoted text; write it without quotes"});
}

TEST_CASE("a file that is not there is refused with the nearest name of its folder", "[config]") {
  CHECK(read("name: a\ntexture: ../REDAME.md\n").problems ==
        Texts{"m.yaml:2:10: texture: no file " + path_of("REDAME.md") + "; did you mean README.md?"});
}

TEST_CASE("a known key in the wrong group is pointed to its place", "[config]") {
  CHECK(read("name: a\nways: 4\n").problems == Texts{"m.yaml:2:1: ways: unknown key; did you mean slice.cache.ways?"});
}

TEST_CASE("the command line overrides the file, one element or all of a list", "[config]") {
  const Outcome outcome =
      read("name: a\nslice: {eus: 4}\n", {"slice[*].eus=6", "slice[1].eus=7", "slice.cache.ways=2"});
  REQUIRE(outcome.problems.empty());
  CHECK(outcome.machine.slice[0].eus == 6);
  CHECK(outcome.machine.slice[1].eus == 7);
  CHECK(outcome.machine.slice[0].cache.ways == 2);
  CHECK(outcome.reader.origin("slice[1].eus").text() == "-p slice[1].eus=7");
  CHECK(outcome.reader.origin("slice[0].eus").layer == "command line");
}

TEST_CASE("an override replaces a broken value of the file before it is checked", "[config]") {
  const std::string broken = "name: a\nshare: 1.5\nwalk: ZOMO\ntexture: no.png\nfast: [1]\nclock:\nslice: {eus: 17}\n";
  CHECK(read(broken).problems.size() == 6);
  const Outcome mended = read(broken, {"share=0.25", "walk=ZOOM", "texture=README.md", "fast=true", "clock=1GHz",
                                       "slice[0].eus=4", "slice[1].eus=5"});
  CHECK(mended.problems == Texts{});
  CHECK(mended.machine.share == 0.25);
  CHECK(mended.machine.walk == Walk::kZoom);
  CHECK(mended.machine.slice[1].eus == 5);
  // Replacing elements of a list mends those elements alone; a broken override is told at its own place.
  CHECK(read("name: a\nslice: {eus: 17}\n", {"slice[0].eus=4"}).problems.size() == 1);
  CHECK(read("name: a\nshare: 0.5\n", {"share=2"}).problems ==
        Texts{"-p share=2: share: 2 is out of range; expected 0 to 1"});
  CHECK(read("name: a\nshare: 0.5\n", {"share=2", "share=0.75"}).problems == Texts{});
}

TEST_CASE("a list of groups gives each element its own values", "[config]") {
  const Outcome outcome = read("name: a\nslice: [{eus: 4}, {eus: 5}]\n");
  REQUIRE(outcome.problems.empty());
  CHECK(outcome.machine.slice[0].eus == 4);
  CHECK(outcome.machine.slice[1].eus == 5);
  CHECK(read("name: a\nslice: [{eus: 4}]\n").problems ==
        Texts{"m.yaml:2:8: slice: lists 1 of 2 elements; list every element, or write one group for all of them"});
  CHECK(read("name: a\nslice: [{eus: 4}, {esu: 4}]\n").problems ==
        Texts{"m.yaml:2:20: slice[1].esu: unknown key; did you mean eus?"});
}

TEST_CASE("an override that hits nothing is refused", "[config]") {
  CHECK(read("name: a\n", {"slice[2].eus=4"}).problems ==
        Texts{"-p slice[2].eus=4: slice[2]: there are 2 elements; indices start at 0"});
  CHECK(read("name: a\n", {"slice.esu=4"}).problems ==
        Texts{"-p slice.esu=4: slice.esu: unknown key; did you mean eus?"});
  CHECK(read("name: a\n", {"clock[0]=4GHz"}).problems ==
        Texts{"-p clock[0]=4GHz: clock[0]: is one value, not a list; leave the index out"});
  for (const char* word : {"clock", "=4", "slice[1.eus=4", "slice[x].eus=4", "slice..eus=4"}) {
    INFO(word);
    CHECK_THROWS_AS(command_line_layer({word}), Error);
  }
}

TEST_CASE("the environment names a path in capitals with two underscores for each dot", "[config]") {
  const char* environment[] = {"HOME=/", "TEXPIPE_SLICE__CACHE__SIZE=8KiB", nullptr};
  const Layer layer = environment_layer(environment);
  Machine machine;
  ParameterReader reader;
  machine.name = "a";
  std::vector<Diagnostic> problems;
  const Layer file{"file", "/", parse_yaml("name: a", "m.yaml", problems)};
  reader.read(machine, {&file, &layer});
  reader.finish();
  CHECK(machine.slice[0].cache.size == 8_KiB);
  CHECK(reader.origin("slice[0].cache.size").text() == "TEXPIPE_SLICE__CACHE__SIZE");
}
