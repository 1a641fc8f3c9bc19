#include "exploration/sweep/sweep_choices.h"

#include <iterator>
#include <limits>

#include "exploration/sweep/sampling.h"

namespace texpipe::study {

namespace {

/// A product of two counts, or the largest number.
std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::numeric_limits<std::uint64_t>::max() : result;
}

std::uint64_t points_of(const Section& section) {
  std::uint64_t count = section.kind == SectionKind::kEach ? 1 : section.kind == SectionKind::kGrid ? 1 : 0;
  for (const Axis& axis : section.axes) {
    if (section.kind == SectionKind::kGrid) count = product(count, axis.values.size());
    if (section.kind == SectionKind::kEach) count += axis.values.size();
    if (section.kind == SectionKind::kZip) count = axis.values.size();
  }
  if (section.kind == SectionKind::kList) return section.list.size();
  return section.points != 0 ? section.points : count;
}

std::vector<Choice> choices_of(const Section& section, std::uint64_t index) {
  std::vector<Choice> choices;
  switch (section.kind) {
    case SectionKind::kGrid:
      for (auto axis = section.axes.rbegin(); axis != section.axes.rend(); ++axis) {
        choices.insert(choices.begin(), {&*axis, axis->values[index % axis->values.size()]});
        index /= axis->values.size();
      }
      break;
    case SectionKind::kZip:
      for (const Axis& axis : section.axes) choices.push_back({&axis, axis.values[index]});
      break;
    case SectionKind::kList:
      for (std::size_t i = 0; i < section.axes.size(); ++i)
        if (section.list[index][i]) choices.push_back({&section.axes[i], *section.list[index][i]});
      break;
    case SectionKind::kEach:
      for (const Axis& axis : section.axes) {
        if (index >= 1 && index <= axis.values.size()) choices.push_back({&axis, axis.values[index - 1]});
        if (index == 0 || index <= axis.values.size()) break;
        index -= axis.values.size();
      }
      break;
    case SectionKind::kSearch:  // has none of its own
      break;
    case SectionKind::kRandom:
    case SectionKind::kSobol:
      for (std::size_t i = 0; i < section.axes.size(); ++i) {
        const double part = section.kind == SectionKind::kRandom
                                ? random_coordinate(section.seed, index, i)
                                : sobol_coordinate(section.seed, static_cast<std::uint32_t>(index), i);
        choices.push_back({&section.axes[i], section.axes[i].at(part)});
      }
      break;
  }
  return choices;
}

}  // namespace

std::uint64_t count_of_points(const std::vector<Section>& sections) {
  std::uint64_t total = 1;
  for (const Section& section : sections) total = product(total, points_of(section));
  return total;
}

std::vector<Choice> choices_at(const std::vector<Section>& sections, std::uint64_t n) {
  std::vector<Choice> all;
  for (auto section = sections.rbegin(); section != sections.rend(); ++section) {
    const std::uint64_t count = points_of(*section);
    std::vector<Choice> choices = choices_of(*section, n % count);
    n /= count;
    all.insert(all.begin(), std::make_move_iterator(choices.begin()), std::make_move_iterator(choices.end()));
  }
  return all;
}

}  // namespace texpipe::study
