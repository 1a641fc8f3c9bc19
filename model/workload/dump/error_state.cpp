#include "workload/dump/error_state.h"

#include <zlib.h>

#include <cstring>
#include <memory>

namespace texpipe::study {

namespace {

constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::size_t kPortion = std::size_t{1} << 16;

[[noreturn]] void fail(const SourcePosition& place, std::string problem) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = place,
                                                    .problem = "a packed error state: " + std::move(problem),
                                                    .hint = "the line may have been cut off"}};
}

struct EndStream {
  void operator()(z_stream* stream) const { inflateEnd(stream); }
};

}  // namespace

std::vector<std::uint32_t> inflated_words(std::span<const std::byte> stream, const SourcePosition& place) {
  z_stream state{};
  if (inflateInit(&state) != Z_OK) fail(place, "no memory left for zlib");
  const std::unique_ptr<z_stream, EndStream> guard{&state};
  // The kernel rounds its stream up to whole words: what stands behind the end is left out.
  state.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(stream.data()));
  state.avail_in = static_cast<uInt>(stream.size());
  std::vector<std::byte> bytes;
  for (int result = Z_OK; result != Z_STREAM_END;) {
    const std::size_t before = bytes.size();
    bytes.resize(before + kPortion);
    state.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
    state.avail_out = kPortion;
    result = inflate(&state, Z_NO_FLUSH);
    bytes.resize(before + kPortion - state.avail_out);
    if (result == Z_BUF_ERROR) fail(place, "zlib: ends too early");
    if (result != Z_OK && result != Z_STREAM_END) fail(place, "zlib: damaged");
    if (bytes.size() > kMostBytes) fail(place, "more than 256 MiB");
  }
  if (bytes.size() % sizeof(std::uint32_t) != 0) fail(place, "no whole words");
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

std::vector<gen9::DumpBlock> read_dump(std::string_view text, const std::string& file) {
  return gen9::read_word_dump(text, file, inflated_words);
}

}  // namespace texpipe::study
