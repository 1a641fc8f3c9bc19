// Builds the flat form of a vISA kernel, statement by statement.
#pragma once

#include <map>
#include <span>
#include <utility>
#include <vector>

#include "functional/execution/visa_code.h"
#include "functional/execution/visa_steps.h"

namespace texpipe::functional {

class VisaCodeBuilder {
 public:
  VisaCodeBuilder(const visa::Program& program, const VisaRegisters& places,
                  const std::map<std::size_t, visa::LoweredInstruction>& lowered);

  VisaCode take();

 private:
  using StateKind = visa::StateOperand::Kind;

  void add_statement(std::size_t index);
  void add_generic(const visa::GenericInstruction& instruction, VisaStatement& statement);
  void add_jump(const visa::GenericInstruction& instruction, VisaStatement& statement);
  void add_state_move(const visa::GenericInstruction& instruction);
  void add_compute(const visa::GenericInstruction& instruction, VisaAction action);
  void add_tenancies();
  void add_end();

  void add_sampler(const visa::LoweredInstruction& lowered, std::uint16_t surface, std::uint16_t sampler,
                   VisaStatement& statement);
  void add_sampler_message(const visa::LoweredInstruction& lowered, const visa::LoweredMessage& message,
                           const VisaStatement& statement);
  void add_header(const visa::HeaderPlan& plan, std::uint8_t target);
  void add_parameter(const visa::LoweredInstruction& lowered, const visa::LoweredMessage& message,
                     const visa::PayloadRegister& source, std::uint8_t target);
  void add_response_moves(const visa::LoweredMessage& message, unsigned target);

  void add_oword_store(const visa::GenericInstruction& instruction, VisaStatement& statement);
  void add_texel_scatter(const visa::GenericInstruction& instruction, VisaStatement& statement);
  void add_dword_move(const visa::GenericInstruction& instruction, VisaAction action, VisaStatement& statement);
  void add_port_send(gen9::DataPortMessage fields, VisaSend send, VisaSteps steps, VisaStatement& statement);
  /// Registers, by their first bytes, as one part of a payload: copied to staging registers unless they lie in order.
  GrfRange payload_in_order(std::span<const unsigned> registers, std::uint8_t& staging);
  /// First bytes of registers of an operand.
  std::vector<unsigned> registers_of_raw(const visa::RawOperand& operand, unsigned first, unsigned count) const;

  /// Source that is no predicate.
  VisaSource value(const visa::VectorOperand& operand, unsigned lanes) const;
  VisaStateUse use_of(StateKind kind, std::uint16_t variable, const visa::StateBinding& binding);
  std::uint32_t state_number(StateKind kind, std::uint16_t variable);
  std::uint32_t next_step() const { return static_cast<std::uint32_t>(code_.steps.size()); }
  template <class Work>
  void push(EuStep eu, Work work) {
    code_.steps.push_back({std::move(eu), std::move(work)});
  }
  /// @param registers  that it works on; the copy of a part of one takes as long as that of the whole
  void push_copy(const VisaCopy& copy, GrfRange reads, GrfRange writes, unsigned registers = 1);
  /// The send itself, under the statement's predicate.
  void push_send(const VisaSend& send, const VisaStatement& statement);
  static FlagSet flags_of(const visa::PredicateUse& predicate) {
    return predicate.present() ? flag_of(predicate.variable) : 0;
  }

  const visa::Program& program_;
  const VisaRegisters& places_;
  const std::map<std::size_t, visa::LoweredInstruction>& lowered_;
  std::map<std::uint16_t, std::uint32_t> labels_;  // statement of each label
  std::map<std::pair<StateKind, std::uint16_t>, std::uint32_t> states_;
  VisaCode code_;
};

}  // namespace texpipe::functional
