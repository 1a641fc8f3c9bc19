// texpipe state list|decode|encode|explain|sections|address: state structures and commands as words and as fields.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "base/printable.h"
#include "cli/state_addresses.h"
#include "cli/state_words.h"
#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "isa/gen9/given_fields.h"
#include "isa/gen9/states/structure_search.h"
#include "workload/frame/structure_lines.h"

namespace texpipe::cli {

namespace {

using StateJson = nlohmann::ordered_json;

struct StateOptions {
  std::string structure, field, at, from;
  WordSource source;
  std::vector<std::string> assignments;
  std::uint32_t count = 0, dwords = 0;
  std::vector<std::uint32_t> x{0}, y{0};
  functional::TexelQuestion texel;
};

ExitCode list_states(bool json) {
  std::optional<study::FittedOutput> fitted;
  if (!json) fitted.emplace(std::cout);
  StateJson list = StateJson::array();
  for (const gen9::StructureText& state : gen9::StructureText::states()) {
    const std::string name{state.name()};
    if (json) {
      list.push_back({{"name", name}, {"short", gen9::short_name(name)}, {"dwords", state.usual_dwords()}});
    } else {
      std::cout << fmt::format("{:<28} {:<26} {:>2} DWord{}\n", gen9::short_name(name), name, state.usual_dwords(),
                               state.usual_dwords() == 1 ? "" : "s");
    }
  }
  if (json) std::cout << study::json_text(StateJson{{"schema_version", 1}, {"states", list}}, 2) << '\n';
  return ExitCode::kSuccess;
}

void print_rows(const gen9::StructureText& structure, std::span<const std::uint32_t> words) {
  const auto fields = structure.fields(words);
  std::size_t key_width = 12, value_width = 12, bits_width = 10;
  for (const gen9::FieldValue& field : fields) {
    key_width = std::max(key_width, field.key.size());
    value_width = std::min<std::size_t>(std::max(value_width, field.value.size()), 32);
    bits_width = std::max(bits_width, field.bits.size());
  }
  const auto line = [&](const std::string& bits, const std::string& key, const std::string& value,
                        const std::string& meaning) {
    std::string text =
        fmt::format("  {:<{}} {:<{}} {:<{}} {}", bits, bits_width, key, key_width, value, value_width, meaning);
    text.erase(text.find_last_not_of(' ') + 1);
    std::cout << text << '\n';
  };
  for (const gen9::FieldValue& field : fields) line(field.bits, field.key, field.value, field.meaning);
  for (const gen9::ReservedWord& word : structure.reserved(words))
    line(fmt::format("DW{}", word.dword), fmt::format("reserved[{}]", word.dword), fmt::format("0x{:x}", word.bits),
         "bits of no field");
}

/// The states or commands that lie one behind the other in the words.
struct Portion {
  gen9::StructureText structure;
  std::size_t first;  // word
  std::size_t words;
};

[[noreturn]] void refuse_rest(const gen9::StructureText& structure, std::size_t given) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.problem = fmt::format("{} has {} DWords; {} given", structure.name(),
                                                structure.usual_dwords(), given),
                         .hint = "--count says how many to read, --at where to begin in a dump"}};
}

/// Without --count: all that words of the command line or a part of a dump hold, from an address one.
std::vector<Portion> portions_of(const gen9::StructureText& structure, const StateOptions& options,
                                 std::span<const std::uint32_t> words) {
  const std::size_t usual = structure.usual_dwords();
  if (options.dwords > 0) {
    if (!structure.may_have(options.dwords) || options.dwords > words.size()) refuse_rest(structure, options.dwords);
    return {{structure, 0, options.dwords}};
  }
  const bool asked = options.count > 0 || options.source.at.has_value() || structure.is_command();
  if (!asked && words.size() > usual && words.size() % usual != 0) {
    if (!structure.may_have(words.size())) refuse_rest(structure, words.size());
    return {{structure, 0, words.size()}};
  }
  if (!asked && structure.may_have(words.size())) return {{structure, 0, words.size()}};
  if (!asked && structure.may_have(usual + 2)) refuse_rest(structure, words.size());  // its last field repeats
  const std::size_t count =
      asked ? std::max<std::size_t>(options.count, 1) : std::max<std::size_t>(words.size() / usual, 1);
  std::vector<Portion> portions;
  for (std::size_t n = 0, first = 0; n < count; ++n) {
    if (count > 1 && !structure.is_command() && words.size() < first + usual)
      throw Error{ExitCode::kMalformedInput,
                  fmt::format("{} x {} has {} DWords; {} given", count, structure.name(), count * usual, words.size())};
    const std::size_t dwords = gen9::dwords_of(structure, words.subspan(first));
    portions.push_back({structure, first, dwords});
    first += dwords;
  }
  return portions;
}

