#include "study/run_folder/manifest.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "host/hashes/sha256.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("a manifest says what ran, from what, where and how it ended", "[run]") {
  ManifestFacts facts{.command_line = {"texpipe", "run"}, .study = "first_look", .configuration = "abc", .seed = 7};
  for (const char* file : {TEXPIPE_SOURCE_DIR "/LICENSE", "/nonexistent"})
    facts.inputs.push_back(hashed_input(file, ByteSize{1 << 20}));
  facts.started = std::chrono::system_clock::from_time_t(1'700'000'000);
  facts.finished = facts.started + std::chrono::milliseconds{1500};
  facts.exit_code = ExitCode::kWatchdog;
  facts.failure = "no progress";
  const auto json = nlohmann::json::parse(manifest_text(facts));
  CHECK(json["command_line"] == nlohmann::json{"texpipe", "run"});
  CHECK(json["started"] == "2023-11-14T22:13:20Z");
  CHECK(json["wall_seconds"] == 1.5);
  CHECK(json["config_sha256"] == sha256("abc"));
  CHECK(json["inputs"][0]["sha256"] == sha256_of_file(TEXPIPE_SOURCE_DIR "/LICENSE"));
  CHECK(json["inputs"][1]["sha256"].is_null());
  CHECK(json["exit_status"] == 6);
  CHECK(json["failure"] == "no progress");
  for (const char* key : {"git_hash", "git_dirty", "compiler", "flags", "libraries"})
    CHECK(json["texpipe"].contains(key));
  for (const char* key : {"host", "finished", "peak_memory_bytes", "seed", "working_folder"}) CHECK(json.contains(key));
}

TEST_CASE("a file that is larger than what a stopped run hashes has no hash", "[run]") {
  CHECK(hashed_input(TEXPIPE_SOURCE_DIR "/LICENSE", ByteSize{10}).sha256 == std::nullopt);
}
