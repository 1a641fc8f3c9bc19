// Files of `run --accesses`: quads, textures, and a study that runs them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/files/output_file.h"
#include "study/accesses/access_recorder.h"
#include "study/definition/study.h"

namespace texpipe::study {

/// Format of a file of accesses, by its name.
struct AccessFormat {
  bool json = false;
  bool packed = false;         // by zstd
  std::filesystem::path stem;  // the name without its endings
};
/// Errors: kUsage for a name that ends otherwise than .csv, .jsonl, .csv.zst and .jsonl.zst. @param option  for the
/// error
AccessFormat access_format(const std::filesystem::path& file, const std::string& option);

/// A text as zstd packs it; the same bytes every time.
std::string zstd_packed(const std::string& text);

/// The quads as text. Columns that no quad needs are left out.
std::string access_text(const AccessRecorder& recorder, bool json);

/// Files that belong to a file of accesses: it, its study `STEM.yaml` and its textures `STEM.texture_N.dds`.
class AccessOutput {
 public:
  /// Errors: those of access_format and OutputFile.
  AccessOutput(std::filesystem::path file, Existing existing);

  /// Runs the workload without time, in which its memory changes, and writes the files.
  /// Errors: those of the workload; kUnsupported for one without any message that the file can have.
  /// @return warnings: messages that were left out
  std::vector<Diagnostic> write(Configuration& configuration, functional::Workload& workload);

  const std::filesystem::path& path() const { return file_; }

 private:
  std::string study_text(Configuration& configuration, const functional::Workload& workload,
                         const AccessRecorder& recorder) const;

  std::filesystem::path file_;
  AccessFormat format_;
  Existing existing_;
};

}  // namespace texpipe::study
