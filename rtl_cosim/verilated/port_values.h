// Values of the ports of RTL, of any width, without a Verilator header.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe::rtl_cosim {

/// A port: one number, or several of `part_bits` each, the first in the lowest bits.
struct Port {
  std::string_view name;
  unsigned bits = 0;
  unsigned part_bits = 0;  // 0: one number
  bool is_signed = false;

  unsigned part() const { return part_bits == 0 ? bits : part_bits; }
  unsigned parts() const { return bits / part(); }
};

/// Bits on a port, as words from the lowest on. Bits beyond its width are 0.
class PortValue {
 public:
  explicit PortValue(unsigned bits = 0) : words_((bits + 31) / 32) {}

  /// The lowest `bits` bits of `value` at bit `at`; 1 to 64 bits, inside the port.
  void put(unsigned at, unsigned bits, std::uint64_t value);
  std::uint64_t get(unsigned at, unsigned bits) const;
  std::int64_t get_signed(unsigned at, unsigned bits) const;

  std::vector<std::uint32_t>& words() { return words_; }
  const std::vector<std::uint32_t>& words() const { return words_; }
  bool operator==(const PortValue&) const = default;

 private:
  std::vector<std::uint32_t> words_;
};

/// One for each port, in the order of the ports.
using PortValues = std::vector<PortValue>;

/// The numbers on a port, decimal, those of more than 64 bits hexadecimal.
std::string text_of(const Port& port, const PortValue& value);

}  // namespace texpipe::rtl_cosim
