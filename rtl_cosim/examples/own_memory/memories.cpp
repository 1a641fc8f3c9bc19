// The blocks of this command: the model's and ours. main() and everything else comes with texpipe.
#include "cli/linked_blocks.h"

#include "memories.h"

namespace texpipe::cli {

timing::BlockRegistry linked_blocks() {
  timing::BlockRegistry registry = timing::model_blocks();
  registry.add<machine::BlockKind::kMemory>("blocking", own_memory::make_blocking,
                                            OwnParameters{}.add("outstanding", std::uint32_t{1}, "calls at once",
                                                                std::optional{ParameterRange<std::uint32_t>{1, 1024}}));
  constexpr ParameterRange<TimeSpan> kRange{TimeSpan{1'000}, TimeSpan{1'000'000'000}};
  registry.add<machine::BlockKind::kMemory>(
      "refreshing", own_memory::make_refreshing,
      OwnParameters{}
          .add("latency", TimeSpan{60'000}, "request to data", std::optional{kRange})
          .add("service", TimeSpan{2'000}, "between two requests", std::optional{kRange})
          .add("refresh_interval", TimeSpan{7'800'000}, "between two refreshes", std::optional{kRange})
          .add("refresh", TimeSpan{350'000}, "of all banks, which answer nothing", std::optional{kRange}));
  return registry;
}

}  // namespace texpipe::cli
