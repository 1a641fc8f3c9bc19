#include "host/build/build_info.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>

using namespace texpipe::study;

TEST_CASE("a build tells its commit, its compiler and a version of each library", "[build]") {
  const BuildInfo& info = build_info();
  CHECK_FALSE(info.version.empty());
  CHECK((info.git_hash == "unknown" ||
         std::all_of(info.git_hash.begin(), info.git_hash.end(), [](unsigned char c) { return std::isxdigit(c); })));
  CHECK((info.compiler.starts_with("gcc ") || info.compiler.starts_with("clang ")));
  REQUIRE_FALSE(info.libraries.empty());
  for (const LibraryVersion& library : info.libraries) {
    INFO(library.name);
    CHECK(std::isdigit(static_cast<unsigned char>(library.version.empty() ? ' ' : library.version.front())));
  }
}
