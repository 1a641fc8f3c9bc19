// What the vISA fuzzers and the corpus replay do with one input: read, print, lower; an Error is the only way to refuse
// it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/diagnostic.h"
#include "isa/visa/encoding.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/lowering.h"
#include "isa/visa/text.h"

namespace texpipe::fuzz {

inline void use_program(const visa::Program& program) {
  visa::print(program);
  visa::encode(program.statements, visa::Layout::kIgc);
  visa::lower(program, "fuzz");
}

inline void visa_text(std::string_view text) try { use_program(visa::parse_text(text, "fuzz")); } catch (const Error&) {
}

inline void visa_container(std::span<const std::uint8_t> bytes) try {
  for (const visa::Program& program : visa::read_isa(bytes, "fuzz")) use_program(program);
} catch (const Error&) {
}

inline void visa_stream(std::span<const std::uint8_t> bytes, visa::Layout layout) try {
  use_program(visa::decode_bare(bytes, "fuzz", layout, visa::Generation::kKbl));
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
