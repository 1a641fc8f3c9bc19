#include "pages/run/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/explain/explanation.h"
#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "host/text/markup.h"
#include "pages/assets/page_frame.h"
#include "pages/run/run_charts.h"
#include "study/pixel_maps/pixel_maps.h"
#include "study/run_folder/manifest.h"
#include "study/run_folder/run_picture.h"
#include "study/time_table/time_table.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;
// Bytes of files that the page holds; pages have 2 MiB.
constexpr std::size_t kLargestPicture = 768 << 10;
constexpr std::size_t kLargestPictures = 900 << 10;  // the maps with it

[[noreturn]] void malformed(const fs::path& file, std::string problem, std::string hint = "") {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {.file = file.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

Json read_json(const fs::path& file) {
  try {
    return Json::parse(read_text(file));
  } catch (const Json::parse_error& error) {
    malformed(file, "is no JSON: byte " + std::to_string(error.byte));
  }
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) bits = bits << 8 | (j < count ? static_cast<unsigned char>(bytes[i + j]) : 0u);
    for (std::size_t j = 0; j < 4; ++j) text += j <= count ? kDigits[bits >> (18 - 6 * j) & 63] : '=';
  }
  return text;
}

std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t i = text.size(); i > 3; i -= 3) text.insert(i - 3, ",");
  return text;
}

double sum_of(const Json& statistics, std::string_view group_end, std::string_view name) {
  double sum = 0;
  if (!statistics.contains("groups")) return sum;
  for (const Json& group : statistics["groups"]) {
    if (!group.at("path").get<std::string>().ends_with(group_end)) continue;
    for (const Json& statistic : group.at("statistics")) {
      if (statistic.at("name") == name && statistic.at("kind") == "counter") sum += statistic.at("value").get<double>();
    }
  }
  return sum;
}

/// Facts that a person wants to know first.
PageFacts headline(const Json& statistics, const machine::TimeTable& table) {
  PageFacts facts;
  std::string timing = statistics.value("timing", "");
  std::replace(timing.begin(), timing.end(), '_', ' ');
  facts.emplace_back("timing", timing);
  if (statistics.contains("unfinished")) facts.emplace_back("unfinished", statistics["unfinished"].get<std::string>());
  if (statistics.contains("sampled")) {
    const Json& sampled = statistics["sampled"];
    facts.emplace_back("sample", fmt::format("{} of {} work groups simulated, extrapolated; cycles within {}",
                                             with_commas(sampled.at("groups").get<std::uint64_t>()),
                                             with_commas(sampled.at("of_groups").get<std::uint64_t>()),
                                             with_commas(sampled.at("cycles_within").get<std::uint64_t>())));
  }
  if (statistics.contains("cycles")) {
    const auto cycles = statistics["cycles"].get<std::uint64_t>();
    const auto clock = statistics.value("clock_hz", std::uint64_t{0});
    facts.emplace_back("time",
                       with_commas(cycles) + " cycles" +
                           (clock == 0 ? ""
                                       : fmt::format(" = {:.3f} ms at {:.3f} GHz",
                                                     1e3 * static_cast<double>(cycles) / static_cast<double>(clock),
                                                     static_cast<double>(clock) / 1e9)));
    const double footprints = sum_of(statistics, "sampler.front_end", "footprints");
    if (footprints > 0 && cycles > 0) {
      facts.emplace_back("footprints",
                         fmt::format("{}, {:.2f} a cycle", with_commas(static_cast<std::uint64_t>(footprints)),
                                     footprints / static_cast<double>(cycles)));
    }
    facts.emplace_back("memory traffic",
                       with_commas(static_cast<std::uint64_t>(sum_of(statistics, "memory", "bytes"))) + " bytes");
  }
  if (table.ends.empty()) return facts;
  const RunPhases phases = phases_of(table);
  const auto start = [&](std::size_t interval) { return interval == 0 ? 0 : table.ends[interval - 1]; };
  facts.emplace_back("phases",
                     fmt::format("ramp to cycle {}, steady to {}, drain to {}", with_commas(start(phases.steady)),
                                 with_commas(start(phases.drain)), with_commas(table.ends.back())));
  return facts;
}

/// Facts of the manifest about the run's making.
PageFacts provenance(const Json& manifest) {
  PageFacts facts;
  for (const auto& [key, value] : manifest.items()) {
    if (value.is_string()) facts.emplace_back(key, value.get<std::string>());
    if (value.is_number() || value.is_boolean()) facts.emplace_back(key, value.dump());
    if (!value.is_array() && !value.is_object()) continue;
    if (key == "files") continue;  // of the folder itself
    facts.emplace_back(key, value.dump());
  }
  return facts;
}

Json phases_json(const machine::TimeTable& table) {
  const RunPhases phases = phases_of(table);
  const auto start = [&](std::size_t interval) { return interval == 0 ? 0 : table.ends[interval - 1]; };
  return {{"steady", start(phases.steady)}, {"drain", start(phases.drain)}};
}

std::string picture(const fs::path& folder, std::size_t& room) {
  const std::optional<RunPicture> shown = run_picture(folder);
  std::error_code ignored;
  if (!shown || fs::file_size(shown->file, ignored) > kLargestPicture) return "";
  const fs::path& file = shown->file;
  room -= fs::file_size(file, ignored);
  return "<section id=\"picture\"><h2>Picture</h2>\n<img class=\"picture\" alt=\"what the workload drew\" "
         "src=\"data:image/png;base64," +
         base64(read_text(file)) + "\"></section>\n";
}

