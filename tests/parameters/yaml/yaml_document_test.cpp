#include "parameters/yaml/yaml_document.h"

#include <catch2/catch.hpp>
#include <chrono>

using namespace texpipe;
using namespace texpipe::study;

namespace {

std::string first_problem(const std::string& text) {
  std::vector<Diagnostic> problems;
  parse_yaml(text, "f.yaml", problems);
  return problems.empty() ? "" : problems.front().text();
}

}  // namespace

TEST_CASE("keys and values know their place", "[yaml]") {
  std::vector<Diagnostic> problems;
  const ConfigNode root = parse_yaml("a: 1\nb:\n  c: [x, 'y']\n", "f.yaml", problems);
  REQUIRE(problems.empty());
  const ConfigNode& list = root.find("b")->value.find("c")->value;
  CHECK(list.position == SourcePosition{"f.yaml", 3, 6});
  CHECK_FALSE(list.items[0].quoted);
  CHECK(list.items[1].quoted);
  CHECK(root.find("b")->value.find("c")->position == SourcePosition{"f.yaml", 3, 3});
}

TEST_CASE("what YAML offers and a configuration does not need is refused clearly", "[yaml]") {
  CHECK(first_problem("a: 1\na: 2\n") == "f.yaml:2:1: a: duplicate key; first given in line 1");
  CHECK(first_problem("b: {a: 1, a: 2}\n") == "f.yaml:1:11: b.a: duplicate key; first given in line 1");
  CHECK(first_problem("a: &x 1\n") == "f.yaml:1:4: anchors (&name) are not accepted; write the values out");
  CHECK(first_problem("a: *x\n") != "");
  CHECK(first_problem("<<: {a: 1}\n") == "f.yaml:1:1: merge keys (<<) are not accepted; write the values out");
  CHECK(first_problem("a: !!int 1\n") == "f.yaml:1:4: tags (tag:yaml.org,2002:int) are not accepted");
  CHECK(first_problem("? [a]\n: 1\n") == "f.yaml:1:3: a key has to be a plain word");
  CHECK(first_problem("a: 1\n---\na: 2\n") == "f.yaml: holds more than one YAML document");
  std::string deep;
  for (int i = 0; i < 40; ++i) deep += "{a: ";
  deep += std::string(40, '}');
  CHECK(first_problem(deep) == "f.yaml:1:129: nested deeper than 32 levels");
  CHECK(first_problem(std::string(100000, '[')) != "");
  CHECK(first_problem("a: 1\nb: \xff\n") == "f.yaml:2:1: not UTF-8 text");
  CHECK(first_problem(std::string("a: \0", 4)) == "f.yaml:1:1: not UTF-8 text");
  CHECK(first_problem(std::string(2 << 20, ' ')) == "f.yaml: larger than 1 MiB; this is not a configuration");
}

TEST_CASE("an alias of a program's text is what it stands for, and there is an end of them", "[yaml]") {
  std::vector<Diagnostic> problems;
  const auto parse = [&](const std::string& text) {
    problems.clear();
    return parse_yaml(text, "f.yaml", problems, YamlAuthor::kProgram);
  };
  const ConfigNode root = parse("a: &x {c: 1}\nb: *x\nd: [&y 2, *y, !!int 3]\n");
  CHECK(problems.empty());
  CHECK(root.find("b")->value.find("c")->value.text == "1");
  CHECK(root.find("d")->value.items.at(1).text == "2");
  parse("a: &x [1, *x]\n");
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].text() == "f.yaml:1:11: an alias stands inside of what it stands for");
  std::string bomb = "- &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n";
  for (int i = 0; i < 9; ++i) {
    const std::string alias = "*a" + std::to_string(i);
    bomb += "- &a" + std::to_string(i + 1) + " [" + alias;
    for (int k = 0; k < 9; ++k) bomb += ", " + alias;
    bomb += "]\n";
  }
  parse(bomb);
  REQUIRE(problems.size() == 1);
  CHECK(problems[0].text().ends_with("aliases stand for more than a million values"));
  parse("a: 1\na: 2\n");
  CHECK(problems.size() == 1);
}

TEST_CASE("a text of 1 MiB takes as long as it is", "[yaml]") {
  const auto seconds = [](const std::string& text) {
    REQUIRE(text.size() <= 1 << 20);
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Diagnostic> problems;
    parse_yaml(text, "f.yaml", problems);
    CHECK(problems.size() <= 101);
    return std::chrono::duration<double>{std::chrono::steady_clock::now() - begin}.count();
  };
  std::string nulls = "a:\n", keys, duplicates;
  for (int i = 0; i < 175'000; ++i) nulls += "- \n";
  for (int i = 0; i < 90'000; ++i) keys += 'k' + std::to_string(i) + ": \n";
  for (int i = 0; i < 200'000; ++i) duplicates += "a: 1\n";
  constexpr double kLong = 8;  // under sanitizers; the square of any of these takes a minute
  CHECK(seconds(nulls) < kLong);
  CHECK(seconds(keys) < kLong);
  CHECK(seconds(duplicates) < kLong);
  std::vector<Diagnostic> problems;
  parse_yaml(duplicates, "f.yaml", problems);
  CHECK(problems.back().text() == "f.yaml:102:1: more than 100 keys are given twice; the rest is not read");
}

TEST_CASE("a syntax error has its place", "[yaml]") {
  CHECK(first_problem("a: [1, 2\nb: 3\n").starts_with("f.yaml:"));
  CHECK(first_problem("a: 1\n\tb: 2\n").starts_with("f.yaml:"));
  CHECK(first_problem("a: b: c\n").starts_with("f.yaml:1:"));
}

TEST_CASE("a file that cannot be read is an unreadable input", "[yaml]") {
  std::vector<Diagnostic> problems;
  for (const char* path : {"/nonexistent/f.yaml", "/"}) {
    try {
      read_yaml_file(path, problems);
      FAIL("not refused");
    } catch (const Error& error) {
      CHECK(error.code() == ExitCode::kMalformedInput);
    }
  }
}

TEST_CASE("NULL in capitals is a word of the manuals, null is nothing", "[config]") {
  std::vector<Diagnostic> problems;
  const ConfigNode root = parse_yaml("a: NULL\nb: null\nc:\nd: ~\n", "a.yaml", problems);
  CHECK(problems.empty());
  CHECK(root.find("a")->value.kind == ConfigNode::Kind::kScalar);
  CHECK(root.find("a")->value.text == "NULL");
  for (const char* key : {"b", "c", "d"}) CHECK(root.find(key)->value.kind == ConfigNode::Kind::kNull);
}
