// Native code from a file: ocloc's device binaries, and bare instructions as drivers keep them in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "isa/gen9/eu_instruction.h"
#include "workload/opencl_kernel/device_program.h"

namespace texpipe::study {

/// One program of a file.
struct CodeSection {
  std::string name;            // of a kernel; empty for bare code
  std::string heading;         // what a listing says above it; may be empty
  std::uint64_t position = 0;  // of its first byte in the file
  std::vector<std::uint8_t> code;
};

/// Every program of a file: each kernel of a device binary; of bare code NAME.dat each width that the `dispatch` of
/// NAME.yaml beside it names; else all bytes as one program. Errors: those of read_device_program() and of the YAML
/// file.
std::vector<CodeSection> read_code(const std::filesystem::path& file);

/// Its instructions. Errors: Error (kMalformedInput) with the file's name and the byte of the instruction in the
/// section.
std::vector<gen9::EuInstruction> decode_section(const CodeSection& section, const std::string& file);

}  // namespace texpipe::study
