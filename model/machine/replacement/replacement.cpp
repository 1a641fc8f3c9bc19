#include "machine/replacement/replacement.h"

#include <memory>

#include "machine/replacement/lru.h"
#include "machine/replacement/simple_policies.h"
#include "machine/replacement/srrip.h"
#include "machine/replacement/tree_plru.h"

namespace texpipe::machine {
namespace {

template <class Policy>
std::unique_ptr<ReplacementPolicy> make_policy(const PolicyPlace& place) {
  return std::make_unique<Policy>(place);
}

WordRegistry<Replacement, PolicyMaker> own_policies() {
  WordRegistry<Replacement, PolicyMaker> own{"replacement policy"};
  own.add("lru", "the line that was used the longest time ago", {make_policy<LruPolicy>});
  own.add("random", "any line, from a seeded generator", {make_policy<RandomPolicy>, PolicySeed::kUsed});
  own.add("fifo", "the line that came first", {make_policy<FifoPolicy>});
  own.add("plru", "where a binary tree of bits leads, away from lines that were used last",
          {make_policy<TreePlruPolicy>});
  own.add("srrip", "a line that was not used since it came, before those that were", {make_policy<SrripPolicy>});
  own.add("nmru", "any line but the one used last, from a seeded generator",
          {make_policy<NotMostRecentlyUsedPolicy>, PolicySeed::kUsed});
  return own;
}

}  // namespace

WordRegistry<Replacement, PolicyMaker>& replacement_policies() {
  static WordRegistry<Replacement, PolicyMaker> policies = own_policies();
  return policies;
}

EnumRows enum_rows(Replacement) {
  return replacement_policies().rows();
}

}  // namespace texpipe::machine
