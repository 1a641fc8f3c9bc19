// The `workload` of a study: what kind, and that kind's own keys.
#pragma once

#include <cstdint>

#include "base/enum_table.h"
#include "base/parameter.h"
#include "study/workload/cache_table.h"
#include "study/workload/texture_walk_parameters.h"

namespace texpipe::study {

enum class WorkloadKind : std::uint8_t { kTextureWalk, kCacheTable };

inline constexpr EnumRow kWorkloadKinds[] = {
    {0, "texture_walk", "pixels of an image that sample one texture, each walk in its own order"},
    {1, "cache_table",
     "the tags of the machine's texture cache alone, over synthetic layouts, raster orders and angles"},
};
inline EnumRows enum_rows(WorkloadKind) {
  return {"workload kind", kWorkloadKinds};
}

struct WorkloadParameters {
  WorkloadKind kind = WorkloadKind::kTextureWalk;
  TextureWalkParameters texture_walk;
  CacheTableParameters cache_table;

  template <class Visitor>
  void describe(Visitor& v) {
    v("kind", kind, {.help = "what the machine executes", .required = true});
    if (kind == WorkloadKind::kTextureWalk) texture_walk.describe(v);
    v.group("cache_table", cache_table, "what a cache_table walks over");
  }
};

}  // namespace texpipe::study
