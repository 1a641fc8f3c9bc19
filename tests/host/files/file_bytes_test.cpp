// Bytes are there where they are asked for, and nowhere else.
#include "host/files/file_bytes.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Contains;
using texpipe::test::ScratchFolder;

namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void check_bytes(const FileBytes& bytes) {
  REQUIRE(bytes.size() == 7);
  CHECK(text_of(bytes.at(0, 7)) == "texpipe");
  CHECK(text_of(bytes.at(3, 2)) == "pi");
  CHECK(text_of(bytes.at(6, 1)) == "e");
  CHECK(bytes.at(7, 0).empty());
  for (const auto& [offset, count] : {std::pair{7, 1}, {0, 8}, {8, 0}}) {
    INFO(offset << " " << count);
    CHECK_THROWS_WITH(bytes.at(static_cast<std::uint64_t>(offset), static_cast<std::uint64_t>(count)),
                      Contains("ends too early: byte 7"));
  }
  CHECK_THROWS_WITH(bytes.at(1, ~std::uint64_t{0}), Contains("ends too early: byte 7"));
}

}  // namespace

TEST_CASE("bytes of a file and bytes in memory are the same", "[image]") {
  const ScratchFolder scratch;
  scratch.write("file", "texpipe");
  check_bytes(FileBytes{scratch / "file"});
  const auto held = std::as_bytes(std::span{"texpipe", 7});
  check_bytes(FileBytes{{held.begin(), held.end()}, "held"});
}

TEST_CASE("a file that becomes shorter while it is read is told", "[image]") {
  const ScratchFolder scratch;
  scratch.write("file", "texpipe");
  const FileBytes bytes{scratch / "file"};
  std::filesystem::resize_file(scratch / "file", 3);
  CHECK(text_of(bytes.at(0, 3)) == "tex");
  CHECK_THROWS_WITH(bytes.at(2, 2), Contains("has become shorter while it was read"));
}

TEST_CASE("a file that is not there is told by its name", "[image]") {
  const ScratchFolder scratch;
  CHECK_THROWS_WITH(FileBytes{scratch / "none"}, Contains("none: the file cannot be read (No such file or directory)"));
  CHECK_THROWS_WITH(FileBytes{scratch.path()}, Contains("this is a folder"));
}
