// Files that hold device binaries: the ELF container that ocloc writes, and archives of such containers for several
// devices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace texpipe::study {

/// A device binary's place in its file.
struct DeviceContainer {
  std::uint64_t begin = 0;  // bytes
  std::uint64_t size = 0;
  std::string build_options;
};

/// Whether a file's first bytes are those of a container or of what read_device_container names instead; bare
/// instructions never begin so.
bool is_device_container(std::span<const std::byte> bytes);

/// The device binary of a file; of an archive for several devices that of Kaby Lake, or else the first of another Gen9
/// device, which executes the same instructions. Errors with the file's name and the byte: kMalformedInput for what is
/// no container or is cut off; kUnsupported, named, for SPIR-V, LLVM bitcode, zebin, and archives without Gen9.
DeviceContainer read_device_container(std::span<const std::byte> bytes, const std::string& file);

}  // namespace texpipe::study
