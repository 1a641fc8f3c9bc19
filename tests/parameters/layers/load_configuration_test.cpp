#include "parameters/layers/load_configuration.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

using namespace texpipe;
using namespace texpipe::study;
using namespace texpipe::literals;
namespace fs = std::filesystem;

namespace {

struct TinyStudy {
  std::string name, machine;
  std::uint32_t seed = 1;

  template <class Visitor>
  void describe(Visitor& v) {
    v("study", name, {.help = "name of the study", .required = true});
    v("machine", machine, {.help = "machine file", .required = true, .is_path = true});
    v("seed", seed, {.help = "of everything random"});
  }
};

struct TinyMachine {
  Frequency clock = 1000_MHz;
  std::uint32_t banks = 4;

  template <class Visitor>
  void describe(Visitor& v) {
    v("clock", clock, {.help = "the clock", .source = kAssumed});
    v("banks", banks, {.range = {{1, 64}}, .power_of_two = true, .help = "of the memory"});
  }
};

struct Files {
  fs::path folder = fs::temp_directory_path() / ("texpipe_load_" + std::to_string(getpid()));
  Files(const std::string& study, const std::string& machine) {
    fs::create_directories(folder / "machines");
    std::ofstream{folder / "study.yaml"} << study;
    std::ofstream{folder / "machines/tiny.yaml"} << machine;
  }
  ~Files() { fs::remove_all(folder); }
};

struct Outcome {
  TinyStudy study;
  MachineName name;
  TinyMachine machine;
  ParameterReader reader;
};

Outcome load(const fs::path& file, std::vector<std::string> assignments = {},
             const char* const* environment = nullptr) {
  Outcome outcome;
  const ConfigurationLayers layers = load_layers({file, std::move(assignments), environment}, FileKind::kByContent);
  outcome.reader = read_configuration(layers, outcome.study, outcome.name, outcome.machine);
  return outcome;
}

std::vector<Diagnostic> problems_of(const fs::path& file, std::vector<std::string> assignments = {}) {
  try {
    load(file, std::move(assignments));
  } catch (const Error& error) {
    return error.diagnostics();
  }
  return {};
}

}  // namespace

TEST_CASE("later layers win: defaults, machine file, study file, environment, command line", "[config]") {
  const Files files{"study: a\nmachine: machines/tiny.yaml\n", "machine: tiny\nclock: 2GHz\n"};
  const fs::path study = files.folder / "study.yaml";
  CHECK(load(study).machine.clock == 2000_MHz);
  CHECK(load(study).machine.banks == 4);
  CHECK(load(study).name.name == "tiny");

  std::ofstream{study} << "study: a\nmachine: machines/tiny.yaml\nclock: 3GHz\n";
  CHECK(load(study).machine.clock == 3000_MHz);
  const char* environment[] = {"TEXPIPE_CLOCK=4GHz", nullptr};
  CHECK(load(study, {}, environment).machine.clock == 4000_MHz);
  const Outcome outcome = load(study, {"clock=5GHz", "seed=7"}, environment);
  CHECK(outcome.machine.clock == 5000_MHz);
  CHECK(outcome.study.seed == 7);
  CHECK(outcome.reader.origin("clock").text() == "-p clock=5GHz");
  CHECK(outcome.reader.origin("banks").text() == "default");
}

TEST_CASE("the machine may stand in the study, and the printed configuration reads back", "[config]") {
  const Files files{"study: a\nmachine: {machine: own, clock: 2GHz}\n", ""};
  Outcome outcome = load(files.folder / "study.yaml", {"banks=8"});
  CHECK(outcome.name.name == "own");
  CHECK(outcome.machine.clock == 2000_MHz);
  const std::string yaml = "study: a\nmachine:\n" + to_yaml(parameter_tree(outcome.name), {}, 2) +
                           to_yaml(parameter_tree(outcome.machine), {}, 2);
  CHECK(yaml == "study: a\nmachine:\n  machine: own\n  clock: 2GHz\n  banks: 8\n");
  std::ofstream{files.folder / "study.yaml"} << yaml;
  CHECK(load(files.folder / "study.yaml").machine.banks == 8);
}

TEST_CASE("a machine file can be read alone", "[config]") {
  const Files files{"", "machine: tiny\nbanks: 16\n"};
  CHECK(load(files.folder / "machines/tiny.yaml").machine.banks == 16);
}

TEST_CASE("problems of both files come in one report, each with its file", "[config]") {
  const Files files{"study: a\nmachine: machines/tiny.yaml\nsede: 3\n", "machine: tiny\nbanks: 3\nworkload: {}\n"};
  const auto problems = problems_of(files.folder / "study.yaml", {"bansk=4"});
  REQUIRE(problems.size() == 4);
  CHECK(problems[0].text() == "-p bansk=4: bansk: unknown key; did you mean banks?");
  CHECK(problems[1].path == "banks");
  CHECK(problems[1].position.line == 2);
  CHECK(problems[1].position.file.ends_with("tiny.yaml"));
  CHECK(problems[2].text().ends_with(
      "tiny.yaml:3:1: workload: unknown key; expected one of machine, clock, banks, sources, constants"));
  CHECK(problems[3].text().ends_with("study.yaml:3:1: sede: unknown key; did you mean seed?"));
}

