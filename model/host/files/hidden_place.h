// Place at which an output grows until it is whole: a hidden name beside its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "host/files/descriptor.h"

namespace texpipe::study {

/// `.NAME.partial-PROCESS-N`, locked as long as its writer lives; so the next writer knows what a killed one left.
struct HiddenPlace {
  std::filesystem::path path;
  Descriptor lock;  // of a file: open for writing
};

/// Errors: Error (kInternalError) when it cannot be made.
HiddenPlace make_hidden_file(const std::filesystem::path& final_path);
HiddenPlace make_hidden_folder(const std::filesystem::path& final_path);

/// Hidden places of a final path, by whether their writer lives.
enum class Writer { kAlive, kDead };
std::vector<std::filesystem::path> hidden_places(const std::filesystem::path& final_path, Writer writer);

/// Removes the hidden places that this process made and has not renamed. Of a folder, its files go first. May be called
/// in a signal handler, by a process that ends then.
void abandon_hidden_places() noexcept;

/// Removes hidden files whose writers are dead.
void remove_leftover_files(const std::filesystem::path& final_path);

/// rename(2) that never replaces: false when something has the name already. Errors: kInternalError.
bool rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);

/// Makes new and removed names last.
void flush_folder(const std::filesystem::path& folder);

/// Throws Error (kInternalError): `path: what: the system's reason`.
[[noreturn]] void fail_from_system(const std::filesystem::path& path, const std::string& what);

}  // namespace texpipe::study
