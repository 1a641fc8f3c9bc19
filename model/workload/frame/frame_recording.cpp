#include "workload/frame/frame_recording.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

constexpr std::uint64_t kRecordHeadBytes = 16;
constexpr std::uint64_t kReadStep = 1 << 20;  // memory grows by this much, whatever length a record claims

struct RecordKindRow {
  FrameRecordKind kind;
  std::string_view name;
  std::uint64_t least;  // bytes
  std::uint64_t step;   // further bytes come in multiples of this; 0: none may follow
};
constexpr std::array kRecordKinds{
    RecordKindRow{FrameRecordKind::kMap, "map", 24, 0}, RecordKindRow{FrameRecordKind::kUnmap, "unmap", 16, 0},
    RecordKindRow{FrameRecordKind::kWrite, "write", 8, 1}, RecordKindRow{FrameRecordKind::kSubmit, "submit", 40, 16},
    RecordKindRow{FrameRecordKind::kNote, "note", 16, 1}};

const RecordKindRow& row_of(FrameRecordKind kind) {
  return kRecordKinds[static_cast<std::size_t>(kind) - 1];
}

std::string range_text(std::uint64_t address, std::uint64_t size) {
  return fmt::format("0x{:x}, {} bytes,", address, size);
}

/// `name: the write record at byte 40: problem; expected ...`.
[[noreturn]] void refuse(ExitCode code, const std::string& name, std::string_view kind, std::uint64_t offset,
                         const std::string& problem, const std::string& expected = {}) {
  throw Error{code, Diagnostic{.position = {name},
                               .problem = fmt::format("the {} record at byte {} {}", kind, offset, problem),
                               .hint = expected.empty() ? "" : "expected " + expected}};
}

void check_engine(const std::string& name, std::uint64_t offset, const FrameSubmit& submit) {
  constexpr std::uint64_t kEngineMask = 0x3F, kDefaultEngine = 0, kRenderEngine = 1;  // the default is render, too
  constexpr std::array<std::string_view, 5> kEngines{"default", "render", "video", "copy", "video enhancement"};
  const std::uint64_t engine = submit.flags & kEngineMask;
  if (engine == kDefaultEngine || engine == kRenderEngine) return;
  refuse(ExitCode::kUnsupported, name, "submit", offset,
         engine < kEngines.size() ? fmt::format("is for the {} engine", kEngines[engine])
                                  : fmt::format("is for engine {}", engine),
         "the render engine");
}

class PayloadReader {
 public:
  explicit PayloadReader(std::span<const std::byte> bytes) : bytes_{bytes} {}
  template <class Number>
  Number take() {
    Number value;
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_ = bytes_.subspan(sizeof value);
    return value;
  }
  std::uint32_t u32() { return take<std::uint32_t>(); }
  std::uint64_t u64() { return take<std::uint64_t>(); }
  std::span<const std::byte> rest() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

FrameSubmit submit_of(PayloadReader in, const std::string& name, std::uint64_t offset) {
  FrameSubmit submit{.first_command = in.u64(), .length = in.u64(), .flags = in.u64(), .context = in.u32()};
  const std::uint32_t relocations = in.u32(), objects = in.u32();
  submit.number = in.u32();
  if (objects * std::uint64_t{16} != in.rest().size())
    refuse(ExitCode::kMalformedInput, name, "submit", offset,
           fmt::format("says {} objects and holds {}", objects, in.rest().size() / 16));
  if (relocations != 0)
    refuse(ExitCode::kUnsupported, name, "submit", offset, fmt::format("has {} relocations", relocations),
           "none: addresses that the driver fixed");
  submit.objects.reserve(objects);
  for (std::uint32_t i = 0; i < objects; ++i) {
    const std::uint64_t address = in.u64();
    submit.objects.push_back({address, in.u64()});
  }
  return submit;
}

FrameContent content_of(FrameRecordKind kind, std::vector<std::byte> payload, const std::string& name,
                        std::uint64_t offset) {
  PayloadReader in{payload};
  switch (kind) {
    case FrameRecordKind::kMap:
      return FrameMap{.address = in.u64(), .size = in.u64(), .handle = in.u32(), .flags = in.u32()};
    case FrameRecordKind::kUnmap:
      return FrameUnmap{.address = in.u64(), .size = in.u64()};
    case FrameRecordKind::kWrite: {
      const std::uint64_t address = in.u64();
      payload.erase(payload.begin(), payload.begin() + sizeof address);
      return FrameWrite{address, std::move(payload)};
    }
    case FrameRecordKind::kSubmit:
      return submit_of(in, name, offset);
    case FrameRecordKind::kNote: {
      FrameNote note{.address = in.u64(), .size = in.u64()};
      note.text.assign(reinterpret_cast<const char*>(in.rest().data()), in.rest().size());
      return note;
    }
  }
  return {};
}

}  // namespace

