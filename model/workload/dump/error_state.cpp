#include "workload/dump/error_state.h"

#include <zlib.h>

#include <array>
#include <cstring>
#include <memory>

namespace texpipe::study {

namespace {

constexpr std::size_t kMostStateBytes = std::size_t{256} << 20;
constexpr std::size_t kPortion = std::size_t{1} << 16;

[[noreturn]] void fail(const SourcePosition& place, std::string problem) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.position = place,
                                                    .problem = "a packed error state: " + std::move(problem),
                                                    .hint = "the line may have been cut off"}};
}

struct PackedFile {
  std::string_view magic, problem, hint;
};
constexpr std::array kPackedFiles{
    PackedFile{"\x1f\x8b", "is compressed by gzip", "gzip -dc FILE | texpipe ... - reads it"},
    PackedFile{"\x28\xb5\x2f\xfd", "is compressed by zstd", "zstd -dc FILE | texpipe ... - reads it"},
    PackedFile{"\xfd"
               "7zXZ",
               "is compressed by xz", "xz -dc FILE | texpipe ... - reads it"},
    PackedFile{"BZh", "is compressed by bzip2", "bzip2 -dc FILE | texpipe ... - reads it"},
    PackedFile{"PK\x03\x04", "is an archive", "unpack it first"},
    PackedFile{"\xff\xfe", "is UTF-16", "save it as UTF-8"},
    PackedFile{"\xfe\xff", "is UTF-16", "save it as UTF-8"}};

void refuse_packed_file(std::string_view text, const std::string& file) {
  for (const PackedFile& packed : kPackedFiles) {
    if (text.starts_with(packed.magic))
      throw Error{
          ExitCode::kMalformedInput,
          Diagnostic{.position = {file}, .problem = std::string{packed.problem}, .hint = std::string{packed.hint}}};
  }
}

/// A file that is no text: words as they lie in memory, from address 0 on.
gen9::DumpBlock memory_bytes(std::string_view bytes, const std::string& file) {
  if (bytes.size() % sizeof(std::uint32_t) != 0) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {file},
                           .problem = "is no text, and " + std::to_string(bytes.size()) + " bytes are no whole words",
                           .hint = "expected a dump as text, or words of 4 bytes as they lie in memory"}};
  }
  gen9::DumpBlock block{{file}, 0, std::vector<std::uint32_t>(bytes.size() / sizeof(std::uint32_t)), "bytes of a file"};
  for (std::size_t i = 0; i < bytes.size(); ++i)
    block.words[i / 4] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << (i % 4 * 8);
  return block;
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
    if (bytes.size() > kMostStateBytes) fail(place, "more than 256 MiB");
  }
  if (bytes.size() % sizeof(std::uint32_t) != 0) fail(place, "no whole words");
  std::vector<std::uint32_t> words(bytes.size() / sizeof(std::uint32_t));
  if (!words.empty()) std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

std::vector<gen9::DumpBlock> read_dump(std::string_view text, const std::string& file) {
  refuse_packed_file(text, file);
  if (text.find('\0') != std::string_view::npos) return {memory_bytes(text, file)};
  return gen9::read_word_dump(text, file, inflated_words);
}

}  // namespace texpipe::study
