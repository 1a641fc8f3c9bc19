#include "workload/opencl_kernel/kernel_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "host/files/byte_reader.h"
#include "isa/visa/isa_file.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/opencl_kernel/device_container.h"

namespace texpipe::study {

namespace {

std::vector<std::uint8_t> octets(std::span<const std::byte> bytes) {
  std::vector<std::uint8_t> copy(bytes.size());
  if (!copy.empty()) std::memcpy(copy.data(), bytes.data(), copy.size());
  return copy;
}

/// A number of the dispatch table, decimal or 0x.
std::uint64_t number_in(const ConfigNode& width, const char* key) {
  const ConfigEntry* entry = width.find(key);
  const SourcePosition& place = entry ? entry->value.position : width.position;
  std::uint64_t value = 0;
  if (entry != nullptr) {
    std::string_view text = entry->value.text;
    const bool hex = text.starts_with("0x");
    if (hex) text.remove_prefix(2);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, hex ? 16 : 10);
    if (error == std::errc{} && end == text.data() + text.size()) return value;
  }
  throw Error{
      ExitCode::kMalformedInput,
      Diagnostic{.position = place, .path = key, .problem = "no number of bytes", .hint = "expected 0x100 or 256"}};
}

std::string capital(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return text;
}

std::vector<CodeSection> sections_by(const ConfigNode& dispatch, std::span<const std::byte> bytes,
                                     const std::filesystem::path& file) {
  std::vector<CodeSection> sections;
  for (const ConfigEntry& width : dispatch.entries) {
    const std::uint64_t entry = number_in(width.value, "entry"), size = number_in(width.value, "bytes");
    if (entry > bytes.size() || size > bytes.size() - entry)
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.position = width.position,
                             .path = "dispatch." + width.key,
                             .problem = fmt::format("bytes {} to {} of {}, which has {}", entry, entry + size,
                                                    file.string(), bytes.size())}};
    sections.push_back(
        {.name = width.key,
         .heading = fmt::format("{}, {}, entry at byte 0x{:X} of {}, {} bytes of code; offsets below count "
                                "from the entry",
                                file.stem().string(), capital(width.key), entry, file.filename().string(), size),
         .position = entry,
         .code = octets(bytes.subspan(entry, size))});
  }
  return sections;
}

/// Refuses text, which people paste in place of a file; no program is letters alone.
void require_bytes(std::span<const std::byte> bytes, const std::string& file) {
  const auto is_letter = [](std::byte b) {
    const auto c = static_cast<unsigned char>(b);
    return (c >= ' ' && c < 0x7F) || c == '\n' || c == '\r' || c == '\t';
  };
  if (!std::all_of(bytes.begin(), bytes.end(), is_letter)) return;
  const std::string_view text{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  const bool digits = text.find_first_not_of("0123456789abcdefABCDEFxX,;:| \t\r\n") == std::string_view::npos;
  if (digits || text.find("00000000: ") == 0 || text.find("00000000  ") == 0)
    malformed(file, "hexadecimal text, not instructions",
              "the bytes that it stands for, as `xxd -r -p` makes them of digits and `xxd -r` of a dump");
  malformed(file, "text, not instructions", "a device binary, or the bytes of instructions");
}

}  // namespace

std::vector<CodeSection> read_code(const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = read_file(file);
  if (is_device_container(bytes)) {
    std::vector<CodeSection> sections;
    const DeviceProgram program = read_device_program(bytes, shown_name(file));
    for (const DeviceKernel& kernel : program.kernels) {
      const std::string heading = program.kernels.size() > 1 ? "kernel " + kernel.name : "";
      sections.push_back({kernel.name, heading, kernel.code_position, kernel.code});
    }
    return sections;
  }
  if (bytes.empty()) malformed(shown_name(file), "no instructions: the file is empty");
  if (visa::is_isa_file(octets(bytes)))
    malformed(shown_name(file), "vISA, which the compiler's finaliser turns into instructions",
              "native code; texpipe visa disassemble reads this file");
  require_bytes(bytes, shown_name(file));
  std::filesystem::path described = file;
  described.replace_extension(".yaml");
  if (file.extension() == ".dat" && std::filesystem::exists(described)) {
    std::vector<Diagnostic> problems;
    const ConfigNode root = read_yaml_file(described, problems);
    if (!problems.empty()) throw Error{ExitCode::kMalformedInput, std::move(problems)};
    if (const ConfigEntry* dispatch = root.find("dispatch")) return sections_by(dispatch->value, bytes, file);
  }
  return {{.name = "", .heading = "", .position = 0, .code = octets(bytes)}};
}

std::vector<gen9::EuInstruction> decode_section(const CodeSection& section, const std::string& file) try {
  return gen9::read_eu_program(section.code);
} catch (const Error& error) {
  std::vector<Diagnostic> diagnostics = error.diagnostics();
  for (Diagnostic& diagnostic : diagnostics) {
    diagnostic.position.file = file;
    if (!section.name.empty()) diagnostic.path = section.name + ": " + diagnostic.path;
  }
  throw Error{error.code(), std::move(diagnostics)};
}

}  // namespace texpipe::study
