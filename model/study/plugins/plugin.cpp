#include "study/plugins/plugin.h"

#include "base/diagnostic.h"
#include "base/implementation.h"
#include "base/word_registry.h"

namespace texpipe::study {

void Plugin::brings(std::string_view what, std::string_view word) {
  words_.push_back(std::string{what} + " `" + std::string{word} + '`');
}

void Plugin::check_implementation(machine::BlockKind kind, std::string_view name) const {
  check_new_word({"implementation", {}}, name);
  if (name == kModelImplementation || blocks_.has(kind, name))
    throw Error{ExitCode::kInvalidConfiguration, words_.back() + " is there already"};
}

void Plugin::workload(std::string_view word, std::string_view meaning, MakeWorkload make, OwnParameters parameters) {
  brings("workload kind", word);
  workload_kinds().add(word, meaning, {std::move(make), std::move(parameters)});
}

void Plugin::statistic(std::string name, machine::StatisticUnit unit, std::string description,
                       machine::DerivedCount count) {
  brings("statistic", name);
  machine::add_derived_count(std::move(name), unit, std::move(description), std::move(count));
}

void Plugin::ratio(std::string name, std::string description, std::string numerator, std::string denominator,
                   double scale) {
  brings("statistic", name);
  machine::add_derived_ratio(std::move(name), std::move(description), std::move(numerator), std::move(denominator),
                             scale);
}

}  // namespace texpipe::study
