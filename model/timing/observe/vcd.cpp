#include "timing/observe/vcd.h"

namespace texpipe::timing {
namespace {

/// Short printable identifier of the n-th signal.
std::string code_of(std::size_t n) {
  std::string code;
  do {
    code.push_back(static_cast<char>('!' + n % 94));
    n /= 94;
  } while (n > 0);
  return code;
}

std::string binary(std::uint64_t value, unsigned bits) {
  std::string text;
  for (unsigned bit = bits; bit-- > 0;) text.push_back(bit < 64 && (value >> bit & 1) != 0 ? '1' : '0');
  return text;
}

}  // namespace

VcdFile::VcdFile(std::ostream& out) : out_{out} {
  out_ << "$timescale 1ps $end\n";
}

void VcdFile::begin_scope(const std::string& name) {
  out_ << "$scope module " << name << " $end\n";
}

void VcdFile::end_scope() {
  out_ << "$upscope $end\n";
}

void VcdFile::add_signal(const std::string& name, unsigned bits) {
  signals_.push_back({code_of(signals_.size()), bits});
  out_ << "$var wire " << bits << " " << signals_.back().code << " " << name;
  if (bits > 1) out_ << " [" << bits - 1 << ":0]";
  out_ << " $end\n";
}

void VcdFile::end_declarations() {
  out_ << "$enddefinitions $end\n$dumpvars\n";
  for (std::size_t signal = 0; signal < signals_.size(); ++signal) change(signal, 0);
  out_ << "$end\n";
}

void VcdFile::reach(std::uint64_t time) {
  out_ << "#" << time << "\n";
}

void VcdFile::change(std::size_t signal, std::uint64_t value) {
  const unsigned bits = signals_[signal].bits;
  const std::string text = bits == 1 ? (value != 0 ? "1" : "0") : binary(value, bits);
  change(signal, std::string_view{text});
}

void VcdFile::change(std::size_t signal, std::string_view text) {
  const auto& [code, bits] = signals_[signal];
  if (bits == 1) {
    out_ << text << code << "\n";
  } else {
    out_ << "b" << text << " " << code << "\n";
  }
}

}  // namespace texpipe::timing
