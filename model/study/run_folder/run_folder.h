// The folder that a run leaves: written under a hidden name, whole when it appears under its own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "host/files/hidden_place.h"

namespace texpipe::study {

enum class Overwrite { kRefuse, kReplaceRun };

/// Keeper of a folder: keeps others away from it, and sees to it that it outlives a power cut.
enum class Keeper { kFolder, kCaller };

/// A file of a run folder, as the manifest lists it.
struct RunFile {
  std::string name;
  std::uint64_t bytes;
  std::string sha256;
};

/// Files go to a hidden folder beside the final one. `publish` flushes them to disk and renames it. An unpublished
/// folder is removed.
///
/// A folder that is there already is replaced only when everything in it was written by texpipe and is as it was
/// written (its manifest lists names and hashes) and nothing in it was read by this process; a complete run only with
/// kReplaceRun and by a complete one, an unfinished one always. While one run without kReplaceRun writes a folder,
/// others are refused.
class RunFolder {
 public:
  /// Errors: kUsage when the folder may not be written; kInternalError when it cannot be made.
  RunFolder(std::filesystem::path path, Overwrite overwrite, Keeper keeper = Keeper::kFolder);
  ~RunFolder();
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// As it was given; once published, where the run is.
  const std::filesystem::path& path() const { return path_; }

  /// Error with kInternalError when the bytes do not fit the disk (full, read-only).
  void write(std::string_view name, std::string_view bytes);

  /// Files written so far, for the manifest.
  const std::vector<RunFile>& files() const { return files_; }

  /// Gives the folder its name, after its manifest as the last file; a successful run gets the marker COMPLETE. When
  /// somebody else's folder has taken the name, or a complete run has the name of an unfinished one, this one stands
  /// beside it as NAME.2, NAME.3 ... Error with kUsage for a complete run that had to.
  enum class Result { kComplete, kUnfinished };
  void publish(Result result, std::string_view manifest);

 private:
  void write_file(std::string_view name, std::string_view bytes);
  void flush_files() const;
  void take_name(Result result);
  void stand_beside();

  std::filesystem::path path_;
  std::filesystem::path final_path_;  // links resolved
  Overwrite overwrite_;
  Keeper keeper_;
  HiddenPlace working_;
  std::vector<RunFile> files_;
  bool published_ = false;
};

}  // namespace texpipe::study
