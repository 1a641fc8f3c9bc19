// Recordings of frames are read record by record, and what is wrong with one is said with its byte.
#include "workload/frame/frame_recording.h"

#include <zstd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <functional>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "workload/frame/recording_bytes.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

const std::string kData = TEXPIPE_TEST_DATA "/frames/";

/// Text of the error with its exit code before it; empty: there is none.
std::string problem(std::vector<std::byte> bytes) {
  try {
    FrameRecording recording{std::move(bytes), "r"};
    while (recording.next()) continue;
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.code())) + " " + error.diagnostics().front().text();
  }
  return "";
}

std::vector<std::byte> packed(const std::vector<std::byte>& bytes) {
  std::vector<std::byte> out(ZSTD_compressBound(bytes.size()));
  out.resize(ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), 3));
  return out;
}

RecordingBytes small() {
  RecordingBytes r;
  r.map(0x10000, 0x1000).write(0x10000, {1, 2, 3}).submit(0x10000).note(0x10000, 64, "picture 0").note(0, 0, "later");
  r.unmap(0x10000, 0x1000);
  return r;
}

}  // namespace

TEST_CASE("the records of a recording of frames, raw and packed, are those that were written", "[frames]") {
  const std::vector<std::byte> raw = small().bytes;
  for (const bool is_packed : {false, true}) {
    FrameRecording recording{is_packed ? packed(raw) : raw, "r"};
    CHECK(recording.packed() == is_packed);
    CHECK(recording.header().pci_id == 0x5916);
    CHECK(recording.header().revision == 2);
    const auto map = std::get<FrameMap>(recording.next()->content);
    CHECK((map.address == 0x10000 && map.size == 0x1000 && map.handle == 7 && map.flags == FrameMap::kMappedByCpu));
    CHECK(recording.mapped().holds(ByteAddress{0x10FFF}, ByteSize{1}));
    CHECK_FALSE(recording.mapped().holds(ByteAddress{0x10FFF}, ByteSize{2}));
    const FrameRecord write = *recording.next();
    CHECK(write.offset == 24 + 40);
    CHECK(std::get<FrameWrite>(write.content).bytes.size() == 12);
    const auto submit = std::get<FrameSubmit>(recording.next()->content);
    CHECK((submit.first_command == 0x10000 && submit.objects.size() == 1 && submit.objects[0].flags == 0x18));
    CHECK(std::get<FrameNote>(recording.next()->content).text == "picture 0");
    CHECK(std::get<FrameNote>(recording.next()->content).text == "later");
    CHECK(std::get<FrameUnmap>(recording.next()->content).size == 0x1000);
    CHECK_FALSE(recording.next().has_value());
    CHECK(recording.position() == raw.size());
  }
}

TEST_CASE("memory of a range that goes and comes back reads as zero, and its neighbours stay", "[frames]") {
  RecordingBytes r;
  r.map(0x10800, 0x1000).map(0x11800, 0x1000).map(0x10000, 0x800);
  r.write(0x107FC, {1, 2}).write(0x117FC, {3, 4}).unmap(0x10800, 0x1000).map(0x10800, 0x1000);
  FrameRecording recording{r.bytes, "r"};
  functional::GpuMemory memory;
  unsigned writes = 0;
  while (const auto record = recording.next()) {
    replay_into(memory, *record);
    if (std::holds_alternative<FrameWrite>(record->content) && ++writes == 2) {
      CHECK(memory.read_u32(ByteAddress{0x10800}) == 2);
      CHECK(memory.read_u32(ByteAddress{0x117FC}) == 3);
    }
  }
  CHECK(memory.read_u32(ByteAddress{0x107FC}) == 1);
  CHECK(memory.read_u32(ByteAddress{0x10800}) == 0);
  CHECK(memory.read_u32(ByteAddress{0x117FC}) == 0);
  CHECK(memory.read_u32(ByteAddress{0x11800}) == 4);
}

