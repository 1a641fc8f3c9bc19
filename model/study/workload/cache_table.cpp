#include "study/workload/cache_table.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace texpipe::study {
namespace {

constexpr double kDegrees[] = {0, 45, 90};

}  // namespace

std::vector<CacheTableRow> cache_table(const CacheTableParameters& parameters,
                                       const machine::TextureCacheParameters& cache) {
  const machine::CacheGeometry geometry =
      machine::geometry_of(cache.size, cache.ways, cache.line, cache.set_hash, cache.replacement, cache.seed);
  std::vector<CacheTableRow> rows;
  for (const EnumRow& layout : enum_rows(machine::SyntheticLayout{}).rows) {
    for (const EnumRow& raster : enum_rows(machine::RasterOrder{}).rows) {
      for (const double degrees : kDegrees) {
        const machine::SyntheticWalk walk{parameters.screen,
                                          parameters.texture,
                                          degrees,
                                          parameters.texels_per_pixel,
                                          static_cast<machine::SyntheticLayout>(layout.value),
                                          static_cast<machine::RasterOrder>(raster.value)};
        rows.push_back({walk.layout, walk.raster, degrees, machine::run_synthetic_walk(walk, geometry, cache.line)});
      }
    }
  }
  return rows;
}

std::string cache_table_text(const std::vector<CacheTableRow>& rows) {
  std::string text = fmt::format("  {:<24}", "bytes per sample");
  for (const double degrees : kDegrees) text += fmt::format("{:>9.0f}\u00b0", degrees);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i % std::size(kDegrees) == 0) {
      text += fmt::format("\n  {:<24}", fmt::format("{}, {}", name_of(rows[i].layout), name_of(rows[i].raster)));
    }
    text += fmt::format("{:>10.2f}", rows[i].result.bytes_per_sample());
  }
  return text + "\n";
}

std::string cache_table_csv(const std::vector<CacheTableRow>& rows) {
  std::string text = "layout,raster,degrees,samples,lookups,misses,bytes_per_sample\n";
  for (const CacheTableRow& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{}\n", name_of(row.layout), name_of(row.raster), row.degrees,
                        row.result.samples, row.result.lookups, row.result.misses, row.result.bytes_per_sample());
  }
  return text;
}

nlohmann::ordered_json cache_table_json(const std::vector<CacheTableRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const CacheTableRow& row : rows) {
    json.push_back({{"layout", name_of(row.layout)},
                    {"raster", name_of(row.raster)},
                    {"degrees", row.degrees},
                    {"samples", row.result.samples},
                    {"lookups", row.result.lookups},
                    {"misses", row.result.misses},
                    {"bytes_per_sample", row.result.bytes_per_sample()}});
  }
  return json;
}

}  // namespace texpipe::study
