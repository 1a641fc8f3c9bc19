#include "functional/frame/indices/index_stream.h"

#include <cstddef>
#include <cstring>
#include <span>

#include "base/diagnostic.h"
#include "isa/gen9/commands/vertex_commands.h"

namespace texpipe::functional {

namespace command = gen9::command;

namespace {

constexpr std::uint64_t kIndexFormats = 3;  // byte, word, dword

}  // namespace

IndexStream::IndexStream(const DrawCall& draw, const PipelineState& state, const GpuMemory& memory)
    : memory_{memory}, draw_{draw} {
  cut_index_ = static_cast<std::uint32_t>(state.value(command::kVf["Cut Index"]));
  cuts_ = state.flag(draw.indexed ? command::kVf["Indexed Draw Cut Index Enable"]
                                  : command::kVf["Sequential Draw Cut Index Enable"]);
  if (!draw.indexed) return;
  const std::uint64_t format = state.value(command::kIndexBuffer["Index Format"]);
  if (format >= kIndexFormats)
    throw Error{ExitCode::kMalformedInput, "3DSTATE_INDEX_BUFFER: Index Format 3 does not exist; expected 0, 1 or 2"};
  index_bytes_ = 1u << format;
  address_ = state.value(command::kIndexBuffer["Buffer Starting Address"]) & (GpuMemory::kEnd - 1);
  indices_ = state.value(command::kIndexBuffer["Buffer Size"]) / index_bytes_;
}

std::optional<FetchedVertex> IndexStream::at(std::uint32_t position, std::uint32_t instance) const {
  if (!draw_.indexed) {
    const std::uint32_t index = draw_.start_vertex + position;
    if (cuts_ && index == cut_index_) return std::nullopt;
    return FetchedVertex{.index = index, .number = position, .instance = instance};
  }
  const std::uint32_t stored = stored_index(std::uint64_t{draw_.start_vertex} + position);
  if (cuts_ && stored == cut_index_) return std::nullopt;
  return FetchedVertex{
      .index = stored + static_cast<std::uint32_t>(draw_.base_vertex), .number = stored, .instance = instance};
}

std::uint32_t IndexStream::stored_index(std::uint64_t place) const {
  if (place >= indices_) return 0;
  const unsigned per_piece = kKept / index_bytes_;
  const std::uint64_t first = place / per_piece * per_piece;
  if (first != kept_first_) {
    kept_first_ = first;
    kept_.fill(std::byte{});
    const std::uint64_t wanted = std::min<std::uint64_t>(per_piece, indices_ - first) * index_bytes_;
    const ByteAddress from{address_ + first * index_bytes_};
    if (GpuMemory::holds(from, ByteSize{wanted})) memory_.read(from, std::span{kept_}.first(wanted));
  }
  std::uint32_t index = 0;
  std::memcpy(&index, kept_.data() + (place - first) * index_bytes_, index_bytes_);
  return index;
}

}  // namespace texpipe::functional
