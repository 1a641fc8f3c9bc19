#include "isa/visa/program_rules.h"

#include <catch2/catch.hpp>

#include "isa/visa/isa_file.h"
#include "isa/visa/isa_file_writer.h"
#include "isa/visa/text.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

const std::string kKernel =
    ".version 4.1\n.kernel \"k\"\n.decl V v_type=G type=ud num_elts=16 align=hword\n"
    ".decl W v_type=G type=ud num_elts=16 align=hword\n.decl P v_type=P num_elts=16\n";

/// Code and diagnostics of a text, one per line.
std::pair<ExitCode, std::string> refusal(const std::string& text) {
  try {
    parse_text(text, "t");
  } catch (const Error& error) {
    std::string problems;
    for (const Diagnostic& diagnostic : error.diagnostics()) problems += diagnostic.text() + "\n";
    return {error.code(), problems};
  }
  return {ExitCode::kSuccess, ""};
}

std::string problem(const std::string& text) {
  const auto [code, problems] = refusal(text);
  CHECK((code == ExitCode::kMalformedInput || code == ExitCode::kSuccess));
  return problems;
}

}  // namespace

TEST_CASE("one kernel in a text, of a version that is known", "[visa][structure]") {
  CHECK(problem(kKernel + "ret (M1, 1)\n").empty());
  CHECK(problem(".version 4.0\n").empty());
  CHECK(refusal(kKernel + "ret (M1, 1)\n.kernel \"l\"\nret (M1, 1)\n") ==
        std::pair{ExitCode::kUnsupported, std::string{"t:7:2: unsupported: a second kernel in one text, behind k\n"}});
  CHECK(refusal(".version 9.7\n") ==
        std::pair{ExitCode::kUnsupported, std::string{"t:1:10: unsupported: vISA version 9.7\n"}});
}

TEST_CASE("labels stand once, and before a statement when a jump names them", "[visa][structure]") {
  CHECK(problem(kKernel + "_a:\n    goto (M1, 16) _b\n_b:\n    ret (M1, 1)\n").empty());
  CHECK(problem(kKernel + "    jmp (M1, 1) _nowhere\n    ret (M1, 1)\n") ==
        "t:6:5: label _nowhere stands before no statement; expected a line _nowhere:\n");
  CHECK(problem(kKernel + "_a:\n    add (M1, 8) V(0,0)<1> V(0,0)<1;1,0> 0x1:ud\n_a:\n    ret (M1, 1)\n") ==
        "t:8:1: label _a stands twice\n");
}

TEST_CASE("a kernel ends with ret or a jump that is always taken", "[visa][structure]") {
  const std::string expected = "kernel k does not end with ret; expected ret (M1, 1)\n";
  CHECK(problem(kKernel + "    mov (M1, 8) V(0,0)<1> 0x1:ud\n") == "t:6:5: " + expected);
  CHECK(problem(kKernel + "    (P) ret (M1, 16)\n") == "t:6:5: " + expected);
  CHECK(problem(kKernel + "    ret (M1, 1)\n_end:\n") == "t:7:1: " + expected);
  CHECK(problem(kKernel + "_again:\n    goto (M1, 16) _again\n").empty());
  CHECK(problem("mov (M1, 8) V0032(0,0)<1> 0x1:ud\n").empty());  // bare instructions are no kernel
}

TEST_CASE("inputs lie apart from each other and inside their variables", "[visa][structure]") {
  const std::string end = "ret (M1, 1)\n";
  CHECK(problem(kKernel + ".input V offset=32 size=64\n.input W offset=96 size=64\n" + end).empty());
  CHECK(problem(kKernel + ".input V offset=32 size=64\n.input W offset=64 size=64\n" + end) ==
        "t:7:8: input W in bytes 64 to 127 overlaps input V in bytes 32 to 95\n");
  CHECK(problem(kKernel + ".input V offset=32 size=65\n" + end) == "t:6:8: input V has 65 bytes, its variable 64\n");
}

TEST_CASE("predicates have 1 to 32 elements, SimdSize is one of the documents'", "[visa][structure]") {
  for (const std::string elements : {"33", "64", "3", "0"}) {
    CHECK_THAT(problem(".decl P v_type=P num_elts=" + elements + "\n"), Catch::StartsWith("t:1:"));
  }
  CHECK(problem(".decl P v_type=P num_elts=48\n") ==
        "t:1:27: predicate P has 48 elements; expected 1, 2, 4, 8, 16 or 32\n");
  for (const std::string size : {"8", "16", "32"}) CHECK(problem(".kernel_attr SimdSize=" + size + "\n").empty());
  CHECK(problem(".kernel_attr SimdSize=64\n") == "t:1:14: SimdSize is 64; expected 8, 16 or 32\n");
}

TEST_CASE("a container keeps the same rules, with the byte", "[visa][structure]") {
  const auto refused = [](Program program) -> std::string {
    try {
      read_isa(write_isa(program), "k.isa");
    } catch (const Error& error) {
      return error.diagnostics().front().text();
    }
    return {};
  };
  const Program good = parse_text(
      kKernel + ".input V offset=32 size=64\n.input W offset=96 size=64\n_a:\n    goto (M1, 16) _a\n    ret (M1, 1)\n",
      "t");
  CHECK(refused(good).empty());
  Program program = good;
  program.statements.pop_back();
  program.statements.pop_back();
  CHECK_THAT(refused(program), Catch::Contains("k.isa: byte ") && Catch::Contains("kernel k does not end with ret"));
  program = good;
  program.statements.erase(program.statements.begin());
  CHECK_THAT(refused(program), Catch::Contains("label _a stands before no statement"));
  program = good;
  program.statements.insert(program.statements.begin(), program.statements[0]);
  CHECK_THAT(refused(program), Catch::Contains("label _a stands twice"));
  program = good;
  program.inputs[1].offset = 64;
  CHECK_THAT(refused(program), Catch::Contains("overlaps input V"));
  program = good;
  program.predicates[0].elements = 40;
  CHECK_THAT(refused(program), Catch::Contains("predicate P has 40 elements"));
  program = good;
  program.minor = 7;
  CHECK(refused(program) == "k.isa: byte 4: unsupported: .isa version 4.7");
}

TEST_CASE("comments between /* and */ are blanks, on one line or many", "[visa][text]") {
  const std::string plain = kKernel + "mov (M1, 8) V(0,0)<1> 0x1:ud\nret (M1, 1)\n";
  const std::string commented =
      "/* a kernel\n   // of two */" + kKernel +
      "mov /* size */ (M1, 8) V(0,0)<1> /* \" */ 0x1:ud // and /* no more\nret (M1, 1) /* end\n*/";
  CHECK(parse_text(commented, "t") == parse_text(plain, "t"));
  CHECK(parse_text(".kernel \"a//b /* c\"\nret (M1, 1)\n", "t").name == "a//b /* c");
  CHECK(problem("ret (M1, 1)\n  /* never\n") == "t:2:3: the comment does not end; expected */\n");
  CHECK_THAT(problem("/* one\ntwo */ mvo (M1, 8) V0032(0,0)<1> 0x1:ud\n"), Catch::StartsWith("t:2:8: "));
}
