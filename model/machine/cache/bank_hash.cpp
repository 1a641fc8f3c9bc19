#include "machine/cache/bank_hash.h"

#include <algorithm>
#include <bit>

#include "base/diagnostic.h"

namespace texpipe::machine {
namespace {

constexpr unsigned kNumberBits = 48;  // bits of an address; the number of a line or a row has fewer

/// Parity of the bits that are set; folded, because not every processor counts bits by an instruction.
std::uint32_t parity(std::uint64_t bits) {
  for (unsigned half = 32; half >= 4; half /= 2) bits ^= bits >> half;
  return 0x6996u >> (bits & 0xF) & 1;
}

std::string hexadecimal(std::uint64_t value) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  do {
    text.insert(text.begin(), kDigits[value % 16]);
  } while ((value /= 16) != 0);
  return "0x" + text;
}

/// Whether no mask is the sum of others: then every bank is chosen equally often.
bool independent(std::vector<std::uint64_t> masks) {
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (masks[i] == 0) return false;
    const std::uint64_t pivot = masks[i] & (~masks[i] + 1);
    for (std::size_t j = i + 1; j < masks.size(); ++j) {
      if ((masks[j] & pivot) != 0) masks[j] ^= masks[i];
    }
  }
  return true;
}

}  // namespace

std::vector<std::uint64_t> BankHash::masks(std::uint32_t banks) const {
  const auto bits = static_cast<unsigned>(std::bit_width(banks) - 1);
  if (kind() == Kind::kMasks) {
    if (masks_.size() != bits || !std::has_single_bit(banks)) {
      throw Error{ExitCode::kInvalidConfiguration, "a bank hash of " + std::to_string(masks_.size()) + " masks for " +
                                                       std::to_string(banks) +
                                                       " banks: expected one for each bit of the bank's index"};
    }
    if (!independent(masks_)) {
      throw Error{ExitCode::kInvalidConfiguration,
                  "the bank hash " + value_text(*this) + " never chooses some of the banks"};
    }
    return masks_;
  }
  std::vector<std::uint64_t> masks;
  for (unsigned bit = 0; bit < bits; ++bit) {
    std::uint64_t mask = std::uint64_t{1} << bit;
    if (kind() == Kind::kXor) {
      for (unsigned place = bit + bits; place < kNumberBits; place += bits) mask |= std::uint64_t{1} << place;
    }
    masks.push_back(mask);
  }
  return masks;
}

std::optional<TextProblem> parse_text(std::string_view text, BankHash& value) {
  const auto words = set_hashes().rows().rows;
  for (const EnumRow& row : words) {
    if (row.name != text) continue;
    value = BankHash{static_cast<SetHash>(row.value)};
    return {};
  }
  std::vector<std::uint64_t> masks;
  std::string_view rest = text;
  if (rest.starts_with('[') && rest.ends_with(']')) rest = rest.substr(1, rest.size() - 2);
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    std::string_view item = rest.substr(0, comma);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (texpipe::parse_text(item, masks.emplace_back()) || masks.back() == 0 || masks.back() >> kNumberBits != 0) {
      std::string known;
      for (const EnumRow& row : words) known += std::string{row.name} + ", ";
      return TextProblem{
          "'" + std::string{item} + "' is not a mask of a bank hash",
          "expected " + known + "or a mask of up to 48 bits for each bit of the bank's index, such as 0x9, 0x12, 0x24"};
    }
    more = comma != std::string_view::npos;
    if (more) rest = rest.substr(comma + 1);
  }
  value = BankHash{std::move(masks)};
  return {};
}

std::string value_text(const BankHash& value) {
  if (value.masks_.empty()) return std::string{set_hashes().rows().rows[static_cast<std::size_t>(value.word())].name};
  std::string text;
  for (const std::uint64_t mask : value.masks_) text += (text.empty() ? "" : ", ") + hexadecimal(mask);
  return text;
}

BankSelector::BankSelector(const BankHash& hash, std::uint32_t banks) : fold_{banks, hash.word()} {
  if (hash.kind() == BankHash::Kind::kMasks) masks_ = hash.masks(banks);
}

std::uint32_t BankSelector::masked(std::uint64_t number) const {
  std::uint32_t bank = 0;
  for (std::size_t bit = 0; bit < masks_.size(); ++bit) bank |= parity(number & masks_[bit]) << bit;
  return bank;
}

}  // namespace texpipe::machine
