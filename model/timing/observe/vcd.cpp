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

void VcdFile::declare(const WaveSignal& signal) {
  signals_.push_back({code_of(signals_.size()), signal.bits, signal.is_real});
  out_ << "$var " << (signal.is_real ? "real " : "wire ") << signal.bits << " " << signals_.back().code << " "
       << signal.name;
  if (const std::string range = shown_range(signal); !range.empty()) out_ << " " << range;
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

void VcdFile::close(std::string_view unfinished) {
  if (!unfinished.empty()) out_ << "$comment unfinished: " << unfinished << " $end\n";
}

void VcdFile::change(std::size_t signal, std::uint64_t value) {
  const unsigned bits = signals_[signal].bits;
  const std::string text = signals_[signal].is_real ? std::to_string(value)
                           : bits == 1              ? (value != 0 ? "1" : "0")
                                                    : binary(value, bits);
  change(signal, std::string_view{text});
}

void VcdFile::change(std::size_t signal, std::string_view text) {
  const auto& [code, bits, is_real] = signals_[signal];
  if (bits == 1) {
    out_ << text << code << "\n";
  } else {
    out_ << (is_real ? "r" : "b") << text << " " << code << "\n";
  }
}

}  // namespace texpipe::timing
