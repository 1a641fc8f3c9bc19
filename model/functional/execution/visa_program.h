// A vISA kernel as EU threads execute it: sampler instructions as the Gen9 messages that they are lowered to.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "functional/execution/channel_flow.h"
#include "functional/execution/thread_source.h"
#include "functional/execution/visa_code.h"
#include "functional/execution/visa_registers.h"
#include "isa/visa/lowering.h"
#include "isa/visa/program.h"

namespace texpipe::functional {

/// Statements that all threads of a run may execute together, labels included, and those that they did.
struct StatementBudget {
  std::uint64_t most = 1u << 22;
  std::uint64_t executed = 0;
};

/// Parts of a kernel that all its threads share.
struct VisaKernel {
  /// `preset`: names of variables that start with a value. Errors: those of lower() and VisaRegisters.
  VisaKernel(visa::Program source, const std::string& name, const std::set<std::string>& preset = {});

  visa::Program program;
  std::string file;  // of the program, for error texts
  VisaRegisters places;
  std::map<std::size_t, visa::LoweredInstruction> lowered;  // by statement
  VisaCode code;
  std::uint32_t channels = 0;  // that instructions of the kernel work on
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
  bool issue(ThreadRegisters& registers, MessageSend& send) override;

 private:
  /// Facts that the steps of a message need, fixed when its statement is reached.
  struct Sending {
    std::uint32_t lanes = 0;  // enabled ones of this send
    std::uint32_t sampler = 0;
    gen9::MessageWords words;
  };
  struct Queued {
    std::uint32_t step;
    std::uint32_t sending;
  };
  /// Indices in a sampler or surface variable.
  struct State {
    std::uint8_t count = 0;  // 0: none yet
    std::array<std::uint32_t, kMostVisaLanes> indices;
  };
  /// Descriptors of a message for the indices that it had last.
  struct Descriptors {
    bool known = false;
    std::uint32_t surface = 0;
    std::uint32_t sampler = 0;
    gen9::MessageWords words;
  };

  /// Does what a statement asks for; an error gets the statement's place.
  template <class Action>
  void at_statement(std::size_t statement, Action action) const;
  /// Before a statement: keeps the bytes of variables whose lives are over, clears the registers of those that begin.
  void change_tenants(std::size_t statement);
  void reach(std::size_t statement);
  void reach_messages(const VisaStatement& statement);
  void queue(VisaSteps steps, std::uint32_t sending = 0);
  void queue_message(const VisaStatement& statement, std::uint32_t message, std::uint32_t lanes, std::uint32_t surface,
                     std::uint32_t sampler);
  gen9::MessageWords descriptors(const VisaStatement& statement, std::uint32_t message, std::uint32_t surface,
                                 std::uint32_t sampler);
  const State& state_of(const VisaStateUse& use);
  /// Channels that a jump or return takes away.
  std::uint32_t leaving_channels(const VisaStatement& statement) const;
  std::uint32_t enabled_lanes(const visa::ExecutionControl& execution, const visa::PredicateUse& predicate) const;

  /// Message that an instruction sends, if it sends.
  struct Issued {
    MessageSend& send;
    bool sends = false;
  };

  // Effects of steps, by their kind.
  void execute(const VisaNothing&, const Sending&, ThreadRegisters&, Issued&) {}
  void execute(const VisaCompute& compute, const Sending&, ThreadRegisters& registers, Issued&);
  void execute(const VisaStateMove& move, const Sending&, ThreadRegisters& registers, Issued&);
  void execute(const VisaCopy& copy, const Sending& sending, ThreadRegisters& registers, Issued&);
  void execute(const VisaHeaderDword& dword, const Sending&, ThreadRegisters& registers, Issued&);
  void execute(const VisaHeaderPointer& pointer, const Sending& sending, ThreadRegisters& registers, Issued&);
  void execute(const VisaScalarSum& sum, const Sending&, ThreadRegisters& registers, Issued&);
  void execute(const VisaSend& send, const Sending& sending, ThreadRegisters& registers, Issued& issued);
  void execute(const VisaTenancyStep& change, const Sending&, ThreadRegisters& registers, Issued&);
  void execute(const VisaEnd&, const Sending&, ThreadRegisters& registers, Issued& issued);

  void read(const VisaCompute& compute, unsigned source, const ThreadRegisters& registers, LaneValues& values) const;
  void carry(const VisaCompute& compute, std::uint32_t enabled, const LaneValues& a, const LaneValues& b,
             ThreadRegisters& registers);
  void select(const VisaCompute& compute, ThreadRegisters& registers);
  void write(const VisaCompute& compute, std::uint32_t enabled, LaneValues& values, ThreadRegisters& registers);
  void write_flags(std::uint16_t predicate, const visa::ExecutionControl& execution, std::uint32_t lanes,
                   std::uint32_t flags);

  std::shared_ptr<const VisaKernel> kernel_;
  const MessageContext* context_;
  std::shared_ptr<VisaThreadState> result_;
  std::vector<Queued> queue_;  // steps of the statement, those from next_ on to come
  std::size_t next_ = 0;
  std::vector<Sending> sendings_;  // of the statement
  ChannelFlow flow_;
  std::shared_ptr<StatementBudget> budget_;
  std::size_t statement_ = 0;       // that was reached last
  std::size_t settled_before_ = 0;  // lives that ended before this statement are kept
  std::set<std::uint32_t> begun_;   // variables whose registers were cleared
  bool ended_ = false;
  std::vector<std::uint32_t> predicates_;
  std::vector<State> states_;             // by number
  std::vector<Descriptors> descriptors_;  // by message
};

/// Threads of one kernel: one work group, initial registers for each thread. r0.3 holds the sampler state pointer.
class VisaThreads final : public ThreadSource {
 public:
  VisaThreads(std::shared_ptr<const VisaKernel> kernel, const MessageContext* context, std::uint32_t dispatch_mask,
              std::vector<ThreadRegisters> initial, StatementBudget budget = {});

  unsigned groups() const override { return 1; }
  unsigned threads_per_group() const override { return static_cast<unsigned>(initial_.size()); }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

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
