#include "workload/accesses/access_lines.h"

#include <algorithm>
#include <span>
#include <utility>

#include "base/diagnostic.h"

namespace texpipe::study {

void AccessLines::refuse(int column, std::string problem, std::string hint) const {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {.file = bytes_.name(), .line = line_, .column = column},
                         .problem = std::move(problem),
                         .hint = std::move(hint)}};
}

void AccessLines::refuse_long() const {
  refuse(1, "the line has more than " + std::to_string(kLongestLine) + " bytes", "a quad a line");
}

std::optional<std::string_view> AccessLines::raw_line() {
  for (std::size_t searched = used_;;) {
    const auto end = std::find(buffer_.begin() + static_cast<std::ptrdiff_t>(searched), buffer_.end(), '\n');
    if (end != buffer_.end()) {
      const auto length = static_cast<std::size_t>(end - buffer_.begin()) - used_;
      const std::string_view line{buffer_.data() + used_, length};
      used_ += length + 1;
      ++line_;
      if (length > kLongestLine) refuse_long();
      return line;
    }
    buffer_.erase(buffer_.begin(), buffer_.begin() + static_cast<std::ptrdiff_t>(used_));
    used_ = 0;
    searched = buffer_.size();
    if (searched > kLongestLine) {
      ++line_;
      refuse_long();
    }
    buffer_.resize(searched + kLongestLine);
    buffer_.resize(searched + bytes_.read(std::as_writable_bytes(std::span{buffer_}.subspan(searched))));
    if (buffer_.size() > searched) continue;
    if (buffer_.empty()) return {};
    used_ = buffer_.size();
    ++line_;
    return std::string_view{buffer_.data(), buffer_.size()};
  }
}

std::optional<std::string_view> AccessLines::peek() {
  if (!has_peeked_) {
    peeked_ = next();
    has_peeked_ = true;
  }
  return peeked_;
}

std::optional<std::string_view> AccessLines::next() {
  if (std::exchange(has_peeked_, false)) return peeked_;
  while (std::optional<std::string_view> line = raw_line()) {
    if (line->ends_with('\r')) line->remove_suffix(1);
    if (line_ == 1 && line->starts_with("\xEF\xBB\xBF")) line->remove_prefix(3);
    const std::size_t text = line->find_first_not_of(" \t");
    if (text != std::string_view::npos && (*line)[text] != '#') return line;
  }
  return {};
}

}  // namespace texpipe::study
