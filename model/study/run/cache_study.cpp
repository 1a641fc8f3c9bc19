#include "study/run/cache_study.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "study/config/parameter_tree.h"
#include "study/config/read_parameters.h"
#include "study/config/yaml_document.h"
#include "study/run/manifest.h"
#include "study/run/run_folder.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kDegrees[] = {0, 45, 90};

std::string table_text(const CacheStudyParameters& study, const std::vector<CacheStudyRow>& rows) {
  const SyntheticCacheParameters& p = study.synthetic_cache;
  std::string text =
      fmt::format("{}: bytes fetched per sample, {} bytes, {} ways, lines of {} bytes\n  {:<12} {:<10}", study.name,
                  p.cache.size.value(), p.cache.ways, p.cache.line.value(), "layout", "raster");
  for (const unsigned degrees : kDegrees) text += fmt::format("{:>10}", fmt::format("{} deg", degrees));
  for (const CacheStudyRow& row : rows) {
    if (row.degrees == kDegrees[0]) text += fmt::format("\n  {:<12} {:<10}", name_of(row.layout), name_of(row.raster));
    text += fmt::format("{:>10.2f}", row.result.bytes_per_sample());
  }
  return text + '\n';
}

Json rows_json(const std::vector<CacheStudyRow>& rows) {
  Json list = Json::array();
  for (const CacheStudyRow& row : rows) {
    list.push_back({{"layout", name_of(row.layout)},
                    {"raster", name_of(row.raster)},
                    {"degrees", row.degrees},
                    {"samples", row.result.samples},
                    {"lookups", row.result.lookups},
                    {"misses", row.result.misses},
                    {"bytes_per_sample", row.result.bytes_per_sample()}});
  }
  return list;
}

std::string rows_csv(const std::vector<CacheStudyRow>& rows) {
  std::string text = "layout,raster,degrees,samples,lookups,misses,bytes_per_sample\n";
  for (const CacheStudyRow& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{:.6f}\n", name_of(row.layout), name_of(row.raster), row.degrees,
                        row.result.samples, row.result.lookups, row.result.misses, row.result.bytes_per_sample());
  }
  return text;
}

}  // namespace

std::vector<CacheStudyRow> run_synthetic_cache(const SyntheticCacheParameters& parameters) {
  const SyntheticCacheParameters::Cache& cache = parameters.cache;
  const timing::CacheGeometry geometry =
      timing::geometry_of(cache.size, cache.ways, cache.line, cache.hash, cache.replacement, cache.seed);
  std::vector<CacheStudyRow> rows;
  for (const EnumRow& layout : enum_rows(timing::SyntheticLayout{}).rows) {
    for (const EnumRow& raster : enum_rows(timing::RasterOrder{}).rows) {
      for (const unsigned degrees : kDegrees) {
        const timing::SyntheticWalk walk{.screen = parameters.screen,
                                         .texture = parameters.texture,
                                         .degrees = static_cast<double>(degrees),
                                         .texels_per_pixel = parameters.texels_per_pixel,
                                         .layout = static_cast<timing::SyntheticLayout>(layout.value),
                                         .raster = static_cast<timing::RasterOrder>(raster.value)};
        rows.push_back({walk.layout, walk.raster, degrees, timing::run_synthetic_walk(walk, geometry, cache.line)});
      }
    }
  }
  return rows;
}

bool is_cache_study(const std::filesystem::path& file) {
  std::vector<Diagnostic> problems;
  return read_yaml_file(file, problems).find("synthetic_cache") != nullptr;
}

CacheStudyParameters read_cache_study(const ConfigurationSources& sources) {
  const ConfigurationLayers layers = load_layers(sources, FileKind::kStudy);
  CacheStudyParameters study;
  ParameterReader reader;
  for (const Diagnostic& problem : layers.problems) reader.add_problem(problem);
  reader.read(study, {&layers.study, &layers.environment, &layers.command_line});
  reader.finish();
  const SyntheticCacheParameters::Cache& cache = study.synthetic_cache.cache;
  if (cache.size.value() < cache.ways * cache.line.value()) {
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.position = reader.origin("synthetic_cache.cache.size").position,
                           .path = "synthetic_cache.cache.size",
                           .problem = fmt::format("{} bytes do not hold one set of {} lines of {} bytes",
                                                  cache.size.value(), cache.ways, cache.line.value()),
                           .hint = "expected at least ways x line"}};
  }
  return study;
}

RunOutcome run_cache_study(const ConfigurationSources& sources, const RunOptions& options) {
  const auto started = std::chrono::system_clock::now();
  CacheStudyParameters study = read_cache_study(sources);
  RunFolder folder{options.out.empty() ? std::filesystem::path{"out"} / study.name : options.out, options.overwrite};
  ManifestFacts facts{.command_line = options.command_line, .study = study.name, .started = started};
  facts.configuration = to_yaml(parameter_tree(study));
  facts.seed = study.synthetic_cache.cache.seed;
  const std::vector<CacheStudyRow> rows = run_synthetic_cache(study.synthetic_cache);

  RunOutcome outcome{.folder = folder.path()};
  outcome.summary = table_text(study, rows) + "  more         " + (folder.path() / "stats.json").string() + '\n';
  outcome.statistics = Json{{"schema_version", 1}, {"study", study.name}, {"rows", rows_json(rows)}}.dump(1) + '\n';
  folder.write("config.resolved.yaml", facts.configuration);
  folder.write("stats.json", outcome.statistics);
  folder.write("stats.csv", rows_csv(rows));
  folder.write("log.txt", table_text(study, rows));
  facts.finished = std::chrono::system_clock::now();
  folder.write("manifest.json", manifest_text(facts));
  folder.publish(RunFolder::Result::kComplete);
  return outcome;
}

}  // namespace texpipe::study
