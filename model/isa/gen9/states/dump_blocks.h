// Blocks of a dump's words, put together line by line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/gen9/states/word_dump.h"

namespace texpipe::gen9 {

/// Words and bytes one behind another, in blocks.
class DumpBlocks {
 public:
  explicit DumpBlocks(const std::string& file) : file_{file} {}

  void begin_line(int number) { number_ = number; }
  void begin_section(std::string name) { name_ = std::move(name); }

  /// Address behind the last word; `base` where that has none.
  std::uint64_t next_address(std::uint64_t base) const;
  bool empty() const { return blocks_.empty(); }
  /// True when words at an address came last.
  bool addressed() const { return !blocks_.empty() && blocks_.back().address.has_value(); }

  /// Begins a block for words at an address, or goes on with the last one when they follow it.
  void begin_words(std::optional<std::uint64_t> address);
  /// A block of its own.
  void add(std::uint64_t address, std::vector<std::uint32_t> words);
  void append_byte(std::uint8_t byte);
  void append_word(std::uint32_t word);
  /// Repeats the last line up to an address.
  void repeat_to(std::uint64_t address);
  /// Errors: Error (kMalformedInput) for bytes that are no whole words, here and when other words begin.
  std::vector<DumpBlock> finish();

 private:
  void finish_bytes() const;

  std::string file_;
  int number_ = 0;    // of the line
  std::string name_;  // of the section
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> last_line_;
  std::vector<DumpBlock> blocks_;
};

}  // namespace texpipe::gen9
