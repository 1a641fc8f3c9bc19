// Reads members of .npz archives for tests.
#pragma once

#include <minizip/unzip.h>

#include <stdexcept>
#include <string>

#include "support/npy.h"

namespace texpipe::test {

inline NpyArray read_npz(const std::string& archive, const std::string& member) {
  const unzFile zip = unzOpen64(archive.c_str());
  unz_file_info64 info{};
  std::string content;
  if (zip != nullptr && unzLocateFile(zip, member.c_str(), 1) == UNZ_OK && unzOpenCurrentFile(zip) == UNZ_OK &&
      unzGetCurrentFileInfo64(zip, &info, nullptr, 0, nullptr, 0, nullptr, 0) == UNZ_OK) {
    content.resize(info.uncompressed_size);
    unzReadCurrentFile(zip, content.data(), static_cast<unsigned>(content.size()));
  }
  if (zip == nullptr || unzCloseCurrentFile(zip) != UNZ_OK || unzClose(zip) != UNZ_OK)
    throw std::runtime_error{"cannot read " + member + " of " + archive};
  return parse_npy(content, archive + '/' + member);
}

}  // namespace texpipe::test
