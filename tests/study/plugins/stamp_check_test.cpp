#include "study/plugins/stamp_check.h"

#include <elf.h>

#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Contains;

namespace {

template <class Struct>
void append(std::string& bytes, const Struct& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// A shared library of one section without code, as a linker lays it out: header, texts, stamp, sections.
std::string library(const std::string& section, const std::string& content, std::uint16_t type = ET_DYN) {
  const std::string texts = std::string{'\0'} + section + '\0';
  Elf64_Ehdr header{};
  std::memcpy(header.e_ident, ELFMAG, SELFMAG);
  header.e_ident[EI_CLASS] = ELFCLASS64;
  header.e_ident[EI_DATA] = ELFDATA2LSB;
  header.e_type = type;
  header.e_machine = EM_X86_64;
  header.e_phentsize = sizeof(Elf64_Phdr);
  header.e_shentsize = sizeof(Elf64_Shdr);
  header.e_shnum = 2;
  header.e_shoff = sizeof header + texts.size() + content.size();
  std::string bytes;
  append(bytes, header);
  bytes += texts + content;
  Elf64_Shdr names{}, stamp{};
  names.sh_type = stamp.sh_type = SHT_PROGBITS;
  names.sh_offset = sizeof header;
  names.sh_size = texts.size();
  stamp.sh_name = 1;
  stamp.sh_offset = sizeof header + texts.size();
  stamp.sh_size = content.size();
  append(bytes, names);
  append(bytes, stamp);
  return bytes;
}

ExitCode code_of(const std::string& file) {
  try {
    read_stamp(file, "own.so");
  } catch (const Error& error) {
    return error.code();
  }
  return ExitCode::kSuccess;
}

/// The program's stamp with another value of a key.
std::string with(const std::string& key, const std::string& value) {
  std::string stamp{own_stamp()};
  const std::size_t begin = stamp.find("\n" + key + ": ") + key.size() + 3;
  return stamp.replace(begin, stamp.find('\n', begin) - begin, value);
}

}  // namespace

TEST_CASE("a stamp is read from its section without running the file", "[plugin]") {
  const std::string stamp = std::string{own_stamp()} + '\0' + "rest";
  CHECK(read_stamp(library("texpipe_plugin", stamp), "own.so") == own_stamp());
}

TEST_CASE("what is no plug-in is told apart", "[plugin]") {
  CHECK_THROWS_WITH(read_stamp("", "own.so"), Contains("is no shared library"));
  CHECK_THROWS_WITH(read_stamp("#!/bin/sh\n" + std::string(200, ' '), "own.so"), Contains("is no shared library"));
  CHECK_THROWS_WITH(read_stamp(library("texpipe_plugin", "", ET_REL), "own.so"), Contains("is no shared library"));
  CHECK_THROWS_WITH(read_stamp(library("other", "text"), "own.so"), Contains("has no stamp"));
  std::string other = library("texpipe_plugin", "");
  other[18] = static_cast<char>(EM_AARCH64);
  CHECK_THROWS_WITH(read_stamp(other, "own.so"), Contains("another processor"));
}

TEST_CASE("a file that is cut off anywhere, or has any byte wrong, is refused or read and never read beyond its end",
          "[plugin]") {
  const std::string whole = library("texpipe_plugin", std::string{own_stamp()});
  for (std::size_t size = 0; size < whole.size(); ++size)
    REQUIRE(code_of(whole.substr(0, size)) == ExitCode::kMalformedInput);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char value : {'\0', '\x01', '\x7f', '\xff'}) {
      std::string other = whole;
      other[at] = value;
      const ExitCode code = code_of(other);
      REQUIRE((code == ExitCode::kSuccess || code == ExitCode::kMalformedInput));
    }
  }
}

TEST_CASE("another texpipe's or another compiler's plug-in is refused in words", "[plugin]") {
  CHECK_NOTHROW(check_stamp(own_stamp(), own_stamp(), "own.so"));
  const auto told = [](const std::string& stamp) {
    try {
      check_stamp(stamp, own_stamp(), "own.so");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kUnsupported);
      return std::string{error.what()};
    }
    return std::string{};
  };
  CHECK_THAT(told(with("version", "0.0.1")), Contains("was built for texpipe 0.0.1; this is "));
  CHECK_THAT(told(with("compiler", "Other 9")), Contains("was compiled by Other 9; this texpipe by "));
  CHECK_THAT(told(with("headers", "0123")), Contains("headers of another texpipe"));
  CHECK_THAT(told(with("c++", "201703L")), Contains("201703L"));
  CHECK_THAT(told(with("run-time checks", "some")), Contains("run-time checks: some"));
  CHECK_THAT(told("texpipe plug-in, stamp 2\n"), Contains("a stamp that this texpipe does not know"));
  CHECK_THAT(told(""), Contains("a stamp that this texpipe does not know"));
}
