#include "study/run_folder/run_record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "host/hashes/sha256.h"
#include "host/text/json_text.h"
#include "study/definition/file_sorts.h"
#include "study/definition/study.h"
#include "study/run_folder/manifest.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

[[noreturn]] void malformed(const fs::path& file, std::string problem, std::string hint = "") {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {.file = file.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Adds the numbers of statistics in the order of the file. Errors: kMalformedInput for a count that is none.
class NumberReader {
 public:
  NumberReader(std::vector<RunNumber>& numbers, const fs::path& file) : numbers_{numbers}, file_{file} {}

  /// Refuses what is no count: readers make whole numbers of it.
  void require_count(const std::string& path, const Json& value) const {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 62;
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= kMost) return;
    malformed(file_, path + " is " + json_text(value) + ", which is no count",
              "expected 0 to " + std::to_string(kMost));
  }

  void groups(const Json& groups) {
    for (const Json& group : groups) {
      const std::string path = group.at("path").get<std::string>();
      for (const Json& statistic : group.at("statistics")) read(path, statistic);
    }
  }

  void add(std::string path, NumberKind kind, const Json& value, std::string unit, std::string description) {
    if (kind == NumberKind::kCounter || kind == NumberKind::kAccount) require_count(path, value);
    numbers_.push_back(
        {std::move(path), kind, value.get<double>(), json_text(value), std::move(unit), std::move(description)});
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
  const fs::path& file_;
};

Json parsed(const std::string& text, const fs::path& file) {
  try {
    return parse_json<Json>(text);
  } catch (const Json::exception& error) {
    malformed(file, json_problem(error));
  }
}

void read_into(RunRecord& record, const std::string& text, const fs::path& file) {
  const Json json = parsed(text, file);
  try {
    if (json.at("schema_version") != kVersion) {
      malformed(file, "has statistics of version " + json_text(json.at("schema_version")),
                "this texpipe reads version " + std::to_string(kVersion));
    }
    const auto word = [&](const char* key) { return json.value(key, ""); };
    record.study = word("study");
    record.machine = word("machine");
    record.timing = word("timing");
    record.unfinished = json.contains("unfinished");
    NumberReader numbers{record.numbers, file};
    if (json.contains("sampled")) {
      for (const char* key : {"cycles_within", "groups", "of_groups"})
        if (json["sampled"].contains(key)) numbers.require_count(std::string{"sampled."} + key, json["sampled"][key]);
      record.sample = "cycles within " + json_text(json["sampled"].at("cycles_within"));
    }
    if (json.contains("clock_hz")) numbers.require_count("clock_hz", json["clock_hz"]);
    if (json.contains("cycles"))
      numbers.add("cycles", NumberKind::kCounter, json["cycles"], "cycles", std::string{kCyclesDescription});
    if (json.contains("groups")) numbers.groups(json["groups"]);
  } catch (const Json::exception&) {
    malformed(file, "holds no statistics of a run", "expected a file as stats.json of a run folder");
  }
}

/// A configuration that was cut or changed since is another machine's; who keeps no manifest beside it is trusted.
void require_own(const fs::path& resolved) {
  const fs::path manifest = resolved.parent_path() / kManifestName;
  std::error_code ignored;
  if (!fs::exists(manifest, ignored)) return;
  const Json told = parsed(read_text(manifest), manifest);
  const Json::const_iterator sum = told.is_object() ? told.find("config_sha256") : told.end();
  if (sum == told.end() || *sum == sha256_of_file(resolved)) return;
  malformed(resolved, "is not the configuration of this run: " + std::string{kManifestName} + " has another SHA-256",
            "`texpipe run` on a copy of it runs the changed one");
}

}  // namespace

RunRecord record_of(const machine::StatisticsRegistry& statistics, std::optional<Cycles> cycles) {
  RunRecord record;
  record.numbers = numbers_of(statistics, cycles);
  return record;
}

const RunNumber* RunRecord::find(std::string_view path) const {
  const auto found = std::find_if(numbers.begin(), numbers.end(), [&](const RunNumber& n) { return n.path == path; });
  return found == numbers.end() ? nullptr : &*found;
}

RunRecord read_statistics(const std::string& text, const std::string& name) {
  RunRecord record{.name = name};
  read_into(record, text, name);
  return record;
}

RunRecord read_run(const fs::path& place, const timing::BlockRegistry& blocks) {
  RunRecord record{.name = place.string()};
  std::error_code ignored;
  if (!fs::is_directory(place, ignored)) {
    require_sort(place, {FileSort::kStatistics});
    read_into(record, read_text(place), place);
    return record;
  }
  if (!fs::exists(place / "stats.json", ignored)) {
    malformed(place, "is no run folder: it has no stats.json", "`texpipe run STUDY --out DIR` makes one");
  }
  read_into(record, read_text(place / "stats.json"), place / "stats.json");
  if (const fs::path resolved = place / kResolvedConfigurationName; fs::exists(resolved, ignored)) {
    require_own(resolved);
    record.settings = load_configuration({.file = resolved}, FileKind::kStudy, &blocks).trees();
  }
  return record;
}

}  // namespace texpipe::study
