// texpipe enum [NAME [VALUE]]: the 39 enumerations of the Kaby Lake manual, looked up by name or value.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/verb.h"
#include "host/text/fitted_text.h"
#include "host/text/json_text.h"
#include "isa/gen9/enumeration_search.h"

namespace texpipe::cli {

namespace {

using Json = nlohmann::ordered_json;

struct EnumOptions {
  std::string name;
  std::string value;
};

Json json_of(const EnumRow& row) {
  return {{"value", row.value},     {"last_value", row.value_last()}, {"name", row.name},
          {"meaning", row.meaning}, {"exists_if", row.exists_if},     {"reserved", row.reserved()}};
}

/// `0x5c`, or a range.
std::string hexadecimal(const EnumRow& row, unsigned bits) {
  const unsigned digits = (bits + 3) / 4;
  std::string text = fmt::format("0x{:0{}x}", row.value, digits);
  if (row.value_last() != row.value) text += fmt::format("-0x{:0{}x}", row.value_last(), digits);
  return text;
}

std::string decimal(const EnumRow& row) {
  return row.value_last() == row.value ? fmt::format("{}", row.value)
                                       : fmt::format("{}-{}", row.value, row.value_last());
}

/// As the document writes values, `1011100b`; of a range, the first.
std::string binary(const EnumRow& row, unsigned bits) {
  return fmt::format("{:0{}b}b", row.value, bits);
}

struct Widths {
  std::size_t name = 0;
  std::size_t meaning = 0;
};

std::string line_of(const gen9::Enumeration& enumeration, const EnumRow& row, Widths widths) {
  std::string line = fmt::format("  {:<11} {:>7}  {}  {:<{}}  {:<{}}", hexadecimal(row, enumeration.bits), decimal(row),
                                 binary(row, enumeration.bits), row.name, widths.name, row.meaning, widths.meaning);
  if (!row.exists_if.empty()) line += fmt::format("  exists if {}", row.exists_if);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string heading(const gen9::Enumeration& e) {
  return fmt::format("{}: {} {}, {} rows, {}\n", e.rows.enumeration, e.bits, e.bits == 1 ? "bit" : "bits",
                     e.rows.rows.size(), e.source);
}

void list_enumerations(bool json) {
  std::optional<study::FittedOutput> fitted;
  if (!json) fitted.emplace(std::cout);
  Json list = Json::array();
  for (const gen9::Enumeration& e : gen9::enumerations()) {
    if (json) {
      list.push_back(
          {{"name", e.rows.enumeration}, {"bits", e.bits}, {"rows", e.rows.rows.size()}, {"part", e.source}});
    } else {
      std::cout << fmt::format("{:<34} {} {:<4}  {:>3} rows  {}\n", e.rows.enumeration, e.bits,
                               e.bits == 1 ? "bit" : "bits", e.rows.rows.size(), e.source);
    }
  }
  if (json) std::cout << study::json_text(Json{{"schema_version", 1}, {"enumerations", list}}, 2) << '\n';
}

void print_enumeration(const gen9::Enumeration& e, const std::vector<gen9::FoundRow>& rows, bool json) {
  if (json) {
    Json list = Json::array();
    for (const gen9::FoundRow& found : rows) list.push_back(json_of(*found.row));
    std::cout << study::json_text(Json{{"schema_version", 1},
                                       {"name", e.rows.enumeration},
                                       {"bits", e.bits},
                                       {"part", e.source},
                                       {"rows", list}},
                                  2)
              << '\n';
    return;
  }
  const study::FittedOutput fitted{std::cout};
  Widths widths;
  for (const gen9::FoundRow& found : rows) {
    widths = {std::max(widths.name, found.row->name.size()), std::max(widths.meaning, found.row->meaning.size())};
  }
  std::cout << heading(e);
  for (const gen9::FoundRow& found : rows) std::cout << line_of(e, *found.row, widths);
}

void print_matches(const std::vector<gen9::FoundRow>& rows, bool json) {
  std::optional<study::FittedOutput> fitted;
  if (!json) fitted.emplace(std::cout);
  Json list = Json::array();
  for (const gen9::FoundRow& found : rows) {
    Json row{{"enumeration", found.enumeration->rows.enumeration}};
    row.update(json_of(*found.row));
    if (json) {
      list.push_back(row);
    } else {
      std::cout << heading(*found.enumeration) << line_of(*found.enumeration, *found.row, {});
    }
  }
  if (json) std::cout << study::json_text(Json{{"schema_version", 1}, {"matches", list}}, 2) << '\n';
}

[[noreturn]] void not_found(std::string problem, std::string hint) {
  throw Error{ExitCode::kMalformedInput, Diagnostic{.problem = std::move(problem), .hint = std::move(hint)}};
}

ExitCode look_up(const EnumOptions& options, bool value_given, bool json) {
  const gen9::Enumeration* enumeration = gen9::find_enumeration(options.name);
  if (enumeration == nullptr) {
    auto rows = value_given ? std::vector<gen9::FoundRow>{} : gen9::find_rows(options.name);
    if (rows.empty() && !value_given) rows = gen9::find_parts(gen9::enumerations(), options.name);
    if (rows.empty()) {
      not_found(fmt::format("no enumeration{} is named \"{}\"", value_given ? "" : " or value", options.name),
                gen9::name_hint(options.name));
    }
    print_matches(rows, json);
    return ExitCode::kSuccess;
  }
  std::vector<gen9::FoundRow> rows;
  if (value_given) {
    rows = gen9::find_rows(*enumeration, options.value);
    if (rows.empty()) rows = gen9::find_parts({enumeration, 1}, options.value);
    if (rows.empty()) {
      not_found(fmt::format("{} lists no \"{}\"", enumeration->rows.enumeration, options.value),
                gen9::row_hint(*enumeration, options.value));
    }
  } else {
    for (const EnumRow& row : enumeration->rows.rows) rows.push_back({enumeration, &row});
  }
  print_enumeration(*enumeration, rows, json);
  return ExitCode::kSuccess;
}

}  // namespace

Action declare_enum(CLI::App& app, const GlobalOptions& globals) {
  auto options = std::make_shared<EnumOptions>();
  const CLI::Option* name = app.add_option(
      "NAME", options->name,
      "an enumeration, as SURFACE_FORMAT, or a value's name in any of them, or a part of it, as SFID_SAMPLER");
  const CLI::Option* value =
      app.add_option("VALUE", options->value,
                     "value of the enumeration: 92, 0x5c, 0b1011100, 1011100b, a name, as lrp, or a part of names");
  return [=, &globals] {
    if (name->count() > 0) return look_up(*options, value->count() > 0, globals.json);
    list_enumerations(globals.json);
    return ExitCode::kSuccess;
  };
}

}  // namespace texpipe::cli
