// Instructions per second of native code: every kernel of the corpus, thread by thread, its messages sent and not
// answered. An instruction of 16 channels counts as two of eight.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "functional/execution/eu/eu_thread.h"

namespace texpipe::functional::benchmarks {
namespace {

/// The bytes of a listing's instructions: the words in its comments, the last one first.
std::vector<std::uint8_t> listed_bytes(const std::filesystem::path& path) {
  std::ifstream file{path};
  std::vector<std::uint8_t> bytes;
  for (std::string line; std::getline(file, line);) {
    const std::size_t first = line.find("] "), last = line.find(" */");
    if (line.rfind("/*", 0) != 0 || first == std::string::npos || last == std::string::npos) continue;
    std::string digits;
    for (const char c : line.substr(first + 1, last - first)) {
      if (std::isxdigit(static_cast<unsigned char>(c)) != 0) digits += c;
    }
    for (std::size_t end = digits.size(); end >= 2; end -= 2)
      bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(end - 2, 2), nullptr, 16)));
  }
  return bytes;
}

std::vector<std::unique_ptr<EuCode>> corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator{"tests/data/kernels"}) {
    if (entry.path().extension() == ".asm") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::unique_ptr<EuCode>> programs;
  for (const auto& path : paths)
    programs.push_back(std::make_unique<EuCode>(gen9::read_eu_program(listed_bytes(path))));
  return programs;
}

/// Registers without a payload's meaning may keep a thread in a loop.
constexpr unsigned kMostInstructions = 3000;

std::int64_t run_thread(const EuCode& code, ThreadRegisters& registers, MessageSend& send) {
  EuThread thread{code, {}, nullptr};
  std::int64_t done = 0;
  for (unsigned count = 0; count < kMostInstructions; ++count) {
    const EuStep* step = thread.peek();
    if (step == nullptr) break;
    if (step->awaits_answer) thread.answered(0, {});
    done += step->instruction == InstructionClass::kSend ? 1 : std::max(1, step->dwords / 8);
    thread.issue(registers, send);
  }
  return done;
}

void native_code(benchmark::State& state) {
  const std::vector<std::unique_ptr<EuCode>> programs = corpus();
  ThreadRegisters registers;
  MessageSend send;
  std::int64_t done = 0;
  for (auto _ : state) {
    for (const auto& code : programs) {
      registers = {};
      for (unsigned n = 1; n < 8; ++n) registers.grf[n].fill(n * 3);
      done += run_thread(*code, registers, send);
    }
  }
  state.SetItemsProcessed(done);
}
BENCHMARK(native_code)->Name("native_code/kernels");

}  // namespace
}  // namespace texpipe::functional::benchmarks
