// texpipe message decode|encode|execute: the descriptor words of sends, and what a sampler makes of one.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "analysis/why/dumped_message.h"
#include "cli/state_words.h"
#include "cli/verb.h"
#include "host/files/byte_reader.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "isa/gen9/given_fields.h"
#include "isa/gen9/mesa_send.h"
#include "isa/gen9/message_reading.h"
#include "isa/gen9/send_listing.h"
#include "isa/gen9/states/word_dump.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string word_text(std::uint32_t word) {
  return fmt::format("0x{:08x}", word);
}

Json json_of(const gen9::MessageReading& reading) {
  Json list = Json::array();
  for (const gen9::FieldValue& field : reading.fields) {
    list.push_back({{"key", field.key},
                    {"name", field.name},
                    {"bits", field.bits},
                    {"raw", field.raw},
                    {"value", field.value},
                    {"meaning", field.meaning}});
  }
  return {{"extended_descriptor", word_text(reading.words.extended)},
          {"descriptor", word_text(reading.words.descriptor)},
          {"description", reading.description},
          {"fields", list}};
}

void print_fields(const gen9::MessageReading& reading) {
  std::size_t width = 16;
  for (const gen9::FieldValue& field : reading.fields) width = std::max(width, field.value.size());
  for (const gen9::FieldValue& field : reading.fields) {
    std::cout << fmt::format("  {:<26} {:<28} {:<{}} {}\n", field.bits, field.key, field.value, width, field.meaning);
  }
}

/// `0x00000002 0x02420001  sampler sample SIMD8, ...`.
std::string heading(const gen9::MessageReading& reading) {
  return word_text(reading.words.extended) + ' ' + word_text(reading.words.descriptor) + "  " + reading.description;
}

/// Prints a message, then reports why it is none or cannot be sent. @param notes  about the words
ExitCode report(const gen9::MessageReading& reading, std::vector<std::string> notes, const GlobalOptions& globals) {
  notes.insert(notes.end(), reading.warnings.begin(), reading.warnings.end());
  if (globals.json) {
    Json result = json_of(reading);
    if (!notes.empty()) result["notes"] = notes;
    std::cout << study::json_text(result, 2) << '\n';
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << heading(reading) << '\n';
    print_fields(reading);
  }
  std::vector<Diagnostic> warnings;
  for (std::string& note : notes) warnings.push_back({.problem = std::move(note)});
  print_warnings(warnings, globals);
  if (!reading.problems.empty()) throw Error{ExitCode::kMalformedInput, reading.problems};
  return ExitCode::kSuccess;
}

struct MessageOptions {
  std::vector<std::string> words;
  std::string shared_function, at;
  std::string dump, payload, surface_base = "0", dynamic_base = "0";
  std::uint32_t binding_table = 0, sampler_table = 0;
  std::optional<std::uint32_t> mask;
  std::vector<unsigned> channels;
  std::vector<std::string> fields;
  bool all_fields = false;
};

/// Text of a send whose words are not known.
std::string unknown_text(const gen9::ListedSend& send) {
  if (!send.note.empty()) return send.extended_text + "  " + send.note;
  return fmt::format("{} {}  in a register, known only when it runs", send.extended_text, send.descriptor_text);
}

void print_send(const gen9::ListedSend& send, const std::optional<gen9::MessageReading>& reading, bool all_fields) {
  const study::FittedOutput fitted{std::cout};
  std::cout << fmt::format("{:>5} {:>6}  {:<16} ", send.position.line, send.offset, send.instruction);
  if (!reading) {
    std::cout << unknown_text(send) << '\n';
    return;
  }
  std::cout << heading(*reading) << (send.note.empty() ? "" : "; " + send.note) << '\n';
  if (all_fields || !reading->problems.empty()) print_fields(*reading);
}

Json json_of(const gen9::ListedSend& send, const std::optional<gen9::MessageReading>& reading) {
  Json entry{{"line", send.position.line}, {"offset", send.offset}, {"instruction", send.instruction}};
  entry.update(reading ? json_of(*reading)
                       : Json{{"extended_descriptor", send.extended_text}, {"descriptor", send.descriptor_text}});
  if (!send.note.empty()) entry["note"] = send.note;
  return entry;
}

