#include "isa/gen9/states/base_85.h"

namespace texpipe::gen9 {

std::vector<std::uint32_t> words_of_base_85(std::string_view text, SourcePosition place) {
  constexpr std::size_t kDigits = 5;
  constexpr std::uint64_t kBase = 85;
  const int first = place.column;
  const auto fail = [&](std::size_t at, std::string problem) {
    place.column = first + static_cast<int>(at);
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = place, .problem = "a packed error state, ascii85: " + std::move(problem)}};
  };
  std::vector<std::uint32_t> words;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == 'z') {
      words.push_back(0);
      ++at;
      continue;
    }
    if (text.size() - at < kDigits) fail(at, "ends within a word; the line may have been cut off");
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kDigits; ++i) {
      if (text[at + i] < '!' || text[at + i] >= static_cast<char>('!' + kBase)) fail(at + i, "no digit");
      word = word * kBase + static_cast<std::uint64_t>(text[at + i] - '!');
    }
    if (word > 0xFFFF'FFFF) fail(at, "more than 32 bits");
    words.push_back(static_cast<std::uint32_t>(word));
    at += kDigits;
  }
  return words;
}

}  // namespace texpipe::gen9
