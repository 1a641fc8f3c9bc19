#include "host/hashes/input_hashes.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "base/diagnostic.h"
#include "host/hashes/sha256.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using texpipe::test::ScratchFolder;

namespace {

namespace fs = std::filesystem;

void write(const fs::path& file, const std::string& text) {
  std::ofstream{file} << text;
}

}  // namespace

TEST_CASE("an input that changed is hashed again, whatever it looks like", "[run]") {
  ScratchFolder scratch;
  const fs::path file = scratch / "input";
  write(file, "first");
  CHECK(sha256_of_input(file) == sha256("first"));
  const auto time = fs::last_write_time(file);
  write(file, "later");  // within the clock's step, perhaps
  fs::last_write_time(file, time);
  CHECK(sha256_of_input(file) == sha256("later"));

  std::this_thread::sleep_for(std::chrono::milliseconds{4100});  // from now on it is remembered
  CHECK(sha256_of_input(file) == sha256("later"));
  CHECK(sha256_of_input(file) == sha256("later"));
  write(file, "again");
  fs::last_write_time(file, time);
  CHECK(sha256_of_input(file) == sha256("again"));

  write(scratch / "other", "other");
  fs::rename(scratch / "other", file);
  CHECK(sha256_of_input(file) == sha256("other"));
}

TEST_CASE("an input that cannot be read has no hash", "[run]") {
  ScratchFolder scratch;
  CHECK_THROWS_AS(sha256_of_input(scratch / "missing"), Error);
}
