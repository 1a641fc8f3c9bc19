#include "study/run/run_inputs.h"

#include <catch2/catch.hpp>

#include "support/scratch_folder.h"

using namespace texpipe;
using namespace texpipe::study;

TEST_CASE("the inputs of a run are its configuration's files, then what was read since it began", "[run]") {
  const test::ScratchFolder scratch;
  for (const char* name : {"before", "study.yaml", "texture"}) scratch.write(name, name);
  note_file_read(scratch / "before");
  const RunInputs inputs;
  note_file_read(scratch / "texture");
  note_file_read(scratch / "texture");
  const std::vector<InputFile> hashed = inputs.hashed({scratch / "study.yaml"}, kEverySize);
  REQUIRE(hashed.size() == 2);
  CHECK(hashed[0].path == scratch / "study.yaml");
  CHECK(hashed[1].path == scratch / "texture");
  CHECK(hashed[1].sha256 == "38a3c50b7c1f9635ef1550743eca97c388dc207829c5c204db4f3c1511db77f9");
}

TEST_CASE("an input that is larger than what is hashed is named without a hash", "[run]") {
  const test::ScratchFolder scratch;
  scratch.write("seven", "1234567");
  const std::vector<InputFile> hashed = RunInputs{}.hashed({scratch / "seven"}, ByteSize{6});
  REQUIRE(hashed.size() == 1);
  CHECK(hashed[0].path == scratch / "seven");
  CHECK_FALSE(hashed[0].sha256);
  CHECK(RunInputs{}.hashed({scratch / "seven"}, ByteSize{7})[0].sha256);
}
