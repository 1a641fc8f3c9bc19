// Parts of plug-ins under their names: what their code throws is told with the word that a machine has for it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/prefetch/prefetcher.h"
#include "machine/replacement/replacement_policy.h"

namespace texpipe::study {

/// Within a handler: throws what is being handled, as an Error (kMismatch) of `part`, as "replacement policy `mine`";
/// an Error and lack of memory as they are.
[[noreturn]] void rethrow_of(std::string_view part);

template <class Policy>
class NamedPolicy final : public machine::ReplacementPolicy {
 public:
  NamedPolicy(const machine::PolicyPlace& place, const std::string& part) try : part_{part}, policy_{place} {
  } catch (...) {
    rethrow_of(part);
  }

  void touched(std::uint32_t set, std::uint32_t way) override try { policy_.touched(set, way); } catch (...) {
    rethrow_of(part_);
  }
  void filled(std::uint32_t set, std::uint32_t way) override try { policy_.filled(set, way); } catch (...) {
    rethrow_of(part_);
  }
  std::uint32_t victim(std::uint32_t set, std::span<const std::uint32_t> candidates) override try {
    return policy_.victim(set, candidates);
  } catch (...) {
    rethrow_of(part_);
  }

 private:
  std::string part_;
  Policy policy_;
};

template <class OwnPrefetcher>
class NamedPrefetcher final : public machine::Prefetcher {
 public:
  NamedPrefetcher(std::uint32_t degree, const std::string& part) try : part_{part}, prefetcher_{degree} {
  } catch (...) {
    rethrow_of(part);
  }

  void see(const machine::SeenRead& read, std::vector<std::uint64_t>& lines) override try {
    prefetcher_.see(read, lines);
  } catch (...) {
    rethrow_of(part_);
  }

 private:
  std::string part_;
  OwnPrefetcher prefetcher_;
};

}  // namespace texpipe::study
