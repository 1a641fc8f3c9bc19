#include "study/run/run_folder.h"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "base/diagnostic.h"

using namespace texpipe;
using namespace texpipe::study;
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

void make_run(const fs::path& path, Overwrite overwrite = Overwrite::kRefuse, const char* text = "{}") {
  RunFolder folder{path, overwrite};
  folder.write("manifest.json", text);
  folder.publish(RunFolder::Result::kComplete);
}

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
    folder.write("manifest.json", "{}");
    CHECK_FALSE(fs::exists(path));
    folder.publish(RunFolder::Result::kComplete);
  }
  CHECK(content(path / "manifest.json") == "{}");
  CHECK(fs::exists(path / "COMPLETE"));
}

TEST_CASE("an abandoned run leaves nothing, a failed one no COMPLETE", "[run]") {
  Scratch scratch;
  {
    RunFolder folder{scratch.path / "abandoned", Overwrite::kRefuse};
    folder.write("manifest.json", "{}");
  }
  CHECK(scratch.entries() == 0);
  RunFolder folder{scratch.path / "failed", Overwrite::kRefuse};
  folder.write("manifest.json", "{}");
  folder.publish(RunFolder::Result::kFailed);
  CHECK(fs::exists(scratch.path / "failed/manifest.json"));
  CHECK_FALSE(fs::exists(scratch.path / "failed/COMPLETE"));
}

TEST_CASE("a run is replaced only when asked, and other folders never", "[run]") {
  Scratch scratch;
  make_run(scratch.path / "run");
  CHECK_THROWS_AS(make_run(scratch.path / "run"), Error);
  make_run(scratch.path / "run", Overwrite::kReplaceRun, "new");
  CHECK(content(scratch.path / "run/manifest.json") == "new");
  CHECK(scratch.entries() == 1);

  fs::create_directories(scratch.path / "precious");
  std::ofstream{scratch.path / "precious/letters.txt"} << "dear";
  CHECK_THROWS_AS(make_run(scratch.path / "precious", Overwrite::kReplaceRun), Error);
  CHECK(content(scratch.path / "precious/letters.txt") == "dear");
}

TEST_CASE("a place where nothing can be written is an error before the run", "[run]") {
  CHECK_THROWS_AS(RunFolder("/proc/texpipe/run", Overwrite::kRefuse), Error);
}
