// Entry of the plug-in: two memories, with parameters of their own.
#include "memories.h"

#include <optional>

#include "study/plugins/plugin.h"

extern "C" void texpipe_plugin(texpipe::study::Plugin& plugin) {
  using namespace texpipe;
  plugin.block<machine::BlockKind::kMemory>("blocking", own_memory::make_blocking,
                                            OwnParameters{}.add("outstanding", std::uint32_t{1}, "calls at once",
                                                                std::optional{ParameterRange<std::uint32_t>{1, 1024}}));
  constexpr ParameterRange<TimeSpan> kRange{TimeSpan{1'000}, TimeSpan{1'000'000'000}};
  plugin.block<machine::BlockKind::kMemory>(
      "refreshing", own_memory::make_refreshing,
      OwnParameters{}
          .add("latency", TimeSpan{60'000}, "request to data", std::optional{kRange})
          .add("service", TimeSpan{2'000}, "between two requests", std::optional{kRange})
          .add("refresh_interval", TimeSpan{7'800'000}, "between two refreshes", std::optional{kRange})
          .add("refresh", TimeSpan{350'000}, "of all banks, which answer nothing", std::optional{kRange}));
}
