// Storage of payloads that several host threads fill.
#include "functional/frame/pixel/payload_store.h"

#include <array>
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

namespace texpipe::functional {

TEST_CASE("payloads of several host threads lie apart until all are forgotten", "[frame]") {
  PayloadStore store;
  constexpr std::size_t kThreads = 4, kPayloads = 300;
  for (unsigned round = 0; round < 3; ++round) {
    std::array<std::vector<std::span<Grf>>, kThreads> made;
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t) {
      threads.emplace_back([&, t] {
        for (std::size_t i = 0; i < kPayloads; ++i) {
          made[t].push_back(store.make(1 + i % 30));
          for (Grf& reg : made[t].back()) reg.fill(static_cast<std::uint32_t>(t * kPayloads + i));
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    bool kept = true;
    for (std::size_t t = 0; t < kThreads; ++t)
      for (std::size_t i = 0; i < kPayloads; ++i)
        for (const Grf& reg : made[t][i]) kept = kept && reg[0] == t * kPayloads + i && reg[7] == reg[0];
    CHECK(kept);
    store.clear();
  }
}

TEST_CASE("stores that one host thread fills in turn do not share payloads", "[frame]") {
  PayloadStore first, second;
  const std::span<Grf> a = first.make(2), b = second.make(2), c = first.make(2);
  CHECK(a.data() != b.data());
  CHECK(c.data() != b.data());
  CHECK(c.data() != a.data());
}

}  // namespace texpipe::functional
