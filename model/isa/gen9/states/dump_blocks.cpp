#include "isa/gen9/states/dump_blocks.h"

namespace texpipe::gen9 {

std::uint64_t DumpBlocks::next_address(std::uint64_t base) const {
  return addressed() ? *blocks_.back().address + blocks_.back().words.size() * 4 : base;
}

void DumpBlocks::begin_words(std::optional<std::uint64_t> address) {
  last_line_.clear();
  const bool follows = !blocks_.empty() && blocks_.back().name == name_ &&
                       blocks_.back().address.has_value() == address.has_value() &&
                       (!address || *address == next_address(0) + bytes_.size());
  if (follows) return;
  finish_bytes();
  // Mesa prints a command's first word twice.
  if (address && addressed() && *address >= *blocks_.back().address && *address < next_address(0) &&
      blocks_.back().name == name_) {
    blocks_.back().words.resize((*address - *blocks_.back().address) / 4);
    return;
  }
  blocks_.push_back({{file_, number_, 1}, address, {}, name_});
}

void DumpBlocks::add(std::uint64_t address, std::vector<std::uint32_t> words) {
  finish_bytes();
  if (!words.empty()) blocks_.push_back({{file_, number_, 1}, address, std::move(words), name_});
}

void DumpBlocks::append_byte(std::uint8_t byte) {
  bytes_.push_back(byte);
  if (bytes_.size() < 4) return;
  std::uint32_t word = 0;
  for (std::size_t i = 4; i-- > 0;) word = word << 8 | bytes_[i];
  bytes_.clear();
  append_word(word);
}

void DumpBlocks::append_word(std::uint32_t word) {
  blocks_.back().words.push_back(word);
  last_line_.push_back(word);
}

void DumpBlocks::repeat_to(std::uint64_t address) {
  constexpr std::size_t kMostRepeated = std::size_t{1} << 24;  // words; dumps are no disks
  if (!addressed() || last_line_.empty()) return;
  std::vector<std::uint32_t>& words = blocks_.back().words;
  const std::uint64_t begin = *blocks_.back().address;
  while (begin + words.size() * 4 < address && words.size() < kMostRepeated)
    words.push_back(last_line_[words.size() % last_line_.size()]);
}

std::vector<DumpBlock> DumpBlocks::finish() {
  finish_bytes();
  return std::move(blocks_);
}

void DumpBlocks::finish_bytes() const {
  if (bytes_.empty()) return;
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.position = {file_, number_, 1},
                         .problem = std::to_string(bytes_.size()) + " bytes behind the last whole word",
                         .hint = "expected words of 4 bytes"}};
}

}  // namespace texpipe::gen9
