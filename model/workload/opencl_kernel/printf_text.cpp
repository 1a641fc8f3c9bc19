#include "workload/opencl_kernel/printf_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "workload/opencl_kernel/printf_records.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kBufferBytes = 4 << 20;  // that Intel's driver gives
constexpr std::uint32_t kHeaderBytes = 4;
/// Characters of one conversion, as many as C promises: wider ones are cut to it.
constexpr unsigned kWidest = 4095;
constexpr std::size_t kLongest = std::size_t{64} << 20;  // bytes of the text

/// The escapes that the compiler spells out in its strings.
std::string without_escapes(std::string_view text) {
  constexpr std::string_view kLetters = "abfnrtv", kMeanings = "\a\b\f\n\r\t\v";
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\' || i + 1 == text.size()) {
      plain += text[i];
      continue;
    }
    const std::size_t letter = kLetters.find(text[++i]);
    plain += letter == std::string_view::npos ? text[i] : kMeanings[letter];
  }
  return plain;
}

/// One conversion of a format (OpenCL C 6.15.14): flags, width and precision as C has them.
struct Conversion {
  std::string options;  // `-08.3`
  std::string length;   // hh, h, hl, l
  char letter = 'd';
};

std::string printed(const Conversion& conversion, const char* length, auto value) {
  const std::string format = "%" + conversion.options + length + conversion.letter;
  std::array<char, kWidest + 1> text{};
  const int needed = std::snprintf(text.data(), text.size(), format.c_str(), value);
  return {text.data(), std::min<std::size_t>(std::max(needed, 0), kWidest)};
}

/// Bytes of an integer that a conversion prints; 0: as many as there are.
unsigned integer_bytes(const Conversion& conversion) {
  if (conversion.length == "hh") return 1;
  if (conversion.length == "h") return 2;
  return 0;
}

std::string printed_number(Conversion conversion, const PrintfValue& value, const PrintfNumber& number) {
  constexpr std::string_view kReals = "aAeEfFgG", kUnsigned = "oxXu";
  const auto* real = std::get_if<double>(&number);
  if (kReals.find(conversion.letter) != std::string_view::npos)
    return printed(conversion, "", real != nullptr ? *real : static_cast<double>(std::get<std::int64_t>(number)));
  std::int64_t integer = 0;
  if (real != nullptr)  // its bits, as C would take them
    integer =
        value.bytes == 8 ? std::bit_cast<std::int64_t>(*real) : std::bit_cast<std::int32_t>(static_cast<float>(*real));
  else
    integer = std::get<std::int64_t>(number);
  if (conversion.letter == 'c') return printed(conversion, "", static_cast<int>(integer));
  unsigned bytes = std::min(value.bytes, 8u);
  if (const unsigned asked = integer_bytes(conversion); asked != 0) bytes = std::min(bytes, asked);
  const unsigned unused = 64 - 8 * bytes;
  const auto above = static_cast<std::uint64_t>(integer) << unused;
  if (kUnsigned.find(conversion.letter) != std::string_view::npos)
    return printed(conversion, "ll", static_cast<unsigned long long>(above >> unused));
  return printed(conversion, "ll", static_cast<long long>(static_cast<std::int64_t>(above) >> unused));
}

std::string printed_value(const Conversion& conversion, const PrintfValue& value,
                          const std::map<std::uint32_t, std::string>& strings) {
  if (value.text) {
    const auto found = strings.find(*value.text);
    Conversion as_text = conversion;
    as_text.letter = 's';
    return printed(as_text, "", found == strings.end() ? "(null)" : without_escapes(found->second).c_str());
  }
  if (conversion.letter == 's') return "(null)";  // no literal: OpenCL C leaves it undefined
  if (conversion.letter == 'p') {
    const auto* address = std::get_if<std::int64_t>(&value.numbers.front());
    return fmt::format("0x{:x}", address != nullptr ? static_cast<std::uint64_t>(*address) : 0);
  }
  std::string text;
  for (const PrintfNumber& number : value.numbers) {
    if (!text.empty()) text += ',';
    text += printed_number(conversion, value, number);
  }
  return text;
}

/// The conversion that begins behind a percent sign. @return the place behind it; nothing when it is none
std::optional<std::size_t> read_conversion(std::string_view format, std::size_t at, Conversion& conversion) {
  const auto take = [&](std::string_view allowed) {
    const std::size_t begin = at;
    while (at < format.size() && allowed.find(format[at]) != std::string_view::npos) ++at;
    return format.substr(begin, at - begin);
  };
  constexpr std::string_view kDigits = "0123456789", kLetters = "diouxXaAeEfFgGcsp";
  const auto take_number = [&] {
    const std::string_view digits = take(kDigits);
    unsigned number = 0;
    if (std::from_chars(digits.data(), digits.data() + digits.size(), number).ec == std::errc::result_out_of_range)
      number = kWidest;
    return digits.empty() ? std::string{} : std::to_string(std::min(number, kWidest));
  };
  conversion.options = take("-+ #0");
  conversion.options += take_number();
  if (at < format.size() && format[at] == '.') {
    ++at;
    conversion.options += "." + take_number();
  }
  if (at < format.size() && format[at] == 'v') {
    ++at;
    take(kDigits);  // the value knows how many elements it has
  }
  conversion.length = take("hlL");
  if (at == format.size() || kLetters.find(format[at]) == std::string_view::npos) return std::nullopt;
  conversion.letter = format[at];
  return at + 1;
}

/// The text of one call. False: the buffer ends within it.
bool print_call(std::string_view format, PrintfRecords& records, const std::map<std::uint32_t, std::string>& strings,
                std::string& text) {
  for (std::size_t at = 0; at < format.size();) {
    if (format[at] != '%') {
      text += format[at++];
      continue;
    }
    if (at + 1 < format.size() && format[at + 1] == '%') {
      text += '%';
      at += 2;
      continue;
    }
    Conversion conversion;
    const std::optional<std::size_t> behind = read_conversion(format, at + 1, conversion);
    if (!behind) {
      text += format[at++];
      continue;
    }
    const std::optional<PrintfValue> value = records.value();
    if (!value) return false;
    text += printed_value(conversion, *value, strings);
    at = *behind;
  }
  return true;
}

}  // namespace

ByteAddress place_printf_buffer(functional::GpuMemory& memory) {
  const ByteAddress address = memory.allocate("printf buffer", ByteSize{kBufferBytes}, ByteSize{4096});
  memory.write_u32(address, kHeaderBytes);
  return address;
}

std::string printf_text(std::span<const std::byte> buffer, const std::map<std::uint32_t, std::string>& strings) {
  PrintfRecords records{buffer};
  records.take<std::uint32_t>();
  std::string text;
  while (const auto number = records.take<std::uint32_t>()) {
    if (text.size() > kLongest) return text + "\n(printf: what follows is left out)\n";
    const auto format = strings.find(*number);
    if (format == strings.end()) return text + fmt::format("\n(printf: no format {})\n", *number);
    if (!print_call(without_escapes(format->second), records, strings, text))
      return text + "\n(printf: the buffer is full)\n";
  }
  return text;
}

std::string printf_text(const functional::GpuMemory& memory, ByteAddress buffer,
                        const std::map<std::uint32_t, std::string>& strings) {
  std::vector<std::byte> bytes(std::min(memory.read_u32(buffer), kBufferBytes));
  memory.read(buffer, bytes);
  return printf_text(bytes, strings);
}

}  // namespace texpipe::study
