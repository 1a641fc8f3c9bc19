#include "analysis/verify/picture_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kColors = 3;

/// Red, green and blue of a picture's pixels.
class Colors {
 public:
  explicit Colors(const Texture& picture)
      : texels_{picture.texels}, pixels_{std::size_t{picture.image.width} * picture.image.height} {
    step_ = pixels_ != 0 ? texels_.size() / pixels_ : 0;
    if (step_ < kColors || step_ > kColors + 1)
      throw Error{ExitCode::kMalformedInput, "expected pictures have 8 bits of red, green and blue"};
  }
  std::size_t pixels() const { return pixels_; }
  int of(std::size_t pixel, std::size_t color) const { return std::to_integer<int>(texels_[pixel * step_ + color]); }

 private:
  std::span<const std::byte> texels_;
  std::size_t pixels_;
  std::size_t step_ = 0;
};

void require_one_size(const Texture& drawn, const Texture& expected) {
  if (drawn.image.width == expected.image.width && drawn.image.height == expected.image.height) return;
  throw Error{ExitCode::kMalformedInput,
              fmt::format("the picture has {}x{} pixels, and what is expected {}x{}", drawn.image.width,
                          drawn.image.height, expected.image.width, expected.image.height)};
}

int difference(const Colors& a, const Colors& b, std::size_t pixel) {
  int most = 0;
  for (std::size_t c = 0; c < kColors; ++c) most = std::max(most, std::abs(a.of(pixel, c) - b.of(pixel, c)));
  return most;
}

/// Least and largest colours of pictures, by pixel and colour.
class Span {
 public:
  Span() = default;
  Span(const Texture& drawn, const std::vector<Texture>& variants) {
    add(Colors{drawn});
    for (const Texture& variant : variants) add(Colors{variant});
  }
  bool known() const { return !low_.empty(); }
  /// How far a pixel of another picture lies outside.
  int distance(const Colors& other, std::size_t pixel) const {
    int most = 0;
    for (std::size_t c = 0; c < kColors; ++c) {
      const int value = other.of(pixel, c);
      most = std::max({most, low_[pixel * kColors + c] - value, value - high_[pixel * kColors + c]});
    }
    return most;
  }

 private:
  void add(const Colors& colors) {
    const bool first = low_.empty();
    if (first) {
      low_.resize(colors.pixels() * kColors);
      high_ = low_;
    }
    for (std::size_t i = 0; i < low_.size(); ++i) {
      const auto value = static_cast<std::uint8_t>(colors.of(i / kColors, i % kColors));
      low_[i] = first ? value : std::min(low_[i], value);
      high_[i] = first ? value : std::max(high_[i], value);
    }
  }

  std::vector<std::uint8_t> low_, high_;
};

/// Spans of the classes of pixels, each of which encloses those before it; made where one is asked for.
class Spans {
 public:
  Spans(const Texture& drawn, const VariantsOf& variants) : drawn_{drawn}, variants_{variants} {}
  const Span& of(PictureClass which) {
    Span& span = spans_[static_cast<std::size_t>(which)];
    if (!span.known()) span = Span{drawn_, variants_(which)};
    return span;
  }
  /// Account of a pixel of another picture that has so much room.
  Account account_of(const Colors& other, std::size_t pixel, PictureClass which, int room) {
    for (std::size_t i = 0; i <= static_cast<std::size_t>(which); ++i) {
      if (of(static_cast<PictureClass>(i)).distance(other, pixel) <= room)
        return static_cast<Account>(i + static_cast<std::size_t>(Account::kJumps));
    }
    return Account::kNothing;
  }

 private:
  const Texture& drawn_;
  const VariantsOf& variants_;
  std::array<Span, kPictureClasses> spans_;
};

}  // namespace

PictureClass picture_class(const PixelClass& pixel) {
  if ((pixel.doubts & (PixelClass::kEdge | PixelClass::kDepth | PixelClass::kCoverage)) != 0)
    return PictureClass::kEdge;
  return texture_class(pixel);
}

PictureClass texture_class(const PixelClass& pixel) {
  if ((pixel.doubts & PixelClass::kAnisotropic) != 0) return PictureClass::kAnisotropic;
  return (pixel.doubts & PixelClass::kLevel) != 0 ? PictureClass::kLevel : PictureClass::kInterior;
}

std::string PictureVerdict::text() const {
  std::string text;
  for (std::size_t i = 0; i < kPictureClasses; ++i) {
    const ClassCount& count = classes[i];
    if (count.pixels == 0) continue;
    text += fmt::format("{}{} {} ({} differ", text.empty() ? "" : ", ", kPictureClassNames[i], count.pixels,
                        count.differing);
    if (count.beyond != 0)
      text += fmt::format(", {} beyond by up to {} at ({}, {})", count.beyond, count.worst, count.worst_pixel % width,
                          count.worst_pixel / width);
    text += ")";
  }
  std::size_t sum = 0;
  std::string accounts;
  const std::array<std::size_t, kAccounts> by_account = far();
  for (std::size_t i = 0; i < kAccounts; ++i) {
    sum += by_account[i];
    if (by_account[i] != 0)
      accounts += fmt::format("{}{} {}", accounts.empty() ? "" : ", ", kAccountNames[i], by_account[i]);
  }
  return sum == 0 ? text : fmt::format("{}; {} by more than {}: {}", text, sum, kFarOff, accounts);
}

std::array<std::size_t, kAccounts> PictureVerdict::far() const {
  std::array<std::size_t, kAccounts> sums{};
  for (const ClassCount& count : classes) {
    for (std::size_t i = 0; i < kAccounts; ++i) sums[i] += count.far[i];
  }
  return sums;
}

PictureVerdict compare_pictures(const Texture& drawn, const Texture& expected, const PictureClasses& classes,
                                const VariantsOf& variants) {
  require_one_size(drawn, expected);
  const Colors ours{drawn}, theirs{expected};
  Spans spans{drawn, variants};
  PictureVerdict verdict{.width = drawn.image.width};
  for (std::size_t pixel = 0; pixel < ours.pixels(); ++pixel) {
    const PixelClass& of = classes.pixels.at(pixel);
    const PictureClass which = picture_class(of);
    ClassCount& count = verdict.classes[static_cast<std::size_t>(which)];
    ++count.pixels;
    ++count.textured[static_cast<std::size_t>(texture_class(of))];
    const int room = std::max<int>(1, of.roundings);
    const int off = difference(ours, theirs, pixel);
    if (off > kFarOff) {
      const Account account = off <= room ? Account::kRoundings : spans.account_of(theirs, pixel, which, room);
      ++count.far[static_cast<std::size_t>(account)];
      if (account == Account::kNothing) verdict.untraced.push_back(pixel);
    }
    if (off <= room) continue;
    ++count.differing;
    const int beyond = spans.of(which).distance(theirs, pixel) - room;
    if (beyond <= 0) continue;
    ++count.beyond;
    if (static_cast<unsigned>(beyond) <= count.worst) continue;
    count.worst = static_cast<unsigned>(beyond);
    count.worst_pixel = pixel;
  }
  return verdict;
}

double percent_within(const Texture& drawn, const Texture& expected, unsigned most) {
  require_one_size(drawn, expected);
  const Colors ours{drawn}, theirs{expected};
  std::size_t within = 0;
  for (std::size_t pixel = 0; pixel < ours.pixels(); ++pixel)
    within += difference(ours, theirs, pixel) <= static_cast<int>(most) ? 1 : 0;
  return 100.0 * static_cast<double>(within) / static_cast<double>(ours.pixels());
}

}  // namespace texpipe::study