/// Every send of a listing. What is no message is printed as far as it goes, and reported with its place at the end.
ExitCode decode_listing(const std::string& text, const std::string& name, bool all_fields, bool json) {
  std::vector<Diagnostic> problems;
  Json list = Json::array();
  for (const gen9::ListedSend& send : gen9::read_send_listing(text, name)) {
    std::optional<gen9::MessageReading> reading;
    if (send.words) reading = gen9::read_message(*send.words);
    if (reading) {
      for (Diagnostic problem : reading->problems) {
        problem.position = send.position;
        problems.push_back(std::move(problem));
      }
    }
    if (json) {
      list.push_back(json_of(send, reading));
    } else {
      print_send(send, reading, all_fields);
    }
  }
  if (json) std::cout << study::json_text(Json{{"schema_version", 1}, {"messages", list}}, 2) << '\n';
  if (!problems.empty()) throw Error{ExitCode::kMalformedInput, std::move(problems)};
  return ExitCode::kSuccess;
}

ExitCode decode_words(const std::vector<std::uint32_t>& words, const GlobalOptions& globals) {
  constexpr std::size_t kInstruction = 4;
  if (words.size() == kInstruction) {
    const auto send = gen9::words_of_instruction(std::span{words}.first<kInstruction>());
    std::vector<std::string> notes;
    if (!send.change.empty()) notes.push_back(send.change);
    return report(gen9::read_message(send.words), notes, globals);
  }
  if (words.size() != 2) {
    throw Error{
        ExitCode::kUsage,
        Diagnostic{.problem = words.size() < 2 ? "DESCRIPTOR is missing" : fmt::format("{} words", words.size()),
                   .hint = "expected the extended descriptor and the descriptor, as 0x2 0x02420001, the four "
                           "DWords of a send, or a listing"}};
  }
  const gen9::OrderedWords ordered = gen9::in_order(words[0], words[1]);
  std::vector<std::string> notes;
  if (!ordered.change.empty()) notes.push_back(ordered.change);
  return report(gen9::read_message(ordered.words), notes, globals);
}

/// Two decimal numbers where only they, and not the same digits in hexadecimal, are a message that can be sent.
std::optional<gen9::MessageWords> decimal_message(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> words;
  for (const std::string& text : texts) {
    std::uint32_t word = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), word);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    words.push_back(word);
  }
  if (words.size() != 2) return std::nullopt;
  const auto as_hexadecimal = gen9::hexadecimal_words(texts);
  if (as_hexadecimal && gen9::can_be_sent(gen9::in_order((*as_hexadecimal)[0], (*as_hexadecimal)[1]).words))
    return std::nullopt;
  const gen9::OrderedWords ordered = gen9::in_order(words[0], words[1]);
  return gen9::can_be_sent(ordered.words) ? std::optional{ordered.words} : std::nullopt;
}

ExitCode decode(const MessageOptions& options, const GlobalOptions& globals) {
  const std::string& first = options.words.front();
  if (!options.at.empty()) {
    constexpr std::size_t kInstruction = 4;
    gen9::DumpBlock block = source_words({.arguments = options.words, .at = parse_address(options.at, "--at")});
    block.words.resize(std::min(block.words.size(), kInstruction));
    return decode_words(block.words, globals);
  }
  std::error_code ignored;
  const bool file =
      options.words.size() == 1 && (first == study::kStandardInput || std::filesystem::exists(first, ignored));
  if (file) return decode_listing(study::read_text(first), study::shown_name(first), options.all_fields, globals.json);
  if (const auto decimal = decimal_message(options.words)) {
    return report(gen9::read_message(*decimal),
                  {"the words are decimal numbers; as hexadecimal ones no thread sends them"}, globals);
  }
  if (const auto words = gen9::hexadecimal_words(options.words)) return decode_words(*words, globals);
  std::string line;
  for (const std::string& part : options.words) line += (line.empty() ? "" : " ") + part;
  if (gen9::has_send(line)) return decode_listing(line, "", options.all_fields, globals.json);
  if (gen9::has_mesa_message(line)) return decode_listing("send " + line, "", options.all_fields, globals.json);
  if (options.words.size() == 1 && !gen9::hexadecimal_word(first.substr(0, 3)))
    return decode_listing(study::read_text(first), study::shown_name(first), options.all_fields, globals.json);
  if (const auto block = pasted_words(options.words)) return decode_words(block->words, globals);
  throw Error{ExitCode::kUsage, Diagnostic{.problem = fmt::format("\"{}\" are no words", line),
                                           .hint = "expected 1 to 8 hexadecimal digits each, as 0x2 0x02420001"}};
}

