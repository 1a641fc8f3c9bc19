// Places of a vISA kernel's variables in a thread's registers.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "functional/execution/eu_program.h"
#include "functional/execution/visa_lifetimes.h"
#include "isa/visa/program.h"

namespace texpipe::functional {

inline constexpr unsigned kGrfBytes = 32;

/// Registers from here on build payloads and hold responses on their way to a variable.
inline constexpr std::uint8_t kPayloadStaging = 96;
inline constexpr std::uint8_t kResponseStaging = 112;
inline constexpr std::uint8_t kControlRegister = 126;  // stands for cr0, behind every response
inline constexpr std::uint8_t kEndOfThreadRegister = 127;

inline constexpr std::uint32_t kControlVariable = 14;  // %cr0

/// Registers that a variable has for a part of a program.
struct VisaTenancy {
  std::uint32_t variable = 0;
  unsigned byte = 0;
  unsigned size = 0;
  VisaLifetime life;
};

/// Inputs lie where `.input` says, aliases in their owner, %r0 in r0, %null nowhere, %cr0 in a
/// register of its own (denormals are kept whatever it says); other variables follow in order of
/// declaration. When that needs more registers than there are, variables share registers that they need one after the
/// other.
class VisaRegisters {
 public:
  /// `preset`: names of variables that start with a value. Errors: kUnsupported when the variables need more registers
  /// than there are; kMalformedInput when they overlap r0.
  explicit VisaRegisters(const visa::Program& program, const std::set<std::string>& preset = {});

  /// First byte of a variable in the register file; %null: the staging area's last register. Errors: kUnsupported for
  /// predefined variables that the model does not give a value, and for variables that a program whose variables share
  /// registers never uses.
  unsigned byte_of(std::uint32_t variable) const;

  /// Variables that share registers, by the end of their lives; empty when every variable has its own registers.
  const std::vector<VisaTenancy>& tenancies() const { return tenancies_; }

 private:
  void place_inputs(const visa::Program& program);
  /// False when the registers do not suffice.
  bool place_in_order(const visa::Program& program);
  void share(const visa::Program& program, const std::set<std::string>& preset);

  std::vector<unsigned> bytes_;  // by number
  std::vector<std::string> names_;
  unsigned after_inputs_ = kGrfBytes;
  std::vector<VisaTenancy> tenancies_;
};

}  // namespace texpipe::functional
