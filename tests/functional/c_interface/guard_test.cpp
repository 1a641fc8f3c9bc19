#include "functional/c_interface/guard.h"

#include <catch2/catch.hpp>
#include <stdexcept>

using namespace texpipe;
using namespace texpipe::functional::c_interface;

TEST_CASE("whatever a call throws becomes a status and a message", "[c_interface]") {
  CHECK(guarded([] { throw Error{ExitCode::kUnsupported, "no such thing"}; }) == TEXPIPE_UNSUPPORTED);
  CHECK(last_error().find("no such thing") != std::string::npos);
  CHECK(guarded([] { throw std::bad_alloc{}; }) == TEXPIPE_INTERNAL_ERROR);
  CHECK(last_error() == "out of memory");
  CHECK(guarded([] { throw std::out_of_range{"vector::at"}; }) == TEXPIPE_INTERNAL_ERROR);
  CHECK(last_error() == "vector::at");
  CHECK(guarded([] { throw 7; }) == TEXPIPE_INTERNAL_ERROR);
  CHECK(last_error() == "unknown failure");
  CHECK(guarded([] {}) == TEXPIPE_SUCCESS);
  CHECK(last_error().empty());
}

TEST_CASE("a null pointer, a failed condition and another structure size are usage errors", "[c_interface]") {
  const int number = 0;
  CHECK(guarded([&] { require_pointers(&number, static_cast<const int*>(nullptr)); }) == TEXPIPE_USAGE);
  CHECK(guarded([] { require(false, "too many"); }) == TEXPIPE_USAGE);
  CHECK(last_error().find("too many") != std::string::npos);
  texpipe_message message{};
  message.struct_size = sizeof message - 1;
  CHECK(guarded([&] { require_structure(&message); }) == TEXPIPE_USAGE);
  message.struct_size = sizeof message;
  CHECK(guarded([&] { require_structure(&message); }) == TEXPIPE_SUCCESS);
}
