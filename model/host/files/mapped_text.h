// The text of a file of any size.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace texpipe::study {

/// Bytes of a file as text. A large file is mapped, so that memory holds the pieces of it that are looked at.
class MappedText {
 public:
  /// Errors: those of read_text, but for the size of files.
  explicit MappedText(const std::filesystem::path& file);
  ~MappedText();
  MappedText(const MappedText&) = delete;
  MappedText& operator=(const MappedText&) = delete;

  std::string_view view() const { return mapped_ != nullptr ? std::string_view{mapped_, size_} : read_; }

 private:
  const char* mapped_ = nullptr;
  std::size_t size_ = 0;
  std::string read_;  // of a small file, or of what has no size
};

}  // namespace texpipe::study
