#include "pictures/containers/ktx_metadata.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>

#include "base/printable.h"
#include "host/files/byte_reader.h"
#include "pictures/texture/stored_texels.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

std::string_view metadata_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Selection of channels by `outer` from those that `inner` selects.
ChannelSelects composed(const ChannelSelects& outer, const ChannelSelects& inner) {
  ChannelSelects result = outer;
  for (gen9::ShaderChannelSelect& select : result) {
    const bool constant = select == gen9::ShaderChannelSelect::kZero || select == gen9::ShaderChannelSelect::kOne;
    if (!constant) select = inner[functional::selected_channel(select)];
  }
  return result;
}

void apply_swizzle(Texture& texture, const std::string& value, const std::string& file) {
  const std::optional<ChannelSelects> selects =
      value.size() == 4 && value.find_first_of("RGBA") == std::string::npos ? channel_selects_of(value) : std::nullopt;
  if (!selects) malformed(file, "KTXswizzle is '" + printable(value) + "'", "four of r, g, b, a, 0 and 1");
  texture.channels = composed(*selects, texture.channels);
}

/// The letters of an orientation: KTX 1 writes S=r,T=d,R=i; KTX 2 writes rdi.
std::string direction_letters(const std::string& value) {
  std::string letters;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const bool is_name = at + 1 < value.size() && value[at + 1] == '=';
    if (!is_name && std::string_view{"=, "}.find(value[at]) == std::string_view::npos) letters += value[at];
  }
  return letters;
}

struct Direction {
  char usual, turned;
  const char* words;
};

void say_orientation(Texture& texture, const std::string& value, const std::string& file) {
  constexpr Direction kDirections[] = {{'r', 'l', "columns go from right to left"},
                                       {'d', 'u', "rows go from the bottom up"},
                                       {'i', 'o', "slices go from the back to the front"}};
  const std::string letters = direction_letters(value);
  bool known = !letters.empty() && letters.size() <= std::size(kDirections);
  std::string turned;
  for (std::size_t axis = 0; known && axis < letters.size(); ++axis) {
    const Direction& direction = kDirections[axis];
    known = letters[axis] == direction.usual || letters[axis] == direction.turned;
    if (letters[axis] == direction.turned) turned += (turned.empty() ? "" : ", ") + std::string{direction.words};
  }
  if (known && turned.empty()) return;
  remark(texture, file, "KTXorientation is '" + printable(value) + "'" + (known ? ": " + turned : ", which is unknown"),
         "texels are taken in the file's order");
}

}  // namespace

void apply_ktx_metadata(Texture& texture, std::span<const std::byte> key_values, bool big_endian,
                        const std::string& file) {
  ByteReader reader{key_values, file};
  if (big_endian) reader.use_big_endian();
  constexpr std::uint64_t kAlignment = 4;
  while (reader.left() >= kAlignment) {
    const std::uint32_t size = reader.u32();
    if (size > reader.left()) {
      remark(texture, file,
             "an entry of the key-value data has " + counted(size, "byte") + ", and there are " +
                 std::to_string(reader.left()),
             "the rest of them is not read");
      return;
    }
    const std::string_view entry = metadata_text(reader.take(size));
    const std::size_t end = std::min(entry.find('\0'), entry.size());
    const std::string_view key = entry.substr(0, end);
    std::string value{entry.substr(std::min(end + 1, entry.size()))};
    value.resize(std::min(value.find('\0'), value.size()));
    if (key == "KTXswizzle") apply_swizzle(texture, value, file);
    if (key == "KTXorientation") say_orientation(texture, value, file);
    reader.skip(std::min((kAlignment - size % kAlignment) % kAlignment, reader.left()));
  }
}

}  // namespace texpipe::study
