#include "isa/gen9/commands/command_size.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/diagnostic.h"
#include "isa/gen9/commands/base_commands.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/mi_commands.h"

namespace texpipe::gen9 {

namespace {

constexpr std::uint32_t kCountedInNineBits = 0x7917;  // 3DSTATE_SO_DECL_LIST

/// Commands whose usual length is not where their last field ends.
struct UsualLength {
  const CommandLayout* layout;
  unsigned dwords;
};
constexpr std::array kUsualLengths{UsualLength{&command::kHs, 9}, UsualLength{&command::kMiStoreDataImm, 4},
                                   UsualLength{&command::kMiStoreDataIndex, 3}, UsualLength{&command::kMiAtomic, 3}};

}  // namespace

std::uint32_t length_mask(const CommandLayout& layout) {
  const std::uint32_t opcode = layout.opcode.value;
  if (layout.opcode.mask == 0 || command_length(opcode) == command_length(opcode | 1)) return 0;
  if (&layout == &command::kMiStoreDataImm) return 0x3FF;
  return opcode >> 16 == kCountedInNineBits ? 0x1FF : 0xFF;
}

void set_length(const CommandLayout& layout, std::vector<std::uint32_t>& words) {
  const std::uint32_t mask = length_mask(layout);
  if (mask != 0) words[0] = (words[0] & ~mask) | (static_cast<std::uint32_t>(words.size() - 2) & mask);
}

unsigned most_dwords(const CommandLayout& layout) {
  const std::uint32_t mask = length_mask(layout);
  if (layout.opcode.mask == 0) return kMostCommandWords;
  return mask == 0 ? 1 : mask + 2;
}

unsigned usual_dwords(const CommandLayout& layout) {
  for (const UsualLength& usual : kUsualLengths) {
    if (usual.layout == &layout) return usual.dwords;
  }
  std::size_t bits = 32;
  for (const CommandField& f : layout.fields) {
    if (f.repeats == kToTheEnd) continue;
    bits = std::max(bits, f.dword * std::size_t{32} + f.high + 1 + std::size_t{f.repeats - 1u} * f.stride);
  }
  const auto dwords = static_cast<unsigned>((bits + 31) / 32);
  return length_mask(layout) != 0 ? std::max(dwords, 2u) : dwords;
}

std::vector<std::uint32_t> blank_words(const CommandLayout& layout, unsigned dwords) {
  const unsigned least = length_mask(layout) != 0 ? 2 : 1;
  if (dwords < least || dwords > most_dwords(layout)) {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = std::string{layout.name} + " cannot have " + std::to_string(dwords) + " DWords",
                           .hint = "expected " + std::to_string(least) + " to " + std::to_string(most_dwords(layout))}};
  }
  std::vector<std::uint32_t> words(dwords);
  words[0] = layout.opcode.value;
  set_length(layout, words);
  return words;
}

}  // namespace texpipe::gen9
