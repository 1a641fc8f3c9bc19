#include "isa/gen9/send_listing.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "isa/gen9/mesa_send.h"

namespace texpipe::gen9 {

namespace {

struct Token {
  std::string_view text;
  int column = 1;
};

/// Mnemonic of a token: `SEND` and `send.smpl(8)` are `send`.
std::string mnemonic_of(std::string_view token) {
  std::string letters{token.substr(0, token.find_first_of("(."))};
  for (char& c : letters) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return letters;
}

bool is_send(std::string_view token) {
  constexpr std::array<std::string_view, 4> kSends{"send", "sendc", "sends", "sendsc"};
  return std::find(kSends.begin(), kSends.end(), mnemonic_of(token)) != kSends.end();
}

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// A line without its comments, from `//` and between `/*` and `*/`, and without what stands in braces, all replaced by
/// blanks so that columns stay.
std::string bare(std::string_view line) {
  std::string text{line};
  const auto blank = [&](std::size_t from, std::size_t to) { std::fill(text.begin() + from, text.begin() + to, ' '); };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string_view rest = std::string_view{text}.substr(at);
    if (rest.starts_with("//")) {
      blank(at, text.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      blank(at, end == std::string_view::npos ? text.size() : at + end + 2);
    } else if (rest.starts_with("{")) {
      const std::size_t end = rest.find('}');
      blank(at, end == std::string_view::npos ? text.size() : at + end + 1);
    }
  }
  return text;
}

std::vector<Token> tokens_of(std::string_view line) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && !is_blank(line[end])) ++end;
    tokens.push_back({line.substr(at, end - at), static_cast<int>(at + 1)});
    at = end;
  }
  return tokens;
}

/// A word with a type, comma or semicolon behind it or not.
std::optional<std::uint32_t> word_of(std::string_view text) {
  text = text.substr(0, text.find_first_of(":,;"));
  if (!text.starts_with("0x") && !text.starts_with("0X")) return std::nullopt;
  text.remove_prefix(2);
  std::uint32_t word = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), word, 16);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return word;
}

bool is_address_register(std::string_view text) {
  return text.starts_with("a0.") && text.size() > 3 &&
         text.find_first_not_of("0123456789", 3) == std::string_view::npos;
}

/// `(16|M0)`: nothing else of a listing is repeated to a terminal as it stands.
bool is_execution(std::string_view text) {
  return text.starts_with('(') && text.ends_with(')') && std::all_of(text.begin(), text.end(), [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
                  std::string_view{"(|)"}.find(c) != std::string_view::npos;
         });
}

/// `0620` of `/* [0620]  04025E04...`.
std::string offset_of(std::string_view line) {
  const std::size_t open = line.find('[');
  const std::size_t close = line.find(']');
  if (!line.starts_with("/*") || open == std::string_view::npos || close == std::string_view::npos || close < open)
    return "";
  const std::string_view digits = line.substr(open + 1, close - open - 1);
  return digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos ? std::string{digits} : "";
}

struct Reading {
  std::vector<ListedSend> sends;
  std::vector<Diagnostic> problems;
};

void read_line(std::string_view line, const SourcePosition& start, Reading& reading) {
  const std::string text = bare(line);
  const std::vector<Token> tokens = tokens_of(text);
  const auto mnemonic = std::find_if(tokens.begin(), tokens.end(), [](const Token& t) { return is_send(t.text); });
  if (mnemonic == tokens.end()) return;
  ListedSend send{.position = {start.file, start.line, mnemonic->column}, .offset = offset_of(line)};
  const std::size_t open = std::min(mnemonic->text.find('('), mnemonic->text.size());
  send.instruction = mnemonic_of(mnemonic->text);
  std::string_view execution = mnemonic->text.substr(open);
  if (execution.empty() && mnemonic + 1 != tokens.end()) execution = (mnemonic + 1)->text;
  if (is_execution(execution)) send.instruction += " " + std::string{execution};
  if (has_mesa_message(text)) {
    // The end of a thread stands in the braces, which bare() leaves out.
    const std::size_t brace = line.find('{', static_cast<std::size_t>(mnemonic->column));
    std::string message = text.substr(static_cast<std::size_t>(mnemonic->column - 1));
    if (brace != std::string_view::npos && line.find("EOT", brace) != std::string_view::npos) message += " EOT";
    MesaSend mesa = read_mesa_send(message);
    send.words = mesa.words;
    send.note = std::move(mesa.note);
    send.extended_text = std::move(mesa.shared_function);
    reading.sends.push_back(std::move(send));
    return;
  }
  const std::string_view extended = tokens.end() - mnemonic > 2 ? tokens[tokens.size() - 2].text : "";
  const std::string_view descriptor = tokens.back().text;
  const auto extended_word = word_of(extended), descriptor_word = word_of(descriptor);
  if ((!extended_word && !is_address_register(extended)) || (!descriptor_word && !is_address_register(descriptor))) {
    reading.problems.push_back({.position = send.position,
                                .problem = "a send without descriptor words",
                                .hint = "expected the extended descriptor and the descriptor as its last operands, as "
                                        "0x2 0x02420001"});
    return;
  }
  send.extended_text = extended;
  send.descriptor_text = descriptor;
  if (extended_word && descriptor_word) send.words = {.descriptor = *descriptor_word, .extended = *extended_word};
  reading.sends.push_back(std::move(send));
}

/// Whether the second line tells the message of a send in the first.
bool continues(std::string_view first, std::string_view second) {
  if (has_mesa_message(first) || !has_mesa_message(second)) return false;
  const std::vector<Token> before = tokens_of(first), behind = tokens_of(second);
  const auto sends = [](const Token& t) { return is_send(t.text); };
  return std::any_of(before.begin(), before.end(), sends) && std::none_of(behind.begin(), behind.end(), sends);
}

}  // namespace

bool has_send(std::string_view line) {
  const std::vector<Token> tokens = tokens_of(line);
  return tokens.size() > 1 && std::any_of(tokens.begin(), tokens.end(), [](const Token& t) { return is_send(t.text); });
}

std::vector<ListedSend> read_send_listing(std::string_view text, const std::string& file) {
  Reading reading;
  SourcePosition place{file, 1, 1};
  for (std::size_t at = 0; at <= text.size(); ++place.line) {
    std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line{text.substr(at, end - at)};
    const SourcePosition start = place;
    // Mesa writes the message below the operands.
    const std::size_t second = std::min(text.find('\n', end + 1), text.size());
    if (end < text.size() && continues(line, text.substr(end + 1, second - end - 1))) {
      line += ' ' + std::string{text.substr(end + 1, second - end - 1)};
      end = second;
      ++place.line;
    }
    try {
      read_line(line, start, reading);
    } catch (const Error& error) {
      for (Diagnostic problem : error.diagnostics()) {
        problem.position = start;
        reading.problems.push_back(std::move(problem));
      }
    }
    at = end + 1;
  }
  if (reading.problems.empty() && reading.sends.empty()) {
    reading.problems.push_back({.position = {file, 1, 1},
                                .problem = "no send instruction",
                                .hint = "expected a listing with lines as: send (8|M0) r8:w r2 0x2 0x02420001"});
  }
  if (!reading.problems.empty()) throw Error{ExitCode::kMalformedInput, std::move(reading.problems)};
  return std::move(reading.sends);
}

}  // namespace texpipe::gen9
