// Shipped files are valid, and the schemas beside them are what the command prints.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exploration/sweep/sweep_schema.h"
#include "study/definition/study.h"

using namespace texpipe::study;
namespace fs = std::filesystem;

namespace {

const fs::path kConfigs = fs::path{TEXPIPE_SOURCE_DIR} / "configs";

std::string content(const fs::path& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

std::string first_line(const fs::path& path) {
  const std::string text = content(path);
  return text.substr(0, text.find('\n'));
}

}  // namespace

TEST_CASE("shipped machines and studies are valid and name their schema", "[config]") {
  int files = 0;
  for (const auto& [folder, kind, schema] :
       {std::tuple{"machines", FileKind::kMachine, "machine"}, std::tuple{"studies", FileKind::kStudy, "study"}}) {
    for (const auto& entry : fs::recursive_directory_iterator{kConfigs / folder}) {
      const bool reference = entry.path().stem().extension() == ".reference";
      if (!entry.is_regular_file() || reference || entry.path().extension() != ".yaml") continue;
      INFO(entry.path());
      CHECK_NOTHROW(load_configuration({.file = entry.path()}, kind));
      const fs::path relative = fs::relative(kConfigs / "schema", entry.path().parent_path());
      CHECK(first_line(entry.path()) ==
            "# yaml-language-server: $schema=" + (relative / schema).string() + ".schema.json");
      ++files;
    }
  }
  CHECK(files >= 3);
}

TEST_CASE("shipped schemas are the ones that the command prints", "[config]") {
  INFO("write them anew with: texpipe config schema KIND --beside-machine > configs/schema/KIND.schema.json");
  const bool study = content(kConfigs / "schema/study.schema.json") == study_schema_beside_machine().dump(2) + '\n';
  const bool machine =
      content(kConfigs / "schema/machine.schema.json") == configuration_schema(FileKind::kMachine).dump(2) + '\n';
  const bool sweep = content(kConfigs / "schema/sweep.schema.json") == sweep_schema().dump(2) + '\n';
  CHECK(study);
  CHECK(machine);
  CHECK(sweep);
}

TEST_CASE("the study's schema stands alone, or has nothing that the machine's beside it has", "[config]") {
  using Json = nlohmann::ordered_json;
  const Json machine = configuration_schema(FileKind::kMachine);
  const Json alone = configuration_schema(FileKind::kStudy);
  CHECK(alone.dump().find("machine.schema.json") == std::string::npos);
  const Json beside = study_schema_beside_machine();
  for (const auto& [path, definition] : beside["definitions"].items()) {
    INFO(path);
    CHECK_FALSE(machine["definitions"].contains(path));
    CHECK(alone["definitions"].contains(path));
  }
  CHECK(beside["definitions"].size() + machine["definitions"].size() == alone["definitions"].size());
  // With the references followed, both say the same.
  const std::string marks = beside.dump();
  std::size_t followed = 0;
  for (std::size_t at = 0; (at = marks.find("\"machine.schema.json#/definitions/", at)) != std::string::npos; ++at) {
    const std::size_t path = marks.find("definitions/", at) + 12;
    CHECK(machine["definitions"].contains(marks.substr(path, marks.find('"', path) - path)));
    ++followed;
  }
  CHECK(followed == 4);  // slice, one or several; llc, memory
  CHECK(beside["properties"]["machine"]["anyOf"][1] == Json{{"$ref", "machine.schema.json"}});
}

TEST_CASE("the resolved configuration reads back as itself", "[config]") {
  Configuration configuration = load_configuration({.file = kConfigs / "studies/first_look.yaml"}, FileKind::kStudy);
  const std::string text = configuration.resolved_yaml();
  Configuration again =
      load_configuration({.file = kConfigs / "studies/first_look.yaml", .text = text}, FileKind::kStudy);
  CHECK(again.resolved_yaml() == text);
}

TEST_CASE("the study's schema takes samples of messages and of frames, which have other keys", "[config]") {
  const nlohmann::ordered_json schema = configuration_schema(FileKind::kStudy);
  const auto& definitions = schema["definitions"];
  CHECK(definitions["workload.sample"]["properties"].contains("stretches"));
  CHECK(definitions["workload.sample_2"]["properties"].contains("one_of"));
  const std::string sample = definitions["workload"]["properties"]["sample"].dump();
  CHECK(sample.find("#/definitions/workload.sample\"") != std::string::npos);
  CHECK(sample.find("#/definitions/workload.sample_2\"") != std::string::npos);
}
