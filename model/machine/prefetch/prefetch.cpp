#include "machine/prefetch/prefetch.h"

#include "machine/prefetch/own_prefetchers.h"

namespace texpipe::machine {

WordRegistry<Prefetch, MakePrefetcher>& prefetchers() {
  static WordRegistry<Prefetch, MakePrefetcher> all = [] {
    WordRegistry<Prefetch, MakePrefetcher> own{"prefetcher"};
    own.add("none", "nothing", [](std::uint32_t) { return nullptr; });
    own.add("next_line", "the lines behind one that was missing, or that was prefetched and is used",
            [](std::uint32_t degree) { return std::make_unique<NextLinePrefetcher>(degree); });
    own.add("stream", "the lines ahead of a run of neighbours, up or down, of which three were read",
            [](std::uint32_t degree) { return std::make_unique<StreamPrefetcher>(degree); });
    return own;
  }();
  return all;
}

EnumRows enum_rows(Prefetch) {
  return prefetchers().rows();
}

}  // namespace texpipe::machine
