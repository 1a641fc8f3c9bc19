// Pixels of pictures are judged by their class.
#include "analysis/verify/picture_comparison.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"

namespace texpipe::study {
namespace {

/// A picture of one row, whose pixels have one value in red, green and blue.
Texture row(std::initializer_list<int> values) {
  Texture picture;
  picture.image.width = static_cast<std::uint32_t>(values.size());
  picture.image.height = 1;
  for (const int value : values) picture.texels.insert(picture.texels.end(), 3, static_cast<std::byte>(value));
  return picture;
}

PictureClasses classes(std::vector<PixelClass> pixels) {
  const auto width = static_cast<std::uint32_t>(pixels.size());
  return {.width = width, .height = 1, .pixels = std::move(pixels)};
}

std::vector<Texture> no_variants(PictureClass /*which*/) {
  return {};
}

TEST_CASE("interior pixels may differ by one step, and by one more for each time that they were rounded",
          "[verify][frame]") {
  const PictureVerdict verdict = compare_pictures(row({10, 10, 10, 10}), row({11, 12, 13, 14}),
                                                  classes({{0, 1}, {0, 1}, {0, 3}, {0, 3}}), no_variants);
  const ClassCount& interior = verdict.of(PictureClass::kInterior);
  CHECK(interior.pixels == 4);
  CHECK(interior.differing == 2);
  CHECK(interior.beyond == 2);
  CHECK(interior.worst == 1);
  CHECK(verdict.text() ==
        "interior 4 (2 differ, 2 beyond by up to 1 at (1, 0)); 2 by more than 2: roundings 1, nothing 1");
  CHECK(verdict.untraced == std::vector<std::size_t>{3});
}

TEST_CASE("a pixel that is far off is accounted for by the narrowest reason that encloses it", "[verify][frame]") {
  const auto variants = [](PictureClass which) -> std::vector<Texture> {
    if (which == PictureClass::kInterior) return {row({20, 10, 10, 10, 10, 10})};
    if (which == PictureClass::kLevel) return {row({20, 30, 10, 10, 10, 10})};
    if (which == PictureClass::kAnisotropic) return {row({20, 30, 40, 10, 10, 10})};
    return {row({20, 30, 40, 50, 10, 10})};
  };
  const PixelClass edge{PixelClass::kEdge, 1};
  const PictureVerdict verdict =
      compare_pictures(row({10, 10, 10, 10, 10, 10}), row({20, 30, 40, 50, 60, 13}),
                       classes({edge, edge, edge, edge, edge, {PixelClass::kEdge, 3}}), variants);
  CHECK(verdict.far() == std::array<std::size_t, kAccounts>{1, 1, 1, 1, 1, 1});
  CHECK(verdict.untraced == std::vector<std::size_t>{4});
}

TEST_CASE("the narrower class of a pixel has no account of the wider ones", "[verify][frame]") {
  const PictureVerdict verdict = compare_pictures(row({10}), row({30}), classes({{0, 1}}), [](PictureClass which) {
    return which == PictureClass::kInterior ? std::vector<Texture>{} : std::vector{row({30})};
  });
  CHECK(verdict.far()[static_cast<std::size_t>(Account::kNothing)] == 1);
}

TEST_CASE("pixels of levels may lie between their variants", "[verify][frame]") {
  const std::vector<Texture> variants{row({20, 20, 20}), row({5, 5, 5})};
  const PictureVerdict verdict = compare_pictures(
      row({10, 10, 10}), row({21, 22, 4}),
      classes({{PixelClass::kLevel, 1}, {PixelClass::kLevel, 1}, {PixelClass::kLevel, 1}}),
      [&](PictureClass which) { return which == PictureClass::kLevel ? variants : std::vector<Texture>{}; });
  CHECK(verdict.of(PictureClass::kLevel).differing == 3);
  CHECK(verdict.of(PictureClass::kLevel).beyond == 1);
  CHECK(verdict.of(PictureClass::kLevel).worst_pixel == 1);
}

TEST_CASE("doubts about coverage come before those about filters", "[verify][frame]") {
  CHECK(picture_class({}) == PictureClass::kInterior);
  CHECK(picture_class({PixelClass::kLevel, 1}) == PictureClass::kLevel);
  CHECK(picture_class({PixelClass::kLevel | PixelClass::kAnisotropic, 1}) == PictureClass::kAnisotropic);
  CHECK(picture_class({PixelClass::kLevel | PixelClass::kDepth, 1}) == PictureClass::kEdge);
}

TEST_CASE("pixels of edges are counted by what is in doubt about their textures, too", "[verify][frame]") {
  const auto edge = [](std::uint8_t texture) {
    return PixelClass{static_cast<std::uint8_t>(PixelClass::kEdge | texture), 1};
  };
  const PictureVerdict verdict =
      compare_pictures(row({1, 1, 1}), row({1, 1, 1}),
                       classes({edge(0), edge(PixelClass::kLevel), edge(PixelClass::kAnisotropic)}), no_variants);
  CHECK(verdict.of(PictureClass::kEdge).pixels == 3);
  CHECK(verdict.of(PictureClass::kEdge).textured == std::array<std::size_t, kPictureClasses>{1, 1, 1, 0});
}

TEST_CASE("pictures of other sizes cannot be compared", "[verify][frame]") {
  CHECK_THROWS_AS(compare_pictures(row({1, 2}), row({1}), classes({{}, {}}), no_variants), Error);
  CHECK(percent_within(row({10, 10}), row({12, 13}), 2) == 50);
}

}  // namespace
}  // namespace texpipe::study
