#include "study/run/run_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <string>

#include "base/diagnostic.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail(ExitCode code, const fs::path& path, std::string problem, std::string hint = "") {
  throw Error{code, Diagnostic{.position = {path.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

[[noreturn]] void fail_from_system(const fs::path& path, const char* what) {
  fail(ExitCode::kInternalError, path, std::string{what} + ": " + std::strerror(errno));
}

/// Closes a file descriptor when it leaves.
struct Descriptor {
  int number;
  ~Descriptor() {
    if (number >= 0) close(number);
  }
};

void flush_folder(const fs::path& path) {
  const Descriptor folder{open(path.c_str(), O_RDONLY | O_DIRECTORY)};
  if (folder.number >= 0) fsync(folder.number);
}

bool is_run_folder(const fs::path& path) {
  return fs::is_directory(path) && (fs::is_empty(path) || fs::exists(path / "manifest.json"));
}

}  // namespace

RunFolder::RunFolder(fs::path path, Overwrite overwrite) : path_{std::move(path)} {
  if (!path_.has_filename()) path_ = path_.parent_path();
  std::error_code error;
  const fs::path absolute = fs::absolute(path_, error).lexically_normal();
  if (fs::exists(absolute, error)) {
    if (overwrite == Overwrite::kRefuse)
      fail(ExitCode::kUsage, path_, "exists", "--force replaces it, --out DIR names another");
    if (!is_run_folder(absolute))
      fail(ExitCode::kUsage, path_, "exists and is not a run folder", "--out DIR names another");
  }
  fs::create_directories(absolute.parent_path(), error);
  if (error) fail(ExitCode::kInternalError, absolute.parent_path(), "cannot be made: " + error.message());
  working_ = absolute.parent_path() / ('.' + absolute.filename().string() + ".partial-" + std::to_string(getpid()));
  fs::remove_all(working_, error);
  if (!fs::create_directory(working_, error))
    fail(ExitCode::kInternalError, working_, "cannot be made: " + error.message());
}

RunFolder::~RunFolder() {
  std::error_code ignored;
  if (!published_) fs::remove_all(working_, ignored);
}

void RunFolder::write(std::string_view name, std::string_view bytes) {
  const fs::path file = working(name);
  const Descriptor out{open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)};
  if (out.number < 0) fail_from_system(file, "cannot be written");
  while (!bytes.empty()) {
    const ssize_t count = ::write(out.number, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_from_system(file, "cannot be written");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  if (fsync(out.number) != 0) fail_from_system(file, "cannot be flushed");
}

void RunFolder::publish(Result result) {
  if (result == Result::kComplete) write("COMPLETE", "");
  flush_folder(working_);
  const fs::path absolute = fs::absolute(path_).lexically_normal();
  const fs::path aside = working_.string() + ".old";
  std::error_code error;
  const bool replaces = fs::exists(absolute, error);
  if (replaces) fs::rename(absolute, aside, error);
  if (!error) fs::rename(working_, absolute, error);
  if (error) fail(ExitCode::kInternalError, absolute, "cannot be given its name: " + error.message());
  published_ = true;
  flush_folder(absolute.parent_path());
  if (replaces) fs::remove_all(aside, error);
}

}  // namespace texpipe::study
