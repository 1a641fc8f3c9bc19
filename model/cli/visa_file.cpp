#include "cli/visa_file.h"

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>

#include "base/spelling.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/text.h"

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

std::string read_all(const std::string& path) {
  if (path == "-") return {std::istreambuf_iterator<char>{std::cin}, {}};
  std::ifstream in{path, std::ios::binary};
  if (!in) throw Error{ExitCode::kUsage, Diagnostic{.position = {.file = path}, .problem = "the file cannot be read"}};
  return {std::istreambuf_iterator<char>{in}, {}};
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

bool looks_like_text(const std::string& content) {
  return std::all_of(content.begin(), content.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 || c == '\n' || c == '\t' || c == '\r';
  });
}

visa::Program from_bytes(const std::vector<std::uint8_t>& bytes, const VisaSource& source) {
  if (!visa::is_isa_file(bytes))
    return visa::decode_bare(bytes, source_name(source), layout_of(source), generation_of(source));
  std::vector<visa::Program> kernels = visa::read_isa(bytes, source_name(source), generation_of(source));
  if (kernels.empty())
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = source.path}, .problem = "the file holds no kernel"}};
  return std::move(kernels.front());
}

}  // namespace

visa::Layout layout_of(const VisaSource& source) {
  return listed<visa::Layout>(source.layout, "--layout");
}

visa::Generation generation_of(const VisaSource& source) {
  return listed<visa::Generation>(source.generation, "--generation");
}

std::string source_name(const VisaSource& source) {
  return !source.bytes.empty() ? "--bytes" : source.path == "-" ? "<stdin>" : source.path;
}

visa::Program read_visa_text(const VisaSource& source) {
  return visa::parse_text(read_all(source.path), source_name(source), generation_of(source));
}

visa::Program read_visa_bytes(const VisaSource& source) {
  if (!source.bytes.empty()) return from_bytes(hexadecimal(source.bytes), source);
  const std::string content = read_all(source.path);
  return from_bytes({content.begin(), content.end()}, source);
}

visa::Program read_visa(const VisaSource& source) {
  if (!source.bytes.empty()) return read_visa_bytes(source);
  const std::string content = read_all(source.path);
  if (looks_like_text(content) && content.rfind("CISA", 0) != 0) {
    return visa::parse_text(content, source_name(source), generation_of(source));
  }
  return from_bytes({content.begin(), content.end()}, source);
}

}  // namespace texpipe::cli
