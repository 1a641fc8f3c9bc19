#include "machine/memory/channel_mapping.h"

#include <catch2/catch.hpp>
#include <set>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

TEST_CASE("channels hold pieces of memory in turn, each without holes", "[memory]") {
  for (const std::uint32_t channels : {1u, 3u, 4u}) {
    const ChannelMapping channel_of{channels, 256_B};
    std::vector<std::set<std::uint64_t>> pieces(channels);
    for (std::uint64_t piece = 0; piece < 12; ++piece) {
      const ChannelPlace place = channel_of(ByteAddress{piece * 256 + 70});
      CHECK(place.channel == piece % channels);
      CHECK(place.address.value() % 256 == 70);
      pieces[place.channel].insert(place.address.value() / 256);
    }
    for (const auto& of_channel : pieces) CHECK(*of_channel.rbegin() == of_channel.size() - 1);
  }
}