FrameRecording::FrameRecording(FileBytes file) : bytes_{std::move(file)} {
  read_header();
}
FrameRecording::FrameRecording(const std::filesystem::path& file) : FrameRecording{FileBytes{file}} {}
FrameRecording::FrameRecording(std::vector<std::byte> bytes, std::string name)
    : FrameRecording{FileBytes{std::move(bytes), std::move(name)}} {}

void FrameRecording::read_header() {
  std::array<std::byte, kFrameHeaderBytes> bytes{};
  const std::size_t count = bytes_.read(bytes);
  const std::string expected = fmt::format("\"{}\", raw or packed with zstd", kFrameMagic);
  const std::size_t compared = std::min(count, kFrameMagic.size());
  if (count == 0 || std::memcmp(bytes.data(), kFrameMagic.data(), compared) != 0)
    malformed(name(), "is no recording of frames: at byte 0 is no header", expected);
  if (count < bytes.size())
    malformed(name(), fmt::format("is cut off in its header, after {} of {} bytes", count, bytes.size()),
              "the whole file");
  PayloadReader in{std::span{bytes}.subspan(kFrameMagic.size())};
  header_ = {.version = in.u32(), .pci_id = in.u32(), .revision = in.u32()};
  if (header_.version != kFrameVersion) {
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.position = {name()},
                           .problem = fmt::format("a recording of frames of version {} (byte 8)", header_.version),
                           .hint = fmt::format("expected version {}", kFrameVersion)}};
  }
  if (const std::uint32_t reserved = in.u32(); reserved != 0)
    malformed(name(), fmt::format("has 0x{:x} in the last word of its header (byte 20)", reserved), "0");
}

std::vector<std::byte> FrameRecording::payload(FrameRecordKind kind, std::uint64_t bytes, std::uint64_t offset) {
  const std::string_view kind_name = row_of(kind).name;
  const auto cut = [&](std::uint64_t there) {
    refuse(ExitCode::kMalformedInput, name(), kind_name, offset,
           fmt::format("is cut off: it has {} of {} bytes", there, bytes), "the whole file");
  };
  if (const auto left = bytes_.left(); left && *left < bytes) cut(*left);
  if (bytes > kMostFrameRecordBytes)
    refuse(ExitCode::kUnsupported, name(), kind_name, offset, fmt::format("has {} bytes", bytes),
           fmt::format("at most {}", kMostFrameRecordBytes));
  std::vector<std::byte> payload;
  while (payload.size() < bytes) {
    const std::size_t before = payload.size();
    const std::uint64_t step = std::min(bytes - before, std::max(kReadStep, std::uint64_t{before}));
    payload.resize(before + step);
    const std::size_t got = bytes_.read(std::span{payload}.subspan(before));
    if (got != step) cut(before + got);
  }
  return payload;
}

std::optional<FrameRecord> FrameRecording::next() {
  const std::uint64_t offset = bytes_.position();
  std::array<std::byte, kRecordHeadBytes> head{};
  const std::size_t count = bytes_.read(head);
  if (count == 0) return std::nullopt;
  if (count != head.size())
    malformed(name(), fmt::format("is cut off in the head of the record at byte {}", offset), "the whole file");
  PayloadReader in{head};
  const std::uint32_t number = in.u32(), reserved = in.u32();
  const std::uint64_t bytes = in.u64();
  if (number == 0 || number > kRecordKinds.size())
    malformed(name(), fmt::format("has a record of kind {} at byte {}", number, offset), "1 to 5");
  const auto kind = static_cast<FrameRecordKind>(number);
  const RecordKindRow& row = row_of(kind);
  if (reserved != 0)
    refuse(ExitCode::kMalformedInput, name(), row.name, offset, fmt::format("has 0x{:x} beside its kind", reserved),
           "0");
  if (bytes < row.least || (row.step == 0 ? bytes != row.least : (bytes - row.least) % row.step != 0))
    refuse(ExitCode::kMalformedInput, name(), row.name, offset, fmt::format("has {} bytes", bytes),
           row.step == 0  ? fmt::format("{}", row.least)
           : row.step > 1 ? fmt::format("{} and a multiple of {}", row.least, row.step)
                          : fmt::format("at least {}", row.least));
  FrameRecord record{offset, content_of(kind, payload(kind, bytes, offset), name(), offset)};
  check(record);
  return record;
}

