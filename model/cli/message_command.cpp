// texpipe message decode|encode: the descriptor words of a send, or of all sends of a listing.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/unit_text.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "isa/gen9/message_descriptor.h"
#include "isa/gen9/send_listing.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

std::uint32_t parse_word(const std::string& text, std::string_view what) {
  std::uint32_t word = 0;
  if (const auto problem = parse_text(text, word)) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = std::string{what}, .problem = problem->problem, .hint = "expected 32 bits, as 0x2"}};
  }
  return word;
}

std::string word_text(std::uint32_t word) {
  return fmt::format("0x{:08x}", word);
}

Json json_of(const gen9::AnyMessage& message, gen9::MessageWords words) {
  Json list = Json::array();
  for (const gen9::FieldValue& field : gen9::message_fields(message)) {
    list.push_back({{"key", field.key},
                    {"name", field.name},
                    {"bits", field.bits},
                    {"raw", field.raw},
                    {"value", field.value},
                    {"meaning", field.meaning}});
  }
  return {{"extended_descriptor", word_text(words.extended)},
          {"descriptor", word_text(words.descriptor)},
          {"description", gen9::describe_message(message)},
          {"fields", list}};
}

void print_fields(const gen9::AnyMessage& message) {
  const auto fields = gen9::message_fields(message);
  std::size_t width = 16;
  for (const gen9::FieldValue& field : fields) width = std::max(width, field.value.size());
  for (const gen9::FieldValue& field : fields) {
    std::cout << fmt::format("  {:<26} {:<28} {:<{}} {}\n", field.bits, field.key, field.value, width, field.meaning);
  }
}

void print(const gen9::AnyMessage& message, gen9::MessageWords words, bool json) {
  if (json) {
    std::cout << json_of(message, words).dump(2) << '\n';
    return;
  }
  std::cout << word_text(words.extended) << ' ' << word_text(words.descriptor) << "  "
            << gen9::describe_message(message) << '\n';
  print_fields(message);
}

struct MessageOptions {
  std::string extended, descriptor, shared_function;
  std::vector<std::string> fields;
  bool all_fields = false;
};

/// A message of a listing; none when a word is in a register.
std::optional<gen9::AnyMessage> decoded(const gen9::ListedSend& send, std::vector<Diagnostic>& problems) {
  if (!send.words) return std::nullopt;
  try {
    return gen9::decode_message(*send.words);
  } catch (const Error& error) {
    for (Diagnostic problem : error.diagnostics()) {
      problem.position = send.position;
      problems.push_back(std::move(problem));
    }
    return std::nullopt;
  }
}

/// Text of a send's extended descriptor where its descriptor is in a register.
std::string unknown_text(const gen9::ListedSend& send) {
  return fmt::format("{} {}  in a register, known only when it runs", send.extended_text, send.descriptor_text);
}

void print_send(const gen9::ListedSend& send, const std::optional<gen9::AnyMessage>& message, bool all_fields) {
  std::cout << fmt::format("{:>5} {:>6}  {:<16} ", send.position.line, send.offset, send.instruction);
  if (!message) {
    std::cout << unknown_text(send) << '\n';
    return;
  }
  std::cout << word_text(send.words->extended) << ' ' << word_text(send.words->descriptor) << "  "
            << gen9::describe_message(*message) << '\n';
  if (all_fields) print_fields(*message);
}

/// Every send of a listing. What does not decode is reported with its place when the others have been printed.
ExitCode decode_listing(const MessageOptions& options, bool json) {
  const auto sends = gen9::read_send_listing(study::read_text(options.extended), study::shown_name(options.extended));
  std::vector<Diagnostic> problems;
  Json list = Json::array();
  for (const gen9::ListedSend& send : sends) {
    const std::size_t before = problems.size();
    const auto message = decoded(send, problems);
    if (problems.size() > before) continue;
    if (!json) {
      print_send(send, message, options.all_fields);
      continue;
    }
    Json entry{{"line", send.position.line}, {"offset", send.offset}, {"instruction", send.instruction}};
    entry.update(message ? json_of(*message, *send.words)
                         : Json{{"extended_descriptor", send.extended_text}, {"descriptor", send.descriptor_text}});
    list.push_back(std::move(entry));
  }
  if (json) std::cout << Json{{"schema_version", 1}, {"messages", list}}.dump(2) << '\n';
  if (!problems.empty()) throw Error{ExitCode::kMalformedInput, std::move(problems)};
  return ExitCode::kSuccess;
}

bool is_number(const std::string& text) {
  std::error_code ignored;
  return !text.empty() && text.front() >= '0' && text.front() <= '9' && !std::filesystem::exists(text, ignored);
}

ExitCode decode(const MessageOptions& options, bool json) {
  if (options.descriptor.empty()) {
    if (!is_number(options.extended)) return decode_listing(options, json);
    throw Error{ExitCode::kUsage, Diagnostic{.problem = "DESCRIPTOR is missing",
                                             .hint = "expected two words, as 0x2 0x02420001, or a listing"}};
  }
  const gen9::MessageWords words{.descriptor = parse_word(options.descriptor, "DESCRIPTOR"),
                                 .extended = parse_word(options.extended, "EXTENDED")};
  print(gen9::decode_message(words), words, json);
  return ExitCode::kSuccess;
}

ExitCode encode(const MessageOptions& options, bool json) {
  std::vector<gen9::FieldAssignment> assignments;
  for (const std::string& field : options.fields) assignments.push_back(gen9::parse_assignment(field));
  const gen9::AnyMessage message = gen9::message_from_fields(options.shared_function, assignments);
  print(message, gen9::encode_message(message), json);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_message(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<MessageOptions>();
  app.require_subcommand(1);

  CLI::App* decode_verb = app.add_subcommand(
      "decode",
      "two descriptor words, in the order of an assembler's send line, to fields; or every send of a listing");
  decode_verb
      ->add_option("EXTENDED", options->extended,
                   "extended descriptor, as 0x2; or, alone, a disassembler's listing, - for standard input")
      ->required();
  decode_verb->add_option("DESCRIPTOR", options->descriptor, "descriptor, as 0x02420001");
  decode_verb->add_flag("--fields", options->all_fields, "of a listing, print every field of each message");

  CLI::App* encode_verb = app.add_subcommand("encode", "fields to two descriptor words");
  encode_verb->add_option("SHARED_FUNCTION", options->shared_function, "as SFID_SAMPLER, Sampler or 2")->required();
  encode_verb->add_option("FIELD=VALUE", options->fields, "keys and values as decode prints them");

  return
      [=, &globals] { return decode_verb->parsed() ? decode(*options, globals.json) : encode(*options, globals.json); };
}

}  // namespace texpipe::cli
