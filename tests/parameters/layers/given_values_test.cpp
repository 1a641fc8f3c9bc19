// One walk over a parameter tree finds what asking for each path finds.
#include "parameters/layers/given_values.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>

#include "parameters/layers/value_sources.h"
#include "study/definition/study.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

namespace fs = std::filesystem;

/// The source that a value has by its own path.
std::string source_by_path(const ParameterNode& node, const ParameterNode& before, const Configuration& configuration) {
  const ValueSource* source = source_of(without_indices(node.path), configuration.sources);
  const bool of_file = configuration.reader.origin(node.path).layer == kMachineFile;
  return std::string{source != nullptr && of_file ? source->text : before.source.text};
}

/// Number of values that somebody gave.
std::size_t check_against_paths(Configuration& configuration) {
  std::size_t given = 0;
  for (const ParameterNode& tree : configuration.values()) {
    std::vector<std::pair<std::string, std::string>> walked, asked;
    for_each_given(tree, configuration.reader, [&](const ParameterNode& node, const Origin& origin) {
      walked.emplace_back(node.path, origin.layer + ' ' + origin.text());
    });
    for_each_value(tree, [&](const ParameterNode& node) {
      const Origin origin = configuration.reader.origin(node.path);
      if (origin.layer != Origin{}.layer) asked.emplace_back(node.path, origin.layer + ' ' + origin.text());
    });
    CHECK(walked == asked);
    given += walked.size();
  }
  const std::vector<ParameterNode> before = configuration.values(), with_sources = configuration.trees();
  const auto check_sources = [&](const auto& self, const ParameterNode& now, const ParameterNode& then) -> void {
    if (now.kind == ParameterNode::Kind::kValue &&
        std::string{now.source.text} != source_by_path(now, then, configuration))
      FAIL(now.path + ": " + std::string{now.source.text});
    for (std::size_t i = 0; i < now.children.size(); ++i) self(self, now.children[i], then.children[i]);
  };
  check_sources(check_sources, with_sources.back(), before.back());
  return given;
}

}  // namespace

TEST_CASE("a walk over the tree finds the origins and sources that every path has by itself", "[config]") {
  for (const auto& entry : fs::directory_iterator{TEXPIPE_SOURCE_DIR "/configs/machines"}) {
    INFO(entry.path());
    Configuration machine = load_configuration({.file = entry.path()}, FileKind::kMachine);
    CHECK(check_against_paths(machine) > 0);
  }
}

TEST_CASE("a word for a group is the origin of its values, but of those that are given by themselves", "[config]") {
  const std::string rates = "slice.subslice[1].sampler.filter.rates";
  Configuration machine = load_configuration(
      {.file = "machine.yaml",
       .assignments = {rates + "=kaby_lake", rates + ".point.32=2", "slice.subslice[*].eus=4"},
       .text = "machine: test\nslice:\n  subslices: 2\n  subslice: {eus: 8, sampler: {filter: {rates: skylake}}}\n"
               "sources: {slice.subslice: mine, slice.subslice.sampler.filter.rates: theirs}\n"},
      FileKind::kMachine);
  check_against_paths(machine);
  const std::vector<ParameterNode> trees = machine.trees();
  const auto source_at = [&](const std::string& path) { return find_parameter(trees.back(), path)->source.text; };
  CHECK(source_at("slice.subslice[0].sampler.filter.rates.point.32") == "theirs");
  CHECK(source_at("slice.subslice[1].sampler.filter.rates.point.32") != "theirs");
  CHECK(source_at("slice.subslice[0].eus") != "mine");
}

TEST_CASE("machines that are read one after the other share no values", "[config]") {
  const auto read = [](const std::string& size) {
    return load_configuration({.file = "machine.yaml",
                               .text = "machine: test\nslice: {subslice: {sampler: {l1: {size: " + size +
                                       "}}}}\nsources: {slice: " + size + " measured}\n"},
                              FileKind::kMachine);
  };
  Configuration first = read("8KiB"), second = read("16KiB");
  const std::vector<ParameterNode> of_first = first.trees(), of_second = second.trees();
  const std::string path = "slice.subslice.sampler.l1.size";
  const ParameterNode *a = find_parameter(of_first.back(), path), *b = find_parameter(of_second.back(), path);
  CHECK(a->text == "8KiB");
  CHECK(b->text == "16KiB");
  CHECK(a->source.text == "8KiB measured");
  CHECK(b->source.text == "16KiB measured");
}
