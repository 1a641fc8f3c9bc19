// Archives of NumPy arrays (.npz): zip files whose members are .npy files, as numpy.savez and savez_compressed write
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "pictures/npy/npy.h"

namespace texpipe::study {

class NpzArchive {
 public:
  /// Reads the archive's directory. Errors: Error (kMalformedInput) when the file cannot be read, is no zip file or a
  /// damaged one, or has two members of one name.
  explicit NpzArchive(const std::filesystem::path& file);
  NpzArchive(std::vector<std::byte> bytes, std::string name);

  /// Names of the members with their `.npy`, in alphabetical order.
  std::vector<std::string> members() const;
  bool has(std::string_view member) const { return places_.contains(member); }

  /// The array of a member that the archive has. Errors: Error (kMalformedInput) when it is damaged, encrypted, or
  /// packed by anything but Deflate; those of parse_npy.
  NpyArray read(std::string_view member) const;

 private:
  /// Position of an entry in the archive's directory.
  struct Place {
    std::uint64_t offset;
    std::uint64_t number;
  };

  std::vector<std::byte> bytes_;
  std::string name_;
  std::map<std::string, Place, std::less<>> places_;
};

}  // namespace texpipe::study
