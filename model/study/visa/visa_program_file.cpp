#include "study/visa/visa_program_file.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include "isa/visa/isa_file.h"
#include "isa/visa/text.h"
#include "study/output/files_read.h"

namespace texpipe::study {

namespace {

bool looks_like_text(const std::string& content) {
  return content.rfind("CISA", 0) != 0 && std::all_of(content.begin(), content.end(), [](char c) {
           const auto byte = static_cast<unsigned char>(c);
           return byte >= 0x20 || c == '\n' || c == '\t' || c == '\r';
         });
}

}  // namespace

std::string read_program_bytes(const std::string& file) {
  if (file == "-") {
    note_file_read("/dev/stdin");
    return {std::istreambuf_iterator<char>{std::cin}, {}};
  }
  std::ifstream in{file, std::ios::binary};
  if (!in) throw Error{ExitCode::kUsage, Diagnostic{.position = {.file = file}, .problem = "the file cannot be read"}};
  note_file_read(file);
  return {std::istreambuf_iterator<char>{in}, {}};
}

visa::Program visa_program_of(std::span<const std::uint8_t> bytes, const std::string& name, visa::Layout layout,
                              visa::Generation generation) {
  if (!visa::is_isa_file(bytes)) return visa::decode_bare(bytes, name, layout, generation);
  std::vector<visa::Program> kernels = visa::read_isa(bytes, name, generation);
  if (kernels.empty()) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = name}, .problem = "the file holds no kernel"}};
  }
  return std::move(kernels.front());
}

visa::Program read_visa_program(const std::string& file, visa::Layout layout, visa::Generation generation) {
  const std::string content = read_program_bytes(file);
  const std::string name = file == "-" ? "<stdin>" : file;
  if (looks_like_text(content)) return visa::parse_text(content, name, generation);
  const std::vector<std::uint8_t> bytes{content.begin(), content.end()};
  return visa_program_of(bytes, name, layout, generation);
}

}  // namespace texpipe::study
