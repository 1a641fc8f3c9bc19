// A command or state structure of the text of a recording, whose fields stand on the lines that follow its name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa/gen9/states/structure_text.h"
#include "workload/frame/assembly_line.h"

namespace texpipe::study {

class AssembledStructure {
 public:
  enum class Kind { kCommand, kState };

  /// A command or structure of a table. Errors: kMalformedInput for a name that no table has, a structure where a
  /// command is expected, and for a number of DWords that it cannot have.
  /// @param name          token with its name
  /// @param options_from  place of `dwords N`
  /// @param address       of its first word
  AssembledStructure(const AssemblyLine& line, const Token& name, std::size_t options_from, std::uint64_t address,
                     Kind kind);

  /// Words without names.
  AssembledStructure(const AssemblyLine& line, std::uint64_t address) : address_{address}, line_{line.number()} {}

  /// Takes a line `FIELD = VALUE`. Errors: kMalformedInput for a field or value that it cannot have.
  void take_field(const AssemblyLine& line);

  const std::vector<std::uint32_t>& words() const { return words_; }
  std::uint64_t address() const { return address_; }
  std::uint64_t end() const { return address_ + 4 * words_.size(); }
  int line() const { return line_; }
  bool is_command() const { return kind_ == Kind::kCommand; }

 private:
  void take_raw(const AssemblyLine& line);
  void take_reserved(const AssemblyLine& line);

  std::optional<gen9::StructureText> text_;  // none: words
  std::vector<std::uint32_t> words_;
  std::uint64_t address_;
  int line_;
  Kind kind_ = Kind::kState;
};

}  // namespace texpipe::study
