#include "workload/opencl_kernel/binary_part.h"

#include <fmt/format.h>

#include "host/files/byte_reader.h"

namespace texpipe::study {

namespace {

std::string at_byte(std::uint64_t position) {
  return fmt::format("byte 0x{:X}: ", position);
}

}  // namespace

BinaryPart::BinaryPart(std::span<const std::byte> file, std::uint64_t begin, std::uint64_t size, std::string name,
                       const std::string& what)
    : file_{file}, begin_{begin}, end_{begin + size}, position_{begin}, name_{std::move(name)} {
  if (begin > file.size() || size > file.size() - begin)
    refuse(begin, fmt::format("{} of {} bytes does not fit in the file's {}", what, size, file.size()));
}

BinaryPart BinaryPart::part(std::uint64_t size, const std::string& what) {
  if (size > left()) refuse(position_, fmt::format("{} of {} bytes, but {} are left", what, size, left()));
  BinaryPart inner{file_, position_, size, name_, what};
  position_ += size;
  return inner;
}

std::string BinaryPart::text(std::uint64_t size, const std::string& what) {
  const std::span<const std::byte> bytes = part(size, what).bytes();
  const std::string all{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  return all.substr(0, all.find('\0'));
}

void BinaryPart::refuse(std::uint64_t position, const std::string& problem, const std::string& expected) const {
  malformed(name_, at_byte(position) + problem, expected);
}

void BinaryPart::cannot(std::uint64_t position, const std::string& what) const {
  unsupported_in(name_, at_byte(position) + what);
}

std::uint64_t BinaryPart::number(unsigned size) {
  if (left() < size) refuse(position_, fmt::format("cut off: {} bytes are left of {}", left(), size));
  std::uint64_t value = 0;
  for (unsigned i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(file_[position_ + i]) << 8 * i;
  position_ += size;
  return value;
}

}  // namespace texpipe::study
