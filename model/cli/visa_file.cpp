#include "cli/visa_file.h"

#include <algorithm>
#include <cctype>

#include "base/spelling.h"
#include "host/files/byte_reader.h"
#include "isa/visa/text.h"
#include "study/definition/file_sorts.h"
#include "workload/visa/visa_program_file.h"

namespace texpipe::cli {

namespace {

template <class E>
E listed(const std::string& word, const char* option) {
  const std::optional<E> value = value_of<E>(word);
  if (value) return *value;
  throw Error{ExitCode::kUsage, Diagnostic{.path = option,
                                           .problem = word + " is not listed",
                                           .hint = spelling_hint(word, enum_rows(E{}).names())}};
}

std::vector<std::uint8_t> hexadecimal(const std::string& text) {
  std::vector<std::uint8_t> bytes;
  std::string digits;
  for (char c : text) {
    if (c == ' ' || c == ',' || c == '\n' || c == '\t') continue;
    if (!std::isxdigit(static_cast<unsigned char>(c))) {
      throw Error{ExitCode::kUsage,
                  Diagnostic{.path = "--bytes", .problem = "'" + std::string{c} + "' is no hexadecimal digit"}};
    }
    digits += c;
  }
  if (digits.size() % 2)
    throw Error{ExitCode::kUsage, Diagnostic{.path = "--bytes", .problem = "an odd number of hexadecimal digits"}};
  for (std::size_t i = 0; i < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// Errors: kMalformedInput for a program without an instruction: an empty file is a mistake.
visa::Program with_instructions(visa::Program program, const VisaSource& source) {
  if (!program.statements.empty()) return program;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {source_name(source)}, .problem = "holds no instruction"}};
}

}  // namespace

visa::Layout layout_of(const VisaSource& source) {
  return listed<visa::Layout>(source.layout, "--layout");
}

visa::Generation generation_of(const VisaSource& source) {
  return listed<visa::Generation>(source.generation, "--generation");
}

visa::HeaderPolicy header_policy_of(const std::string& word) {
  return listed<visa::HeaderPolicy>(word, "--header");
}

std::string source_name(const VisaSource& source) {
  return !source.bytes.empty() ? "--bytes" : study::shown_name(source.path);
}

visa::Program read_visa_text(const VisaSource& source) {
  study::require_sort(source.path, {study::FileSort::kVisaText});
  return with_instructions(
      visa::parse_text(study::read_program_text(source.path), source_name(source), generation_of(source)), source);
}

visa::Program read_visa_bytes(const VisaSource& source) {
  const std::vector<std::uint8_t> bytes =
      source.bytes.empty() ? study::read_program_bytes(source.path) : hexadecimal(source.bytes);
  return with_instructions(study::visa_program_of(bytes, source_name(source), layout_of(source), generation_of(source)),
                           source);
}

visa::Program read_visa(const VisaSource& source) {
  if (!source.bytes.empty()) return read_visa_bytes(source);
  study::require_sort(source.path, {study::FileSort::kVisaText});
  return with_instructions(study::read_visa_program(source.path, layout_of(source), generation_of(source)), source);
}

}  // namespace texpipe::cli
