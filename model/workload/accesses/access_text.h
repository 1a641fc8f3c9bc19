// Rows of a file of accesses, read from CSV or from JSON Lines.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "host/files/file_bytes.h"
#include "workload/accesses/access_columns.h"

namespace texpipe::study {

/// Opens a file of accesses, which zstd may have packed: one whose first character is `{` holds a JSON object on each
/// line, any other is CSV whose first line names the columns. Lines that are empty or begin with `#` are skipped.
/// Errors, then and from `next`: kMalformedInput with file, line and column: unknown columns, columns that are named
/// twice, rows of more or fewer cells than there are columns, damaged JSON, lines of more than 64 KiB; those of
/// UnpackedBytes.
std::unique_ptr<AccessRows> access_rows(FileBytes file);

}  // namespace texpipe::study
