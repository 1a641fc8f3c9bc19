#include "workload/visa/visa_program_file.h"

#include <algorithm>
#include <filesystem>

#include "host/files/byte_reader.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/text.h"

namespace texpipe::study {

namespace {

bool has_isa_magic(const std::string& content) {
  return content.rfind("CISA", 0) == 0;
}

/// Text that is long enough to be told from bytes: an instruction's first byte is no printable character of its own.
bool looks_like_text(const std::string& content) {
  return !has_isa_magic(content) && std::all_of(content.begin(), content.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || c == '\n' || c == '\t' || c == '\r';
  });
}

[[noreturn]] void refuse(const std::string& file, std::string problem, std::string hint) {
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.position = {.file = shown_name(file)}, .problem = std::move(problem), .hint = std::move(hint)}};
}

}  // namespace

std::string read_program_text(const std::string& file) {
  std::string content = read_text(file);
  if (has_isa_magic(content)) {
    refuse(file, "this is a .isa file, not vISA text", "`texpipe visa disassemble` makes text of it");
  }
  if (!looks_like_text(content)) refuse(file, "this is not vISA text", "it holds control characters");
  return content;
}

std::vector<std::uint8_t> read_program_bytes(const std::string& file) {
  const std::string content = read_text(file);
  const bool named_isa = std::filesystem::path{file}.extension() == ".isa";
  if (!has_isa_magic(content) && named_isa) refuse(file, "this is not a .isa file", "it does not start with CISA");
  if (looks_like_text(content) && !content.empty()) {
    refuse(file, "this is text, neither a .isa file nor instruction bytes",
           "`texpipe visa assemble` makes bytes of vISA text; hexadecimal digits go to --bytes");
  }
  return {content.begin(), content.end()};
}

visa::Program visa_program_of(std::span<const std::uint8_t> bytes, const std::string& name, visa::Layout layout,
                              visa::Generation generation) {
  if (!visa::is_isa_file(bytes)) return visa::decode_bare(bytes, name, layout, generation);
  std::vector<visa::Program> kernels = visa::read_isa(bytes, name, generation);
  if (kernels.empty()) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = name}, .problem = "the file holds no kernel"}};
  }
  if (kernels.size() > 1) {
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.position = {.file = name},
                           .problem = "unsupported: .isa files of " + std::to_string(kernels.size()) + " kernels (" +
                                      kernels[0].name + ", " + kernels[1].name + ", ...)"}};
  }
  return std::move(kernels.front());
}

visa::Program read_visa_program(const std::string& file, visa::Layout layout, visa::Generation generation) {
  const std::string content = read_text(file);
  const std::string name = shown_name(file);
  if (!has_isa_magic(content) && std::filesystem::path{file}.extension() == ".isa")
    refuse(file, "this is not a .isa file", "it does not start with CISA");
  if (looks_like_text(content)) return visa::parse_text(content, name, generation);
  const std::vector<std::uint8_t> bytes{content.begin(), content.end()};
  return visa_program_of(bytes, name, layout, generation);
}

}  // namespace texpipe::study
