// texpipe message decode|encode: the descriptor words of a send.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "base/unit_text.h"
#include "cli/verb.h"
#include "isa/gen9/message_descriptor.h"

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

void print(const gen9::AnyMessage& message, gen9::MessageWords words, bool json) {
  const std::string description = gen9::describe_message(message);
  const std::string extended = fmt::format("0x{:08x}", words.extended),
                    descriptor = fmt::format("0x{:08x}", words.descriptor);
  const auto fields = gen9::message_fields(message);
  if (json) {
    Json list = Json::array();
    for (const gen9::FieldValue& field : fields) {
      list.push_back({{"key", field.key},
                      {"name", field.name},
                      {"bits", field.bits},
                      {"raw", field.raw},
                      {"value", field.value},
                      {"meaning", field.meaning}});
    }
    std::cout << Json{{"extended_descriptor", extended},
                      {"descriptor", descriptor},
                      {"description", description},
                      {"fields", list}}
                     .dump(2)
              << '\n';
    return;
  }
  std::cout << extended << ' ' << descriptor << "  " << description << '\n';
  for (const gen9::FieldValue& field : fields) {
    std::cout << fmt::format("  {:<26} {:<28} {:<16} {}\n", field.bits, field.key, field.value, field.meaning);
  }
}

struct MessageOptions {
  std::string extended, descriptor, shared_function;
  std::vector<std::string> fields;
};

ExitCode decode(const MessageOptions& options, bool json) {
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

  CLI::App* decode_verb =
      app.add_subcommand("decode", "two descriptor words, in the order of an assembler's send line, to fields");
  decode_verb->add_option("EXTENDED", options->extended, "extended descriptor, as 0x2")->required();
  decode_verb->add_option("DESCRIPTOR", options->descriptor, "descriptor, as 0x02420001")->required();

  CLI::App* encode_verb = app.add_subcommand("encode", "fields to two descriptor words");
  encode_verb->add_option("SHARED_FUNCTION", options->shared_function, "as SFID_SAMPLER, Sampler or 2")->required();
  encode_verb->add_option("FIELD=VALUE", options->fields, "keys and values as decode prints them");

  return
      [=, &globals] { return decode_verb->parsed() ? decode(*options, globals.json) : encode(*options, globals.json); };
}

}  // namespace texpipe::cli
