// SHA-256 of input files, hashed once for each content.
#pragma once

#include <filesystem>
#include <string>

namespace texpipe::study {

/// SHA-256 of a file, 64 hexadecimal digits. What this process, or the one that it was forked from, hashed before is
/// not read again while the file has the same node, size and times: the points of a sweep share their inputs. A file
/// that changed a moment ago is not remembered, because a second change might leave it with the same times.
/// Errors: kMalformedInput when the file cannot be read.
std::string sha256_of_input(const std::filesystem::path& path);

}  // namespace texpipe::study
