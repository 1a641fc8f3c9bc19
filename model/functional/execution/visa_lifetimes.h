// Between which statements of a vISA kernel the bytes of each variable matter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "isa/visa/program.h"

namespace texpipe::functional {

/// Numbers of the first and the last statement.
struct VisaLifetime {
  std::size_t first = 0;
  std::size_t last = 0;

  bool overlaps(const VisaLifetime& other) const { return first <= other.last && other.first <= last; }
};

/// Lifetimes of the variables that own their bytes and occur in a statement, an input or `preset` (names of variables
/// that start with a value). Where code jumps back, a variable of the loop lives through all of it.
std::map<std::uint32_t, VisaLifetime> lifetimes(const visa::Program& program, const std::set<std::string>& preset);

}  // namespace texpipe::functional
