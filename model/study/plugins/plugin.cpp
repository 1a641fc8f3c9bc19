#include "study/plugins/plugin.h"

#include <new>

#include "base/diagnostic.h"
#include "base/implementation.h"
#include "base/printable.h"
#include "base/word_registry.h"

namespace texpipe::study {

void Plugin::brings(std::string_view what, std::string_view word) {
  words_.push_back(std::string{what} + " `" + std::string{word} + '`');
}

void Plugin::require(bool is_there) const {
  if (!is_there) throw Error{ExitCode::kInvalidConfiguration, words_.back() + " has no function"};
}

std::string Plugin::one_line(std::string_view meaning) {
  return printable(meaning);
}

void Plugin::check_implementation(machine::BlockKind kind, std::string_view name) const {
  check_new_word({"implementation", {}}, name);
  if (name == kModelImplementation || blocks_.has(kind, name))
    throw Error{ExitCode::kInvalidConfiguration, words_.back() + " is there already"};
}

void Plugin::workload(std::string_view word, std::string_view meaning, MakeWorkload make, OwnParameters parameters) {
  brings("workload kind", word);
  require(static_cast<bool>(make));
  workload_kinds().add(word, one_line(meaning), {std::move(make), std::move(parameters)});
}

void Plugin::statistic(std::string name, machine::StatisticUnit unit, std::string description,
                       machine::DerivedCount count) {
  brings("statistic", name);
  require(static_cast<bool>(count));
  machine::add_derived_count(std::move(name), unit, one_line(description),
                             [part = words_.back(), count = std::move(count)](const machine::StatisticsRegistry& run) {
                               try {
                                 return count(run);
                               } catch (...) {
                                 rethrow_of(part);
                               }
                             });
}

void Plugin::ratio(std::string name, std::string description, std::string numerator, std::string denominator,
                   double scale) {
  brings("statistic", name);
  machine::add_derived_ratio(std::move(name), one_line(description), std::move(numerator), std::move(denominator),
                             scale);
}

void rethrow_of(std::string_view part) {
  const std::string fails = std::string{part} + " fails";
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    throw Error{ExitCode::kMismatch, fails + ": " + error.what()};
  } catch (...) {
    throw Error{ExitCode::kMismatch, fails + " with an exception of its own"};
  }
}

}  // namespace texpipe::study
