// Functional coverage: named bins, each a case that the stimulus must have met.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace texpipe::rtl_cosim {

class CoverBins {
 public:
  /// Bins that are not declared are not counted.
  void declare(std::string name) { hits_.emplace(std::move(name), 0); }
  void hit(const std::string& name) {
    if (const auto found = hits_.find(name); found != hits_.end()) ++found->second;
  }

  std::size_t size() const { return hits_.size(); }
  std::vector<std::string> missed() const {
    std::vector<std::string> names;
    for (const auto& [name, hits] : hits_) {
      if (hits == 0) names.push_back(name);
    }
    return names;
  }
  /// Share of the declared bins that were met, in percent; 100 where none is declared.
  double percent() const {
    return hits_.empty() ? 100.0 : 100.0 * static_cast<double>(size() - missed().size()) / static_cast<double>(size());
  }
  const std::map<std::string, std::uint64_t>& hits() const { return hits_; }

 private:
  std::map<std::string, std::uint64_t> hits_;
};

}  // namespace texpipe::rtl_cosim
