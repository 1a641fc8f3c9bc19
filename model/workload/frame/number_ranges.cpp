#include "workload/frame/number_ranges.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kAllWord = "all", kDots = "..";

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// A number or `FIRST..LAST`; none: it is neither.
std::optional<NumberRanges::Range> parse_range(std::string_view text) {
  NumberRanges::Range range;
  const std::size_t dots = text.find(kDots);
  if (parse_text(trimmed(text.substr(0, dots)), range.first)) return {};
  range.last = range.first;
  if (dots != std::string_view::npos && parse_text(trimmed(text.substr(dots + kDots.size())), range.last)) return {};
  return range;
}

}  // namespace

std::optional<TextProblem> parse_text(std::string_view text, NumberRanges& value) {
  if (trimmed(text) == kAllWord) {
    value = {};
    return {};
  }
  std::vector<NumberRanges::Range> ranges;
  std::string_view rest = text;
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = trimmed(rest.substr(0, comma));
    const std::optional<NumberRanges::Range> range = parse_range(item);
    if (!range)
      return TextProblem{"'" + std::string{item} + "' is no number and no range",
                         "expected all, or numbers and ranges such as 3, 3..9 or [0, 4..6]"};
    if (range->last < range->first)
      return TextProblem{"the range " + std::string{item} + " ends before it begins",
                         "expected " + value_text(NumberRanges{{{range->last, range->first}}})};
    ranges.push_back(*range);
    more = comma != std::string_view::npos;
    if (more) rest = rest.substr(comma + 1);
  }
  value = NumberRanges{std::move(ranges)};
  return {};
}

std::string value_text(const NumberRanges& value) {
  if (value.all()) return std::string{kAllWord};
  std::string text;
  for (const NumberRanges::Range& range : value.ranges_) {
    if (!text.empty()) text += ", ";
    text += std::to_string(range.first);
    if (range.last != range.first) text.append(kDots) += std::to_string(range.last);
  }
  return text;
}

}  // namespace texpipe::study
