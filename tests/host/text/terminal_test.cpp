#include "host/text/terminal.h"

#include <catch2/catch.hpp>
#include <cstdlib>

using namespace texpipe::study;

namespace {

/// Sets a variable for the life of this object; null: takes it away.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_{name} {
    const char* const old = std::getenv(name);
    if (old != nullptr) had_ = true, old_ = old;
    set(value);
  }
  ~Variable() { set(had_ ? old_.c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const {
    if (value == nullptr)
      unsetenv(name_);
    else
      setenv(name_, value, 1);
  }

  const char* name_;
  bool had_ = false;
  std::string old_;
};

}  // namespace

TEST_CASE("the width is COLUMNS where that is a number", "[terminal]") {
  {
    const Variable columns{"COLUMNS", "132"};
    CHECK(terminal_width() == 132);
  }
  for (const char* other : {"", "wide", "-3", "0", "12x"}) {
    const Variable columns{"COLUMNS", other};
    CHECK(terminal_width() >= 20);
  }
}

TEST_CASE("the first variable of the locale that is not empty says whether texts are ASCII", "[terminal]") {
  const Variable language{"LANG", "de_DE.UTF-8"}, type{"LC_CTYPE", ""};
  {
    const Variable all{"LC_ALL", "C"};
    CHECK(terminal_is_ascii());
    CHECK(for_terminal("a ▁█ µ° ü") == "a _# u  ü");
  }
  for (const char* utf8 : {"", "C.UTF-8", "en_US.utf8"}) {
    const Variable all{"LC_ALL", utf8};
    CHECK_FALSE(terminal_is_ascii());
    CHECK(for_terminal("▁█") == "▁█");
  }
  const Variable all{"LC_ALL", nullptr}, none{"LANG", nullptr};
  CHECK_FALSE(terminal_is_ascii());
}
