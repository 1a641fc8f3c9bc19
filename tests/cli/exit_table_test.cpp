// One table of verbs and failures, each with its exit code (docs/reference/exit-codes.md).
#include <catch2/catch.hpp>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;

namespace {

/// A verb that reads a file: what stands before and behind the file's name. 0: the failure cannot happen to it.
struct Verb {
  const char* before;
  const char* behind;
  int missing_input;    // no such file, a folder, a loop of links, a file that breaks off
  int malformed_input;  // bytes that are none of its formats
  int empty_input;      // nothing, also from standard input
};

const Verb kReaders[] = {
    {"run", "--out @/run", 4, 3, 3},
    {"config validate", "", 4, 3, 3},
    {"config show", "", 4, 3, 3},
    {"config diff configs/machines/kaby_lake_gt2.yaml", "", 4, 3, 3},
    {"config explain clock", "", 4, 3, 3},
    {"verify", "", 4, 4, 4},
    {"verify tests/data/golden --timing approximately_timed --machine", "", 4, 3, 3},
    {"cosim", "", 4, 3, 3},
    {"message decode", "", 4, 4, 4},
    {"texture info", "", 4, 4, 4},
    {"texture decode", "-o @/picture.png", 4, 4, 4},
    {"texture mips", "-o @/texture.dds", 4, 4, 4},
    {"spa check", "", 4, 4, 4},
    {"spa run", "", 4, 3, 3},
    {"spa run configs/spa/pixld_example.yaml --timing approximately_timed --machine", "", 4, 3, 3},
    {"visa assemble", "--force -o @/out.isa", 4, 4, 4},
    {"visa disassemble", "", 4, 4, 4},
    {"visa lower", "", 4, 4, 4},
    {"visa run", "", 4, 4, 4},
    {"visa run configs/visa/all_operations.visaasm --machine", "", 4, 3, 3},
    {"visa run configs/visa/all_operations.visaasm --inputs", "", 4, 3, 0},
};

std::string in(const ScratchFolder& scratch, std::string text) {
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at)) {
    text.replace(at, 1, scratch.path().string());
  }
  return text;
}

/// The code that the table gives; 8 from a command without RTL that is asked for some.
int expected(const std::string& verb, int code) {
  static const bool has_rtl = run_texpipe("cosim configs/cosim/filter.yaml -p requests=10").code == 0;
  return verb.rfind("cosim", 0) == 0 && !has_rtl ? 8 : code;
}

CommandOutcome read(const Verb& verb, const ScratchFolder& scratch, const std::string& file) {
  return run_texpipe(in(scratch, std::string{verb.before} + " '" + file + "' " + verb.behind));
}

}  // namespace

TEST_CASE("every verb: an input that is not there, is a folder or a loop of links, or breaks off, is exit 4",
          "[cli][exit]") {
  for (const Verb& verb : kReaders) {
    const ScratchFolder scratch;
    std::filesystem::create_directory(scratch / "folder");
    std::filesystem::create_symlink("loop", scratch / "loop");
    std::filesystem::create_symlink("/proc/self/mem", scratch / "unreadable");  // opens, and gives an error when read
    for (const char* file : {"nothing", "folder", "loop", "unreadable"}) {
      if (std::string{verb.before} == "verify" && std::string{file} == "folder") continue;  // a folder is its input
      const CommandOutcome outcome = read(verb, scratch, (scratch / file).string());
      INFO(verb.before << " on " << file << "\n" << outcome.err);
      CHECK(outcome.code == expected(verb.before, verb.missing_input));
      CHECK(outcome.out.empty());
      CHECK_FALSE(outcome.err.empty());
    }
  }
}

TEST_CASE("an input without an end is exit 4, as text, as bytes and from standard input", "[cli][exit]") {
  for (const char* verb :
       {"run /dev/zero", "spa check /dev/zero", "texture info /dev/zero", "message decode /dev/zero"})
    CHECK(run_texpipe(verb).code == 4);
  const CommandOutcome outcome = shell("yes | texpipe visa run -");
  CHECK(outcome.code == 4);
  CHECK(outcome.err == "<stdin>: is larger than 64 MiB\n");
}

TEST_CASE("every verb: bytes that are none of its formats are exit 4, or 3 for a configuration", "[cli][exit]") {
  for (const Verb& verb : kReaders) {
    const ScratchFolder scratch;
    scratch.write("bytes", std::string{"\x7f\0\x01\xff: [", 7} + std::string(40, '\x80'));
    const CommandOutcome outcome = read(verb, scratch, (scratch / "bytes").string());
    INFO(verb.before << "\n" << outcome.err);
    CHECK(outcome.code == expected(verb.before, verb.malformed_input));
    if (std::string{verb.before} != "verify") CHECK(outcome.out.empty());
  }
}