TEST_CASE("a large range that goes is cleared without touching what it never held", "[frames]") {
  RecordingBytes r;
  r.map(0x10000, kMostFrameMappedBytes).write(0x7000'0000, {5}).unmap(0x10000, kMostFrameMappedBytes);
  FrameRecording recording{r.bytes, "r"};
  functional::GpuMemory memory;
  while (const auto record = recording.next()) replay_into(memory, *record);
  CHECK(memory.filled_tiles().empty());
}

TEST_CASE("neighbouring mapped ranges hold an access across their border", "[frames]") {
  functional::MappedRanges ranges;
  ranges.add(ByteAddress{0x1000}, ByteSize{0x1000});
  ranges.add(ByteAddress{0x2000}, ByteSize{0x1000});
  CHECK(ranges.holds(ByteAddress{0x1FF0}, ByteSize{0x20}));
  CHECK(ranges.run_from(ByteAddress{0x1FF0}) == 0x1010);
  CHECK(ranges.run_from(ByteAddress{0x3000}) == 0);
  CHECK(ranges.run_from(ByteAddress{0xFFF}) == 0);
  CHECK_FALSE(ranges.overlapping(ByteAddress{0x3000}, ByteSize{1}));
  CHECK(ranges.overlapping(ByteAddress{0}, ByteSize{0x1001}));
  CHECK(ranges.overlapping(ByteAddress{0x2FFF}, ByteSize{1}));
  CHECK_FALSE(ranges.remove(ByteAddress{0x1000}, ByteSize{0x2000}));
  CHECK(ranges.remove(ByteAddress{0x1000}, ByteSize{0x1000}));
  CHECK_FALSE(ranges.holds(ByteAddress{0x1FF0}, ByteSize{0x20}));
}

TEST_CASE("what is wrong with a recording of frames is one message with its byte and exit code", "[frames]") {
  struct Row {
    std::function<void(RecordingBytes&)> damage;
    std::string message;
  };
  const std::vector<Row> rows{
      {[](auto& r) { r.bytes[0] = std::byte{'Y'}; },
       "4 r: is no recording of frames: at byte 0 is no header; expected \"TXFRAMES\", raw or packed with zstd"},
      {[](auto& r) { r.bytes.clear(); },
       "4 r: is no recording of frames: at byte 0 is no header; expected \"TXFRAMES\", raw or packed with zstd"},
      {[](auto& r) { r.bytes.resize(20); },
       "4 r: is cut off in its header, after 20 of 24 bytes; expected the whole file"},
      {[](auto& r) { r = RecordingBytes{2}; }, "8 r: a recording of frames of version 2 (byte 8); expected version 1"},
      {[](auto& r) { r.bytes[21] = std::byte{1}; },
       "4 r: has 0x100 in the last word of its header (byte 20); expected 0"},
      {[](auto& r) { r.u32(1); }, "4 r: is cut off in the head of the record at byte 64; expected the whole file"},
      {[](auto& r) { r.head(6, 0); }, "4 r: has a record of kind 6 at byte 64; expected 1 to 5"},
      {[](auto& r) { r.u32(3).u32(9).u64(8).u64(0x1000); },
       "4 r: the write record at byte 64 has 0x9 beside its kind; expected 0"},
      {[](auto& r) { r.head(3, 100).u64(0x1000); },
       "4 r: the write record at byte 64 is cut off: it has 8 of 100 bytes; expected the whole file"},
      {[](auto& r) { r.head(3, ~std::uint64_t{0}).u64(0x1000); },
       "4 r: the write record at byte 64 is cut off: it has 8 of 18446744073709551615 bytes; expected the whole file"},
      {[](auto& r) { r.head(3, 7).u64(0x1000); }, "4 r: the write record at byte 64 has 7 bytes; expected at least 8"},
      {[](auto& r) { r.head(1, 25); }, "4 r: the map record at byte 64 has 25 bytes; expected 24"},
      {[](auto& r) { r.head(4, 41); },
       "4 r: the submit record at byte 64 has 41 bytes; expected 40 and a multiple of 16"},
      {[](auto& r) { r.map(0x17FF, 1); },
       "4 r: the map record at byte 64 maps 0x17ff, 1 bytes, over 0x1000, 4096 bytes, which are mapped"},
      {[](auto& r) { r.map(0x5000, 0); },
       "4 r: the map record at byte 64 maps no byte at 0x5000; expected a size above 0"},
      {[](auto& r) { r.map(0xFFFF'FFFF'F000, 0x2000); },
       "4 r: the map record at byte 64 names 0xfffffffff000, 8192 bytes, beyond the GPU address space; expected "
       "addresses "
       "below 2^48"},
      {[](auto& r) { r.map(0xFFFF'FFFE'0000'0000, 0x1000); },
       "4 r: the map record at byte 64 names 0xfffffffe00000000, 4096 bytes, beyond the GPU address space; expected "
       "addresses below 2^48"},
      {[](auto& r) { r.map(0x1000000, kMostFrameMappedBytes); },
       "8 r: the map record at byte 64 maps 4294967296 bytes beside 4096; expected at most 4294967296 together"},
      {[](auto& r) { r.unmap(0x1000, 0x800); },
       "4 r: the unmap record at byte 64 names 0x1000, 2048 bytes, which is no mapped range; expected a range as it "
       "was "
       "mapped"},
      {[](auto& r) {
         r.write(0x1FFC, {1, 2});
       },
       "4 r: the write record at byte 64 names 0x1ffc, 8 bytes, which are not mapped"},
      {[](auto& r) { r.submit(0x3000); },
       "4 r: the submit record at byte 64 names 0x3000, 4 bytes, which are not mapped"},
      {[](auto& r) { r.submit(0x1000, 1, 3); },
       "8 r: the submit record at byte 64 has 3 relocations; expected none: addresses that the driver fixed"},
      {[](auto& r) { r.submit(0x1000, 0x1803); },
       "8 r: the submit record at byte 64 is for the copy engine; expected the render engine"},
      {[](auto& r) { r.submit(0x1000, 9); },
       "8 r: the submit record at byte 64 is for engine 9; expected the render engine"},
      {[](auto& r) { r.head(4, 40).u64(0x1000).u64(0).u64(1).u32(1).u32(0).u32(0x10000001).u32(0); },
       "4 r: the submit record at byte 64 says 268435457 objects and holds 0"},
      {[](auto& r) { r.note(0x3000, 4, "n"); },
       "4 r: the note record at byte 64 names 0x3000, 4 bytes, which are not mapped"},
  };
  for (const Row& row : rows) {
    RecordingBytes r;
    r.map(0x1000, 0x1000);
    row.damage(r);
    CHECK(problem(r.bytes) == row.message);
  }
}

TEST_CASE("a packed recording that is cut, damaged or a bomb is refused", "[frames]") {
  const std::vector<std::byte> whole = packed(small().bytes);
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
    CHECK(problem({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(bytes)}).starts_with("4 r: "));
  // A record says a size that its packed bytes do not have: no memory is taken for it.
  RecordingBytes claims;
  claims.map(0x1000, 0x1000).head(3, kMostFrameRecordBytes);
  CHECK(problem(packed(claims.bytes)) ==
        "4 r: the write record at byte 64 is cut off: it has 0 of 1073741824 bytes; expected the whole file");
  RecordingBytes longer;
  longer.map(0x1000, 0x1000).head(3, kMostFrameRecordBytes + 1);
  CHECK(problem(packed(longer.bytes)) ==
        "8 r: the write record at byte 64 has 1073741825 bytes; expected at most 1073741824");
}

TEST_CASE("a recording of frames with any bit flipped is read to its end or refused", "[frames]") {
  const std::vector<std::byte> whole = small().bytes;
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::vector<std::byte> damaged = whole;
    damaged[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    const std::string text = problem(damaged);
    if (!text.empty()) CHECK((text.starts_with("4 r: ") || text.starts_with("8 r: ")));
  }
}

TEST_CASE("recordings of a driver are read whole", "[frames]") {
  struct Row {
    const char* file;
    std::size_t maps, writes, submits, notes, bytes;
  };
  for (const Row& row : {Row{"interface", 18, 121, 5, 1, 92660}, Row{"stages", 22, 84, 5, 3, 25496}}) {
    FrameRecording recording{kData + row.file + ".frames.zst"};
    std::array<std::size_t, std::variant_size_v<FrameContent>> counts{};
    while (const auto record = recording.next()) ++counts[record->content.index()];
    CHECK(counts == std::array<std::size_t, 5>{row.maps, 0, row.writes, row.submits, row.notes});
    CHECK(recording.position() == row.bytes);
  }
}
