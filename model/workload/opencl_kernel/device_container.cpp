#include "workload/opencl_kernel/device_container.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>
#include <vector>

#include "base/printable.h"
#include "workload/opencl_kernel/binary_part.h"

namespace texpipe::study {

namespace {

constexpr std::string_view kElf{
    "\x7f"
    "ELF"};
constexpr std::string_view kArchive{"!<arch>\n"};

/// Contents that a file may have in place of native code, by its first bytes.
struct OtherFile {
  std::string_view begin;
  std::string_view text;
};
constexpr OtherFile kOtherFiles[] = {
    {{"\x03\x02\x23\x07", 4},
     "SPIR-V, which is no code of a device yet; ocloc compile -spirv_input -file FILE -device kbl"},
    {{"\x07\x23\x02\x03", 4}, "SPIR-V with the bytes of a word the other way round"},
    {{"BC\xC0\xDE", 4}, "LLVM bitcode, which is no code of a device yet; ocloc compile -file SOURCE.cl -device kbl"},
};

/// ELF files that are no containers of patch tokens (the compiler runtime's public headers and the ELF registry).
struct ElfKind {
  std::uint32_t type, machine;
  std::string_view text;
};
constexpr std::uint32_t kExecutable = 0xff04, kAnyMachine = ~0u, kIntelGraphics = 205;
constexpr std::string_view kZebin =
    "a zebin container, which ocloc writes for newer devices and with --format zebin; Kaby Lake's is made with ocloc "
    "compile -device kbl";
constexpr ElfKind kElfKinds[] = {
    {0xff01, kAnyMachine, "sources of a program, not compiled"},
    {0xff02, kAnyMachine, "objects that are not linked"},
    {0xff03, kAnyMachine, "a library of objects"},
    {0xff05, kAnyMachine, "data for a debugger"},
    {0xff11, kAnyMachine, kZebin},
    {0xff12, kAnyMachine, kZebin},
    {0xff13, kAnyMachine, kZebin},
    {1, kIntelGraphics, kZebin},
    {2, kIntelGraphics, kZebin},
    {3, kIntelGraphics, kZebin},
};

bool begins_with(std::span<const std::byte> bytes, std::string_view begin) {
  return bytes.size() >= begin.size() && std::memcmp(bytes.data(), begin.data(), begin.size()) == 0;
}

/// A member of an archive (`ar`: a header of 60 characters, the bytes, one more when their number is odd).
struct Member {
  std::string name;
  std::uint64_t begin = 0, size = 0;
};

std::vector<Member> members_of(std::span<const std::byte> bytes, const std::string& file) {
  BinaryPart archive{bytes, kArchive.size(), bytes.size() - kArchive.size(), file, "the archive"};
  std::vector<Member> members;
  while (archive.left() > 0) {
    const std::uint64_t at = archive.position();
    const std::string name = archive.text(16, "a member's name");
    archive.part(32, "a member's header");
    const std::string size = archive.text(10, "a member's size");
    archive.part(2, "a member's header");
    std::uint64_t count = 0;
    if (std::from_chars(size.data(), size.data() + size.size(), count).ec != std::errc{})
      archive.refuse(at + 48, "the size of a member is no number");
    members.push_back({name.substr(0, name.find_first_of("/ ")), archive.position(), count});
    archive.part(count, "a member of the archive");
    if (count % 2 != 0 && archive.left() > 0) archive.part(1, "a member's end");
  }
  return members;
}

/// A device as archives name it: `64.9.1.9`, with the bits of a pointer before family, generation and revision, or an
/// acronym. @return 0: Kaby Lake; 1: another device of Gen9; nothing: no such
std::optional<unsigned> rank_of(std::string_view name) {
  for (const std::string_view bits : {"64.", "32."}) {
    if (name.starts_with(bits)) name.remove_prefix(bits.size());
  }
  constexpr std::string_view kKabyLake[] = {"9.1.9", "kbl", "KBL"};
  constexpr std::string_view kOthers[] = {"skl", "SKL", "cfl", "CFL", "aml", "AML", "cml", "CML",
                                          "bxt", "BXT", "apl", "APL", "glk", "GLK", "whl", "WHL"};
  const auto is_named = [name](std::string_view device) { return name.starts_with(device); };
  if (std::any_of(std::begin(kKabyLake), std::end(kKabyLake), is_named)) return 0;
  if (name.starts_with("9.") || std::any_of(std::begin(kOthers), std::end(kOthers), is_named)) return 1;
  return std::nullopt;
}

/// Members that only move others to a multiple of eight bytes.
bool is_padding(const Member& member) {
  return member.name.starts_with("pad");
}

Member choose_member(std::span<const std::byte> bytes, const std::string& file) {
  const std::vector<Member> members = members_of(bytes, file);
  const Member* best = nullptr;
  std::string devices;
  for (const Member& member : members) {
    if (is_padding(member)) continue;
    devices += (devices.empty() ? "" : ", ") + printable(member.name);
    const auto rank = rank_of(member.name);
    if (rank && (best == nullptr || *rank < *rank_of(best->name))) best = &member;
  }
  if (best != nullptr) return *best;
  BinaryPart{bytes, 0, bytes.size(), file, "the archive"}.cannot(
      0, devices.empty() ? "an archive without any device"
                         : "an archive for devices " + devices + "; Kaby Lake is 64.9.1.9, ocloc's -device kbl");
}

/// @param place  of the container in the file
DeviceContainer read_elf(std::span<const std::byte> bytes, const Member& place, const std::string& file) {
  const std::uint64_t begin = place.begin;
  bytes = bytes.first(begin + place.size);
  // Offsets of a container count from its beginning; one beyond the file stays so.
  const auto at = [&](std::uint64_t offset) { return offset > bytes.size() ? offset : begin + offset; };
  BinaryPart header{bytes, begin, std::min<std::uint64_t>(place.size, 64), file, "the ELF header"};
  header.u32();
  if ((header.u32() & 0xffffu) != 0x0102) header.refuse(begin + 4, "not a little-endian ELF file of 64 bits");
  header.u64();
  const std::uint32_t kinds = header.u32(), type = kinds & 0xffffu, machine = kinds >> 16;
  if (type != kExecutable) {
    const auto known = std::find_if(std::begin(kElfKinds), std::end(kElfKinds), [&](const ElfKind& kind) {
      return kind.type == type && (kind.machine == kAnyMachine || kind.machine == machine);
    });
    header.cannot(begin + 16, fmt::format("an ELF file of type 0x{:04X}", type) +
                                  (known == std::end(kElfKinds) ? fmt::format("; ocloc's is 0x{:04X}", kExecutable)
                                                                : ": " + std::string{known->text}));
  }
  header.u32();
  header.u64();
  header.u64();
  const std::uint64_t table = header.u64();
  header.u64();
  const std::uint32_t entry_size = header.u32() >> 16, count = header.u32() & 0xffffu;
  if (entry_size < 64) header.refuse(begin + 58, fmt::format("section headers of {} bytes", entry_size), "64");
  BinaryPart sections{bytes, at(table), std::uint64_t{entry_size} * count, file, "the section header table"};
  constexpr std::uint32_t kDeviceBinarySection = 0xff000005, kBuildOptionsSection = 0xff000006;
  DeviceContainer container;
  bool found = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    BinaryPart section = sections.part(entry_size, "a section header");
    section.u32();
    const std::uint32_t kind = section.u32();
    section.u64();
    section.u64();
    const std::uint64_t offset = at(section.u64()), size = section.u64();
    if (kind == kBuildOptionsSection)
      container.build_options = BinaryPart{bytes, offset, size, file, "BuildOptions"}.text(size, "");
    if (kind != kDeviceBinarySection) continue;
    if (found) header.refuse(section.position(), "two device binaries");
    found = true;
    const BinaryPart binary{bytes, offset, size, file, "the device binary"};
    container.begin = binary.position();
    container.size = binary.left();
  }
  if (!found) header.refuse(at(table), "no section with a device binary");
  return container;
}

}  // namespace

bool is_device_container(std::span<const std::byte> bytes) {
  return begins_with(bytes, kElf) || begins_with(bytes, kArchive) ||
         std::any_of(std::begin(kOtherFiles), std::end(kOtherFiles),
                     [&](const OtherFile& other) { return begins_with(bytes, other.begin); });
}

DeviceContainer read_device_container(std::span<const std::byte> bytes, const std::string& file) {
  const BinaryPart all{bytes, 0, bytes.size(), file, "the file"};
  for (const OtherFile& other : kOtherFiles) {
    if (begins_with(bytes, other.begin)) all.cannot(0, std::string{other.text});
  }
  if (!begins_with(bytes, kArchive)) {
    if (!begins_with(bytes, kElf)) all.refuse(0, "no ELF container", "a binary that ocloc made");
    return read_elf(bytes, {.name = "", .begin = 0, .size = bytes.size()}, file);
  }
  const Member member = choose_member(bytes, file);
  if (!begins_with(bytes.subspan(member.begin, member.size), kElf))
    all.refuse(member.begin, "member " + printable(member.name) + " of the archive is no ELF container");
  return read_elf(bytes, member, file);
}

}  // namespace texpipe::study
