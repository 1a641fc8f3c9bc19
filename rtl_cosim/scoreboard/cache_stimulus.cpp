#include "rtl_cosim/scoreboard/cache_stimulus.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "rtl_cosim/scoreboard/random_stream.h"

namespace texpipe::rtl_cosim {

namespace {

constexpr EnumRow kPatternRows[] = {
    {0, "local", "a few lines side by side near a place that wanders"},
    {1, "scattered", "lines anywhere in eight times the cache"},
    {2, "conflicting", "lines of two sets, more of them than ways"},
    {3, "strided", "lines at a distance that is a power of two"},
    {4, "repeated", "a few lines again and again"},
    {5, "thrashing", "the same lines of one set in turn, one more than ways"},
    {6, "full", "as many lines as a footprint has, seldom those of the one before"},
};
constexpr EnumRow kAnswerRows[] = {
    {0, "fixed", "so many cycles after the request"},
    {1, "shuffled", "any number of cycles after it, so that answers overtake"},
    {2, "bursts", "one after the other, once in a while"},
    {3, "straggling", "at once, but for one in so many, for which the others wait"},
};

constexpr std::uint64_t kDecoded = std::uint64_t{1} << (verilated_texture_cache::kKeyBits - 1);
// The highest bits of keys are as likely as the lower ones; what is added to a place does not reach the address space.
constexpr std::uint64_t kPlaces = kDecoded - (std::uint64_t{1} << 20);
constexpr std::uint64_t kStragglers = 256;
constexpr std::uint64_t kFootprintsOfPattern = 64;
constexpr std::uint64_t kCyclesOfPattern = 1024;
constexpr std::uint64_t kCyclesOfPressure = 128;

/// Those that a user chose; all when he chose none.
template <class Enumerator, std::size_t kCount>
std::vector<Enumerator> drawn_from(const std::vector<Enumerator>& chosen, const EnumRow (&all)[kCount]) {
  if (!chosen.empty()) return chosen;
  std::vector<Enumerator> values;
  for (const EnumRow& row : all) values.push_back(static_cast<Enumerator>(row.value));
  return values;
}

}  // namespace

EnumRows enum_rows(CachePattern) {
  return {"pattern of lines", kPatternRows};
}

EnumRows enum_rows(AnswerPattern) {
  return {"pattern of answers", kAnswerRows};
}

CacheStimulus::CacheStimulus(const CacheStimulusParameters& parameters)
    : parameters_{parameters}, patterns_{patterns()}, answers_{answers()} {}

std::uint64_t CacheStimulus::count() const {
  return parameters_.only.empty() ? parameters_.requests : parameters_.only.size();
}

std::uint64_t CacheStimulus::stream(Stream which) const {
  return mixed(parameters_.seed, which);
}

std::vector<CachePattern> CacheStimulus::patterns() const {
  return drawn_from(parameters_.patterns, kPatternRows);
}

std::vector<AnswerPattern> CacheStimulus::answers() const {
  return drawn_from(parameters_.answers, kAnswerRows);
}

CachePattern CacheStimulus::pattern(std::uint64_t number) const {
  return patterns_[mixed(stream(kFootprints), ~(number / kFootprintsOfPattern)) % patterns_.size()];
}

std::vector<std::uint64_t> CacheStimulus::keys(std::uint64_t number) const {
  namespace rtl = verilated_texture_cache;
  RandomStream random{mixed(stream(kFootprints), number)};
  RandomStream together{
      mixed(stream(kFootprints), ~(number / kFootprintsOfPattern) - 1)};  // of the pattern's footprints
  std::vector<std::uint64_t> keys;
  if (random.one_in(24)) return keys;
  const std::uint64_t base = together.below(kPlaces);
  const std::uint64_t stride = std::uint64_t{1} << together.below(8);
  const bool most = random.one_in(16);
  const auto some = [&](std::uint64_t bound) { return most ? parameters_.most_lines : 1 + random.below(bound); };
  switch (pattern(number)) {
    case CachePattern::kLocal: {
      const std::uint64_t place = base + number % kFootprintsOfPattern / 2;
      const std::uint64_t columns = 1 + random.below(2), rows = 1 + random.below(2);
      for (std::uint64_t row = 0; row < rows; ++row) {
        for (std::uint64_t column = 0; column < columns; ++column) keys.push_back(place + 16 * row + column);
      }
      break;
    }
    case CachePattern::kScattered:
      for (std::uint64_t left = some(4); left > 0; --left)
        keys.push_back(base + random.below(8 * rtl::kSets * rtl::kWays));
      break;
    case CachePattern::kConflicting:
      for (std::uint64_t left = some(6); left > 0; --left)
        keys.push_back(base + random.below(2) + rtl::kSets * random.below(2 * rtl::kWays));
      break;
    case CachePattern::kStrided:
      for (std::uint64_t i = 0, left = some(8); i < left; ++i)
        keys.push_back(base + stride * (i + number % kFootprintsOfPattern));
      break;
    case CachePattern::kRepeated:
      for (std::uint64_t left = some(3); left > 0; --left) keys.push_back(base + random.below(6));
      break;
    case CachePattern::kThrashing:
      // Now and then only the line that was read last.
      for (std::uint64_t i = random.one_in(8) ? rtl::kWays : 0; i <= rtl::kWays; ++i)
        keys.push_back(base + rtl::kSets * i);
      break;
    case CachePattern::kFull: {
      const std::uint64_t place = number % kFootprintsOfPattern + (random.one_in(8) ? 0 : 1);
      for (std::uint64_t i = 0; i < parameters_.most_lines; ++i) keys.push_back(base + rtl::kLines * place + i);
      break;
    }
  }
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(keys.begin(), end, keys[i]) != end) keys.erase(keys.begin() + static_cast<std::ptrdiff_t>(i--));
  }
  if (random.one_in(8)) {
    for (std::uint64_t& key : keys) key |= kDecoded;
  }
  return keys;
}

