#include "functional/shared_function/media_block.h"

#include <algorithm>
#include <bit>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "functional/shared_function/typed_surface.h"
#include "isa/gen9/surface_format.h"

namespace texpipe::functional {

namespace {

constexpr unsigned kMediaRegisterBytes = 32, kMostMediaRegisters = 8;
constexpr unsigned kLeastRowBytes = 4;

struct MediaBlock {
  std::int32_t x = 0;  // bytes
  std::int32_t y = 0;  // rows
  unsigned width = 1;  // bytes
  unsigned height = 1;

  unsigned row_bytes() const { return std::max(kLeastRowBytes, std::bit_ceil(width)); }
  unsigned registers() const { return (row_bytes() * height + kMediaRegisterBytes - 1) / kMediaRegisterBytes; }
};

MediaBlock block_of(const Grf& header) {
  return {.x = static_cast<std::int32_t>(header[0]),
          .y = static_cast<std::int32_t>(header[1]),
          .width = (header[2] & 0x3F) + 1,
          .height = (header[2] >> 16 & 0x3F) + 1};
}

}  // namespace

bool is_media_block(const gen9::DataPortMessage& fields) {
  return fields.shared_function == gen9::SharedFunction::kDataPort1 &&
         (fields.type1() == gen9::DataPort1Type::kMediaBlockRead ||
          fields.type1() == gen9::DataPort1Type::kMediaBlockWrite);
}

void execute_media_block(GpuMemory& memory, const Message& message, const gen9::DataPortMessage& fields,
                         DataPortOutcome& outcome) {
  const bool write = fields.type1() == gen9::DataPort1Type::kMediaBlockWrite;
  if (fields.control != 0) unsupported(fields.type_name() + " with message control " + std::to_string(fields.control));
  if (!fields.header_present || message.payload.empty())
    throw Error{ExitCode::kMalformedInput, "a " + fields.type_name() + " without header"};
  const MediaBlock block = block_of(message.payload[0]);
  const unsigned registers = block.registers();
  const std::string size = std::to_string(block.width) + " x " + std::to_string(block.height) + " bytes";
  if (block.width > kMediaRegisterBytes || registers > kMostMediaRegisters)
    unsupported("a " + fields.type_name() + " of " + size);
  if (message.payload.size() != 1 + (write ? registers : 0)) {
    throw Error{ExitCode::kMalformedInput, "a " + fields.type_name() + " of " + size + " with " +
                                               std::to_string(message.payload.size()) + " payload registers"};
  }
  if (!write) {
    outcome.response.registers.assign(registers, Grf{});
    outcome.response.byte_enables.assign(registers, 0xFFFF'FFFFu);
  }
  TypedSurface& surface = typed_surface(
      surface_state_words(memory, *message.context, fields.binding_table_index, fields.bindless_surface_offset));
  if (!surface.layout) return;
  if (surface.state.type != gen9::SurfaceType::k2D)
    unsupported("a " + fields.type_name() + " of a surface that is not 2D");
  const std::int64_t texel_bytes = gen9::format_facts(surface.state.format).element_bytes();
  const std::int64_t row_bytes = std::int64_t{surface.size.width} * texel_bytes;
  const auto rows = static_cast<std::int64_t>(surface.size.height);
  const auto step = static_cast<unsigned>(std::min<std::int64_t>(texel_bytes, kLeastRowBytes));
  if (texel_bytes % step != 0 || block.x % static_cast<std::int32_t>(step) != 0 || block.width % step != 0)
    unsupported("a " + fields.type_name() + " whose columns are not those of texels");
  for (unsigned row = 0; row < block.height; ++row) {
    for (unsigned byte = 0; byte < block.width; byte += step) {
      std::int64_t x = std::int64_t{block.x} + byte, y = std::int64_t{block.y} + row;
      const bool inside = x >= 0 && x < row_bytes && y >= 0 && y < rows;
      if (write && !inside) continue;
      // Left or right of a row stands its first or last texel.
      if (x < 0) x = (x % texel_bytes + texel_bytes) % texel_bytes;
      if (x >= row_bytes) x = row_bytes - texel_bytes + x % texel_bytes;
      y = std::clamp<std::int64_t>(y, 0, rows - 1);
      const TexelPlace place{.x = static_cast<std::uint32_t>(x / texel_bytes),
                             .y = static_cast<std::uint32_t>(y),
                             .slice = surface.state.minimum_array_element};
      const ByteAddress address{surface.address(place).value() + static_cast<std::uint64_t>(x % texel_bytes)};
      const unsigned at = row * block.row_bytes() + byte;
      const std::size_t reg = at / kMediaRegisterBytes, begin = at % kMediaRegisterBytes;
      if (write) {
        memory.write(address, std::as_bytes(std::span{message.payload[1 + reg]}).subspan(begin, step));
        outcome.writes.push_back({address, static_cast<std::uint8_t>(step)});
      } else {
        memory.read(address, std::as_writable_bytes(std::span{outcome.response.registers[reg]}).subspan(begin, step));
        outcome.reads.push_back({address, static_cast<std::uint8_t>(step)});
      }
    }
  }
}

}  // namespace texpipe::functional
