// Sorts of files that people give to verbs, told by their first bytes, so that one in the place of another is refused
// with the verb or the key that takes it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string_view>

#include "base/diagnostic.h"

namespace texpipe::study {

enum class FileSort : std::uint8_t {
  kStudy,
  kMachine,
  kSweep,
  kSearch,
  kBench,
  kEnergyTable,
  kSpaWarps,
  kSpaText,
  kVisaText,
  kVisaInputs,
  kLaunch,
  kKernelSource,
  kVerilog,
  kScene,
  kSchema,
  kStatistics,
  kManifest,
  kRunFolder,
  kPng,
  kDds,
  kKtx,
  kPkm,
  kOtherPicture,
  kElf,
  kZstd,
  kArchive,
};

/// Facts of a sort, in words of messages.
struct FileSortFacts {
  FileSort sort;
  std::string_view what;      // `a PNG picture`
  std::string_view taken_by;  // `a study names it, as workload.texture`
  std::string_view verb;      // that one would want behind `texpipe` with such a file alone; empty: none
};

const FileSortFacts& facts_of(FileSort sort);

/// Sort of a file or folder by its name and its first 64 KiB; nothing for others, for pipes and for standard input.
std::optional<FileSort> sort_of(const std::filesystem::path& file);

/// Refuses a file that is of a known sort other than the accepted ones. Errors: `code`, with what it is and what takes
/// it.
void require_sort(const std::filesystem::path& file, std::initializer_list<FileSort> accepted,
                  ExitCode code = ExitCode::kMalformedInput);

}  // namespace texpipe::study
