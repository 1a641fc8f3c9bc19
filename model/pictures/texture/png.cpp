#include "pictures/texture/png.h"

#include <png.h>

#include <algorithm>
#include <bit>
#include <csetjmp>
#include <cstring>
#include <optional>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "host/files/byte_reader.h"
#include "pictures/texture/texture_readers.h"

namespace texpipe::study {

namespace {

// libpng reports errors by longjmp: the functions that call it hold no objects with destructors, and what they fill
// lives in a struct of their caller.
struct PngInput {
  std::span<const std::byte> bytes;
  std::size_t position = 0;
  char problem[128] = "";
};

void on_error(png_structp png, png_const_charp message) {
  auto* input = static_cast<PngInput*>(png_get_error_ptr(png));
  if (input != nullptr) std::strncpy(input->problem, message, sizeof input->problem - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void read_bytes(png_structp png, png_bytep data, std::size_t count) {
  auto* input = static_cast<PngInput*>(png_get_io_ptr(png));
  if (count > input->bytes.size() - input->position) png_error(png, "ends too early");
  std::memcpy(data, input->bytes.data() + input->position, count);
  input->position += count;
}

struct PngSize {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  int channels = 0;
  int bits = 0;
};

constexpr std::uint32_t kMaxExtent = 16384;
constexpr std::uint64_t kMostPngExpansion = 64 * 1032;  // deflate's most, from 1-bit samples to 16-bit RGBA

// First half: everything up to the image data, with channels and bits after expansion.
bool read_header(PngInput& input, png_structp png, png_infop info, PngSize& size) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_read_fn(png, &input, read_bytes);
  png_set_user_limits(png, kMaxExtent, kMaxExtent);
  png_read_info(png, info);
  png_set_expand(png);
  if (std::endian::native == std::endian::little) png_set_swap(png);
  if (png_get_color_type(png, info) & PNG_COLOR_MASK_COLOR) png_set_add_alpha(png, 0xFFFF, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size = {png_get_image_width(png, info), png_get_image_height(png, info), png_get_channels(png, info),
          png_get_bit_depth(png, info)};
  return true;
}

bool read_rows(png_structp png, png_bytepp rows) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_read_image(png, rows);
  png_read_end(png, nullptr);
  return true;
}

gen9::SurfaceFormat format_of(const PngSize& size) {
  using enum gen9::SurfaceFormat;
  const bool wide = size.bits == 16;
  switch (size.channels) {
    case 1:
      return wide ? kL16Unorm : kL8Unorm;
    case 2:
      return wide ? kL16A16Unorm : kL8A8Unorm;
    default:
      return wide ? kR16G16B16A16Unorm : kR8G8B8A8Unorm;
  }
}

struct PngReader {
  png_structp png = nullptr;
  png_infop info = nullptr;
  explicit PngReader(PngInput& input)
      : png{png_create_read_struct(PNG_LIBPNG_VER_STRING, &input, on_error, on_warning)},
        info{png_create_info_struct(png)} {}
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

void append_bytes(png_structp png, png_bytep data, std::size_t count) {
  auto* bytes = static_cast<std::vector<std::byte>*>(png_get_io_ptr(png));
  const auto* first = reinterpret_cast<const std::byte*>(data);
  bytes->insert(bytes->end(), first, first + count);
}

void no_flush(png_structp) {}

bool write_rows(png_structp png, png_infop info, const Picture& picture, std::vector<std::byte>& bytes,
                png_bytepp rows) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_write_fn(png, &bytes, append_bytes, no_flush);
  png_set_IHDR(png, info, picture.width, picture.height, 8, PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  // Pictures of runs are looked at once: a few bytes more cost less than a search for the shortest form.
  png_set_compression_level(png, 1);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_SUB);
  png_write_info(png, info);
  for (std::uint32_t y = 0; y < picture.height && !stop_requested(); ++y) png_write_row(png, rows[y]);
  if (!stop_requested()) png_write_end(png, nullptr);
  return true;
}

}  // namespace

Texture parse_png(std::span<const std::byte> bytes, const std::string& name, ByteSize most) {
  PngInput input{.bytes = bytes};
  PngReader reader{input};
  PngSize size;
  if (!read_header(input, reader.png, reader.info, size)) malformed(name, std::string{"PNG: "} + input.problem);
  Texture texture;
  texture.image.width = size.width;
  texture.image.height = size.height;
  texture.image.format = format_of(size);
  const std::uint64_t total = checked_bytes(texture.image, name);
  if (total / kMostPngExpansion > bytes.size()) malformed(name, "PNG: too short for its size");
  check_memory(total, most, name,
               "PNG: a picture of " + std::to_string(size.width) + "x" + std::to_string(size.height));
  texture.texels.resize(total);
  const std::size_t row_bytes = texture.texels.size() / size.height;
  std::vector<png_bytep> rows(size.height);
  for (std::size_t y = 0; y < rows.size(); ++y)
    rows[y] = reinterpret_cast<png_bytep>(texture.texels.data() + y * row_bytes);
  if (!read_rows(reader.png, rows.data())) malformed(name, std::string{"PNG: "} + input.problem);
  remark_left_over(texture, name, bytes.size() - input.position);
  return texture;
}

std::vector<std::byte> png_bytes(const Picture& picture) {
  std::vector<std::byte> bytes;
  std::vector<png_bytep> rows(picture.height);
  auto* first = const_cast<png_bytep>(picture.rgba.data());  // libpng does not write to them
  for (std::size_t y = 0; y < rows.size(); ++y) rows[y] = first + y * picture.width * 4;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, on_error, on_warning);
  png_infop info = png_create_info_struct(png);
  const bool written = write_rows(png, info, picture, bytes, rows.data());
  png_destroy_write_struct(&png, &info);
  throw_if_stop_requested();
  if (!written) throw Error{ExitCode::kInternalError, "libpng could not encode a picture"};
  return bytes;
}

}  // namespace texpipe::study