/// Commands up to the end of the batch or of the words, or as many as --count says.
std::vector<Portion> commands_of(const StateOptions& options, std::span<const std::uint32_t> words) {
  std::vector<Portion> portions;
  for (std::size_t first = 0; first < words.size();) {
    const gen9::StructureText command = gen9::command_of(words[first]);
    const std::size_t dwords = gen9::dwords_of(command, words.subspan(first));
    portions.push_back({command, first, dwords});
    first += dwords;
    if (command.name() == "MI_BATCH_BUFFER_END" || portions.size() == options.count) break;
  }
  return portions;
}

ExitCode decode_state(const StateOptions& options, bool json) {
  std::optional<study::FittedOutput> fitted;
  if (!json) fitted.emplace(std::cout);
  const bool batch = options.structure == "batch";
  std::optional<gen9::StructureText> structure;
  if (!batch) structure = gen9::find_structure(options.structure);
  WordSource source = options.source;
  source.is_batch = batch;
  const gen9::DumpBlock block = source_words(source);
  const auto portions = batch ? commands_of(options, block.words) : portions_of(*structure, options, block.words);
  StateJson list = StateJson::array();
  for (const Portion& portion : portions) {
    const auto words = std::span{block.words}.subspan(portion.first, portion.words);
    StateJson entry;
    if (block.address) entry["address"] = fmt::format("0x{:08x}", *block.address + portion.first * 4);
    if (json) {
      entry.update(study::structure_json(portion.structure, words));
      list.push_back(std::move(entry));
      continue;
    }
    std::cout << portion.structure.name();
    if (block.address) std::cout << " at " << entry["address"].get<std::string>();
    std::cout << '\n';
    print_rows(portion.structure, words);
  }
  if (json) std::cout << study::json_text(StateJson{{"schema_version", 1}, {"states", list}}, 2) << '\n';
  return ExitCode::kSuccess;
}

ExitCode encode_state(const StateOptions& options, bool json) {
  const gen9::StructureText structure = gen9::find_structure(options.structure);
  std::vector<std::uint32_t> words = structure.blank(structure.usual_dwords());
  if (!options.from.empty()) {
    words = source_words({.arguments = {options.from}}).words;
    if (!structure.may_have(words.size()))
      throw Error{ExitCode::kMalformedInput,
                  Diagnostic{.path = "--from",
                             .problem = fmt::format("{} has {} DWords; {} given", structure.name(),
                                                    structure.usual_dwords(), words.size())}};
  }
  const std::vector<gen9::FieldAssignment> assignments = gen9::parse_assignments(options.assignments);
  words = gen9::words_from_fields(structure, std::move(words), assignments);
  if (json) {
    std::cout << study::json_text(
                     StateJson{{"schema_version", 1}, {"states", {study::structure_json(structure, words)}}}, 2)
              << '\n';
  } else {
    std::cout << study::words_text(words) << '\n';
  }
  return ExitCode::kSuccess;
}

StateJson facts_json(const gen9::FieldFacts& field) {
  StateJson values = StateJson::array();
  for (const EnumRow& row : field.rows.rows) {
    if (!row.reserved()) values.push_back({{"value", row.value}, {"name", row.name}, {"meaning", row.meaning}});
  }
  return {{"key", field.key},     {"name", field.name},         {"bits", field.bits}, {"meaning", field.meaning},
          {"holds", field.holds}, {"overlaid", field.overlaid}, {"values", values}};
}

void print_facts(const gen9::StructureText& structure, const gen9::FieldFacts& field) {
  std::cout << fmt::format("{}: {}\n  key      {}\n  bits     {}\n", structure.name(), field.name, field.key,
                           field.bits);
  if (!field.meaning.empty()) std::cout << "  meaning  " << field.meaning << '\n';
  if (field.rows.rows.empty()) {
    std::cout << "  holds    " << field.holds << '\n';
  } else {
    std::cout << "  values   of " << field.rows.enumeration << '\n';
  }
  if (field.overlaid) std::cout << "  exists   beside some values of other fields only\n";
  std::cout << "  source   " << structure.source() << '\n';
  for (const EnumRow& row : field.rows.rows) {
    if (!row.reserved()) std::cout << fmt::format("    {:>4}  {:<32} {}\n", row.value, row.name, row.meaning);
  }
}

