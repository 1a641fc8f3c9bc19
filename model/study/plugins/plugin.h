// Interface for the author of a plug-in, a shared library that brings words of its own. Its entry is
//
//   extern "C" void texpipe_plugin(texpipe::study::Plugin& plugin) {
//     plugin.replacement_policy<MyPolicy>("mine", "the line that ...");
//   }
//
// texpipe_add_plugin() of the CMake package builds it; --plugin, or a study's `plugins`, loads it
// (docs/how-to/plug-ins.md).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "machine/cache/set_hash.h"
#include "machine/prefetch/prefetch.h"
#include "machine/replacement/replacement.h"
#include "machine/statistics/own_statistics.h"
#include "study/plugins/named_parts.h"
#include "study/plugins/rtl_comparison.h"
#include "timing/system/block_registry.h"
#include "workload/choice/own_workload.h"

namespace texpipe::study {

/// Takes what a plug-in brings. Its words are then those of parameters like the model's own: checked, explained and
/// told with their nearest spelling. Errors: Error (kInvalidConfiguration) for a word that is taken, or is none, and
/// for a function that is not there. Code of these parts that throws ends the run with kMismatch and the part's word.
class Plugin {
 public:
  Plugin(timing::BlockRegistry& blocks, CompareWithRtl& comparison) : blocks_{blocks}, comparison_{comparison} {}
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  /// A policy for `replacement` of every cache.
  /// @tparam Policy   a ReplacementPolicy that is made of a PolicyPlace
  /// @param  meaning  for help texts: which line makes room
  template <class Policy>
  void replacement_policy(std::string_view word, std::string_view meaning,
                          machine::PolicySeed seed = machine::PolicySeed::kUnused) {
    brings("replacement policy", word);
    machine::replacement_policies().add(word, one_line(meaning),
                                        {[part = words_.back()](const machine::PolicyPlace& place) {
                                           return std::make_unique<NamedPolicy<Policy>>(place, part);
                                         },
                                         seed});
  }

  /// A hash for `set_hash` of every cache: of a line's number, of which the sets take the remainder.
  void set_hash(std::string_view word, std::string_view meaning, machine::HashFunction hash) {
    brings("set hash", word);
    require(hash != nullptr);
    machine::set_hashes().add(word, one_line(meaning), hash);
  }

  /// A prefetcher for `prefetch` of every cache of lines.
  /// @tparam OwnPrefetcher  a Prefetcher that is made of a number: the lines that it asks for at a time
  template <class OwnPrefetcher>
  void prefetcher(std::string_view word, std::string_view meaning) {
    brings("prefetcher", word);
    machine::prefetchers().add(word, one_line(meaning), [part = words_.back()](std::uint32_t degree) {
      return std::make_unique<NamedPrefetcher<OwnPrefetcher>>(degree, part);
    });
  }

  /// An implementation of a kind of block, memories among them, with parameters of its own if it has any.
  template <machine::BlockKind kind>
  void block(std::string name, typename timing::FactoryOf<kind>::Type factory, OwnParameters parameters = {}) {
    brings("implementation", name);
    check_implementation(kind, name);
    require(static_cast<bool>(factory));
    blocks_.add<kind>(std::move(name), std::move(factory), std::move(parameters));
  }

  /// A kind of workload for `workload.kind` of a study, whose parameters stand under `workload.parameters`.
  /// @param make  threads, memory and what they leave; its parameters have the study's values
  void workload(std::string_view word, std::string_view meaning, MakeWorkload make, OwnParameters parameters = {});

  /// A count `own.NAME` of every timed run, computed from the statistics of blocks when the run has ended.
  void statistic(std::string name, machine::StatisticUnit unit, std::string description, machine::DerivedCount count);

  /// A quotient `own.NAME` of two counters by their paths; earlier counts are `own.OTHER`.
  void ratio(std::string name, std::string description, std::string numerator, std::string denominator,
             double scale = 1.0);

  /// Work of `texpipe cosim`: of a plug-in that has RTL of the project's blocks. One is loaded by whoever asks for RTL.
  void comparison_with_rtl(CompareWithRtl compare) { comparison_ = compare; }

  /// Words that it brings, as "replacement policy `mine`"; the last one is being added.
  const std::vector<std::string>& words() const { return words_; }

 private:
  void brings(std::string_view what, std::string_view word);
  /// Refuses the last word when what it stands for is missing.
  void require(bool is_there) const;
  /// A meaning as help texts may print it.
  static std::string one_line(std::string_view meaning);
  void check_implementation(machine::BlockKind kind, std::string_view name) const;

  timing::BlockRegistry& blocks_;
  CompareWithRtl& comparison_;
  std::vector<std::string> words_;
};

}  // namespace texpipe::study

/// Entry of a plug-in, called once, when its stamp has been checked.
extern "C" void texpipe_plugin(texpipe::study::Plugin& plugin);