/// In some stretches of cycles never, in some always.
bool CacheStimulus::chance(Stream which, std::uint64_t cycle, std::uint32_t percent) const {
  const std::uint64_t stretch = mixed(stream(which), ~(cycle / kCyclesOfPressure)) % 8;
  if (percent == 100 || stretch == 0) return true;
  return stretch != 1 && mixed(stream(which), cycle) % 100 < percent;
}

AnswerPattern CacheStimulus::answer_pattern(std::uint64_t cycle) const {
  return answers_[mixed(stream(kAnswers), ~(cycle / kCyclesOfPattern)) % answers_.size()];
}

std::uint64_t CacheStimulus::answered(std::uint64_t cycle) const {
  const std::uint64_t own = mixed(stream(kAnswers), cycle);
  const std::uint64_t most = 1 + mixed(stream(kAnswers), ~(cycle / kCyclesOfPattern) - 1) % parameters_.latency;
  switch (answer_pattern(cycle)) {
    case AnswerPattern::kFixed:
      return cycle + most;
    case AnswerPattern::kShuffled:
      return cycle + 1 + own % most;
    case AnswerPattern::kStraggling:
      return cycle + (own % kStragglers == 0 ? 8 * most : 1);
    case AnswerPattern::kBursts:
      break;
  }
  return cycle + most - cycle % most;
}

std::uint64_t CacheStimulus::next_reset(std::uint64_t cycle) const {
  if (parameters_.reset_every == 0) return std::numeric_limits<std::uint64_t>::max();
  do {
    ++cycle;
  } while (mixed(stream(kResets), cycle) % parameters_.reset_every != 0);
  return cycle;
}

std::uint64_t CacheStimulus::power_up() const {
  return stream(kPowerUp);
}

CacheLineWords CacheStimulus::line(std::uint64_t key, std::uint64_t resets) {
  const std::uint64_t own = key ^ resets << verilated_texture_cache::kKeyBits;
  CacheLineWords words;
  for (std::size_t word = 0; word < words.size(); ++word) words[word] = static_cast<std::uint32_t>(mixed(own, word));
  return words;
}

std::string wrong_line_text(std::size_t line, const std::vector<std::uint64_t>& keys, std::uint64_t resets,
                            const CacheLineWords& found) {
  const CacheLineWords expected = CacheStimulus::line(keys[line], resets);
  std::string text = fmt::format("line {} (key {:#x}), {}", line, keys[line], first_wrong_byte(found, expected));
  for (std::uint64_t before = resets; before-- > 0 && resets - before <= 8;) {
    if (found == CacheStimulus::line(keys[line], before))
      return text + fmt::format(", its bytes before reset {}", before + 1);
  }
  for (std::size_t other = 0; other < keys.size(); ++other) {
    if (found == CacheStimulus::line(keys[other], resets)) text += fmt::format(", the bytes of line {}", other);
  }
  return text;
}

std::optional<std::uint64_t> CacheMemory::answer(std::uint64_t cycle) {
  const auto first = std::min_element(due_.begin(), due_.end(),
                                      [](const auto& one, const auto& other) { return one.first < other.first; });
  if (first == due_.end() || first->first > cycle) return std::nullopt;
  const std::uint64_t tag = first->second;
  due_.erase(first);
  return tag;
}

}  // namespace texpipe::rtl_cosim
