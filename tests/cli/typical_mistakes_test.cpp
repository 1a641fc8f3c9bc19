#include "cli/typical_mistakes.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "support/run_command.h"
#include "support/scratch_folder.h"

using namespace texpipe::test;
using Catch::Matchers::Contains;

namespace {

std::string replaced(std::string text, const std::string& find, const std::string& by) {
  for (std::size_t at = 0; !find.empty() && (at = text.find(find, at)) != std::string::npos; at += by.size())
    text.replace(at, find.size(), by);
  return text;
}

/// The files that mistakes name, and a run.
void write_files(ScratchFolder& scratch) {
  const std::string good = replaced(kGoodStudy, "@", TEXPIPE_SOURCE_DIR "/");
  for (const MistakenFile& file : kMistakenFiles)
    scratch.write(file.name, replaced(replaced(kGoodStudy, file.find, file.replace), "@", TEXPIPE_SOURCE_DIR "/"));
  scratch.write("utf16.yaml", std::string{"\xff\xfes\0t\0u\0d\0y\0", 12});
  scratch.write("comment.json", "{\n // a comment\n \"study\": \"a\"}\n");
  scratch.write("carriage.yaml", replaced(good, "\n", "\r"));
  scratch.write("markup.xml", "<study>a</study>\n");
  scratch.write("study.toml", "study = \"a\"\n[workload]\nkind = \"texture_walk\"\n");
  scratch.write("no_comma.json", "{\"study\": \"a\" \"timing\": \"untimed\"}\n");
  scratch.write("empty.yaml", "# nothing but this\n");
  const std::string folder = scratch.path().string();
  REQUIRE(run_texpipe("run '" + folder + "/study.yaml' --timing loosely_timed -q --out '" + folder + "/run'").code ==
          0);
}

}  // namespace

TEST_CASE("typical mistakes get their cure in the message", "[cli][mistakes]") {
  ScratchFolder scratch;
  write_files(scratch);
  const std::string folder = scratch.path().string();
  REQUIRE(std::size(kMistakes) >= 50);
  for (const Mistake& mistake : kMistakes) {
    const CommandOutcome outcome = run_texpipe(replaced(mistake.command, "@", folder));
    INFO(mistake.command << '\n' << outcome.err);
    CHECK(outcome.code == mistake.code);
    CHECK_THAT(outcome.err, Contains(replaced(mistake.cure, "@", folder)));
    CHECK(outcome.out.empty());
    CHECK_FALSE(std::filesystem::exists(scratch / "new"));
  }
}

TEST_CASE("what newcomers write and may write runs", "[cli][mistakes]") {
  ScratchFolder scratch;
  write_files(scratch);
  const std::string folder = scratch.path().string();
  const std::string good = scratch.read("study.yaml");
  scratch.write("crlf.yaml", replaced(good, "\n", "\r\n"));
  scratch.write("bom.yaml", "\xef\xbb\xbf" + good);
  scratch.write("study.json", R"({"study": "a", "machine": ")" TEXPIPE_SOURCE_DIR
                              R"(/configs/machines/kaby_lake_gt2.yaml", "timing": "untimed", "workload": )"
                              R"({"kind": "texture_walk", "image": "8x8", "texture": ")" TEXPIPE_SOURCE_DIR
                              R"(/configs/textures/brick.png"}})");
  for (const char* words :
       {"crlf.yaml", "bom.yaml", "study.json", "study.yaml -p 'l1.size=16 KiB'", "broken.yaml -p workload.image=8x8",
        "kind.yaml -p workload.kind=texture_walk", "machine.yaml -p machine=configs/machines/hd530.yaml",
        "texture.yaml -p workload.texture=configs/textures/brick.png"}) {
    const CommandOutcome outcome =
        run_texpipe("run '" + folder + "'/" + words + " -q --force --out '" + folder + "/out'");
    INFO(words << '\n' << outcome.err);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
  }
}