ExitCode explain_state(const StateOptions& options, bool json) {
  std::optional<study::FittedOutput> fitted;
  if (!json) fitted.emplace(std::cout);
  const gen9::StructureText structure = gen9::find_structure(options.structure);
  StateJson list = StateJson::array();
  if (!options.field.empty()) {
    const gen9::FieldFacts field = gen9::find_field(structure, options.field);
    if (!json) print_facts(structure, field);
    list.push_back(facts_json(field));
  } else {
    for (const gen9::FieldFacts& field : structure.facts()) {
      list.push_back(facts_json(field));
      if (!json) std::cout << fmt::format("  {:<14} {:<38} {}\n", field.bits, field.key, field.meaning);
    }
    if (!json) std::cout << "source: " << structure.source() << '\n';
  }
  if (json)
    std::cout << study::json_text(StateJson{{"schema_version", 1},
                                            {"name", structure.name()},
                                            {"source", structure.source()},
                                            {"fields", list}},
                                  2)
              << '\n';
  return ExitCode::kSuccess;
}

ExitCode list_sections(const StateOptions& options, bool json) {
  std::optional<study::FittedOutput> fitted;
  if (!json) fitted.emplace(std::cout);
  StateJson list = StateJson::array();
  for (const gen9::DumpBlock& block : read_dump_file(options.source.arguments.front())) {
    const std::string address = block.address ? fmt::format("0x{:08x}", *block.address) : "";
    const std::size_t bytes = block.words.size() * sizeof(std::uint32_t);
    if (json) {
      list.push_back(
          {{"line", block.position.line}, {"address", address}, {"bytes", bytes}, {"name", printable(block.name)}});
    } else {
      std::cout << fmt::format("line {:>6}  {:<18}  {:>10} bytes  {}\n", block.position.line,
                               block.address ? address : "no address", bytes, printable(block.name));
    }
  }
  if (json) std::cout << study::json_text(StateJson{{"schema_version", 1}, {"sections", list}}, 2) << '\n';
  return ExitCode::kSuccess;
}

void add_source(CLI::App& verb, StateOptions& options) {
  verb.add_option("WORDS", options.source.arguments, kWordsHelp)->required();
  verb.add_option("--at", options.at,
                  "address in the dump at which the state begins, as 0x10040; else where it begins");
}

}  // namespace

Action declare_state(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<StateOptions>();
  app.require_subcommand(1);
  constexpr const char* kStructureHelp = "a state as `state list` has it, or a command, as surface or 3DSTATE_PS";
  CLI::App* list = app.add_subcommand("list", "the state structures, their short names and sizes");
  CLI::App* decode = app.add_subcommand("decode", "words of a state or command to fields");
  decode->add_option("STATE", options->structure, std::string{kStructureHelp} + "; batch reads commands")->required();
  add_source(*decode, *options);
  decode->add_option("--count", options->count, "states that follow each other, as of a sampler table, or commands")
      ->check(CLI::Range(1u, 65536u));
  decode->add_option("--dwords", options->dwords, "DWords of a state whose last field repeats, as of BLEND_STATE");
  CLI::App* encode = app.add_subcommand("encode", "fields to words");
  encode->add_option("STATE", options->structure, kStructureHelp)->required();
  encode->add_option("FIELD=VALUE", options->assignments, "keys and values as decode prints them");
  encode->add_option("--from", options->from, "words to begin with, in quotes; or a dump");
  CLI::App* explain = app.add_subcommand("explain", "bits, meaning, values and source of a field, or of all");
  explain->add_option("STATE", options->structure, kStructureHelp)->required();
  explain->add_option("FIELD", options->field, "key of a field, or a part of it");
  CLI::App* sections = app.add_subcommand("sections", "parts of a dump: their addresses, sizes and names");
  sections->add_option("DUMP", options->source.arguments, "a dump: a file, - for standard input")
      ->required()
      ->expected(1);
  CLI::App* address = app.add_subcommand("address", "where texels of a RENDER_SURFACE_STATE lie in memory");
  add_source(*address, *options);
  address->add_option("--x", options->x, "columns, as 3 or 0,1,2")->delimiter(',')->allow_extra_args(false);
  address->add_option("--y", options->y, "rows")->delimiter(',')->allow_extra_args(false);
  address->add_option("--lod", options->texel.level, "level, from the largest one on");
  address->add_option("--slice", options->texel.slice,
                      "array element or depth slice, of cubes 6 * cube + face (+X -X +Y -Y +Z -Z)");
  address->add_option("--sample", options->texel.sample, "sample of a pixel");
  return [=, &globals] {
    if (!options->at.empty()) options->source.at = parse_address(options->at, "--at");
    if (list->parsed()) return list_states(globals.json);
    if (decode->parsed()) return decode_state(*options, globals.json);
    if (encode->parsed()) return encode_state(*options, globals.json);
    if (sections->parsed()) return list_sections(*options, globals.json);
    if (explain->parsed()) return explain_state(*options, globals.json);
    return print_texel_addresses({options->source, options->x, options->y, options->texel}, globals.json);
  };
}

}  // namespace texpipe::cli
