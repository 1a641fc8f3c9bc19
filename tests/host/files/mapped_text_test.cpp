// The text of small and large files.
#include "host/files/mapped_text.h"

#include <catch2/catch.hpp>

#include "base/diagnostic.h"
#include "support/scratch_folder.h"

using namespace texpipe::study;
using texpipe::test::ScratchFolder;

TEST_CASE("the text of a file is all of it, whether it is mapped or not", "[files]") {
  const ScratchFolder scratch;
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{5}, (std::size_t{16} << 20) - 1, (std::size_t{70} << 20) + 3}) {
    std::string text(size, 'a');
    if (size > 0) text.back() = 'z';
    scratch.write("text", text);
    const MappedText mapped{scratch / "text"};
    CHECK(mapped.view().size() == size);
    CHECK((mapped.view() == text));
  }
  CHECK_THROWS_AS(MappedText{scratch / "gone"}, texpipe::Error);
}
