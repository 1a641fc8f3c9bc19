// The folder that a run leaves: written under a temporary name, complete when it appears under its own.
#pragma once

#include <filesystem>
#include <string_view>

namespace texpipe::study {

enum class Overwrite { kRefuse, kReplaceRun };

/// Files go to a hidden folder beside the final one, each flushed to disk. `publish` renames it. An unpublished folder
/// is removed.
class RunFolder {
 public:
  /// Error with kUsage when `path` exists and may not be replaced: without kReplaceRun never, with it only when it is
  /// empty or a run folder (it has a manifest.json); with kInternalError when the folder cannot be made.
  RunFolder(std::filesystem::path path, Overwrite overwrite);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Where a file may be written by others before `publish`.
  std::filesystem::path working(std::string_view name) const { return working_ / name; }

  /// Error with kInternalError when the bytes do not reach the disk (full, read-only).
  void write(std::string_view name, std::string_view bytes);

  /// Gives the folder its name; a successful run gets the marker COMPLETE as its last file.
  enum class Result { kComplete, kFailed };
  void publish(Result result);

 private:
  std::filesystem::path path_;
  std::filesystem::path working_;
  bool published_ = false;
};

}  // namespace texpipe::study
