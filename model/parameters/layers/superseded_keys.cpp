#include "parameters/layers/superseded_keys.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace texpipe::study {

namespace {

constexpr std::array<std::string_view, 4> kFirstLevel{"slice", "subslice", "sampler", "l1"};
constexpr std::string_view kHalfBanks = "half_banks", kWideReads = "wide_reads", kPairs = "pairs", kLines = "lines";

/// Key and value as which an old key of half banks or pairs is read.
struct Replacement {
  std::string_view key, value;
};
constexpr std::array<Replacement, 3> kWords{{{"bank_choice", "words"}, {"banks", "32"}, {"wide_reads", "rows"}}};

void replace_in_l1(ConfigNode& l1, std::vector<Diagnostic>& warnings) {
  const ConfigEntry *halves = l1.find(kHalfBanks), *reads = l1.find(kWideReads);
  const bool pairs = reads != nullptr && reads->value.text == kPairs;
  const bool words = pairs || (halves != nullptr && halves->value.text == "true");
  const SourcePosition position = halves != nullptr ? halves->position : pairs ? reads->position : SourcePosition{};
  std::erase_if(l1.entries, [&](const ConfigEntry& entry) {
    const bool flag = entry.key == kHalfBanks && (entry.value.text == "true" || entry.value.text == "false");
    const bool lines = entry.key == kWideReads && entry.value.text == kLines;
    const bool replaced = words && std::any_of(kWords.begin(), kWords.end(),
                                               [&](const Replacement& word) { return entry.key == word.key; });
    return flag || lines || replaced || (words && entry.key == "bank_hash");
  });
  if (!words) return;
  for (const Replacement& word : kWords) {
    l1.entries.push_back(
        {.key = std::string{word.key},
         .index = {},
         .position = position,
         .value = {.kind = ConfigNode::Kind::kScalar, .text = std::string{word.value}, .position = position}});
  }
  warnings.push_back({.position = position,
                      .path = "slice.subslice.sampler.l1." + std::string{halves != nullptr ? kHalfBanks : kWideReads},
                      .problem = "banks of halves and pairs are superseded by banks of words",
                      .hint = "read as `bank_choice: words`, `banks: 32`, `wide_reads: rows`"});
}

/// Into every mapping below a list of keys; elements of a sequence each.
void replace_below(ConfigNode& node, std::size_t depth, std::vector<Diagnostic>& warnings) {
  for (ConfigNode& item : node.items) replace_below(item, depth, warnings);
  if (depth == kFirstLevel.size()) return replace_in_l1(node, warnings);
  for (ConfigEntry& entry : node.entries)
    if (entry.key == kFirstLevel[depth]) replace_below(entry.value, depth + 1, warnings);
}

}  // namespace

std::vector<Diagnostic> replace_superseded_keys(Layer& layer) {
  std::vector<Diagnostic> warnings;
  replace_below(layer.root, 0, warnings);
  return warnings;
}

}  // namespace texpipe::study
