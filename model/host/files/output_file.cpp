#include "host/files/output_file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <streambuf>

#include "base/diagnostic.h"
#include "host/files/files_read.h"
#include "host/files/hidden_place.h"

namespace texpipe::study {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const fs::path& path, std::string problem, std::string hint = "") {
  throw Error{ExitCode::kUsage,
              Diagnostic{.position = {path.string()}, .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Devices, pipes, and what a shell or the system passes as an open file.
bool is_written_straight(const fs::path& path) {
  const std::string text = fs::absolute(path).lexically_normal().string();
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  return text.starts_with("/dev/") || text.starts_with("/proc/self/fd/") ||
         (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status));
}

}  // namespace

/// Bytes on their way to a file; remembers the first failure.
class OutputFile::Buffer final : public std::streambuf {
 public:
  explicit Buffer(Descriptor file) : file_{std::move(file)} { setp(bytes_.data(), bytes_.data() + bytes_.size()); }

  int sync() override {
    if (problem_ == 0 && !write_all(file_.number(), {pbase(), static_cast<std::size_t>(pptr() - pbase())}))
      problem_ = errno;
    setp(bytes_.data(), bytes_.data() + bytes_.size());
    return problem_ == 0 ? 0 : -1;
  }

  int_type overflow(int_type next) override {
    if (sync() != 0) return traits_type::eof();
    if (!traits_type::eq_int_type(next, traits_type::eof())) sputc(traits_type::to_char_type(next));
    return traits_type::not_eof(next);
  }

  /// Error number of write or fsync; 0: none.
  int problem() const { return problem_; }
  int file() const { return file_.number(); }

 private:
  Descriptor file_;
  std::array<char, 1 << 16> bytes_;
  int problem_ = 0;
};

OutputFile::OutputFile(fs::path path, Existing existing) : path_{std::move(path)}, existing_{existing} {
  if (!path_.has_filename()) refuse(path_, "names no file");
  if (is_written_straight(path_)) {
    buffer_ = std::make_unique<Buffer>(Descriptor{open(path_.c_str(), O_WRONLY | O_CLOEXEC)});
    if (buffer_->file() < 0) fail_from_system(path_, "cannot be written");
  } else {
    std::error_code error;
    final_path_ = fs::weakly_canonical(fs::absolute(path_), error);
    if (error)
      throw Error{ExitCode::kInternalError,
                  Diagnostic{.position = {path_.string()}, .problem = "cannot be written: " + error.message()}};
    check_name();
    remove_leftover_files(final_path_);
    HiddenPlace place = make_hidden_file(final_path_);
    hidden_ = place.path;
    struct stat status {};
    if (stat(final_path_.c_str(), &status) == 0) fchmod(place.lock.number(), status.st_mode & 07777);
    buffer_ = std::make_unique<Buffer>(std::move(place.lock));
  }
  stream_ = std::make_unique<std::ostream>(buffer_.get());
}

OutputFile::~OutputFile() {
  if (!hidden_.empty()) unlink(hidden_.c_str());
}

void OutputFile::check_name() const {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(final_path_, error);
  if (!fs::exists(status)) return;
  if (fs::is_directory(status)) refuse(path_, "is a folder", "expected the name of a file");
  if (was_read(final_path_)) refuse(path_, "is an input of this run and is never overwritten", "name another file");
  if (existing_ == Existing::kRefuse) refuse(path_, "exists", "--force replaces it");
}

void OutputFile::publish() {
  stream_->flush();
  errno = buffer_->problem();
  if (errno != 0) fail_from_system(path_, "cannot be written");
  if (hidden_.empty()) return;
  if (fsync(buffer_->file()) != 0) fail_from_system(path_, "cannot be flushed");
  check_name();
  if (existing_ == Existing::kReplace) {
    if (rename(hidden_.c_str(), final_path_.c_str()) != 0) fail_from_system(path_, "cannot be given its name");
  } else if (!rename_to_new(hidden_, final_path_)) {
    refuse(path_, "exists", "--force replaces it");
  }
  hidden_.clear();
  flush_folder(final_path_.parent_path());
}

void write_output(const fs::path& path, std::string_view bytes, Existing existing) {
  OutputFile file{path, existing};
  file.stream().write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.publish();
}

}  // namespace texpipe::study
