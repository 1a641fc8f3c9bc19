#include "functional/sampling/texel_reader.h"

#include <span>

namespace texpipe::functional {

TexelReader::TexelReader(const GpuMemory& memory, const SurfaceBinding& surface, DecodedTexels* decoded)
    : memory_{memory},
      surface_{surface},
      shape_{surface.layout->geometry().element},
      decoded_{decoded},
      blocks_{surface.decoder->facts().compressed()} {}

Texel TexelReader::read(unsigned level, const TexelPlace& place) {
  if (decoded_ != nullptr && place.sample == 0)
    return decoded_->texel(memory_, level, place.x, place.y, place.slice - decoded_->source().first_slice);
  if (surface_.decoder->facts().kind == gen9::FormatKind::kYuvPlanar) return planar(level, place);
  const ByteAddress address = surface_.layout->element_address(surface_.first_level + level, place);
  const unsigned x = place.x % shape_.width, y = place.y % shape_.height;
  std::array<std::byte, 16> bytes;
  if (!blocks_) {
    memory_.read(address, std::span{bytes.data(), shape_.bytes});
    return surface_.decoder->texel(bytes.data(), x, y);
  }
  Element& element = elements_[address.value() / shape_.bytes % kElements];
  if (element.address != address) {
    memory_.read(address, std::span{bytes.data(), shape_.bytes});
    surface_.decoder->decode(bytes.data(), element.texels.data());
    element.address = address;
  }
  return element.texels[y * shape_.width + x];
}

Texel TexelReader::planar(unsigned level, const TexelPlace& place) const {
  std::array<std::byte, kPlanarElementBytes> bytes;
  const auto read_byte = [&](unsigned i, ByteAddress address) { memory_.read(address, std::span{&bytes[i], 1}); };
  read_byte(0, surface_.layout->element_address(surface_.first_level + level, place));
  read_byte(1, surface_.layout->cb_address(place.x, place.y, place.slice));
  read_byte(2, surface_.layout->cr_address(place.x, place.y, place.slice));
  return surface_.decoder->texel(bytes.data(), 0, 0);
}

bool TexelReader::is_null(unsigned level, const TexelPlace& place) const {
  return surface_.state.tiled_resource_mode != gen9::TiledResourceMode::kNone &&
         memory_.is_null(surface_.layout->element_address(surface_.first_level + level, place));
}

}  // namespace texpipe::functional
