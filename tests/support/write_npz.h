// Writes .npz archives for tests.
#pragma once

#include <minizip/zip.h>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace texpipe::test {

/// Names of members and their bytes.
using ZipMembers = std::vector<std::pair<std::string, std::vector<std::byte>>>;

/// @param packed  by Deflate, else stored
inline void write_npz(const std::filesystem::path& file, const ZipMembers& members, bool packed = true) {
  const zipFile zip = zipOpen64(file.c_str(), APPEND_STATUS_CREATE);
  int result = ZIP_OK;
  for (const auto& [name, bytes] : members) {
    const zip_fileinfo info{};
    result |= zipOpenNewFileInZip64(zip, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, packed ? Z_DEFLATED : 0,
                                    Z_BEST_COMPRESSION, 0);
    result |= zipWriteInFileInZip(zip, bytes.data(), static_cast<unsigned>(bytes.size()));
    result |= zipCloseFileInZip(zip);
  }
  if (zip == nullptr || (result | zipClose(zip, nullptr)) != ZIP_OK)
    throw std::runtime_error{"cannot write " + file.string()};
}

}  // namespace texpipe::test
