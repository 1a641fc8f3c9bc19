#include "cli/linked_blocks.h"

#ifdef TEXPIPE_WITH_RTL
#include "rtl_cosim/adapters/rtl_texel_filter.h"
#include "rtl_cosim/adapters/rtl_texture_cache.h"
#endif

namespace texpipe::cli {

timing::BlockRegistry linked_blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
#ifdef TEXPIPE_WITH_RTL
  registry.add<machine::BlockKind::kFilter>("rtl", rtl_cosim::make_rtl_filter);
  registry.add<machine::BlockKind::kTags>("rtl", rtl_cosim::make_rtl_texture_cache);
#endif
  return registry;
}

}  // namespace texpipe::cli