/// Pixels whose histories the page has; page.js puts them on the picture.
Json pixels_json(const fs::path& folder, const std::vector<RecordedPixel>& pixels) {
  Json list = Json::array();
  std::size_t room = kMostHistoryBytes;
  for (const RecordedPixel& pixel : pixels) {
    if (pixel.history.size() > room) break;
    room -= pixel.history.size();
    list.push_back({{"x", pixel.x}, {"y", pixel.y}, {"history", pixel.history}});
  }
  const RunPicture shown = run_picture(folder).value_or(RunPicture{});
  return {{"width", shown.width}, {"height", shown.height}, {"list", list}};
}

std::string short_number(const Json& value) {
  return value.is_number() ? fmt::format("{:.6g}", value.get<double>()) : "?";
}

/// A map with its scale below it, as wide as the map.
std::string map_figure(const Json& map, const std::string& gradient, const std::string& png) {
  // Frames have maps of several pictures and targets.
  const std::string of = map.contains("picture") ? map.at("picture").get<std::string>() + ", " : "";
  const std::string name = of + map.at("name").get<std::string>(), unit = map.at("unit").get<std::string>();
  const std::string darkest = short_number(map.at("darkest")), brightest = short_number(map.at("brightest"));
  return fmt::format(
      "<figure class=\"map\"><img class=\"picture\" alt=\"{0} of each pixel, {1} to {2} {3}\" "
      "src=\"data:image/png;base64,{4}\">\n<div class=\"scale\" style=\"background: {5}\"></div>\n"
      "<figcaption><span>{1}</span><span>{0}: {6} ({3}; mean {7}, highest {8})</span><span>{2}</span></figcaption>"
      "</figure>\n",
      html_text(name), darkest, brightest, html_text(unit), base64(png), gradient,
      html_text(map.at("description").get<std::string>()), short_number(map.at("mean")),
      short_number(map.at("highest")));
}

/// The maps of a run that made some, as far as there is room for them.
std::string maps(const fs::path& folder, std::size_t room) {
  std::error_code ignored;
  if (!fs::exists(folder / kMapScalesName, ignored)) return "";
  const Json scales = read_json(folder / kMapScalesName);
  std::string figures, gradient = "linear-gradient(to right";
  try {
    for (const Json& color : scales.at("colors"))
      gradient +=
          fmt::format(", rgb({} {} {})", color.at(0).get<int>(), color.at(1).get<int>(), color.at(2).get<int>());
    gradient += ")";
    for (const Json& map : scales.at("maps")) {
      const fs::path file = folder / fs::path{map.at("file").get<std::string>()}.filename();
      if (!fs::exists(file, ignored)) continue;
      const std::size_t bytes = fs::file_size(file, ignored);
      if (bytes > room) continue;
      room -= bytes;
      figures += map_figure(map, gradient, read_text(file));
    }
  } catch (const Json::exception&) {
    malformed(folder / kMapScalesName, "holds no scales of maps");
  }
  if (figures.empty()) return "";
  return "<section id=\"maps\"><h2>Maps</h2>\n<p>What each pixel cost. Pixels that sampled nothing show the "
         "page.</p>\n" +
         figures + "</section>\n";
}

/// The experiments of a run that has an explanation stand behind the tree of where its cycles went.
void add_experiments(const fs::path& folder, Json& charts) {
  std::error_code ignored;
  if (!fs::exists(folder / kExplanationName, ignored)) return;
  try {
    charts.insert(charts.begin() + (charts.empty() ? 0 : 1), experiments_chart(read_json(folder / kExplanationName)));
  } catch (const Json::exception&) {
    malformed(folder / kExplanationName, "holds no explanation of a run");
  }
}

}  // namespace

std::string run_page(const fs::path& folder, const std::vector<RecordedPixel>& pixels) {
  std::error_code ignored;
  if (!fs::exists(folder / "stats.json", ignored)) {
    malformed(folder, "is no run folder: it has no stats.json", "`texpipe run STUDY --out DIR` makes one");
  }
  const Json statistics = read_json(folder / "stats.json");
  if (!statistics.is_object() || statistics.value("schema_version", 0) != kVersion) {
    malformed(folder / "stats.json", "holds no statistics of a run",
              "this texpipe reads version " + std::to_string(kVersion));
  }
  const machine::TimeTable table =
      fs::exists(folder / kTimeTableName, ignored) ? read_time_table(folder) : machine::TimeTable{};
  const std::string study = statistics.value("study", ""), machine = statistics.value("machine", "");
  Json data{{"name", study}, {"ends", table.ends}};
  if (!table.ends.empty()) data["phases"] = phases_json(table);
  try {
    data["charts"] = run_charts(statistics, table);
    add_experiments(folder, data["charts"]);
    if (!pixels.empty()) data["pixels"] = pixels_json(folder, pixels);
  } catch (const Json::exception&) {
    malformed(folder / "stats.json", "holds no statistics of a run");
  }
  std::size_t room = kLargestPictures;
  std::string below = picture(folder, room);
  below += maps(folder, room);
  if (fs::exists(folder / kResolvedConfigurationName, ignored)) {
    below += "<section id=\"configuration\"><h2>Configuration</h2>\n<details><summary>every value</summary>\n<pre>" +
             html_text(read_text(folder / kResolvedConfigurationName)) + "</pre></details></section>\n";
  }
  if (fs::exists(folder / "manifest.json", ignored)) {
    below += "<section id=\"provenance\"><h2>Provenance</h2>\n<details><summary>how the run came about</summary>\n" +
             list_of(provenance(read_json(folder / "manifest.json"))) + "</details></section>\n";
  }
  return framed_page(
      {.title = study + " on " + machine, .facts = headline(statistics, table), .below = std::move(below)}, data);
}

}  // namespace texpipe::study
