// Refusal of what the inputs of a virtual ISA kernel say.
#pragma once

#include <string>
#include <utility>

#include "base/diagnostic.h"

namespace texpipe::study {

/// Error (kInvalidConfiguration) at a place of the inputs' file.
[[noreturn]] inline void refuse_input(const SourcePosition& position, std::string problem, std::string hint = {}) {
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.position = position, .problem = std::move(problem), .hint = std::move(hint)}};
}

}  // namespace texpipe::study
