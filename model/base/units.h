// Equal parts of which most machines have one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace texpipe {

/// One part or more. Their paths have an index only where there are several, and the only one, or the first of several,
/// may be used as if it stood alone: `subslice.sampler.l1`.
template <class Unit>
class Units : public Unit {
 public:
  using Unit::Unit;

  std::size_t size() const { return 1 + others_.size(); }
  /// New ones are as the first.
  void resize(std::size_t count) { others_.resize(count - 1, *this); }
  Unit& operator[](std::size_t index) { return index == 0 ? *this : others_[index - 1]; }
  const Unit& operator[](std::size_t index) const { return index == 0 ? *this : others_[index - 1]; }

 private:
  std::vector<Unit> others_;
};

/// Path of one of `count` parts named `name`.
inline std::string unit_path(std::string_view name, std::size_t index, std::size_t count) {
  return std::string{name} + (count == 1 ? "" : "[" + std::to_string(index) + "]");
}

}  // namespace texpipe
