#include "study/run_folder/run_folder.h"

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <system_error>
#include <thread>

#include "base/diagnostic.h"
#include "host/files/files_read.h"
#include "study/run_folder/manifest.h"

using namespace texpipe;
using namespace texpipe::study;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

/// An empty folder that goes away with the test.
struct Scratch {
  fs::path path = fs::temp_directory_path() / ("texpipe_run_folder_" + std::to_string(getpid()));
  Scratch() { fs::create_directories(path); }
  ~Scratch() { fs::remove_all(path); }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator{path}, fs::directory_iterator{}));
  }
};

std::string manifest_of(const RunFolder& folder) {
  return manifest_text({.study = "test", .files = folder.files()});
}

void make_run(const fs::path& path, Overwrite overwrite = Overwrite::kRefuse, const char* text = "old",
              RunFolder::Result result = RunFolder::Result::kComplete) {
  RunFolder folder{path, overwrite};
  folder.write("stats.json", text);
  folder.publish(result, manifest_of(folder));
}

/// The message of what making a run throws; empty: nothing.
std::string problem_of(const fs::path& path, Overwrite overwrite) {
  try {
    make_run(path, overwrite, "new");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kUsage);
    return error.what();
  }
  return "";
}

/// Every thread asks for a stack that no address space holds: none can be started.
class NoThreads {
 public:
  NoThreads() {
    pthread_getattr_default_np(&before_);
    pthread_attr_t impossible = before_;
    constexpr std::size_t kStack = std::size_t{1} << 50;
    REQUIRE(pthread_attr_setstacksize(&impossible, kStack) == 0);
    REQUIRE(pthread_setattr_default_np(&impossible) == 0);
  }
  ~NoThreads() { pthread_setattr_default_np(&before_); }
  NoThreads(const NoThreads&) = delete;
  NoThreads& operator=(const NoThreads&) = delete;

 private:
  pthread_attr_t before_;
};

/// Open files of this process are few until the end.
class FewFiles {
 public:
  FewFiles() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit few{.rlim_cur = 32, .rlim_max = before_.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  }
  ~FewFiles() { setrlimit(RLIMIT_NOFILE, &before_); }
  FewFiles(const FewFiles&) = delete;
  FewFiles& operator=(const FewFiles&) = delete;

 private:
  rlimit before_{};
};

std::string content(const fs::path& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

}  // namespace

TEST_CASE("a run folder appears under its name only when it is published", "[run]") {
  Scratch scratch;
  const fs::path path = scratch.path / "a" / "first";
  {
    RunFolder folder{path, Overwrite::kRefuse};
    folder.write("stats.json", "{}");
    CHECK_FALSE(fs::exists(path));
    folder.publish(RunFolder::Result::kComplete, manifest_of(folder));
  }
  CHECK(content(path / "stats.json") == "{}");
  CHECK(fs::exists(path / "COMPLETE"));
  CHECK(fs::exists(path / "manifest.json"));
}

TEST_CASE("a run is published where no thread can be started", "[run]") {
  Scratch scratch;
  {
    const NoThreads none;
    CHECK_THROWS_AS(std::thread{[] {}}.join(), std::system_error);
    make_run(scratch.path / "alone");
  }
  CHECK(content(scratch.path / "alone" / "stats.json") == "old");
  CHECK(fs::exists(scratch.path / "alone" / "COMPLETE"));
}

TEST_CASE("a run of more files than a process may open is published", "[run]") {
  Scratch scratch;
  const FewFiles few;
  RunFolder folder{scratch.path / "pictures", Overwrite::kRefuse};
  for (int i = 0; i < 400; ++i) folder.write("picture_" + std::to_string(i) + ".png", "");
  folder.publish(RunFolder::Result::kComplete, manifest_of(folder));
  CHECK(fs::exists(scratch.path / "pictures" / "COMPLETE"));
}

TEST_CASE("an abandoned run leaves nothing, an unfinished one no COMPLETE", "[run]") {
  Scratch scratch;
  {
    RunFolder folder{scratch.path / "abandoned", Overwrite::kRefuse};
    folder.write("stats.json", "{}");
  }
  CHECK(scratch.entries() == 0);
  make_run(scratch.path / "failed", Overwrite::kRefuse, "{}", RunFolder::Result::kUnfinished);
  CHECK(fs::exists(scratch.path / "failed/manifest.json"));
  CHECK_FALSE(fs::exists(scratch.path / "failed/COMPLETE"));
}

TEST_CASE("a complete run is replaced only when asked, an unfinished one always", "[run]") {
  Scratch scratch;
  const fs::path path = scratch.path / "run";
  make_run(path, Overwrite::kRefuse, "half", RunFolder::Result::kUnfinished);
  make_run(path);
  CHECK(content(path / "stats.json") == "old");
  CHECK_THAT(problem_of(path, Overwrite::kRefuse), Contains("exists; --force replaces it"));
  CHECK(content(path / "stats.json") == "old");
  CHECK(problem_of(path, Overwrite::kReplaceRun).empty());
  CHECK(content(path / "stats.json") == "new");
  CHECK(scratch.entries() == 1);
}