TEST_CASE("a machine file that is not there is refused at the key that names it", "[config]") {
  const Files files{"study: a\nmachine: machines/tniy.yaml\n", "machine: tiny\n"};
  const auto problems = problems_of(files.folder / "study.yaml");
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].path == "machine");
  CHECK(problems[0].position.line == 2);
  CHECK(problems[0].hint == "did you mean tiny.yaml?");
}

TEST_CASE("a machine file says where its values come from") {
  const Files files{"study: s\nmachine: machines/tiny.yaml\n",
                    "machine: tiny\nclock: 2GHz\nbanks: 8\nsources:\n  clock: measured with a scope\n"};
  Outcome outcome = load(files.folder / "machines/tiny.yaml");
  const ConfigurationLayers layers = load_layers({files.folder / "study.yaml", {}, nullptr}, FileKind::kByContent);
  REQUIRE(layers.sources.size() == 1);
  CHECK(layers.sources.at("clock").text == "measured with a scope");
  CHECK(layers.sources.at("clock").rows.empty());
  ParameterNode tree = parameter_tree(outcome.machine);
  apply_value_sources(tree, layers.sources, outcome.reader);
  CHECK(find_parameter(tree, "clock")->source.text == "measured with a scope");
  CHECK_FALSE(find_parameter(tree, "clock")->source.assumed);
  CHECK(find_parameter(tree, "banks")->source.text == kChoice.text);
}

TEST_CASE("the source of a value is not that of one given over it") {
  const Files files{"study: s\nmachine: machines/tiny.yaml\n",
                    "machine: tiny\nclock: 2GHz\nsources: {clock: measured with a scope}\n"};
  Outcome outcome = load(files.folder / "machines/tiny.yaml", {"clock=3GHz"});
  ParameterNode tree = parameter_tree(outcome.machine);
  apply_value_sources(tree, {{"clock", {"measured with a scope", {}}}}, outcome.reader);
  CHECK(find_parameter(tree, "clock")->source.assumed);
}

TEST_CASE("a source may name the reference rows that its value was taken from, and constants have one") {
  ConfigurationSources from{.file = "tiny.yaml",
                            .text =
                                "machine: tiny\nclock: 2GHz\nconstants: {rest: 7e-4}\nsources: {clock: {source: a "
                                "scope, rows: [f/a, g]}, constants.rest: {source: a fit, rows: [f/b]}}\n"};
  const ConfigurationLayers layers = load_layers(from, FileKind::kMachine);
  CHECK(layers.problems.empty());
  CHECK(layers.sources.at("clock").text == "a scope");
  CHECK(layers.sources.at("clock").rows == std::vector<std::string>{"f/a", "g"});
  CHECK(layers.sources.at("constants.rest").rows == std::vector<std::string>{"f/b"});
  CHECK(layers.constants.at("rest") == 7e-4);
  from.text = "machine: tiny\nconstants: {rest: a lot}\n";
  CHECK(load_layers(from, FileKind::kMachine).problems.at(0).text() ==
        "tiny.yaml:2:13: constants.rest: is not a number; as `frame_work: 7e-4`");
}

TEST_CASE("sources are refused with their places") {
  const auto problems_of = [](const std::string& sources) {
    const Files files{"study: s\nmachine: machines/tiny.yaml\n",
                      "machine: tiny\nclock: 2GHz\nsources:" + sources + "\n"};
    try {
      load(files.folder / "machines/tiny.yaml");
    } catch (const Error& error) {
      return std::string{error.what()};
    }
    return std::string{"nothing"};
  };
  CHECK_THAT(problems_of(" {clokc: a scope}"),
             Catch::Contains("tiny.yaml:3:11: sources.clokc: the file gives no value at clokc; did you mean clock?"));
  CHECK_THAT(problems_of(" {banks: a scope}"), Catch::Contains("sources.banks: the file gives no value at banks"));
  CHECK_THAT(problems_of(" {clock: [a, b]}"), Catch::Contains("sources.clock: is not a text"));
  for (const char* half : {"{source: a scope}", "{rows: [a]}", "{source: a scope, rows: []}",
                           "{source: a scope, rows: a}", "{source: a scope, rows: [a], more: b}"}) {
    CHECK_THAT(problems_of(" {clock: " + std::string{half} + "}"), Catch::Contains("sources.clock: is not a text"));
  }
  CHECK_THAT(problems_of(" {clock: ''}"), Catch::Contains("sources.clock: is not a text"));
  CHECK_THAT(problems_of(" a scope"), Catch::Contains("tiny.yaml:3:1: sources: is not a mapping"));
}
