#include "rtl_cosim/verilated/port_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace texpipe::rtl_cosim {

void PortValue::put(unsigned at, unsigned bits, std::uint64_t value) {
  for (unsigned done = 0; done < bits;) {
    const unsigned shift = (at + done) % 32;
    const unsigned count = std::min(32 - shift, bits - done);
    const std::uint32_t mask = static_cast<std::uint32_t>((std::uint64_t{1} << count) - 1) << shift;
    std::uint32_t& word = words_[(at + done) / 32];
    word = (word & ~mask) | (static_cast<std::uint32_t>(value >> done << shift) & mask);
    done += count;
  }
}

std::uint64_t PortValue::get(unsigned at, unsigned bits) const {
  std::uint64_t value = 0;
  for (unsigned done = 0; done < bits;) {
    const unsigned shift = (at + done) % 32;
    value |= static_cast<std::uint64_t>(words_[(at + done) / 32] >> shift) << done;
    done += 32 - shift;
  }
  return bits == 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
}

std::int64_t PortValue::get_signed(unsigned at, unsigned bits) const {
  return static_cast<std::int64_t>(get(at, bits) << (64 - bits)) >> (64 - bits);
}

std::string text_of(const Port& port, const PortValue& value) {
  if (port.part() > 64) {
    std::string digits;
    for (auto word = value.words().rbegin(); word != value.words().rend(); ++word)
      digits += fmt::format("{:08x}", *word);
    return "0x" + digits;
  }
  std::string text;
  for (unsigned part = 0; part < port.parts(); ++part) {
    if (part != 0) text += ' ';
    const unsigned at = part * port.part();
    text +=
        port.is_signed ? std::to_string(value.get_signed(at, port.part())) : std::to_string(value.get(at, port.part()));
  }
  return text;
}

}  // namespace texpipe::rtl_cosim
