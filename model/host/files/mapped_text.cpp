#include "host/files/mapped_text.h"

#include <sys/mman.h>
#include <sys/stat.h>

#include "host/files/byte_reader.h"

namespace texpipe::study {

MappedText::MappedText(const std::filesystem::path& file) {
  constexpr std::size_t kLeastMapped = 16 << 20;
  const Descriptor input = open_input(file);
  struct stat status {};
  if (fstat(input.number(), &status) == 0 && S_ISREG(status.st_mode) &&
      static_cast<std::size_t>(status.st_size) >= kLeastMapped) {
    size_ = static_cast<std::size_t>(status.st_size);
    void* const place = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, input.number(), 0);
    if (place == MAP_FAILED) unreadable(shown_name(file));
    madvise(place, size_, MADV_SEQUENTIAL);
    mapped_ = static_cast<const char*>(place);
    return;
  }
  read_ = read_text(file);
}

MappedText::~MappedText() {
  if (mapped_ != nullptr) munmap(const_cast<char*>(mapped_), size_);
}

}  // namespace texpipe::study
