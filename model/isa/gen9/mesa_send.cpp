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

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

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

std::string lower(std::string_view text) {
  std::string letters{text};
  for (char& c : letters) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return letters;
}

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

/// Text around the words that name the shared function.
struct FunctionPlace {
  const MesaName* name = nullptr;
  std::string_view before, behind;
};

/// The first name that stands alone, the longest one there; versions before 19 have no `MsgDesc:` behind it.
FunctionPlace function_in(std::string_view text) {
  const std::size_t mark = text.find(kMark);
  const std::string_view head = text.substr(0, mark);
  const auto stands_alone = [&](std::size_t at, std::string_view name) {
    const std::size_t end = at + name.size();
    return text.substr(at).starts_with(name) && (at == 0 || is_blank(text[at - 1])) &&
           (end == text.size() || is_blank(text[end]) || text[end] == '(');
  };
  for (std::size_t at = 0; at < head.size(); ++at) {
    const MesaName* best = nullptr;
    for (const MesaName& name : kNames) {
      if (stands_alone(at, name.name) && (best == nullptr || name.name.size() > best->name.size())) best = &name;
    }
    if (best == nullptr) continue;
    const std::size_t behind = mark == std::string_view::npos ? at + best->name.size() : mark + kMark.size();
    return {best, text.substr(0, at), text.substr(behind)};
  }
  std::string_view last = head;
  while (!last.empty() && is_blank(last.back())) last.remove_suffix(1);
  if (mark == std::string_view::npos) last = last.substr(0, last.find("mlen"));
  const std::size_t blank = last.find_last_of(" \t");
  refuse("no shared function of Mesa's is called \"" +
             std::string{last.substr(blank == std::string_view::npos ? 0 : blank + 1)} + '"',
         "expected as: sampler MsgDesc: sample SIMD8 Surface = 1 Sampler = 0 mlen 1 rlen 4");
}

/// The number behind a word, as `mlen 4`, `Surface = 1` and `surface=1`; nothing without the word.
std::optional<std::uint32_t> number_behind(const std::vector<std::string_view>& tokens, std::string_view word) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string token = lower(tokens[i]);
    if (token.starts_with(lower(word) + '=') && token.size() > word.size() + 1)
      return number_of(tokens[i].substr(word.size() + 1), 10);
    if (token != lower(word) && token != lower(word) + '=') continue;
    if (++i == tokens.size()) return std::nullopt;
    if (tokens[i] == "=" && ++i == tokens.size()) return std::nullopt;
    return number_of(tokens[i], 10);
  }
  return std::nullopt;
}

/// Table index, sampler, type and SIMD mode of `(1, 0, 0, 2)`, as versions before 11 print them.
std::optional<std::array<std::uint32_t, 4>> numbers_in_brackets(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  const std::size_t close = text.find(')');
  if (!text.starts_with('(') || close == std::string_view::npos) return std::nullopt;
  std::string inside{text.substr(1, close - 1)};
  std::replace(inside.begin(), inside.end(), ',', ' ');
  const std::vector<std::string_view> tokens = tokens_of(inside);
  std::array<std::uint32_t, 4> numbers{};
  if (tokens.size() != numbers.size()) return std::nullopt;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto number = number_of(tokens[i], 10);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
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
  const auto field = [](std::string_view name, std::uint32_t value) {
    return FieldAssignment{std::string{name}, std::to_string(value)};
  };
  const auto finish = [&](std::uint32_t surface, std::uint32_t sampler) {
    message.assign(field("binding_table_index", surface));
    message.assign(field("sampler_index", sampler));
    message.assign(field("message_length", required("mlen")));
    message.assign(field("response_length", required("rlen")));
    if (const auto extended = number_behind(tokens, "ex_mlen"))
      message.assign(field("extended_message_length", *extended));
    return message.encode();
  };
  const EnumRows modes = enum_rows(SimdMode{});
  for (const std::string_view token : tokens) {
    if (const EnumRow* row = modes.find(token)) message.simd_mode = static_cast<SimdMode>(row->value);
    if (token == "SIMD4x2") message.simd_mode = static_cast<SimdMode>(0);
    if (token == "HP") message.return_format = ReturnFormat::k16Bit;
    if (token == "EOT") message.end_of_thread = true;
  }
  if (const auto numbers = numbers_in_brackets(text)) {
    message.type = static_cast<SamplerMessageType>((*numbers)[2]);
    message.simd_mode = static_cast<SimdMode>((*numbers)[3]);
    return finish((*numbers)[0], (*numbers)[1]);
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
  return finish(required("Surface"), required("Sampler"));
}

}  // namespace

bool has_mesa_message(std::string_view text) {
  if (text.find(kMark) != std::string_view::npos) return true;
  const std::vector<std::string_view> tokens = tokens_of(text);
  return number_behind(tokens, "mlen").has_value() && number_behind(tokens, "rlen").has_value();
}

MesaSend read_mesa_send(std::string_view text) {
  const FunctionPlace place = function_in(text);
  const MesaName& function = *place.name;
  MesaSend send{.words = std::nullopt, .shared_function = std::string{function.name}, .note = {}};
  std::vector<std::uint32_t> descriptors;
  for (const std::string_view token : tokens_of(place.before)) {
    if (!token.starts_with("0x") && !token.starts_with("0X")) continue;
    const std::string_view digits = token.substr(2, token.find_first_of(":,;", 2) - 2);
    if (const auto word = number_of(digits, 16)) descriptors.push_back(*word);
  }
  const auto code = static_cast<std::uint32_t>(function.function);
  if (!descriptors.empty()) {
    const std::uint32_t extended = descriptors.size() > 1 ? descriptors[1] : 0;
    send.words = MessageWords{.descriptor = descriptors.front(), .extended = (extended & ~0xFu) | code};
    const std::vector<std::string_view> behind = tokens_of(place.behind);
    constexpr std::uint32_t kEndOfThread = 1u << 5;
    constexpr std::uint32_t kEndInInstruction = 1u << 31;  // some versions print the instruction's last DWord
    const bool ends = std::find(behind.begin(), behind.end(), "EOT") != behind.end();
    if (ends) send.words->extended |= kEndOfThread;
    if (ends) send.words->descriptor &= ~kEndInInstruction;
    return send;
  }
  if (function.function != SharedFunction::kSampler) {
    send.note = "the line has no hexadecimal descriptor, and its words are read for the sampler alone";
    return send;
  }
  send.words = sampler_words(place.behind);
  send.note = "the line does not say whether there is a header; none is assumed";
  return send;
}

}  // namespace texpipe::gen9
