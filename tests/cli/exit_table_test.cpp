// One table of verbs and failures, each with its exit code (README, "Exit codes").
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

/// A verb that reads a file: what stands before and behind the file's name. 0: the failure cannot happen to it.
struct Verb {
  const char* before;
  const char* behind;
  int missing_input;    // no such file, a folder, a loop of links
  int malformed_input;  // bytes that are none of its formats
};

const Verb kReaders[] = {
    {"run", "--out @/run", 4, 3},
    {"config validate", "", 4, 3},
    {"config show", "", 4, 3},
    {"config diff configs/machines/kaby_lake_gt2.yaml", "", 4, 3},
    {"config explain clock", "", 4, 3},
    {"verify", "", 4, 0},
    {"cosim", "", 4, 3},
    {"texture info", "", 4, 4},
    {"texture decode", "-o @/picture.png", 4, 4},
    {"spa check", "", 4, 4},
    {"spa run", "", 4, 3},
    {"visa assemble", "-o @/out.isa", 4, 4},
    {"visa disassemble", "", 4, 4},
    {"visa lower", "", 4, 4},
    {"visa run", "", 4, 4},
};

std::string in(const ScratchFolder& scratch, std::string text) {
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    text.replace(at, 1, scratch.path().string());
  }
  return text;
}

/// The code that the table gives; 8 from a command without RTL that is asked for some.
int expected(const std::string& verb, int code) {
  static const bool has_rtl = run_texpipe("cosim configs/cosim/filter.yaml -p footprints=10").code == 0;
  return verb.rfind("cosim", 0) == 0 && !has_rtl ? 8 : code;
}

CommandOutcome read(const Verb& verb, const ScratchFolder& scratch, const std::string& file) {
  return run_texpipe(in(scratch, std::string{verb.before} + " '" + file + "' " + verb.behind));
}

}  // namespace

TEST_CASE("every verb: an input that is not there, is a folder or a loop of links, is exit 4", "[cli][exit]") {
  for (const Verb& verb : kReaders) {
    const ScratchFolder scratch;
    std::filesystem::create_directory(scratch / "folder");
    std::filesystem::create_symlink("loop", scratch / "loop");
    for (const char* file : {"nothing", "folder", "loop"}) {
      if (std::string{verb.before} == "verify" && std::string{file} == "folder") continue;  // a folder is its input
      const CommandOutcome outcome = read(verb, scratch, (scratch / file).string());
      INFO(verb.before << " on " << file << "\n" << outcome.err);
      CHECK(outcome.code == expected(verb.before, verb.missing_input));
      CHECK(outcome.out.empty());
      CHECK_FALSE(outcome.err.empty());
    }
  }
}

TEST_CASE("every verb: bytes that are none of its formats are exit 4, or 3 for a configuration", "[cli][exit]") {
  for (const Verb& verb : kReaders) {
    if (verb.malformed_input == 0) continue;
    const ScratchFolder scratch;
    scratch.write("bytes", std::string{"\x7f\0\x01\xff: [", 7} + std::string(40, '\x80'));
    const CommandOutcome outcome = read(verb, scratch, (scratch / "bytes").string());
    INFO(verb.before << "\n" << outcome.err);
    CHECK(outcome.code == expected(verb.before, verb.malformed_input));
    CHECK(outcome.out.empty());
  }
}

TEST_CASE("every verb: an empty name and an unknown option are exit 2", "[cli][exit]") {
  for (const Verb& verb : kReaders) {
    const ScratchFolder scratch;
    INFO(verb.before);
    CHECK(read(verb, scratch, "").code == 2);
    CHECK(run_texpipe(in(scratch, std::string{verb.before} + " x " + verb.behind + " --no-such-option")).code == 2);
  }
}

TEST_CASE("every verb: results that cannot be written are exit 1", "[cli][exit]") {
  for (const char* verb :
       {"help", "version", "man", "completion bash", "enum", "config show", "config schema", "config explain clock",
        "config validate configs/machines/kaby_lake_gt2.yaml", "message decode 0x2 0x02420001",
        "texture info configs/textures/brick_512_bc1_mips.dds", "spa check configs/spa/pixld_example.spa",
        "spa run configs/spa/pixld_example.yaml", "visa lower configs/visa/all_operations.visaasm",
        "visa run configs/visa/all_operations.visaasm"}) {
    const CommandOutcome outcome = shell(std::string{"texpipe "} + verb + " >/dev/full");
    INFO(verb << "\n" << outcome.err);
    CHECK(outcome.code == 1);
    CHECK(outcome.err.find("cannot write to standard output") != std::string::npos);
  }
}

TEST_CASE("every verb: what it needs and does not get is exit 2", "[cli][exit]") {
  for (const char* verb : {"", "run", "config", "config validate", "config explain", "config diff x", "verify",
                           "texture", "texture info", "texture decode x", "spa", "spa check", "spa run", "visa",
                           "message", "completion", "no-such-verb", "help no-such-verb"}) {
    INFO(verb);
    CHECK(run_texpipe(verb).code == 2);
  }
}

TEST_CASE("unknown keys of a configuration are exit 3 in every verb that reads one", "[cli][exit]") {
  const ScratchFolder scratch;
  const std::string file = (scratch / "keys.yaml").string();
  scratch.write("keys.yaml", "no_such_key: 1\n");
  for (const std::string& verb :
       {"run '" + file + "'", "config validate '" + file + "'", "cosim '" + file + "'", "spa run '" + file + "'",
        "visa run configs/visa/all_operations.visaasm --inputs '" + file + "'"}) {
    const CommandOutcome outcome = run_texpipe(verb);
    INFO(verb << "\n" << outcome.err);
    CHECK(outcome.code == expected(verb, 3));
  }
}
