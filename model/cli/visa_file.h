// vISA from a file: text, the compiler's .isa, or bare instruction bytes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isa/visa/encoding.h"
#include "isa/visa/lowering.h"

namespace texpipe::cli {

struct VisaSource {
  std::string path;   // "-": standard input
  std::string bytes;  // hexadecimal bytes on the command line, instead of a path
  std::string layout = "igc";
  std::string generation = "kbl";
};

/// Errors: Error with kUsage for a layout or generation that is not listed.
visa::Layout layout_of(const VisaSource& source);
visa::Generation generation_of(const VisaSource& source);
visa::HeaderPolicy header_policy_of(const std::string& word);

/// A kernel from text; Error (kMalformedInput) with line and column.
visa::Program read_visa_text(const VisaSource& source);

/// A kernel from bytes: a .isa file (its first kernel) or bare instructions in the layout.
visa::Program read_visa_bytes(const VisaSource& source);

/// Either, told apart by the content.
visa::Program read_visa(const VisaSource& source);

/// Name of the source in error texts.
std::string source_name(const VisaSource& source);

}  // namespace texpipe::cli
