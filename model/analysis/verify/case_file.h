// An array file that a golden case names, and the place where it does.
#pragma once

#include <filesystem>
#include <string>

#include "base/diagnostic.h"
#include "pictures/npy/npy.h"

namespace texpipe::study {

struct CaseFile {
  std::filesystem::path path;  // empty: none is named
  SourcePosition position;     // in the cases.yaml
  std::string key;             // as "tiny.coords"

  CaseFile() = default;
  CaseFile(std::filesystem::path file) : path{std::move(file)} {}  // NOLINT: a file outside any cases.yaml
  CaseFile(std::filesystem::path file, SourcePosition place, std::string name)
      : path{std::move(file)}, position{std::move(place)}, key{std::move(name)} {}

  bool empty() const { return path.empty(); }
};

/// The array. Errors: Error (kMalformedInput) at the place in the cases.yaml, with the file's problem; a file that does
/// not exist with the nearest name beside it.
NpyArray read_case_file(const CaseFile& file);

/// A file whose array does not fit its case: throws Error (kMalformedInput) like read_case_file.
[[noreturn]] void wrong_case_file(const CaseFile& file, const std::string& problem, const std::string& expected);

}  // namespace texpipe::study
