#include "rtl_cosim/scoreboard/own_rtl.h"

#include <algorithm>

namespace texpipe::rtl_cosim {

namespace {

/// Null when there is none.
template <class Kinds>
auto find_in(const Kinds& kinds, std::string_view kind, std::string_view name)
    -> decltype(&kinds.begin()->second.begin()->second) {
  const auto of_kind = kinds.find(kind);
  if (of_kind == kinds.end()) return nullptr;
  const auto found = of_kind->second.find(name);
  return found == of_kind->second.end() ? nullptr : &found->second;
}

template <class Kinds>
void add_names(const Kinds& kinds, std::string_view kind, std::vector<std::string_view>& names) {
  const auto of_kind = kinds.find(kind);
  if (of_kind == kinds.end()) return;
  for (const auto& [name, make] : of_kind->second) names.push_back(name);
}

}  // namespace

const MakeStreamRtl* OwnRtl::find(std::string_view kind, std::string_view name) const {
  return find_in(streams_, kind, name);
}

const MakeLinesRtl* OwnRtl::find_lines(std::string_view kind, std::string_view name) const {
  return find_in(lines_, kind, name);
}

const CustomEntry* OwnRtl::find_custom(std::string_view name) const {
  const auto found = custom_.find(name);
  return found == custom_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> OwnRtl::names(std::string_view kind) const {
  std::vector<std::string_view> names;
  if (kind == "custom") {
    for (const auto& [name, entry] : custom_) names.push_back(name);
  }
  add_names(streams_, kind, names);
  add_names(lines_, kind, names);
  return names;
}

OwnRtl& own_rtl() {
  static OwnRtl all;
  return all;
}

bool OwnStreamBlock::is_number(std::size_t output) const {
  return std::find(numbers_.begin(), numbers_.end(), outputs()[output].name) != numbers_.end();
}

}  // namespace texpipe::rtl_cosim
