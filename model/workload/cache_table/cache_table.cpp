#include "workload/cache_table/cache_table.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/diagnostic.h"
#include "base/unit_text.h"

namespace texpipe::study {
namespace {

/// Rows of one size, layout and raster order: they differ in the angle only.
bool same_line(const CacheTableRow& a, const CacheTableRow& b) {
  return a.size == b.size && a.layout == b.layout && a.raster == b.raster;
}

std::string line_name(const CacheTableRow& row) {
  return fmt::format("{}, {}", name_of(row.layout), name_of(row.raster));
}

}  // namespace

std::vector<CacheTableRow> cache_table(const CacheTableParameters& parameters,
                                       const machine::TextureCacheParameters& cache) {
  if (parameters.degrees.empty()) {
    throw Error{
        ExitCode::kInvalidConfiguration,
        Diagnostic{.path = "workload.cache_table.degrees", .problem = "is empty", .hint = "such as [0, 45, 90]"}};
  }
  const std::vector<ByteSize> sizes = parameters.sizes.empty() ? std::vector{cache.size} : parameters.sizes;
  std::vector<CacheTableRow> rows;
  for (const ByteSize size : sizes) {
    const machine::CacheGeometry geometry =
        machine::geometry_of(size, cache.ways, cache.line, cache.set_hash, cache.replacement, cache.seed);
    for (const EnumRow& layout : enum_rows(machine::SyntheticLayout{}).rows) {
      for (const EnumRow& raster : enum_rows(machine::RasterOrder{}).rows) {
        for (const double degrees : parameters.degrees) {
          const machine::SyntheticWalk walk{parameters.screen,
                                            parameters.texture,
                                            degrees,
                                            parameters.texels_per_pixel,
                                            static_cast<machine::SyntheticLayout>(layout.value),
                                            static_cast<machine::RasterOrder>(raster.value)};
          rows.push_back(
              {size, walk.layout, walk.raster, degrees, machine::run_synthetic_walk(walk, geometry, cache.line)});
        }
      }
    }
  }
  return rows;
}

std::string cache_table_text(const std::vector<CacheTableRow>& rows) {
  std::string text;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i == 0 || rows[i].size != rows[i - 1].size) {
      text += fmt::format("{}  {:<24}", text.empty() ? "" : "\n", "bytes per sample, " + value_text(rows[i].size));
      for (std::size_t a = i; a < rows.size() && same_line(rows[a], rows[i]); ++a) {
        text += fmt::format("{:>10}", value_text(rows[a].degrees) + "\u00b0");
      }
    }
    if (i == 0 || !same_line(rows[i], rows[i - 1])) text += fmt::format("\n  {:<24}", line_name(rows[i]));
    text += fmt::format("{:>10.2f}", rows[i].result.bytes_per_sample());
  }
  return text + "\n";
}

std::string cache_table_csv(const std::vector<CacheTableRow>& rows) {
  std::string text = "size,layout,raster,degrees,samples,lookups,misses,bytes_per_sample\n";
  for (const CacheTableRow& row : rows) {
    text += fmt::format("{},{},{},{},{},{},{},{}\n", row.size.value(), name_of(row.layout), name_of(row.raster),
                        row.degrees, row.result.samples, row.result.lookups, row.result.misses,
                        row.result.bytes_per_sample());
  }
  return text;
}

nlohmann::ordered_json cache_table_json(const std::vector<CacheTableRow>& rows) {
  auto json = nlohmann::ordered_json::array();
  for (const CacheTableRow& row : rows) {
    json.push_back({{"size", row.size.value()},
                    {"layout", name_of(row.layout)},
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
