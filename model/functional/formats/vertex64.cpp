#include "functional/formats/vertex64.h"

#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace texpipe::functional {

std::array<std::uint64_t, 4> decode_vertex64(gen9::SurfaceFormat format, const std::byte* element) {
  const gen9::FormatFacts& facts = gen9::format_facts(format);
  if (facts.kind != gen9::FormatKind::kVertex64) {
    throw Error{ExitCode::kMalformedInput, std::string{facts.name} + " is no format of 64-bit channels"};
  }
  const bool passed_through = facts.channels[0].type == gen9::ChannelType::kRaw;
  std::array<std::uint64_t, 4> rgba{0, 0, 0, passed_through ? 1 : std::bit_cast<std::uint64_t>(1.0)};
  for (const gen9::StoredChannel& channel : facts.channels) {
    if (channel.name == 0) continue;
    std::memcpy(&rgba[std::string_view{"RGBA"}.find(channel.name)], element + channel.first_bit / 8, sizeof rgba[0]);
  }
  return rgba;
}

}  // namespace texpipe::functional
