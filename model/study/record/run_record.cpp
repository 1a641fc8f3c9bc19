#include "study/record/run_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "study/image/byte_reader.h"
#include "study/run/study.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

[[noreturn]] void malformed(const fs::path& file, std::string problem, std::string hint = "") {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {.file = file.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Adds the numbers of statistics in the order of the file.
class NumberReader {
 public:
  NumberReader(std::vector<RunNumber>& numbers) : numbers_{numbers} {}

  void groups(const Json& groups) {
    for (const Json& group : groups) {
      const std::string path = group.at("path").get<std::string>();
      for (const Json& statistic : group.at("statistics")) read(path, statistic);
    }
  }

  void add(std::string path, NumberKind kind, const Json& value, std::string unit, std::string description) {
    numbers_.push_back(
        {std::move(path), kind, value.get<double>(), value.dump(), std::move(unit), std::move(description)});
  }

 private:
  void read(const std::string& group, const Json& statistic) {
    const std::string path = group + '.' + statistic.at("name").get<std::string>();
    const std::string kind = statistic.at("kind").get<std::string>(), unit = statistic.at("unit").get<std::string>(),
                      description = statistic.at("description").get<std::string>();
    if (kind == "counter" || kind == "ratio") {
      const NumberKind number = kind == "ratio" ? NumberKind::kRatio : NumberKind::kCounter;
      add(path, number, statistic.at("value"), unit, description);
    } else if (kind == "account") {
      for (const auto& [category, cycles] : statistic.at("cycles").items())
        add(path + '.' + category, NumberKind::kAccount, cycles, unit, description);
    } else {
      for (const char* part : {"count", "sum", "low", "high", "mean"})
        add(path + '.' + part, NumberKind::kHistogram, statistic.at(part), unit, description);
    }
  }

  std::vector<RunNumber>& numbers_;
};

void read_statistics(const fs::path& file, RunRecord& record) {
  const Json json = [&] {
    try {
      return Json::parse(read_text(file));
    } catch (const Json::parse_error& error) {
      malformed(file, "is no JSON: byte " + std::to_string(error.byte));
    }
  }();
  try {
    if (json.at("schema_version") != kVersion) {
      malformed(file, "has statistics of version " + json.at("schema_version").dump(),
                "this texpipe reads version " + std::to_string(kVersion));
    }
    const auto text = [&](const char* key) { return json.value(key, ""); };
    record.study = text("study");
    record.machine = text("machine");
    record.timing = text("timing");
    record.unfinished = json.contains("unfinished");
    NumberReader numbers{record.numbers};
    if (json.contains("cycles"))
      numbers.add("cycles", NumberKind::kCounter, json["cycles"], "cycles", "of the GPU clock, until the last write");
    if (json.contains("groups")) numbers.groups(json["groups"]);
  } catch (const Json::exception&) {
    malformed(file, "holds no statistics of a run", "expected a file as stats.json of a run folder");
  }
}

}  // namespace

const RunNumber* RunRecord::find(std::string_view path) const {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const RunNumber& n) { return n.path == path; });
  return found == numbers.end() ? nullptr : &*found;
}

RunRecord read_run(const fs::path& place, const timing::BlockRegistry& blocks) {
  RunRecord record{.name = place.string()};
  std::error_code ignored;
  if (!fs::is_directory(place, ignored)) {
    read_statistics(place, record);
    return record;
  }
  if (!fs::exists(place / "stats.json", ignored)) {
    malformed(place, "is no run folder: it has no stats.json", "`texpipe run STUDY --out DIR` makes one");
  }
  read_statistics(place / "stats.json", record);
  if (const fs::path resolved = place / "config.resolved.yaml"; fs::exists(resolved, ignored)) {
    record.settings = load_configuration({.file = resolved}, FileKind::kStudy, &blocks).trees();
  }
  return record;
}

}  // namespace texpipe::study
