#include "host/files/output_file.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "host/files/files_read.h"
#include "host/files/hidden_place.h"
#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;
using texpipe::test::ScratchFolder;
namespace fs = std::filesystem;

namespace {

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator{folder}, fs::directory_iterator{}));
}

/// The exit code and message of what writing throws.
std::pair<ExitCode, std::string> problem_of(const fs::path& path, Existing existing) {
  try {
    write_output(path, "new", existing);
  } catch (const Error& error) {
    return {error.code(), error.what()};
  }
  return {ExitCode::kSuccess, ""};
}

}  // namespace

TEST_CASE("a file appears under its name when it is whole, and only then", "[output]") {
  const ScratchFolder scratch;
  {
    OutputFile file{scratch / "out.txt", Existing::kRefuse};
    file.stream() << std::string(200'000, 'x');
    CHECK_FALSE(fs::exists(scratch / "out.txt"));
    CHECK(entries(scratch.path()) == 1);
    file.publish();
  }
  CHECK(scratch.read("out.txt") == std::string(200'000, 'x'));
  CHECK(entries(scratch.path()) == 1);
  { OutputFile abandoned{scratch / "abandoned.txt", Existing::kRefuse}; }
  CHECK(entries(scratch.path()) == 1);
}

TEST_CASE("a file that exists is replaced only when asked, and keeps its permissions", "[output]") {
  const ScratchFolder scratch;
  scratch.write("out.txt", "old");
  fs::permissions(scratch / "out.txt", fs::perms::owner_read | fs::perms::owner_write);
  const auto [code, message] = problem_of(scratch / "out.txt", Existing::kRefuse);
  CHECK(code == ExitCode::kUsage);
  CHECK_THAT(message, Contains("exists; --force replaces it"));
  CHECK(scratch.read("out.txt") == "old");
  CHECK(problem_of(scratch / "out.txt", Existing::kReplace).first == ExitCode::kSuccess);
  CHECK(scratch.read("out.txt") == "new");
  CHECK(fs::status(scratch / "out.txt").permissions() == (fs::perms::owner_read | fs::perms::owner_write));
  CHECK(problem_of(scratch.path(), Existing::kReplace).first == ExitCode::kUsage);
}

TEST_CASE("a file that this process has read is never replaced, under none of its names", "[output]") {
  const ScratchFolder scratch;
  scratch.write("study.yaml", "study");
  fs::create_symlink(scratch / "study.yaml", scratch / "link");
  fs::create_hard_link(scratch / "study.yaml", scratch / "other_name");
  OutputFile opened_before{scratch / "study.yaml", Existing::kReplace};
  note_file_read(scratch / "link");
  for (const char* name : {"study.yaml", "link", "other_name"}) {
    const auto [code, message] = problem_of(scratch / name, Existing::kReplace);
    INFO(name);
    CHECK(code == ExitCode::kUsage);
    CHECK_THAT(message, Contains("input of this run"));
  }
  CHECK_THROWS_AS(opened_before.publish(), Error);
  CHECK(scratch.read("study.yaml") == "study");
  CHECK(holds_file_read(scratch.path()));
  CHECK_FALSE(holds_file_read(scratch / "elsewhere"));
}

TEST_CASE("a name that is taken while a file grows stays with the other file", "[output]") {
  const ScratchFolder scratch;
  OutputFile file{scratch / "out.txt", Existing::kRefuse};
  file.stream() << "mine";
  scratch.write("out.txt", "theirs");
  CHECK_THROWS_AS(file.publish(), Error);
  CHECK(scratch.read("out.txt") == "theirs");
}

TEST_CASE("an output through a link goes to the file that it names", "[output]") {
  const ScratchFolder scratch;
  scratch.write("target", "old");
  fs::create_symlink("target", scratch / "link");
  CHECK(problem_of(scratch / "link", Existing::kReplace).first == ExitCode::kSuccess);
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(scratch.read("target") == "new");
}

TEST_CASE("what a killed writer left goes, what a living one writes stays", "[output]") {
  const ScratchFolder scratch;
  scratch.write(".out.txt.partial-999999999-0", "half");
  scratch.write(".out.txt.partial-notes", "the user's");
  const OutputFile living{scratch / "out.txt", Existing::kRefuse};
  CHECK_FALSE(fs::exists(scratch / ".out.txt.partial-999999999-0"));
  CHECK(entries(scratch.path()) == 2);
  CHECK(problem_of(scratch / "out.txt", Existing::kRefuse).first == ExitCode::kSuccess);
  CHECK(hidden_places(scratch / "out.txt", Writer::kAlive).size() == 1);
  CHECK(fs::exists(scratch / ".out.txt.partial-notes"));
}

TEST_CASE("devices are written straight, and a full one is an error", "[output]") {
  CHECK(problem_of("/dev/null", Existing::kRefuse).first == ExitCode::kSuccess);
  const auto [code, message] = problem_of("/dev/full", Existing::kRefuse);
  CHECK(code == ExitCode::kInternalError);
  CHECK_THAT(message, Contains("No space left on device"));
}

TEST_CASE("a place where nothing can be written is refused before anything is made", "[output]") {
  const ScratchFolder scratch;
  CHECK_THROWS_AS(OutputFile(scratch / "no/such/folder/out.txt", Existing::kRefuse), Error);
  CHECK_THROWS_AS(OutputFile("/proc/texpipe.txt", Existing::kRefuse), Error);
  CHECK_THROWS_AS(OutputFile(scratch.path().string() + "/", Existing::kRefuse), Error);
  CHECK(entries(scratch.path()) == 0);
}
