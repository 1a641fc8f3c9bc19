// Pictures of frames against those of another renderer, by what the rules leave open about each pixel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/verify/pixel_class_map.h"
#include "pictures/texture/texture.h"

namespace texpipe::study {

/// Kinds of pixels, by the widest doubt about them.
enum class PictureClass : std::uint8_t {
  kInterior,     // nothing but rounding decides
  kLevel,        // a level of detail does
  kAnisotropic,  // and the taps of an anisotropic footprint
  kEdge,         // a sample lies within 1/256 pixel of an edge, or of another depth, or alpha decides about samples
};
inline constexpr std::size_t kPictureClasses = 4;
inline constexpr std::array<std::string_view, kPictureClasses> kPictureClassNames{"interior", "level", "anisotropic",
                                                                                  "edge"};

PictureClass picture_class(const PixelClass& pixel);
/// Class of the pixel if no edge, depth or coverage were in doubt.
PictureClass texture_class(const PixelClass& pixel);

/// Account of a pixel that differs by more than kFarOff, the narrowest first.
enum class Account : std::uint8_t {
  kRoundings,   // it differs by no more than its roundings
  kJumps,       // the picture with interpolated values moved by 2^-18 of themselves encloses it
  kLevels,      // that with other levels of detail does (rule L3)
  kFootprints,  // that with other ratios and levels of anisotropic footprints does (rules L4 and L5)
  kEdges,       // that with everything moved by 1/256 pixel does
  kNothing,     // none does
};
inline constexpr std::size_t kAccounts = 6;
inline constexpr std::array<std::string_view, kAccounts> kAccountNames{"roundings",  "jumps", "levels",
                                                                       "footprints", "edges", "nothing"};
/// Steps of 255 beyond which differences are accounted for one by one.
inline constexpr int kFarOff = 2;

/// Pixels of one class.
struct ClassCount {
  std::size_t pixels = 0;
  std::size_t differing = 0;  // by more than the pixel's roundings
  std::size_t beyond = 0;     // of them, those that the class' bound does not hold
  unsigned worst = 0;         // largest difference beyond the bound, of 255
  std::size_t worst_pixel = 0;
  std::array<std::size_t, kPictureClasses> textured{};  // pixels by texture_class: of an edge, whatever they show
  std::array<std::size_t, kAccounts> far{};             // pixels that differ by more than kFarOff, by their account
};

struct PictureVerdict {
  std::array<ClassCount, kPictureClasses> classes{};
  std::uint32_t width = 0;
  std::vector<std::size_t> untraced{};  // pixels that nothing accounts for

  const ClassCount& of(PictureClass which) const { return classes[static_cast<std::size_t>(which)]; }
  /// `interior 76000 (2 differ, 0 beyond), ...; 20 by more than 2: levels 20`: classes that have pixels, and accounts.
  std::string text() const;
  /// Pixels that differ by more than kFarOff, by their account.
  std::array<std::size_t, kAccounts> far() const;
};

/// The picture drawn otherwise within what the rules leave open about a class of pixels.
using VariantsOf = std::function<std::vector<Texture>(PictureClass)>;

/// Compares the pictures' red, green and blue. A pixel that differs by more than its roundings has to lie, with as much
/// room, between its values in the variants of its class, which are asked for where one differs.
/// Errors: kMalformedInput for pictures of other sizes, and other than 8 bits of red, green and blue.
PictureVerdict compare_pictures(const Texture& drawn, const Texture& expected, const PictureClasses& classes,
                                const VariantsOf& variants);

/// Percent of the pixels whose red, green and blue lie within `most` steps. Errors as above.
double percent_within(const Texture& drawn, const Texture& expected, unsigned most);

}  // namespace texpipe::study
