// Implementation of a block of a machine: the model's own, or one that somebody else added.
#pragma once

#include <map>
#include <string>

#include "base/own_parameters.h"
#include "base/parameter.h"

namespace texpipe {

inline constexpr const char* kModelImplementation = "model";

/// Stands in the parameters of every block that can be replaced, and describes itself among them.
struct Implementation {
  std::string name = kModelImplementation;
  std::map<std::string, OwnParameters> brought;  // by name: of those that bring parameters of their own

  bool is_model() const { return name == kModelImplementation; }

  /// The parameters that the chosen one brought. Errors: kInternalError when it brought none.
  const OwnParameters& own() const {
    const auto found = brought.find(name);
    if (found == brought.end()) throw Error{ExitCode::kInternalError, name + " brought no parameters of its own"};
    return found->second;
  }

  template <class Visitor>
  void describe(Visitor& v) {
    v("implementation", name,
      {.help = "module that stands for the block: model, or a registered one, such as rtl or your own"});
    if (const auto chosen = brought.find(name); chosen != brought.end()) {
      v.group("parameters", chosen->second, "parameters of the implementation");
    }
  }
};

}  // namespace texpipe
