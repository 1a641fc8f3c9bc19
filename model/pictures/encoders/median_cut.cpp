#include "pictures/encoders/median_cut.h"

#include <algorithm>
#include <numeric>

namespace texpipe::study {

namespace {

/// Pixels [first, last) of the sorted order.
struct Group {
  std::size_t first, last;
  unsigned channel = 0;  // of the longest side
  unsigned side = 0;
};

class Cutter {
 public:
  explicit Cutter(const Picture& picture) : picture_{picture}, order_(picture.rgba.size() / 4) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    groups_.push_back(measured(0, order_.size()));
  }

  /// False when every group is of one colour.
  bool cut() {
    const auto widest = std::ranges::max_element(groups_, {}, &Group::side);
    if (widest->side == 0) return false;
    const Group group = *widest;
    const auto first = order_.begin() + static_cast<std::ptrdiff_t>(group.first);
    const auto last = order_.begin() + static_cast<std::ptrdiff_t>(group.last);
    std::stable_sort(first, last,
                     [&](std::size_t a, std::size_t b) { return code(a, group.channel) < code(b, group.channel); });
    // Equal codes stay together.
    const unsigned median = code(*(first + (last - first) / 2), group.channel);
    auto middle = std::find_if(first, last, [&](std::size_t p) { return code(p, group.channel) >= median; });
    if (middle == first)
      middle = std::find_if(first, last, [&](std::size_t p) { return code(p, group.channel) > median; });
    const auto split = static_cast<std::size_t>(middle - order_.begin());
    *widest = measured(group.first, split);
    groups_.push_back(measured(split, group.last));
    return true;
  }

  MedianCut result() const {
    MedianCut cut;
    cut.indices.resize(order_.size());
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Group& group = groups_[g];
      std::array<std::size_t, 3> sum{};
      for (std::size_t i = group.first; i < group.last; ++i) {
        for (unsigned c = 0; c < 3; ++c) sum[c] += code(order_[i], c);
        cut.indices[order_[i]] = static_cast<std::uint8_t>(g);
      }
      const std::size_t count = group.last - group.first;
      cut.palette[g] = 0xFF000000u;
      for (unsigned c = 0; c < 3; ++c)
        cut.palette[g] |= static_cast<std::uint32_t>((sum[c] + count / 2) / count) << (16 - 8 * c);
    }
    return cut;
  }

 private:
  unsigned code(std::size_t pixel, unsigned channel) const { return picture_.rgba[pixel * 4 + channel]; }

  Group measured(std::size_t first, std::size_t last) const {
    Group group{first, last};
    for (unsigned c = 0; c < 3; ++c) {
      unsigned low = 255, high = 0;
      for (std::size_t i = first; i < last; ++i) {
        low = std::min(low, code(order_[i], c));
        high = std::max(high, code(order_[i], c));
      }
      if (high - low > group.side) {
        group.side = high - low;
        group.channel = c;
      }
    }
    return group;
  }

  const Picture& picture_;
  std::vector<std::size_t> order_;
  std::vector<Group> groups_;
};

}  // namespace

MedianCut median_cut(const Picture& picture, std::uint32_t entries) {
  Cutter cutter{picture};
  for (std::uint32_t groups = 1; groups < entries && cutter.cut(); ++groups) {
  }
  return cutter.result();
}

}  // namespace texpipe::study
