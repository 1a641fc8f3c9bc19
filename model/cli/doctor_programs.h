// Findings of `texpipe doctor` about programs, Python modules and drivers that some verbs use and none needs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace texpipe::cli {

enum class Health : std::uint8_t { kGood, kMissing, kSlow };

struct Finding {
  std::string what;
  Health health;
  std::string text;
};

/// Programs by PATH, modules by the search of python3 (they are not loaded), Mesa's drivers where their loaders look.
std::vector<Finding> optional_findings();

}  // namespace texpipe::cli
