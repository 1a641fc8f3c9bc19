// Whether a file is a plug-in for this program, told from its bytes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace texpipe::study {

/// The stamp that plug-ins for this program have.
std::string_view own_stamp();

/// Stamp of a shared library.
/// @param file  its bytes
/// @param name  for error texts
/// Errors: Error (kMalformedInput) when the bytes are no shared library of this host, are cut off or have no stamp.
std::string read_stamp(std::string_view file, const std::filesystem::path& name);

/// Compares a plug-in's stamp with that of this program. Errors: Error (kUnsupported) with what differs, in words.
void check_stamp(std::string_view stamp, std::string_view own, const std::filesystem::path& name);

/// Whether a stamp has a line `key: value`.
bool stamp_says(std::string_view stamp, std::string_view key, std::string_view value);

}  // namespace texpipe::study