TEST_CASE("an unfinished run does not replace a complete one, even when asked: it stands beside it", "[run]") {
  Scratch scratch;
  const fs::path path = scratch.path / "run";
  make_run(path);
  {
    RunFolder folder{path, Overwrite::kReplaceRun};
    folder.write("stats.json", "half");
    folder.publish(RunFolder::Result::kUnfinished, manifest_of(folder));
    CHECK(folder.path() == scratch.path / "run.2");
  }
  CHECK(content(path / "stats.json") == "old");
  CHECK(fs::exists(path / "COMPLETE"));
  CHECK(content(scratch.path / "run.2/stats.json") == "half");
  CHECK(scratch.entries() == 2);
}

TEST_CASE("only what texpipe wrote is replaced, even when asked", "[run]") {
  Scratch scratch;
  const fs::path path = scratch.path / "run";
  const auto stays = [&](const char* reason, const fs::path& file, const std::string& text) {
    INFO(reason);
    CHECK_THAT(problem_of(path, Overwrite::kReplaceRun), Contains(reason));
    CHECK(content(file) == text);
    CHECK(scratch.entries() == 1);
    fs::remove_all(path);
  };
  SECTION("a folder with a manifest of another program") {
    fs::create_directories(path);
    std::ofstream{path / "manifest.json"} << "{\"manifest_version\": 3, \"name\": \"extension\"}";
    stays("not a run folder", path / "manifest.json", "{\"manifest_version\": 3, \"name\": \"extension\"}");
  }
  SECTION("notes that a user added") {
    make_run(path);
    std::ofstream{path / "notes.txt"} << "dear";
    stays("did not write: notes.txt", path / "notes.txt", "dear");
  }
  SECTION("a folder that a user added") {
    make_run(path);
    fs::create_directories(path / "plots");
    std::ofstream{path / "plots/a"} << "b";
    stays("did not write: plots", path / "plots/a", "b");
  }
  SECTION("a file that a user changed") {
    make_run(path);
    std::ofstream{path / "stats.json"} << "mine";
    stays("stats.json (changed)", path / "stats.json", "mine");
  }
  SECTION("an input of this run") {
    make_run(path);
    note_file_read(path / "stats.json");
    stays("holds an input", path / "stats.json", "old");
  }
  SECTION("a file") {
    std::ofstream{path} << "mine";
    stays("not a run folder", path, "mine");
  }
}

TEST_CASE("an empty folder is taken", "[run]") {
  Scratch scratch;
  fs::create_directories(scratch.path / "run");
  make_run(scratch.path / "run");
  CHECK(content(scratch.path / "run/stats.json") == "old");
}

TEST_CASE("one run at a time writes a folder, and with force the last one stands whole", "[run]") {
  Scratch scratch;
  const fs::path path = scratch.path / "run";
  RunFolder first{path, Overwrite::kRefuse};
  first.write("stats.json", "first");
  CHECK_THAT(problem_of(path, Overwrite::kRefuse), Contains("is being written by another run"));
  RunFolder forced{path, Overwrite::kReplaceRun};
  forced.write("stats.json", "forced");
  forced.publish(RunFolder::Result::kComplete, manifest_of(forced));
  CHECK_THROWS_WITH(first.publish(RunFolder::Result::kComplete, manifest_of(first)),
                    Contains("exists; this run is in") && Contains("run.2"));
  CHECK(content(path / "stats.json") == "forced");
  CHECK(content(scratch.path / "run.2/stats.json") == "first");
  CHECK(scratch.entries() == 2);
}

TEST_CASE("what a killed run left goes with the next run of the name, what a user has stays", "[run]") {
  Scratch scratch;
  for (const char* name : {".run.partial-999999999-0", ".run.partial-999999998-0", ".other.partial-999999999-0"}) {
    fs::create_directories(scratch.path / name);
    std::ofstream{scratch.path / name / "manifest.json"} << unfinished_manifest_text();
    std::ofstream{scratch.path / name / "stats.json"} << "ha";
  }
  std::ofstream{scratch.path / ".run.partial-999999998-0/manifest.json"} << "somebody's";
  make_run(scratch.path / "run");
  CHECK_FALSE(fs::exists(scratch.path / ".run.partial-999999999-0"));
  CHECK(fs::exists(scratch.path / ".run.partial-999999998-0"));
  CHECK(scratch.entries() == 3);
}

TEST_CASE("a place where nothing can be written is an error before the run", "[run]") {
  CHECK_THROWS_AS(RunFolder("/proc/texpipe/run", Overwrite::kRefuse), Error);
  CHECK_THROWS_AS(RunFolder("/", Overwrite::kReplaceRun), Error);
}
