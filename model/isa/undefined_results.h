// Every place where a document leaves a result open, and what the model gives there (resolution R1).
#pragma once

#include <span>
#include <string_view>

namespace texpipe {

/// The rule: bytes of a destination keep their value, numeric fields read 0, programs that ask for nothing meaningful
/// are refused.
enum class UndefinedOutcome {
  kKeepsBytes,  // the destination's bytes are not written
  kReadsZero,   // a numeric field is 0
  kRefused,     // an error that names the field (exit 4)
  kOther,       // as `model` says, by its own resolution
};

struct UndefinedResult {
  std::string_view document;
  std::string_view place;
  std::string_view open;  // what the document does not say
  UndefinedOutcome outcome;
  std::string_view model;  // what the model gives
  std::string_view rule;   // resolutions, by their numbers
};

/// All undefined results, by document and in its order. `texpipe config show` prints it.
std::span<const UndefinedResult> undefined_results();

/// `keeps bytes`, `reads 0`, `refused`, `other`.
std::string_view text_of(UndefinedOutcome outcome);

}  // namespace texpipe
