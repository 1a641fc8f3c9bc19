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

}  // namespace texpipe::study
