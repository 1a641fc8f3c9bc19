// Rates in configurations: fractions, tables, words, lists; what is written reads back as the same bytes.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "base/diagnostic.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

Configuration machine_of(const std::string& text, const std::vector<std::string>& assignments = {}) {
  return load_configuration({.file = "machine.yaml", .assignments = assignments, .text = text}, FileKind::kMachine);
}

const machine::SamplerParameters& sampler_of(const Configuration& configuration) {
  return configuration.machine.slice.subslice.front().sampler;
}

std::string problems_of(const std::string& text, const std::vector<std::string>& assignments = {}) {
  try {
    machine_of(text, assignments);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kInvalidConfiguration);
    return error.what();
  }
  return "";
}

/// A machine file with the parameters of its samplers.
std::string with(const std::string& sampler) {
  return "machine: test\nslice:\n  subslice:\n    sampler:\n      " + sampler + "\n";
}

}  // namespace

TEST_CASE("filter rates are a word or a table, and later layers change single rates", "[config][rates]") {
  CHECK(sampler_of(machine_of(with("filter: {rates: skylake}"))).filter.rates == machine::kSkylakeRates);
  CHECK(sampler_of(machine_of(with("filter: {rates: {}}"))).filter.rates == machine::kKabyLakeRates);
  const std::string table = with("filter: {rates: {trilinear: {32: 3/2, 64: 0.75}, point: {128: 2}}}");
  const machine::FilterRates rates = sampler_of(machine_of(table)).filter.rates;
  CHECK(rates.trilinear.bits32 == Fraction{3, 2});
  CHECK(rates.trilinear.bits64 == Fraction{3, 4});
  CHECK(rates.trilinear.bits128 == Fraction{1, 2});
  CHECK(rates.point.bits128 == Fraction{2});
  CHECK(rates.bilinear == machine::kKabyLakeRates.bilinear);

  const std::string path = "slice.subslice[*].sampler.filter.rates";
  const machine::FilterRates changed =
      sampler_of(machine_of(with("filter: {rates: skylake}"), {path + ".trilinear.64=1/4"})).filter.rates;
  CHECK(changed.trilinear.bits32 == Fraction{2});
  CHECK(changed.trilinear.bits64 == Fraction{1, 4});
  CHECK(sampler_of(machine_of(table, {path + "=skylake"})).filter.rates == machine::kSkylakeRates);
}

TEST_CASE("what is no rate is refused with its place", "[config][rates]") {
  CHECK(problems_of(with("filter: {rates: skylak}")).find("did you mean skylake?") != std::string::npos);
  CHECK(problems_of(with("filter: {rates: {trilinear: {32: 0}}}")).find("out of range") != std::string::npos);
  CHECK(problems_of(with("filter: {rates: {trilinear: {33: 1}}}")).find("unknown key") != std::string::npos);
  CHECK(problems_of(with("filter: {rates: [4, 4]}")).find("filter.rates") != std::string::npos);
  CHECK(problems_of(with("l1: {lookups_per_cycle: 1/0}")).find("is not a number or fraction") != std::string::npos);
  CHECK(problems_of(with("l1: {lookups_per_cycle: '2'}")).find("is a quoted text") != std::string::npos);
  CHECK(problems_of(with("l1: {lookups_per_cycle: [1, 2]}")).find("is a list") != std::string::npos);
}

TEST_CASE("every rate per cycle may be a fraction", "[config][rates]") {
  Configuration configuration = machine_of("machine: test\n");
  unsigned rates = 0;
  for (const ParameterNode& tree : configuration.trees()) {
    for (const std::string& pattern : parameter_patterns(tree)) {
      if (!pattern.ends_with("_per_cycle") || pattern.starts_with("workload")) continue;
      const ParameterNode* node = find_parameter(tree, pattern);
      INFO(pattern);
      REQUIRE(node != nullptr);
      CHECK(node->type == FieldType::kFraction);
      CHECK(node->low == "1/1024");
      ++rates;
    }
  }
  CHECK(rates >= 12);
}

TEST_CASE("resolved rates, hashes and lists read back as the same bytes", "[config][rates]") {
  Configuration first =
      machine_of(with("filter: {rates: {bilinear: {128: 1/3}}}\n"
                      "      l1: {lookups_per_cycle: 0.75, banks: 4, bank_hash: [0x9, 18], enabled: false}"));
  const std::string resolved = first.resolved_yaml();
  for (const char* text : {"lookups_per_cycle: 3/4", "128: 1/3", "bank_hash: [0x9, 0x12]", "enabled: false"}) {
    INFO(text);
    CHECK(resolved.find(text) != std::string::npos);
  }
  CHECK(machine_of(resolved).resolved_yaml() == resolved);
  Configuration word = machine_of(with("filter: {rates: skylake}"));
  CHECK(word.resolved_yaml().find("rates: skylake\n") != std::string::npos);
  CHECK(machine_of(word.resolved_yaml()).resolved_yaml() == word.resolved_yaml());
}

TEST_CASE("the schema knows words and tables of rates, fractions and lists", "[config][rates]") {
  const nlohmann::ordered_json schema = configuration_schema(FileKind::kMachine);
  const auto& definitions = schema.at("definitions");
  const auto& rates = definitions.at("slice.subslice.sampler.filter").at("properties").at("rates");
  CHECK(rates.at("anyOf").at(0).at("enum") ==
        nlohmann::ordered_json::array({"kaby_lake", "skylake", "kaby_lake_measured"}));
  CHECK(rates.at("anyOf").at(1).contains("$ref"));
  const auto& cell = definitions.at("slice.subslice.sampler.filter.rates.trilinear").at("properties").at("128");
  CHECK(cell.at("default") == "1/2");
  const auto& hash = definitions.at("slice.subslice.sampler.l1").at("properties").at("bank_hash");
  CHECK(hash.at("default") == "xor");
  CHECK(hash.at("anyOf").size() == 2);
}