TEST_CASE("every verb: an empty file and an empty standard input end alike, and the latter is named", "[cli][exit]") {
  for (const Verb& verb : kReaders) {
    const ScratchFolder scratch;
    scratch.write("empty", "");
    const CommandOutcome empty = read(verb, scratch, (scratch / "empty").string());
    const CommandOutcome input = read(verb, scratch, "-");
    INFO(verb.before << "\n" << empty.err << input.err);
    CHECK(empty.code == expected(verb.before, verb.empty_input));
    CHECK(input.code == expected(verb.before, verb.empty_input));
    if (verb.empty_input != 0 && expected(verb.before, 0) == 0)
      CHECK((input.err + input.out).find("<stdin>") != std::string::npos);
  }
}

TEST_CASE("every verb: a name that is longer than names are is exit 4", "[cli][exit]") {
  const std::string name(5000, '7');
  for (const Verb& verb : kReaders) {
    const ScratchFolder scratch;
    const CommandOutcome outcome = read(verb, scratch, name);
    INFO(verb.before << "\n" << outcome.err.substr(0, 200));
    const bool number = std::string{verb.before} == "message decode";  // one of its two
    CHECK(outcome.code == (number ? 2 : expected(verb.before, 4)));
  }
  const ScratchFolder scratch;
  scratch.write("w.yaml", "program: " + name + "\n");
  CHECK(run_texpipe("spa run '" + (scratch / "w.yaml").string() + "'").code == 3);
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

TEST_CASE("every verb: a file that cannot be written is exit 1, and leaves nothing beside it", "[cli][exit]") {
  for (const char* verb :
       {"texture decode configs/textures/brick.png -o @/full.png",
        "texture mips configs/textures/brick.png -o @/full.dds", "texture sheet -o @/full.png",
        "visa assemble configs/visa/all_operations.visaasm -o @/full.isa",
        "visa disassemble tests/data/kernels/visa_more/two_runs.isa -o @/full.txt",
        "visa run configs/visa/all_operations.visaasm -o @/full.json",
        "run configs/studies/first_look.yaml -p workload.image=8x8 --timing approximately_timed --out @/run --waves "
        "@/full.vcd"}) {
    const ScratchFolder scratch;
    for (const char* name : {"full.png", "full.dds", "full.isa", "full.txt", "full.json", "full.vcd"})
      std::filesystem::create_symlink("/dev/full", scratch / name);
    const CommandOutcome outcome = run_texpipe(in(scratch, verb));
    INFO(verb << "\n" << outcome.err);
    CHECK(outcome.code == 1);
    CHECK(outcome.err.find("cannot be written: No space left on device") != std::string::npos);
    CHECK(std::distance(std::filesystem::directory_iterator{scratch.path()}, {}) == 6);
  }
}

TEST_CASE("every verb: what it needs and does not get is exit 2", "[cli][exit]") {
  for (const char* verb : {"",
                           "run",
                           "config",
                           "config validate",
                           "config explain",
                           "config diff x",
                           "verify",
                           "texture",
                           "texture info",
                           "texture decode x",
                           "spa",
                           "spa check",
                           "spa run",
                           "visa",
                           "message",
                           "message decode",
                           "message decode 2",
                           "message encode",
                           "texture mips x",
                           "texture sheet",
                           "visa run",
                           "cosim",
                           "completion",
                           "completion ksh",
                           "enum A B C",
                           "no-such-verb",
                           "help no-such-verb",
                           "man x",
                           "version x"}) {
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

TEST_CASE("what no table lists is exit 4, and a word that is no number where one is needed exit 2", "[cli][exit]") {
  for (const char* verb : {"enum NO_SUCH_ENUMERATION", "enum SURFACE_FORMAT no_such_format", "enum SURFACE_FORMAT 999",
                           "message decode 0x2 0xffffffff", "message encode NO_SUCH_FUNCTION",
                           "message encode SFID_SAMPLER no_such_field=1"}) {
    const CommandOutcome outcome = run_texpipe(verb);
    INFO(verb << "\n" << outcome.err);
    CHECK(outcome.code == 4);
  }
  for (const char* verb : {"message decode zero one", "message decode 0x2 two", "texture decode x -o y.png --level two",
                           "spa run x --max-instructions many", "visa run x --max-cycles -1"}) {
    const CommandOutcome outcome = run_texpipe(verb);
    INFO(verb << "\n" << outcome.err);
    CHECK(outcome.code == 2);
  }
}
