// What is shipped is valid, and the schemas beside it are what the command prints.
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
  INFO("write them anew with: texpipe config schema KIND > configs/schema/KIND.schema.json");
  const bool study =
      content(kConfigs / "schema/study.schema.json") == configuration_schema(FileKind::kStudy).dump(2) + '\n';
  const bool machine =
      content(kConfigs / "schema/machine.schema.json") == configuration_schema(FileKind::kMachine).dump(2) + '\n';
  const bool sweep = content(kConfigs / "schema/sweep.schema.json") == sweep_schema().dump(2) + '\n';
  CHECK(study);
  CHECK(machine);
  CHECK(sweep);
}

TEST_CASE("the resolved configuration reads back as itself", "[config]") {
  Configuration configuration = load_configuration({.file = kConfigs / "studies/first_look.yaml"}, FileKind::kStudy);
  const std::string text = configuration.resolved_yaml();
  Configuration again =
      load_configuration({.file = kConfigs / "studies/first_look.yaml", .text = text}, FileKind::kStudy);
  CHECK(again.resolved_yaml() == text);
}
