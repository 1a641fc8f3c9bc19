#include "machine/memory/channel_mapping.h"

#include <catch2/catch.hpp>
#include <set>

using namespace texpipe;
using namespace texpipe::literals;
using namespace texpipe::machine;

TEST_CASE("channels hold pieces of memory in turn, each without holes", "[memory]") {
  for (const std::uint32_t channels : {1u, 3u, 4u}) {
    const ChannelMapping channel_of{channels, 256_B, BankHash{BankHash::Kind::kModulo}};
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

TEST_CASE("a hash of pieces permutes the channels of each group", "[memory]") {
  const ChannelMapping channel_of{4, 256_B, BankHash{BankHash::Kind::kXor}};
  std::set<std::pair<std::uint32_t, std::uint64_t>> places;
  for (std::uint64_t piece = 0; piece < 64; ++piece) {
    const ChannelPlace place = channel_of(ByteAddress{piece * 256});
    places.emplace(place.channel, place.address.value());
  }
  CHECK(places.size() == 64);
  CHECK(channel_of(ByteAddress{4 * 256}).channel == 1);
}
