#include "pictures/format_sheet/format_sheet.h"

#include <algorithm>

#include "isa/gen9/surface_format.h"
#include "pictures/encoders/picture_texels.h"
#include "pictures/format_sheet/photograph.h"
#include "pictures/format_sheet/tiny_font.h"
#include "pictures/texture/decode_texture.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kGap = 6;
constexpr std::uint32_t kNameHeight = kLetterHeight + 2;
constexpr std::uint32_t kColumns = 15;

void paste(Picture& sheet, const Picture& picture, std::uint32_t left, std::uint32_t top) {
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    std::copy_n(picture.rgba.begin() + y * picture.width * 4, picture.width * 4,
                sheet.rgba.begin() + (std::size_t{top + y} * sheet.width + left) * 4);
  }
}

/// A frame around the reason why there is no picture.
Picture frame_of(const Picture& like, std::string_view reason) {
  Picture frame{like.width, like.height, std::vector<std::uint8_t>(like.rgba.size(), 255)};
  for (std::uint32_t y = 1; y + 1 < frame.height; ++y) {
    for (std::uint32_t x = 1; x + 1 < frame.width; ++x)
      std::fill_n(frame.rgba.begin() + (y * frame.width + x) * 4, 3, std::uint8_t{32});
  }
  const auto text_width = static_cast<std::uint32_t>(reason.size() * (kLetterWidth + 1));
  draw_text(frame, (frame.width - std::min(text_width, frame.width)) / 2, frame.height / 2, reason);
  return frame;
}

Picture cell_of(const gen9::FormatFacts& facts, const Picture& photo) {
  if (const std::string_view reason = no_picture(facts); !reason.empty()) return frame_of(photo, reason);
  const PictureTexels made = picture_texels(facts.format, photo);
  Picture picture = picture_of(
      decode_packed(facts.format, made.texels, photo.width, photo.height, {made.palette.data(), made.palette.data()}));
  for (std::size_t alpha = 3; alpha < picture.rgba.size(); alpha += 4) {
    // The sheet is opaque; a lone alpha shows as grey.
    if (facts.output == "000A")
      std::fill_n(picture.rgba.begin() + static_cast<std::ptrdiff_t>(alpha) - 3, 3, picture.rgba[alpha]);
    picture.rgba[alpha] = 255;
  }
  return picture;
}

}  // namespace

Picture format_sheet() {
  const Picture photo = photograph();
  const auto formats = gen9::all_formats();
  const auto rows = static_cast<std::uint32_t>((formats.size() + kColumns - 1) / kColumns);
  const std::uint32_t cell_width = photo.width + kGap;
  const std::uint32_t cell_height = photo.height + kNameHeight + kGap;
  Picture sheet{kColumns * cell_width + kGap, rows * cell_height + kGap, {}};
  sheet.rgba.resize(std::size_t{sheet.width} * sheet.height * 4);
  for (std::size_t i = 3; i < sheet.rgba.size(); i += 4) sheet.rgba[i] = 255;
  for (std::size_t i = 0; i < formats.size(); ++i) {
    const auto left = static_cast<std::uint32_t>(i % kColumns) * cell_width + kGap;
    const auto top = static_cast<std::uint32_t>(i / kColumns) * cell_height + kGap;
    paste(sheet, cell_of(formats[i], photo), left, top);
    draw_text(sheet, left, top + photo.height + 2, formats[i].name);
  }
  return sheet;
}

}  // namespace texpipe::study
