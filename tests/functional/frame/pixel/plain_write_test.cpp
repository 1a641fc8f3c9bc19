// Parts of most render target writes as `parse_plain_write` finds them, against those of the general form.
#include <catch2/catch.hpp>

#include <random>
#include <vector>

#include "functional/frame/pixel/target_write.h"

namespace texpipe::functional {
namespace {

using gen9::RenderTargetKind;

TEST_CASE("a plain write has the parts that the general form finds", "[frame][pixel]") {
  std::mt19937 random{38};
  unsigned plain_ones = 0;
  for (unsigned round = 0; round < 2000; ++round) {
    gen9::RenderTargetMessage message;
    message.kind = static_cast<RenderTargetKind>(random() % 5);
    message.header_present = random() % 2 != 0;
    message.slots_16_to_31 = random() % 4 == 0;
    message.binding_table_index = static_cast<std::uint8_t>(random() % 4);
    std::vector<Grf> payload(1 + random() % 14);
    for (Grf& reg : payload) {
      for (std::uint32_t& word : reg) word = static_cast<std::uint32_t>(random());
    }
    KeptWrite kept;
    kept.payload = payload;
    message.message_length = static_cast<std::uint8_t>(kept.payload.size());
    const gen9::MessageWords words = message.encode();
    kept.descriptor = words.descriptor;
    kept.extended_descriptor = words.extended;
    PlainWrite plain;
    std::array<const std::uint32_t*, 4> color{};
    if (!parse_plain_write(kept, plain, color)) continue;
    ++plain_ones;
    TargetWrite general;
    parse_target_write(kept, {}, general);
    INFO("round " << round);
    CHECK(general.group_count == 2);
    CHECK(general.groups[0].second[0] == nullptr);
    CHECK(plain.first_lane == general.first_lane);
    CHECK(plain.target == general.target);
    CHECK(plain.binding_table_index == general.binding_table_index);
    for (unsigned lane = 0; lane < 16; ++lane) {
      for (unsigned c = 0; c < 4; ++c)
        REQUIRE(color[c][plain.replicated ? 0 : lane] == general.groups[lane / 8].color[c][lane % 8]);
    }
  }
  CHECK(plain_ones > 100);
}

}  // namespace
}  // namespace texpipe::functional
