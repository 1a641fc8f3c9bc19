// Archives of arrays: members are found and unpacked; what is damaged, or not read, is refused by its name.
#include "pictures/npy/npz.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "base/diagnostic.h"
#include "host/files/byte_reader.h"
#include "support/scratch_folder.h"
#include "support/write_npz.h"

namespace texpipe::study {
namespace {

/// Bytes of an archive with `zeros.npy`, 4000 zeros, and `pair.npy`.
std::vector<std::byte> made(bool packed = true) {
  const test::ScratchFolder scratch;
  test::write_npz(scratch / "made.npz",
                  {{"zeros.npy", npy_bytes(npy_of(std::vector<float>(4000), {4000}))},
                   {"pair.npy", npy_bytes(npy_of(std::vector<float>{1, 2}, {2}))}},
                  packed);
  return read_file(scratch / "made.npz");
}

/// What is said of the archive, or of each of its members in turn; empty where all are read.
std::string refusal(std::vector<std::byte> bytes) {
  try {
    const NpzArchive archive{std::move(bytes), "a.npz"};
    for (const std::string& member : archive.members()) archive.read(member);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return {};
}

/// Records of zip by the third byte of their signature.
enum class Record : char { kEntry = 1, kHeader = 3 };

/// The first record of a kind: an entry of the directory, or a member's header.
std::size_t place_of(const std::vector<std::byte>& bytes, Record record) {
  const auto kind = static_cast<char>(record);
  const std::byte signature[]{std::byte{'P'}, std::byte{'K'}, std::byte(kind), std::byte(kind + 1)};
  return static_cast<std::size_t>(std::search(bytes.begin(), bytes.end(), std::begin(signature), std::end(signature)) -
                                  bytes.begin());
}

TEST_CASE("members of an archive are read by name, stored or packed", "[image][npz]") {
  const NpzArchive archive{made(GENERATE(false, true)), "a.npz"};
  CHECK(archive.members() == std::vector<std::string>{"pair.npy", "zeros.npy"});
  CHECK(archive.has("pair.npy"));
  CHECK_FALSE(archive.has("pair"));
  CHECK(archive.read("pair.npy").as<float>()[1] == 2);
  CHECK(archive.read("zeros.npy").shape == std::vector<std::uint64_t>{4000});
}

TEST_CASE("archives that numpy.savez and savez_compressed wrote are read", "[image][npz]") {
  const NpzArchive archive{
      GENERATE(TEXPIPE_TEST_DATA "/fuzz/npz_file/savez.npz", TEXPIPE_TEST_DATA "/fuzz/npz_file/savez_compressed.npz")};
  CHECK(archive.members() == std::vector<std::string>{"floats.npy", "words.npy"});
  CHECK(archive.read("floats.npy").as<float>()[5] == 5);
  CHECK(archive.read("words.npy").shape == std::vector<std::uint64_t>{4, 4});
}

TEST_CASE("what is no archive, or a part of one, is refused", "[image][npz]") {
  const std::vector<std::byte> whole = made();
  CHECK(refusal({}) ==
        "a.npz: is no zip file with members, or is cut short; expected an archive as numpy.savez writes it");
  CHECK_THAT(refusal(npy_bytes(npy_of(std::vector<float>{1}, {1}))), Catch::Contains("is no zip file"));
  const test::ScratchFolder scratch;
  test::write_npz(scratch / "empty.npz", {});
  CHECK_THAT(refusal(read_file(scratch / "empty.npz")), Catch::Contains("is no zip file with members"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO(size);
    CHECK_THAT(refusal({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}), Catch::StartsWith("a.npz"));
  }
}

TEST_CASE("two members of one name are refused", "[image][npz]") {
  const test::ScratchFolder scratch;
  test::write_npz(scratch / "twice.npz", {{"a.npy", {}}, {"a.npy", {}}});
  CHECK_THROWS_WITH(NpzArchive{scratch / "twice.npz"},
                    Catch::EndsWith("twice.npz: has two members a.npy; expected names that differ"));
}

TEST_CASE("a member that is damaged, encrypted or packed otherwise is refused by its name", "[image][npz]") {
  struct Change {
    bool packed;
    Record record;
    std::size_t byte;  // of the record of zeros.npy
    int value;
    const char* message;
  };
  // Places of an entry: flags 8, method 10, checksum 16, packed size 20, size 24; of a header, method 8, bytes 39.
  const Change change = GENERATE(
      Change{true, Record::kEntry, 8, 1, "a.npz/zeros.npy: is encrypted; expected a plain member"},
      Change{true, Record::kEntry, 10, 14,
             "a.npz/zeros.npy: is packed by zip's method 14; expected a stored member or Deflate"},
      Change{false, Record::kEntry, 16, 0xEE, "a.npz/zeros.npy: is damaged: its two headers differ"},
      Change{true, Record::kEntry, 23, 0x7F, "a.npz/zeros.npy: is damaged: it is longer than its archive"},
      Change{true, Record::kEntry, 27, 0x7F, "packed bytes are never 2130722"},
      Change{true, Record::kHeader, 8, 0, "a.npz/zeros.npy: is damaged: its two headers differ"},
      Change{true, Record::kHeader, 39, 0xFF, "a.npz/zeros.npy: is damaged: byte 0 cannot be unpacked"},
      Change{false, Record::kHeader, 239, 0xFF, "a.npz/zeros.npy: is damaged: its checksum is not the archive's"},
      Change{false, Record::kHeader, 39, 'X', "a.npz/zeros.npy: is damaged: its checksum is not the archive's"});
  std::vector<std::byte> bytes = made(change.packed);
  bytes.at(place_of(bytes, change.record) + change.byte) = static_cast<std::byte>(change.value);
  CHECK_THAT(refusal(std::move(bytes)), Catch::Contains(change.message));
}

}  // namespace
}  // namespace texpipe::study
