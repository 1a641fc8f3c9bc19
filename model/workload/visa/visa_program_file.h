// A vISA program from a file: text, a compiler's .isa, or bare instruction bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "isa/visa/encoding.h"

namespace texpipe::study {

/// Errors: those of parse_text(), read_isa() and decode_bare(); kMalformedInput when the file cannot be read or is
/// named .isa and is none. "-" is standard input.
visa::Program read_visa_program(const std::string& file, visa::Layout layout = visa::Layout::kIgc,
                                visa::Generation generation = visa::Generation::kKbl);

/// Program from bytes that are no text: a container's only kernel, or bare instructions.
visa::Program visa_program_of(std::span<const std::uint8_t> bytes, const std::string& name, visa::Layout layout,
                              visa::Generation generation);

/// Content of a file of vISA text, or of one of bytes. Errors: kMalformedInput when it cannot be read or is the other
/// kind.
std::string read_program_text(const std::string& file);
std::vector<std::uint8_t> read_program_bytes(const std::string& file);

}  // namespace texpipe::study
