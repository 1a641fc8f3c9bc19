#include "study/plugins/stamp_check.h"

#include <elf.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "base/diagnostic.h"
#include "base/printable.h"

namespace texpipe::study {

namespace {

// As plugin_stamp.h has them.
constexpr std::string_view kFirstLine = "texpipe plug-in, stamp 1\n", kSection = "texpipe_plugin";

[[noreturn]] void refuse(ExitCode code, const std::filesystem::path& name, std::string problem, std::string hint) {
  throw Error{code,
              Diagnostic{.position = {.file = name.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// A struct at a place of the file; nothing when the file ends before.
template <class Struct>
std::optional<Struct> struct_at(std::string_view file, std::uint64_t at) {
  if (at > file.size() || file.size() - at < sizeof(Struct)) return {};
  Struct value;
  std::memcpy(&value, file.data() + at, sizeof value);
  return value;
}

std::optional<std::string_view> part(std::string_view file, std::uint64_t at, std::uint64_t bytes) {
  if (at > file.size() || file.size() - at < bytes) return {};
  return file.substr(at, bytes);
}

/// Whether all that would be loaded is in the file: the loader maps it without a look.
bool is_whole(std::string_view file, const Elf64_Ehdr& header) {
  for (std::uint64_t n = 0; n < header.e_phnum; ++n) {
    const auto segment = struct_at<Elf64_Phdr>(file, header.e_phoff + n * sizeof(Elf64_Phdr));
    if (!segment || !part(file, segment->p_offset, segment->p_filesz)) return false;
  }
  const std::uint64_t sections = std::uint64_t{header.e_shnum} * sizeof(Elf64_Shdr);
  return part(file, header.e_shoff, sections).has_value();
}

/// Bytes of a section; nothing when there is none of this name.
std::optional<std::string_view> section_named(std::string_view file, const Elf64_Ehdr& header, std::string_view name) {
  const auto section = [&](std::uint64_t n) {
    return struct_at<Elf64_Shdr>(file, header.e_shoff + n * sizeof(Elf64_Shdr));
  };
  const auto texts = section(header.e_shstrndx);
  if (!texts) return {};
  for (std::uint64_t n = 0; n < header.e_shnum; ++n) {
    const auto one = section(n);
    if (!one || one->sh_type == SHT_NOBITS) continue;
    const auto called = part(file, texts->sh_offset + one->sh_name, name.size() + 1);
    if (called && called->substr(0, name.size()) == name && called->back() == '\0')
      return part(file, one->sh_offset, one->sh_size);
  }
  return {};
}

/// Value of a line `key: value`; empty when there is none.
std::string_view value_of_key(std::string_view stamp, std::string_view key) {
  for (std::size_t begin = 0; begin < stamp.size();) {
    const std::size_t end = std::min(stamp.find('\n', begin), stamp.size());
    const std::string_view line = stamp.substr(begin, end - begin);
    if (line.starts_with(key) && line.substr(key.size()).starts_with(": ")) return line.substr(key.size() + 2);
    begin = end + 1;
  }
  return {};
}

}  // namespace

std::string read_stamp(std::string_view file, const std::filesystem::path& name) {
  constexpr auto kBad = ExitCode::kMalformedInput;
  const auto header = struct_at<Elf64_Ehdr>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    refuse(kBad, name, "is no shared library",
           "texpipe_add_plugin() and, of Verilog, texpipe_add_rtl_block() of the CMake package build plug-ins");
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
      header->e_machine != EM_X86_64)
    refuse(kBad, name, "is for another processor", "plug-ins are built for x86-64");
  if (header->e_type != ET_DYN)
    refuse(kBad, name, "is no shared library", "a program or an object file cannot be loaded");
  if (header->e_phentsize != sizeof(Elf64_Phdr) || header->e_shentsize != sizeof(Elf64_Shdr) ||
      !is_whole(file, *header))
    refuse(kBad, name, "is cut off or damaged", "build it again");
  const auto stamp = section_named(file, *header, kSection);
  if (!stamp) refuse(kBad, name, "is no plug-in of texpipe: it has no stamp", "texpipe_add_plugin() gives it one");
  return std::string{stamp->substr(0, stamp->find('\0'))};
}

void check_stamp(std::string_view stamp, std::string_view own, const std::filesystem::path& name) {
  constexpr auto kOther = ExitCode::kUnsupported;
  if (!stamp.starts_with(kFirstLine))
    refuse(kOther, name, "has a stamp that this texpipe does not know", "build it with the package of this texpipe");
  struct Row {
    std::string_view key, before, between;
  };
  constexpr Row kRows[] = {
      {"version", "was built for texpipe ", "; this is "},
      {"compiler", "was compiled by ", "; this texpipe by "},
      {"c++", "was compiled as C++ of ", "; this texpipe as that of "},
      {"string layout", "has strings of layout ", "; this texpipe of "},
      {"run-time checks", "was compiled with run-time checks: ", "; this texpipe with: "},
      {"headers", "was built with headers of another texpipe: they have the hash ", "; those of this one "},
  };
  for (const Row& row : kRows) {
    const std::string_view theirs = value_of_key(stamp, row.key), ours = value_of_key(own, row.key);
    if (theirs == ours) continue;
    const auto shown = [](std::string_view value) { return printable(value.substr(0, 40)); };
    refuse(kOther, name, std::string{row.before} + shown(theirs) + std::string{row.between} + shown(ours),
           "build it again with the package of this texpipe");
  }
}

bool stamp_says(std::string_view stamp, std::string_view key, std::string_view value) {
  return value_of_key(stamp, key) == value;
}

}  // namespace texpipe::study
