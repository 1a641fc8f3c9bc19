// Fuzz target of the configuration reader: any bytes as a study file. libFuzzer's entry; tests/study/config/fuzz_corpus_test.cpp runs
// it over shipped and mutated files without libFuzzer.
#include <cstddef>
#include <cstdint>
#include <string>

#include "study/run/study.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace texpipe;
  const std::string text{reinterpret_cast<const char*>(data), size};
  for (const study::FileKind kind : {study::FileKind::kStudy, study::FileKind::kByContent}) {
    try {
      study::Configuration configuration =
          study::load_configuration({.file = TEXPIPE_SOURCE_DIR "/configs/studies/fuzz.yaml", .text = text}, kind);
      configuration.resolved_yaml("");
    } catch (const Error&) {
    }
  }
  return 0;
}
