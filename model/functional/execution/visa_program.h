// A vISA kernel as EU threads execute it: sampler instructions as the Gen9 messages that they are lowered to.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "functional/execution/channel_flow.h"
#include "functional/execution/thread_source.h"
#include "functional/execution/visa_registers.h"
#include "functional/execution/visa_value.h"
#include "isa/gen9/data_port_message.h"
#include "isa/visa/lowering.h"
#include "isa/visa/program.h"

namespace texpipe::functional {

/// Statements that all threads of a run may execute together, labels included, and those that they did.
struct StatementBudget {
  std::uint64_t most = 1u << 22;
  std::uint64_t executed = 0;
};

/// What all threads of a kernel share.
struct VisaKernel {
  /// `preset`: names of variables that start with a value. Errors: those of lower() and VisaRegisters.
  VisaKernel(visa::Program source, const std::string& name, const std::set<std::string>& preset = {});

  visa::Program program;
  std::string file;  // of the program, for error texts
  VisaRegisters places;
  std::map<std::size_t, visa::LoweredInstruction> lowered;  // by statement
  std::map<std::uint16_t, std::size_t> labels;              // statement of each label
  std::uint32_t channels = 0;                               // that instructions of the kernel work on
};

/// Final state of a thread, filled when it ends.
struct VisaThreadState {
  ThreadRegisters registers;
  std::vector<std::uint32_t> predicates;                    // by number; bit n: channel n
  std::map<std::uint32_t, std::vector<std::byte>> settled;  // last bytes of variables that share registers
  bool ended = false;
};

/// Bits of a variable's element after the run.
std::uint64_t final_element(const VisaKernel& kernel, const VisaThreadState& state, std::uint32_t variable,
                            unsigned element);

/// Executes moves, arithmetic, compares, jumps, sampler and INFO instructions, OWord block writes, scattered texels,
/// gathered and scattered DWords and the end of the thread, statement by statement; where channels part, in the order
/// of ChannelFlow. A payload is built in staging registers by one step per register unless its registers lie in order
/// already; a response goes to the destination directly where the layouts agree, else by moves under the send's mask. A
/// thread ends after all its responses have arrived. Errors, each at its statement: kUnsupported, naming the
/// instruction, for other opcodes, kWatchdog for a program that does not come to its end within the budget.
class VisaProgram final : public EuProgram {
 public:
  VisaProgram(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context, std::uint32_t dispatch_mask,
              std::shared_ptr<VisaThreadState> result, std::shared_ptr<StatementBudget> budget);

  const EuStep* peek() override;
  EuStep issue(ThreadRegisters& registers) override;

 private:
  struct Step {
    EuStep eu;
    std::function<void(ThreadRegisters&, EuStep&)> execute;
    std::size_t statement;
  };
  /// One send of a sampler instruction, with what is known when it is reached.
  struct Sending {
    const visa::LoweredInstruction* instruction;
    const visa::LoweredMessage* message;
    std::uint32_t lanes;  // enabled lanes of this send
    std::uint32_t surface;
    std::uint32_t sampler;
  };
  /// Where a send finds its payload.
  struct Payload {
    GrfRange source0;
    GrfRange source1;
  };

