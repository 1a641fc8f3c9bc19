// A name that nothing has is told with the nearest one.
#include "host/files/missing_name.h"

#include <catch2/catch.hpp>
#include <filesystem>

#include "host/files/byte_reader.h"
#include "support/scratch_folder.h"

using namespace texpipe::study;
using Catch::Contains;
using texpipe::test::ScratchFolder;

TEST_CASE("of a file that is not there the nearest name of its folder is told, or that the folder is missing") {
  const ScratchFolder scratch;
  scratch.write("first_look.yaml", "");
  scratch.write("texture_walk.yaml", "");
  CHECK(missing_name_hint(scratch / "firstlook.yaml") == "did you mean first_look.yaml?");
  CHECK(missing_name_hint(scratch / "histogram.csv").empty());
  CHECK(missing_name_hint(scratch / "studies/first_look.yaml") ==
        "there is no folder " + (scratch / "studies").string());
  CHECK_THROWS_WITH(read_text(scratch / "first_look.yml"),
                    Contains("(No such file or directory); did you mean first_look.yaml?"));
}

TEST_CASE("a link to a file that is gone is no spelling of itself") {
  const ScratchFolder scratch;
  std::filesystem::create_symlink(scratch / "gone", scratch / "study.yaml");
  CHECK(missing_name_hint(scratch / "study.yaml").empty());
}

TEST_CASE("names with what a shell or a browser would replace are told so") {
  const ScratchFolder scratch;
  scratch.write("a.png", "");
  CHECK_THAT(missing_name_hint(scratch / "~/a.png"), Contains("shells alone replace ~"));
  CHECK_THAT(missing_name_hint(scratch / "$HOME/a.png"), Contains("shells alone replace $NAME"));
  CHECK_THAT(missing_name_hint(scratch / "*.png"), Contains("name one file"));
  CHECK_THAT(missing_name_hint("https://example.com/a.png"), Contains("download it first"));
  CHECK_THAT(missing_name_hint(scratch / "b\\a.png"), Contains("folders are apart by /"));
}