void FrameRecording::check(const FrameRecord& record) {
  const std::uint64_t offset = record.offset;
  const auto malformed_record = [&](std::string_view kind, const std::string& problem,
                                    const std::string& expected = {}) {
    refuse(ExitCode::kMalformedInput, name(), kind, offset, problem, expected);
  };
  const auto require_addresses = [&](std::string_view kind, std::uint64_t address, std::uint64_t size) {
    if (!functional::GpuMemory::holds(ByteAddress{address}, ByteSize{size}))
      malformed_record(kind, "names " + range_text(address, size) + " beyond the GPU address space",
                       "addresses below 2^48");
  };
  const auto require_mapped = [&](std::string_view kind, std::uint64_t address, std::uint64_t size) {
    require_addresses(kind, address, size);
    if (!mapped_.holds(ByteAddress{address}, ByteSize{size}))
      malformed_record(kind, "names " + range_text(address, size) + " which are not mapped");
  };
  if (const auto* map = std::get_if<FrameMap>(&record.content)) {
    require_addresses("map", map->address, map->size);
    if (map->size == 0) malformed_record("map", fmt::format("maps no byte at 0x{:x}", map->address), "a size above 0");
    if (const auto other = mapped_.overlapping(ByteAddress{map->address}, ByteSize{map->size}))
      malformed_record("map", "maps " + range_text(map->address, map->size) + " over " +
                                  range_text(other->address, other->size) + " which are mapped");
    if (map->size > kMostFrameMappedBytes - mapped_.bytes())
      refuse(ExitCode::kUnsupported, name(), "map", offset,
             fmt::format("maps {} bytes beside {}", map->size, mapped_.bytes()),
             fmt::format("at most {} together", kMostFrameMappedBytes));
    mapped_.add(ByteAddress{map->address}, ByteSize{map->size});
  } else if (const auto* unmap = std::get_if<FrameUnmap>(&record.content)) {
    require_addresses("unmap", unmap->address, unmap->size);
    if (!mapped_.remove(ByteAddress{unmap->address}, ByteSize{unmap->size}))
      malformed_record("unmap", "names " + range_text(unmap->address, unmap->size) + " which is no mapped range",
                       "a range as it was mapped");
  } else if (const auto* write = std::get_if<FrameWrite>(&record.content)) {
    require_mapped("write", write->address, write->bytes.size());
  } else if (const auto* submit = std::get_if<FrameSubmit>(&record.content)) {
    check_engine(name(), offset, *submit);
    require_mapped("submit", submit->first_command, sizeof(std::uint32_t));
    for (const FrameObject& object : submit->objects) require_addresses("submit", object.address, 0);
  } else if (const auto* note = std::get_if<FrameNote>(&record.content)) {
    if (note->address != 0) require_mapped("note", note->address, note->size);
  }
}

namespace {

/// Writes zeros where there is something else, so that a large empty range takes no memory.
void clear(functional::GpuMemory& memory, std::uint64_t address, std::uint64_t size) {
  constexpr std::uint64_t kTile = functional::GpuMemory::kTileBytes, kFewBytes = std::uint64_t{256} << 20;
  static constexpr std::array<std::byte, kTile> kZeros{};
  const std::uint64_t end = address + size;
  const auto clear_tile = [&](std::uint64_t tile) {
    const std::uint64_t first = std::max(address, tile * kTile);
    memory.write(ByteAddress{first}, std::span{kZeros}.first(std::min(end, (tile + 1) * kTile) - first));
  };
  if (size > kFewBytes) {
    for (const std::uint64_t tile : memory.filled_tiles()) {
      if (tile >= address / kTile && tile <= (end - 1) / kTile) clear_tile(tile);
    }
    return;
  }
  std::array<std::byte, kTile> bytes;
  for (std::uint64_t tile = address / kTile; tile <= (end - 1) / kTile; ++tile) {
    memory.read(ByteAddress{tile * kTile}, bytes);
    if (bytes != kZeros) clear_tile(tile);
  }
}

}  // namespace

void replay_into(functional::GpuMemory& memory, const FrameRecord& record) {
  if (const auto* write = std::get_if<FrameWrite>(&record.content)) {
    memory.write(ByteAddress{write->address}, write->bytes);
  } else if (const auto* unmap = std::get_if<FrameUnmap>(&record.content)) {
    clear(memory, unmap->address, unmap->size);
  }
}

}  // namespace texpipe::study
