#include "study/run/run_statistics.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace texpipe;
using namespace texpipe::study;

namespace {

Configuration small_study() {
  Configuration configuration;
  configuration.study.name = "s";
  configuration.study.timing = Timing::kUntimed;
  configuration.machine_name.name = "m";
  return configuration;
}

std::vector<std::string> keys_of(const std::string& text) {
  std::vector<std::string> keys;
  const auto json = nlohmann::ordered_json::parse(text);
  for (const auto& item : json.items()) keys.push_back(item.key());
  return keys;
}

}  // namespace

TEST_CASE("stats.json of a run without time and picture says what ran and its statistics alone", "[run]") {
  const std::string text = run_statistics_json(small_study(), {}, {}, "");
  CHECK(keys_of(text) == std::vector<std::string>{"schema_version", "study", "machine", "timing", "groups"});
  CHECK(text.ends_with("}\n"));
  CHECK(nlohmann::json::parse(text)["timing"] == "untimed");
}

TEST_CASE("stats.json has cycles with their clock, and says why a run is not complete", "[run]") {
  Configuration configuration = small_study();
  configuration.study.timing = Timing::kLooselyTimed;
  Execution execution;
  execution.cycles = Cycles{7};
  const auto json = nlohmann::json::parse(run_statistics_json(configuration, execution, {}, "stopped at cycle 7"));
  CHECK(json["cycles"] == 7);
  CHECK(json["clock_hz"] == configuration.machine.clock.value());
  CHECK(json["unfinished"] == "stopped at cycle 7");
}

TEST_CASE("the picture in stats.json is its size and the hash of its bytes", "[run]") {
  const Picture black{.width = 2, .height = 1, .rgba = std::vector<std::uint8_t>(8, 0)};
  Picture other = black;
  other.rgba[7] = 1;
  const auto image_of = [](const Picture& picture) {
    return nlohmann::json::parse(run_statistics_json(small_study(), {}, picture, ""))["image"];
  };
  CHECK(image_of(black)["width"] == 2);
  CHECK(image_of(black)["height"] == 1);
  // SHA-256 of eight bytes of 0.
  const char* zeros = "af5570f5a1810b7af78caf4bc70a660f0df51e42baf91d4de5b2328de0e83dfc";
  CHECK(image_of(black)["rgba_sha256"] == zeros);
  CHECK(image_of(other)["rgba_sha256"] != zeros);
}
