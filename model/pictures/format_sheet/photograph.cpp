#include "pictures/format_sheet/photograph.h"

#include "pictures/texture/decode_texture.h"

namespace texpipe::study {

namespace {

// Written by the build from photograph.png (model/CMakeLists.txt).
constexpr unsigned char kFile[] = {
#include "photograph.png.inc"
};

}  // namespace

Picture photograph() {
  return picture_of(decode_plane(parse_texture(std::as_bytes(std::span{kFile}), "photograph.png"), {}));
}

}  // namespace texpipe::study
