// Treatment of one input by the fuzzer and its test: read it as a study and as whatever it looks like; an Error is the
// only way to refuse it.
#pragma once

#include <string>

#include "study/definition/study.h"

namespace texpipe::fuzz {

inline void configuration_file(const std::string& text) {
  for (const study::FileKind kind : {study::FileKind::kStudy, study::FileKind::kByContent}) {
    try {
      study::Configuration configuration =
          study::load_configuration({.file = "configs/studies/fuzz.yaml", .text = text}, kind);
      configuration.resolved_yaml();
    } catch (const Error&) {
    }
  }
}

}  // namespace texpipe::fuzz
