#include "rtl_cosim/scoreboard/own_rtl.h"

#include <algorithm>

namespace texpipe::rtl_cosim {

const MakeStreamRtl* OwnRtl::find(std::string_view kind, std::string_view name) const {
  const auto of_kind = streams_.find(kind);
  if (of_kind == streams_.end()) return nullptr;
  const auto found = of_kind->second.find(name);
  return found == of_kind->second.end() ? nullptr : &found->second;
}

const CustomEntry* OwnRtl::find_custom(std::string_view name) const {
  const auto found = custom_.find(name);
  return found == custom_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> OwnRtl::names(std::string_view kind) const {
  std::vector<std::string_view> names;
  if (kind == "custom") {
    for (const auto& [name, entry] : custom_) names.push_back(name);
  } else if (const auto of_kind = streams_.find(kind); of_kind != streams_.end()) {
    for (const auto& [name, make] : of_kind->second) names.push_back(name);
  }
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
