// The one way in which a verb writes a file of the user.
#pragma once

#include <filesystem>
#include <memory>
#include <ostream>
#include <string_view>

namespace texpipe::study {

/// Treatment of a file that has the name already.
enum class Existing { kRefuse, kReplace };

/// A file that appears under its name when it is whole: it grows under a hidden name beside it, reaches the disk and
/// is renamed. What is not published leaves nothing. Devices and pipes (`/dev/null`) are written straight.
class OutputFile {
 public:
  /// Errors: kUsage when the name is taken: without kReplace by anything, with it by a folder or by a file that this
  /// process has read (files_read.h); kInternalError when nothing can be written there.
  OutputFile(std::filesystem::path path, Existing existing);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Formatted output; its failure is an error of `publish`.
  std::ostream& stream() { return *stream_; }

  /// Gives the file its name. Errors: kInternalError when the bytes do not reach the disk; kUsage when the name was
  /// taken meanwhile.
  void publish();

 private:
  class Buffer;

  void check_name() const;

  std::filesystem::path path_;        // as it was given
  std::filesystem::path final_path_;  // links resolved
  std::filesystem::path hidden_;      // empty: written straight
  Existing existing_;
  std::unique_ptr<Buffer> buffer_;
  std::unique_ptr<std::ostream> stream_;
};

/// The whole file at once.
void write_output(const std::filesystem::path& path, std::string_view bytes, Existing existing);

}  // namespace texpipe::study
