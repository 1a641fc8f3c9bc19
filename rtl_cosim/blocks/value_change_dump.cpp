#include "rtl_cosim/blocks/value_change_dump.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace texpipe::rtl_cosim {

namespace {

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    if (line.empty()) return words;
    const std::size_t end = std::min(line.find(' '), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
}

template <class Number>
Number number_of(std::string_view text) {
  Number number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

std::string DumpedSignal::whole(std::string_view change) const {
  if (is_real) return std::string{change};
  return std::string(bits - std::min<std::size_t>(bits, change.size()), '0').append(change);
}

void read_dump(std::string_view dump, const DumpListener& listener) {
  while (!dump.empty()) {
    const std::size_t end = std::min(dump.find('\n'), dump.size());
    const std::string_view line = dump.substr(0, end);
    dump.remove_prefix(std::min(end + 1, dump.size()));
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty()) continue;
    if (words[0] == "$scope" && words.size() > 2) {
      listener.begin_scope(words[2]);
    } else if (words[0] == "$upscope") {
      listener.end_scope();
    } else if (words[0] == "$var" && words.size() > 4) {
      const bool has_range = words.size() > 5 && words[5].starts_with('[');
      listener.signal({words[4], number_of<unsigned>(words[2]), words[3], has_range ? words[5] : std::string_view{},
                       words[1] == "real"});
    } else if (words[0] == "$enddefinitions") {
      if (!listener.end_declarations()) return;
    } else if (words[0][0] == '#') {
      listener.time(number_of<std::uint64_t>(words[0].substr(1)));
    } else if ((words[0][0] == 'b' || words[0][0] == 'r') && words.size() == 2) {
      listener.change(words[1], words[0].substr(1));
    } else if (words[0][0] == '0' || words[0][0] == '1') {
      listener.change(words[0].substr(1), words[0].substr(0, 1));
    }
  }
}

}  // namespace texpipe::rtl_cosim
