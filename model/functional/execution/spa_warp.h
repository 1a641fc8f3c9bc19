// A warp of 32 SPA threads: its state, and its program as the EU's timing sees it.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "functional/execution/eu_program.h"
#include "functional/execution/scoreboard_barriers.h"
#include "functional/memory/gpu_memory.h"
#include "functional/shared_function/spa_message.h"
#include "isa/spa/hazards.h"
#include "isa/spa/register_use.h"
#include "isa/spa/spa_instruction.h"

namespace texpipe::functional {

inline constexpr unsigned kConstantBanks = 18;

/// A constant bank: words from an address; a read beyond its size gives 0.
struct ConstantBank {
  ByteAddress address;
  std::uint32_t words = 0;
};

/// Surroundings that a warp's instructions see besides their registers.
struct WarpEnvironment {
  GpuMemory* memory = nullptr;
  const MessageContext* context = nullptr;  // names the subspans in flight; null: none
  TexturePools pools;
  std::array<ConstantBank, kConstantBanks> banks{};
  std::uint8_t bundle_bank = 0;  // bundle state: the bank that tsPtrIdx indexes
};

/// The hash that the scheduler keeps of a warp's texture instructions (SPA 5.0 TXQ, .phase; resolution R24).
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
  std::uint64_t offset_warnings = 0;      // lanes whose PIXLD.OFFSET read 0 (resolution R20)

  std::uint32_t read(spa::Register r, unsigned lane) const { return r.is_zero() ? 0 : registers[r.number][lane]; }
  std::uint32_t lanes_of(const spa::Guard& guard) const;
};

/// A program with what every warp that runs it needs to know of its instructions.
struct SpaCode {
  std::vector<spa::PlacedInstruction> instructions;
  std::vector<spa::RegisterUse> uses;  // of each instruction
  std::vector<spa::Hazard> hazards;
  std::vector<std::uint32_t> hazards_of_later;  // hazards whose later instruction is this one
  std::vector<bool> overtaken;                  // a later instruction needs the result and does not wait for it

  explicit SpaCode(std::vector<spa::PlacedInstruction> program);
};

/// Runs SPA instructions as messages, one per cycle, whatever is under way: an instruction waits for the barriers of
/// its &req and for nothing else. Sources are read at issue, so the count of &rd is back at 0 before the next
/// instruction. The program ends when every result has arrived.
///
/// Values are those of the instructions executed one after the other, also where a missing &req is a hazard: a result
/// that is read before it has arrived is computed for the reader, and results go to their registers in program order.
/// So values do not depend on time.
class SpaProgram final : public EuProgram {
 public:
  SpaProgram(std::shared_ptr<const SpaCode> code, std::shared_ptr<WarpState> state, const WarpEnvironment& environment);

  const EuStep* peek() override;
  bool issue(ThreadRegisters& registers, MessageSend& send) override;
  void answered(std::uint32_t ticket, MessageResponse response) override;
  void add_awaited(std::vector<std::uint32_t>& tickets) const override;

 private:
  /// An instruction whose result is under way; its ticket is its place in the program.
  struct Pending {
    std::uint32_t lanes = 0;
    std::optional<Message> message;  // of an overtaken one, to compute its result for the reader
    std::optional<MessageResponse> response;
    bool answered = false;
    bool applied = false;  // the result is in the registers
  };

  bool at_end() const { return next_ == code_->instructions.size(); }
  Pending& pending(std::size_t instruction) { return pending_[instruction - first_pending_]; }
  void apply_what_is_read(const spa::RegisterUse& reader);
  void apply(std::size_t instruction);
  void write(std::size_t instruction, const MessageResponse& response, std::uint32_t lanes);
  Message message_of(const spa::Txq& txq);
  Message message_of(const spa::Pixld& pixld) const;

  std::shared_ptr<const SpaCode> code_;
  std::shared_ptr<WarpState> state_;
  WarpEnvironment environment_;
  std::size_t next_ = 0;
  bool ended_ = false;
  ScoreboardBarriers barriers_;
  std::deque<Pending> pending_;  // issued instructions from first_pending_ on
  std::size_t first_pending_ = 0;
  EuStep step_;
};

}  // namespace texpipe::functional
