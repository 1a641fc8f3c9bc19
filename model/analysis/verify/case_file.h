// An array that a golden case names: a file, or a member of the archive that stands in for the file's folder.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "pictures/npy/npy.h"
#include "pictures/npy/npz.h"

namespace texpipe::study {

/// Archives beside a cases.yaml, each opened once. For one thread.
class CaseArchives {
 public:
  /// Null where there is no such file. Errors: those of NpzArchive.
  const NpzArchive* at(const std::filesystem::path& file);

 private:
  std::map<std::filesystem::path, NpzArchive> open_;
};

struct CaseFile {
  std::filesystem::path path;     // empty: none is named
  std::filesystem::path archive;  // where an array is whose `path` does not exist, by the name that `path` ends in
  SourcePosition position;        // in the cases.yaml
  std::string key;                // as "tiny.coords"
  std::shared_ptr<CaseArchives> archives{};

  bool empty() const { return path.empty(); }
};

/// The array `name` of a cases.yaml: `wrap/a.npy` is that file beside `cases` or, where there is none, member a.npy of
/// wrap.npz; without a folder, a member of cases.npz.
CaseFile case_file(const std::filesystem::path& cases, const std::string& name);

/// The array. Errors: Error (kMalformedInput) at the place in the cases.yaml, with the file's or archive's problem; an
/// array that does not exist with the nearest name beside it.
NpyArray read_case_file(const CaseFile& file);

/// A file whose array does not fit its case: throws Error (kMalformedInput) like read_case_file.
[[noreturn]] void wrong_case_file(const CaseFile& file, const std::string& problem, const std::string& expected);

}  // namespace texpipe::study
