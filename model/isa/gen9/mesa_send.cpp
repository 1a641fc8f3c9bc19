#include "isa/gen9/mesa_send.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/spelling.h"
#include "isa/gen9/message_descriptor.h"

namespace texpipe::gen9 {

namespace {

constexpr std::string_view kMark = "MsgDesc:";

struct MesaName {
  std::string_view name;
  SharedFunction function;
};
// Names of Mesa's versions since Gen9.
constexpr std::array kNames{MesaName{"sampler", SharedFunction::kSampler},
                            MesaName{"gateway", SharedFunction::kGateway},
                            MesaName{"urb", SharedFunction::kUrb},
                            MesaName{"thread_spawner", SharedFunction::kThreadSpawner},
                            MesaName{"ts", SharedFunction::kThreadSpawner},
                            MesaName{"render", SharedFunction::kRenderCache},
                            MesaName{"const", SharedFunction::kReadOnlyDataPort},
                            MesaName{"dp const", SharedFunction::kReadOnlyDataPort},
                            MesaName{"data", SharedFunction::kDataPort0},
                            MesaName{"hdc0", SharedFunction::kDataPort0},
                            MesaName{"dp data 0", SharedFunction::kDataPort0},
                            MesaName{"hdc1", SharedFunction::kDataPort1},
                            MesaName{"dp data 1", SharedFunction::kDataPort1},
                            MesaName{"hdc2", SharedFunction::kDataPort2},
                            MesaName{"pixel interp", SharedFunction::kPixelInterpolator},
                            MesaName{"vme", SharedFunction::kVideoMotionEstimation},
                            MesaName{"cre", SharedFunction::kCheckAndRefinement}};

std::vector<std::string_view> tokens_of(std::string_view text) {
  std::vector<std::string_view> tokens;
  for (std::size_t at = text.find_first_not_of(" \t\r"); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_of(" \t\r", at), text.size());
    tokens.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(" \t\r", end);
  }
  return tokens;
}

std::optional<std::uint32_t> number_of(std::string_view text, int base) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

[[noreturn]] void refuse(std::string problem, std::string hint) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = std::move(problem), .hint = std::move(hint)}};
}

const MesaName& function_before(std::string_view text) {
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  const MesaName* best = nullptr;
  for (const MesaName& name : kNames) {
    const bool fits = text.ends_with(name.name) &&
                      (text.size() == name.name.size() || text[text.size() - name.name.size() - 1] == ' ');
    if (fits && (best == nullptr || name.name.size() > best->name.size())) best = &name;
  }
  if (best != nullptr) return *best;
  const std::size_t blank = text.find_last_of(' ');
  refuse("no shared function of Mesa's is called \"" +
             std::string{text.substr(blank == std::string_view::npos ? 0 : blank + 1)} + '"',
         "expected as: sampler MsgDesc: sample SIMD8 Surface = 1 Sampler = 0 mlen 1 rlen 4");
}

std::string lower(std::string_view text) {
  std::string letters{text};
  for (char& c : letters) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return letters;
}

/// The number behind a word, as `mlen 4` and `Surface = 1`; nothing without the word.
std::optional<std::uint32_t> number_behind(const std::vector<std::string_view>& tokens, std::string_view word) {
  auto place = std::find(tokens.begin(), tokens.end(), word);
  if (place == tokens.end() || ++place == tokens.end()) return std::nullopt;
  if (*place == "=" && ++place == tokens.end()) return std::nullopt;
  return number_of(*place, 10);
}

/// The sampler message that the words behind `MsgDesc:` name.
MessageWords sampler_words(std::string_view text) {
  const std::vector<std::string_view> tokens = tokens_of(text);
  SamplerMessage message;
  const auto required = [&](std::string_view word) {
    const auto number = number_behind(tokens, word);
    if (!number)
      refuse("a sampler message without \"" + std::string{word} + '"',
             "expected as: sampler MsgDesc: sample SIMD8 Surface = 1 Sampler = 0 mlen 1 rlen 4");
    return *number;
  };
  const EnumRows modes = enum_rows(SimdMode{});
  for (const std::string_view token : tokens) {
    if (const EnumRow* row = modes.find(token)) message.simd_mode = static_cast<SimdMode>(row->value);
    if (token == "SIMD4x2") message.simd_mode = static_cast<SimdMode>(0);
    if (token == "HP") message.return_format = ReturnFormat::k16Bit;
    if (token == "EOT") message.end_of_thread = true;
  }
  const EnumRows types = enum_rows(message.type);
  const EnumRow* type = nullptr;
  for (const EnumRow& row : types.rows) {
    if (!tokens.empty() && lower(row.name) == lower(tokens.front())) type = &row;
  }
  if (type == nullptr) {
    const std::string_view name = tokens.empty() ? "" : tokens.front();
    refuse("no sampler message is called \"" + std::string{name} + '"', spelling_hint(name, types.names()));
  }
  message.type = static_cast<SamplerMessageType>(type->value);
  const auto field = [](std::string_view name, std::uint32_t value) {
    return FieldAssignment{std::string{name}, std::to_string(value)};
  };
  message.assign(field("binding_table_index", required("Surface")));
  message.assign(field("sampler_index", required("Sampler")));
  message.assign(field("message_length", required("mlen")));
  message.assign(field("response_length", required("rlen")));
  if (const auto extended = number_behind(tokens, "ex_mlen"))
    message.assign(field("extended_message_length", *extended));
  return message.encode();
}

}  // namespace

bool has_mesa_message(std::string_view text) {
  return text.find(kMark) != std::string_view::npos;
}

MesaSend read_mesa_send(std::string_view text) {
  const std::size_t mark = text.find(kMark);
  const MesaName& function = function_before(text.substr(0, mark));
  MesaSend send{.words = std::nullopt, .shared_function = std::string{function.name}, .note = {}};
  std::vector<std::uint32_t> descriptors;
  for (const std::string_view token : tokens_of(text.substr(0, mark))) {
    if (!token.starts_with("0x")) continue;
    if (const auto word = number_of(token.substr(2), 16)) descriptors.push_back(*word);
  }
  const auto code = static_cast<std::uint32_t>(function.function);
  if (!descriptors.empty()) {
    const std::uint32_t extended = descriptors.size() > 1 ? descriptors[1] : 0;
    send.words = MessageWords{.descriptor = descriptors.front(), .extended = (extended & ~0xFu) | code};
    const std::vector<std::string_view> behind = tokens_of(text.substr(mark));
    constexpr std::uint32_t kEndOfThread = 1u << 5;
    if (std::find(behind.begin(), behind.end(), "EOT") != behind.end()) send.words->extended |= kEndOfThread;
    return send;
  }
  if (function.function != SharedFunction::kSampler) {
    send.note = "the line has no hexadecimal descriptor, and its words are read for the sampler alone";
    return send;
  }
  send.words = sampler_words(text.substr(mark + kMark.size()));
  send.note = "the line does not say whether there is a header; none is assumed";
  return send;
}

}  // namespace texpipe::gen9