  /// Does what a statement asks for; an error gets the statement's place.
  template <class Action>
  void at_statement(std::size_t statement, Action action) const;
  /// Before a statement: keeps the bytes of variables whose lives are over, clears the registers of those that begin.
  void change_tenants(std::size_t statement);
  void expand(const visa::Instruction& instruction, std::size_t statement);
  void expand_generic(const visa::GenericInstruction& instruction);
  void expand_sampler(const visa::LoweredInstruction& lowered, std::uint16_t surface, std::uint16_t sampler);
  void expand_jump(const visa::GenericInstruction& instruction);
  void expand_end();
  void arithmetic(const visa::GenericInstruction& instruction);
  void carry(const visa::GenericInstruction& instruction);
  void set_predicate(const visa::GenericInstruction& instruction);
  void read_predicate(const visa::GenericInstruction& instruction);
  void state_move(const visa::GenericInstruction& instruction);
  void oword_store(const visa::GenericInstruction& instruction);
  void scatter_texels(const visa::GenericInstruction& instruction);
  enum class DwordMove : std::uint8_t { kGather, kScatter };
  void move_dwords(const visa::GenericInstruction& instruction, DwordMove move);
  /// First bytes of registers of an operand.
  std::vector<unsigned> registers_of_raw(const visa::RawOperand& operand, unsigned first, unsigned count) const;
  /// Registers, by their first bytes, as one part of a payload: copied to staging registers unless they lie in order.
  GrfRange payload_in_order(std::span<const unsigned> registers, std::uint8_t& staging);
  /// A register plus a scalar, in a staging register; returns its first byte.
  unsigned add_to_register(const visa::VectorOperand& scalar, unsigned byte, std::uint8_t target);
  void send_to_data_port(gen9::DataPortMessage fields, GrfRange source0, GrfRange source1, std::uint32_t lanes,
                         GrfRange destination);
  void send(const Sending& sending);
  void build_header(const Sending& sending, std::uint8_t target);
  Payload build_payload(const Sending& sending);
  void copy_parameter(const Sending& sending, const visa::PayloadRegister& source, std::uint8_t target);
  void move_response(const Sending& sending, unsigned target);

  /// Time and registers of an instruction whose first operands are destinations.
  EuStep step_of(const visa::GenericInstruction& instruction, std::size_t destinations) const;
  VisaValue source_value(const ThreadRegisters& registers, const visa::GenericInstruction& instruction,
                         std::size_t operand, unsigned lane) const;
  void write_lane(ThreadRegisters& registers, const visa::RegisterOperand& target, unsigned lane,
                  const VisaValue& value) const;
  void write_flags(std::uint16_t predicate, const visa::ExecutionControl& execution, std::uint32_t lanes,
                   std::uint32_t flags);
  /// Channels that a jump or return takes away.
  std::uint32_t leaving_channels(const visa::GenericInstruction& instruction) const;
  std::uint32_t enabled_lanes(const visa::ExecutionControl& execution, const visa::PredicateUse& predicate) const;
  const std::vector<std::uint32_t>& state_values(visa::StateOperand::Kind kind, std::uint16_t variable,
                                                 const visa::StateBinding& binding);
  void push(EuStep eu, std::function<void(ThreadRegisters&, EuStep&)> execute) {
    queue_.push_back({std::move(eu), std::move(execute), statement_});
  }

  std::shared_ptr<const VisaKernel> kernel_;
  const MessageContext* context_;
  std::shared_ptr<VisaThreadState> result_;
  std::deque<Step> queue_;
  ChannelFlow flow_;
  std::shared_ptr<StatementBudget> budget_;
  std::size_t statement_ = 0;       // that was reached last
  std::size_t settled_before_ = 0;  // lives that ended before this statement are kept
  std::set<std::uint32_t> begun_;   // variables whose registers were cleared
  bool ended_ = false;
  std::vector<std::uint32_t> predicates_;
  std::map<std::pair<visa::StateOperand::Kind, std::uint16_t>, std::vector<std::uint32_t>> states_;
};

/// Threads of one kernel: one work group, initial registers for each thread. r0.3 holds the sampler state pointer.
class VisaThreads final : public ThreadSource {
 public:
  VisaThreads(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context, std::uint32_t dispatch_mask,
              std::vector<ThreadRegisters> initial, StatementBudget budget = {});

  unsigned groups() const override { return 1; }
  unsigned threads_per_group() const override { return static_cast<unsigned>(initial_.size()); }
  std::unique_ptr<EuProgram> start(unsigned group, unsigned thread, ThreadRegisters& registers) const override;

  /// State of a thread after the run.
  const VisaThreadState& state(unsigned thread) const { return *results_[thread]; }

 private:
  std::shared_ptr<const VisaKernel> kernel_;
  const MessageContext* context_;
  std::uint32_t dispatch_mask_;
  std::vector<ThreadRegisters> initial_;
  std::vector<std::shared_ptr<VisaThreadState>> results_;
  std::shared_ptr<StatementBudget> budget_;
};

}  // namespace texpipe::functional
