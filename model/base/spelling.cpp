#include "base/spelling.h"

#include <algorithm>
#include <cctype>

namespace texpipe {

namespace {

constexpr std::size_t kLongestWord = 256;  // nobody mistypes longer ones, and the table of costs grows with the square

char lower(char c) {
  return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// A word of other programs and manuals, in small letters, for one of ours.
struct OtherWord {
  std::string_view theirs, ours;
  std::string_view note = {};  // behind the suggestion
};

constexpr OtherWord kOtherWords[] = {
    // addressing and filters, as graphics interfaces call them
    {"repeat", "WRAP"},
    {"tile", "WRAP"},
    {"mirrored_repeat", "MIRROR"},
    {"mirror_repeat", "MIRROR"},
    {"clamp_to_edge", "CLAMP"},
    {"clamp_to_border", "CLAMP_BORDER"},
    {"mirror_clamp_to_edge", "MIRROR_ONCE"},
    {"point", "NEAREST"},
    {"bilinear", "LINEAR"},
    {"trilinear", "LINEAR", "with mip_filter: LINEAR, which blends two levels"},
    // TLM-2.0's coding styles
    {"lt", "loosely_timed"},
    {"at", "approximately_timed"},
    {"functional", "untimed"},
    // parameters
    {"associativity", "ways"},
    {"assoc", "ways"},
    {"capacity", "size"},
    {"frequency", "clock"},
    {"freq", "clock"},
    {"cores", "eus"},
    {"execution_units", "eus"},
    // units
    {"nanosecond", "ns"},
    {"nanoseconds", "ns"},
    {"nsec", "ns"},
    {"microseconds", "us"},
    {"milliseconds", "ms"},
    {"seconds", "s"},
    {"sec", "s"},
    {"megahertz", "MHz"},
    {"gigahertz", "GHz"},
    {"byte", "B"},
    {"bytes", "B"},
    {"kilobytes", "kB"},
    {"megabytes", "MB"},
    {"gigabytes", "GB"},
    {"bytes/s", "B/s"},
    // statistics
    {"time", "cycles"},
    {"runtime", "cycles"},
    {"duration", "cycles"},
    {"fps", "cycles"},
    {"power", "energy"},
    // verbs and options
    {"simulate", "run"},
    {"execute", "run"},
    {"start", "run"},
    {"diff", "compare"},
    {"plot", "report"},
    {"list", "info"},
    {"show", "info"},
    {"lint", "validate"},
    {"disasm", "disassemble"},
    {"-o", "--out"},
    {"--out", "--output"},
    {"-j", "--jobs"},
    {"-v", "--version"},
};

std::string in_small_letters(std::string_view word) {
  std::string small;
  for (const char c : word) small += lower(c);
  return small;
}

const OtherWord* other_word(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string small = in_small_letters(word);
  for (const OtherWord& other : kOtherWords) {
    if (small != other.theirs) continue;
    if (std::find(candidates.begin(), candidates.end(), other.ours) != candidates.end()) return &other;
  }
  return nullptr;
}

/// First candidate that goes on where the word ends, or the other way round (`loose` and `loosely_timed`, `--output`
/// and `--out`), or whose last part is the word (`walk` and `texture_walk`). Empty when there is none.
std::string_view shortened_spelling(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t kFewest = 3;  // letters in common
  const std::string small = in_small_letters(word);
  for (const std::string_view candidate : candidates) {
    const std::string other = in_small_letters(candidate);
    const std::size_t dashes = std::min(other.find_first_not_of('-'), other.size());
    const auto [end, ignored] = std::mismatch(small.begin(), small.end(), other.begin(), other.end());
    const auto common = static_cast<std::size_t>(end - small.begin());
    const bool is_most = 2 * common >= small.size();  // SFID is no spelling of SFID_SAMPLR
    const bool begins = common >= dashes + kFewest && is_most && (common == small.size() || common == other.size());
    const bool ends = small.size() >= kFewest && other.ends_with('_' + small);
    if (begins || ends) return candidate;
  }
  return {};
}

/// The only candidate whose parts, between underscores, hold those of the word in order (`address_mode` and
/// `address_control_mode`). Empty when there is none, or several.
std::string_view with_more_parts(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string small = in_small_letters(word);
  if (small.find('_') == std::string::npos) return {};
  std::string_view found;
  for (const std::string_view candidate : candidates) {
    const std::string other = '_' + in_small_letters(candidate) + '_';
    std::size_t at = 0;
    for (std::size_t begin = 0; begin <= small.size() && at != std::string::npos;) {
      const std::size_t end = std::min(small.find('_', begin), small.size());
      at = other.find('_' + small.substr(begin, end - begin) + '_', at);
      if (at != std::string::npos) at += end - begin + 1;
      begin = end + 1;
    }
    if (at == std::string::npos) continue;
    if (!found.empty()) return {};
    found = candidate;
  }
  return found;
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<int> cost((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> int& { return cost[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = static_cast<int>(i);
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int change = lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.size(), b.size());
}

std::string_view nearest_spelling(std::string_view word, std::span<const std::string_view> candidates) {
  if (word.size() > kLongestWord) return {};
  if (const OtherWord* const other = other_word(word, candidates)) return other->ours;
  const int limit = std::max(2, static_cast<int>(word.size()) / 3);
  std::string_view nearest;
  int best = limit + 1;
  for (const std::string_view candidate : candidates) {
    const auto longer = static_cast<std::size_t>(best) + word.size();
    if (candidate.size() >= longer || candidate.size() + static_cast<std::size_t>(best) <= word.size()) continue;
    const int distance = edit_distance(word, candidate);
    // A candidate that shares no letter with the word is a guess, however short the two are (X for B).
    const bool shares_letters = distance < static_cast<int>(std::max(word.size(), candidate.size()));
    if (distance < best && (shares_letters || distance == 0)) {
      best = distance;
      nearest = candidate;
    }
  }
  if (nearest.empty()) nearest = shortened_spelling(word, candidates);
  return nearest.empty() ? with_more_parts(word, candidates) : nearest;
}

std::string spelling_hint(std::string_view word, std::span<const std::string_view> candidates) {
  const std::string_view nearest = nearest_spelling(word, candidates);
  if (!nearest.empty()) {
    const OtherWord* const other = word.size() > kLongestWord ? nullptr : other_word(word, candidates);
    const std::string note = other == nullptr || other->note.empty() ? "" : ' ' + std::string{other->note};
    return "did you mean " + std::string{nearest} + note + '?';
  }
  constexpr std::size_t kMostListed = 60;  // a reader looks for one of more in the list that the help names
  constexpr std::size_t kFew = 5;
  const bool many = candidates.size() > kMostListed;
  std::string hint =
      many ? "expected one of " + std::to_string(candidates.size()) + " words, as " : std::string{"expected one of "};
  for (std::size_t i = 0; i < (many ? kFew : candidates.size()); ++i) {
    if (i > 0) hint += ", ";
    hint += candidates[i];
  }
  return hint;
}

}  // namespace texpipe
