#include "isa/visa/byte_stream.h"

#include <algorithm>

namespace texpipe::visa {

std::uint64_t FieldReader::number(std::size_t size, const char* what) {
  last_ = next_;
  if (bytes_.size() - next_ < size) fail(std::string{"the bytes end inside "} + what);
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value |= static_cast<std::uint64_t>(bytes_[next_ + i]) << (8 * i);
  next_ += size;
  return value;
}

std::string FieldReader::text(std::size_t size, const char* what) {
  last_ = next_;
  if (bytes_.size() - next_ < size) fail(std::string{"the bytes end inside "} + what);
  std::string value{bytes_.begin() + static_cast<std::ptrdiff_t>(next_),
                    bytes_.begin() + static_cast<std::ptrdiff_t>(next_ + size)};
  next_ += size;
  return value;
}

std::string FieldReader::terminated_text(const char* what) {
  last_ = next_;
  const auto start = bytes_.begin() + static_cast<std::ptrdiff_t>(next_);
  const auto end = std::find(start, bytes_.end(), 0);
  if (end == bytes_.end()) fail(std::string{"the bytes end inside "} + what);
  next_ += static_cast<std::size_t>(end - start) + 1;
  return {start, end};
}

void FieldReader::seek(std::size_t absolute, const char* what) {
  if (absolute < base_ || absolute - base_ > bytes_.size()) fail(std::string{what} + " lies outside the file");
  next_ = absolute - base_;
}

void FieldReader::fail_at(std::size_t position, std::string problem, std::string hint) const {
  refuse(ExitCode::kMalformedInput, position, std::move(problem), std::move(hint));
}

void FieldReader::not_supported_at(std::size_t position, const std::string& what) const {
  refuse(ExitCode::kUnsupported, position, "unsupported: " + what, {});
}

void FieldReader::refuse(ExitCode code, std::size_t position, std::string problem, std::string hint) const {
  throw Error{code, Diagnostic{.position = {.file = file_},
                               .path = "byte " + std::to_string(position),
                               .problem = std::move(problem),
                               .hint = std::move(hint)}};
}

}  // namespace texpipe::visa
