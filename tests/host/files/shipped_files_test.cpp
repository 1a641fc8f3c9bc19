// Machines, studies, sweeps and textures that come with texpipe, by name.
#include "host/files/shipped_files.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "support/scratch_folder.h"

using namespace texpipe::study;
using texpipe::test::ScratchFolder;

TEST_CASE("a shipped file is found by its name, with and without its ending", "[files]") {
  for (const auto& [kind, name, ending] : {std::tuple{ShippedKind::kMachine, "kaby_lake_gt2", ".yaml"},
                                           {ShippedKind::kStudy, "emboss", ".yaml"},
                                           {ShippedKind::kSweep, "texture_cache", ".yaml"},
                                           {ShippedKind::kTexture, "coffee", ".png"}}) {
    const std::filesystem::path found = found_or_shipped(name, kind);
    CHECK(std::filesystem::is_regular_file(found));
    CHECK(found_or_shipped(name + std::string{ending}, kind) == found);
  }
}

TEST_CASE("a file that is there, and a path with folders, are never shipped ones", "[files]") {
  const ScratchFolder scratch;
  scratch.write("uhd620", "mine");
  CHECK(beside_or_shipped(scratch.path(), "uhd620", ShippedKind::kMachine) == scratch / "uhd620");
  CHECK(beside_or_shipped(scratch.path(), "hd530", ShippedKind::kMachine).filename() == "hd530.yaml");
  CHECK(beside_or_shipped(scratch.path(), "a/hd530", ShippedKind::kMachine) == scratch / "a/hd530");
  CHECK(found_or_shipped("./hd530", ShippedKind::kMachine) == "./hd530");
  CHECK(found_or_shipped("", ShippedKind::kMachine) == "");
}

TEST_CASE("a name that is not shipped gets the nearest that is", "[files]") {
  CHECK(missing_or_shipped_hint("first_lok", ShippedKind::kStudy) == "did you mean first_look?");
  CHECK(missing_or_shipped_hint("uhd62", ShippedKind::kMachine) == "did you mean uhd620?");
  CHECK(missing_or_shipped_hint("nowhere/uhd62", ShippedKind::kMachine) == "there is no folder nowhere");
}

TEST_CASE("every shipped machine, study and sweep begins with a sentence about it, and no two have one name",
          "[files]") {
  for (const ShippedKind kind : {ShippedKind::kMachine, ShippedKind::kStudy, ShippedKind::kSweep}) {
    std::vector<std::string> names;
    for (const ShippedFile& file : shipped_files(kind)) {
      INFO(file.path);
      CHECK(!first_comment(file.path).empty());
      names.push_back(file.name);
    }
    std::sort(names.begin(), names.end());
    CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
    CHECK(!names.empty());
  }
}
