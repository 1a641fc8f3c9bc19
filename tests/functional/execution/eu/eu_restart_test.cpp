// Threads that start in the place of ended ones against threads of their own.
#include <catch2/catch.hpp>

#include <random>

#include "functional/execution/eu/eu_bench.h"

namespace texpipe::functional::test {
namespace {

EuCode code_of(std::vector<EuInstruction> program) {
  program.push_back(end_of_thread());
  for (std::uint32_t n = 0; n < program.size(); ++n) program[n].offset = 16 * n;
  return EuCode{program};
}

Line move(EuDestination destination, EuSource source, unsigned channels = 1) {
  Line line{EuOpcode::kMov, channels};
  if (channels == 1) line.no_mask();
  return line.out(destination).in(source);
}

void run(EuProgram& thread, ThreadRegisters& registers) {
  MessageSend send;
  while (thread.peek() != nullptr) thread.issue(registers, send);
}

TEST_CASE("a thread sees nothing of the one in whose place it starts", "[execution][eu]") {
  std::vector<EuCode> programs;
  // One that changes flags alone.
  programs.push_back(
      code_of({Line{EuOpcode::kCmp, 8}.out(null(kF)).in(r(10, kF), imm(0.0f)).sets(CondModifier::kGreater, 1),
               move(to(20, kUd), arf(ArfRegister::kFlag, 0, kUd, kScalar)),
               Line{EuOpcode::kAdd, 8}.out(to(21, kF)).in(r(10, kF), r(11, kF))}));
  // Those that change other state.
  programs.push_back(code_of({move(to_arf(ArfRegister::kAddress, 0, kUd), scalar(10, kUd))}));
  programs.push_back(code_of({move(to_arf(ArfRegister::kAccumulator, 0, kF), r(10, kF), 8)}));
  programs.push_back(code_of({move(to_arf(ArfRegister::kControl, 0, kUd), imm(0x4C0u))}));
  programs.push_back(code_of({move(to_arf(ArfRegister::kFlag, 1, kUd), scalar(10, kUd))}));
  // Those that show it.
  programs.push_back(code_of({move(to(22, kUd), arf(ArfRegister::kAddress, 0, kUd, kScalar))}));
  programs.push_back(code_of({move(to(23, kF), arf(ArfRegister::kAccumulator, 0, kF), 8)}));
  programs.push_back(code_of({move(to(24, kUd), arf(ArfRegister::kControl, 0, kUd, kScalar)),
                              move(to(25, kUd), arf(ArfRegister::kState, 0, kUd, kScalar))}));
  programs.push_back(code_of({move(to(26, kUd), arf(ArfRegister::kFlag, 0, kUd, kScalar)),
                              move(to(27, kUd), arf(ArfRegister::kFlag, 1, kUd, kScalar))}));
  CHECK(programs[0].leaves_state());
  CHECK_FALSE(programs[1].leaves_state());
  CHECK(programs[4].leaves_state());

  std::mt19937 random{38};
  std::unique_ptr<EuProgram> place;
  for (unsigned round = 0; round < 3000; ++round) {
    const EuCode& code = programs[random() % programs.size()];
    const EuDispatch dispatch{.channels = random() % 2 == 0 ? 0xFFFFu : static_cast<std::uint32_t>(random() & 0xFFFF),
                              .state0 = static_cast<std::uint32_t>(random() % 16),
                              .group = static_cast<std::uint32_t>(random() % 8),
                              .control = random() % 4 == 0 ? 0x0u : 0x400u,
                              .flags = static_cast<std::uint32_t>(random())};
    ThreadRegisters own{};
    for (Grf& reg : own.grf) {
      for (std::uint32_t& word : reg) word = static_cast<std::uint32_t>(random() % 3);
    }
    ThreadRegisters other = own;
    start_eu_thread(place, code, dispatch, nullptr);
    run(*place, own);
    EuThread fresh{code, dispatch, nullptr};
    run(fresh, other);
    INFO("round " << round);
    REQUIRE(own.grf == other.grf);
  }
}

}  // namespace
}  // namespace texpipe::functional::test
