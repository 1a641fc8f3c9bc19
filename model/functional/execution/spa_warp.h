// A warp of 32 SPA threads: its state, and its program as the EU's timing sees it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "functional/execution/eu_program.h"
#include "functional/memory/gpu_memory.h"
#include "functional/message/spa_message.h"
#include "isa/spa/instruction.h"

namespace texpipe::functional {

inline constexpr unsigned kConstantBanks = 18;

/// A constant bank: words from an address; a read beyond its size gives 0.
struct ConstantBank {
  ByteAddress address;
  std::uint32_t words = 0;
};

/// What a warp's instructions see besides their registers.
struct WarpEnvironment {
  const GpuMemory* memory = nullptr;
  const MessageContext* context = nullptr;  // names the subspans in flight; null: none
  TexturePools pools;
  std::array<ConstantBank, kConstantBanks> banks{};
  std::uint8_t bundle_bank = 0;  // bundle state: the bank that tsPtrIdx indexes
};

/// The hash that the scheduler keeps of a warp's texture instructions (SPA 5.0 TXQ, .phase; resolutions R24).
struct TextureHash {
  std::uint8_t texture = 0;  // wraps at 8
  std::uint8_t phase = 0;    // wraps at 32

  std::uint8_t value() const { return static_cast<std::uint8_t>(phase << 3 | texture); }
  void advance(spa::Phase by);
};

struct WarpState {
  std::vector<LaneVector> registers = std::vector<LaneVector>(spa::Register::kZero);
  std::array<std::uint32_t, spa::Predicate::kTrue> predicates{};  // bit n: lane n
  std::uint32_t active = 0xFFFF'FFFF;
  std::uint32_t killed = 0;  // threads that ended by a kill; helpers unless .NODEP
  std::array<std::uint32_t, kQuadsPerWarp> coverage_slots{};
  TextureHash hash;
  std::vector<std::uint8_t> used_hashes;  // of each TXQ, in order
  std::uint64_t offset_warnings = 0;      // lanes whose PIXLD.OFFSET read 0 (resolutions R20)

  std::uint32_t read(spa::Register r, unsigned lane) const { return r.is_zero() ? 0 : registers[r.number][lane]; }
  std::uint32_t lanes_of(const spa::Guard& guard) const;
};

/// Runs SPA instructions as messages. A result travels through a window of general registers, one per barrier and one
/// for instructions without &wr; &req_6 waits for the windows of its barriers. Sources are read at issue, so &rdN
/// clears at once. An instruction that reads or overwrites a register whose result is still under way also waits, which
/// hardware leaves to the compiler.
class SpaProgram final : public EuProgram {
 public:
  SpaProgram(std::vector<spa::PlacedInstruction> program, std::shared_ptr<WarpState> state,
             const WarpEnvironment& environment);

  const EuStep* peek() override;
  EuStep issue(ThreadRegisters& registers) override;

 private:
  static constexpr unsigned kWindows = spa::kBarriers + 1;
  static constexpr unsigned kWindowRegisters = 16;

  /// A result under way: where it comes in and where it goes.
  struct Pending {
    spa::Register destination;
    unsigned components = 0;
    std::uint32_t lanes = 0;
    bool has_predicate = false;
    spa::Predicate predicate;
  };

  bool at_end() const { return next_ == program_.size(); }
  std::uint32_t windows_to_wait_for() const;
  void collect(unsigned window, const ThreadRegisters& registers);
  Message message_of(const spa::Txq& txq);
  Message message_of(const spa::Pixld& pixld) const;

  std::vector<spa::PlacedInstruction> program_;
  std::shared_ptr<WarpState> state_;
  WarpEnvironment environment_;
  std::size_t next_ = 0;
  bool ended_ = false;
  std::array<std::optional<Pending>, kWindows> pending_{};
  EuStep step_;
};

}  // namespace texpipe::functional