ExitCode encode(const MessageOptions& options, const GlobalOptions& globals) {
  const std::vector<gen9::FieldAssignment> assignments = gen9::parse_assignments(options.fields);
  const gen9::AnyMessage message = gen9::message_from_fields(options.shared_function, assignments);
  std::vector<Diagnostic> problems;
  for (std::string& problem : gen9::send_problems(message))
    problems.push_back({.problem = std::move(problem), .hint = "no thread can send this message"});
  if (!problems.empty()) throw Error{ExitCode::kMalformedInput, std::move(problems)};
  return report(gen9::read_message(gen9::encode_message(message)), {}, globals);
}

gen9::MessageWords two_words(const std::vector<std::string>& texts) {
  const auto words = gen9::hexadecimal_words(texts);
  if (words && words->size() == 2) return gen9::in_order((*words)[0], (*words)[1]).words;
  throw Error{ExitCode::kUsage,
              Diagnostic{.path = "WORDS",
                         .problem = "not two words",
                         .hint = "expected the extended descriptor and the descriptor, as 0x2 0x02420001"}};
}

ExitCode execute(const MessageOptions& options, const GlobalOptions& globals) {
  const study::DumpedMessage dumped{.words = two_words(options.words),
                                    .payload = parse_address(options.payload, "--payload"),
                                    .surface_state_base = parse_address(options.surface_base, "--surface-base"),
                                    .dynamic_state_base = parse_address(options.dynamic_base, "--dynamic-base"),
                                    .binding_table_offset = options.binding_table,
                                    .sampler_state_offset = options.sampler_table,
                                    .execution_mask = options.mask,
                                    .channels = options.channels};
  const std::vector<gen9::DumpBlock> blocks = read_dump_file(options.dump);
  const study::ReplayedMessage replayed = study::replay_dumped_message(blocks, dumped);
  if (globals.json) {
    Json result{{"schema_version", 1}};
    result.update(study::answered_message_json(replayed.message));
    std::cout << study::json_text(result, 2) << '\n';
  } else {
    const study::FittedOutput fitted{std::cout};
    std::cout << study::answered_message_text(replayed.message);
  }
  print_warnings(replayed.warnings, globals);
  return ExitCode::kSuccess;
}

void declare_execute(CLI::App& verb, MessageOptions& options) {
  verb.add_option("WORDS", options.words, "extended descriptor and descriptor of a send to the sampler")
      ->required()
      ->expected(1, 2);
  verb.add_option("--dump", options.dump, "memory with states, texels and payload: a dump, - for standard input")
      ->required();
  verb.add_option("--payload", options.payload, "address in the dump of the send's registers, of 32 bytes each")
      ->required();
  verb.add_option("--surface-base", options.surface_base, "Surface State Base Address, as 0x10000");
  verb.add_option("--dynamic-base", options.dynamic_base, "Dynamic State Base Address");
  verb.add_option("--binding-table", options.binding_table, "offset of the binding table from the surface state base");
  verb.add_option("--sampler-table", options.sampler_table, "offset of the sampler states from the dynamic state base");
  verb.add_option("--mask", options.mask, "execution mask, as 0xf; else all channels");
  verb.add_option("--channel", options.channels, "channels to show, as 0 or 0,1; else those of the mask")
      ->delimiter(',')
      ->allow_extra_args(false);
}

}  // namespace

Action declare_message(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<MessageOptions>();
  app.require_subcommand(1);

  CLI::App* decode_verb = app.add_subcommand("decode", "words of a send to fields, or every send of a listing");
  decode_verb
      ->add_option(
          "WORDS", options->words,
          "extended descriptor and descriptor, as 0x2 0x02420001 or 2 02420001; or the four DWords of a send; or "
          "a line or listing of iga64 or Mesa, - for standard input")
      ->required();
  decode_verb->add_option("--at", options->at, "address of a send in a dump, which WORDS names");
  decode_verb->add_flag("--fields", options->all_fields, "of a listing, print every field of each message");

  CLI::App* encode_verb = app.add_subcommand("encode", "fields to two descriptor words");
  encode_verb->add_option("SHARED_FUNCTION", options->shared_function, "as SFID_SAMPLER, Sampler or 2")->required();
  encode_verb->add_option("FIELD=VALUE", options->fields, "keys and values as decode prints them");

  CLI::App* execute_verb =
      app.add_subcommand("execute", "a sampler message of a memory dump: the texels that it reads and what comes back");
  declare_execute(*execute_verb, *options);

  return [=, &globals] {
    if (decode_verb->parsed()) return decode(*options, globals);
    return encode_verb->parsed() ? encode(*options, globals) : execute(*options, globals);
  };
}

}  // namespace texpipe::cli
