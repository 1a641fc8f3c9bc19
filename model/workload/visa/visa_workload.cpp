#include "workload/visa/visa_workload.h"

#include <algorithm>
#include <bit>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>

#include "base/spelling.h"
#include "functional/execution/visa_operand_lanes.h"
#include "functional/formats/small_float.h"
#include "functional/surface/state_heap.h"
#include "workload/visa/refuse_input.h"
#include "workload/visa/visa_missing_levels.h"
#include "workload/visa/visa_surfaces.h"

namespace texpipe::study {

namespace {

using visa::DataType;

std::uint32_t float_bits(double value) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

void add_samplers(functional::StateHeap& heap, const VisaInputs& inputs) {
  std::uint32_t last = 0;
  for (const VisaSamplerInput& sampler : inputs.samplers) last = std::max(last, sampler.index);
  for (std::uint32_t index = 0; index <= last; ++index) {
    const auto given =
        std::find_if(inputs.samplers.begin(), inputs.samplers.end(), [&](const auto& s) { return s.index == index; });
    if (given == inputs.samplers.end()) {
      heap.add_sampler({});
    } else {
      heap.add_sampler(given->state, given->border);
    }
  }
}

/// Bits of a number as text: 0x gives the bits themselves, anything else the value in the type.
std::uint64_t element_bits(const ConfigNode& node, DataType type) {
  const std::string& text = node.text;
  const char* const end = text.data() + text.size();
  if (text.rfind("0x", 0) == 0) {
    std::uint64_t bits = 0;
    const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
    const unsigned width = 8 * visa::byte_size(type);
    if (error != std::errc{} || stop != end || (width < 64 && bits >> width))
      refuse_input(node.position, text + " does not fit in " + std::string{name_of(type)});
    return bits;
  }
  const auto too_large = [&] { refuse_input(node.position, text + " does not fit in " + std::string{name_of(type)}); };
  if (type == DataType::kF || type == DataType::kHf) {
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (stop != end) refuse_input(node.position, text + " is not a number");
    const double most = type == DataType::kF ? FLT_MAX : 65504.0;
    if (error != std::errc{} || (std::isfinite(value) && std::fabs(value) > most)) too_large();
    return functional::convert({DataType::kF, float_bits(value)}, type, false);
  }
  const bool negative = text.rfind('-', 0) == 0;
  std::uint64_t magnitude = 0;
  const auto [stop, error] = std::from_chars(text.data() + negative, end, magnitude);
  if (stop != end || (error != std::errc{} && error != std::errc::result_out_of_range))
    refuse_input(node.position, text + " is not a whole number");
  const std::uint64_t all = ~0ull >> (64 - 8 * visa::byte_size(type));
  const std::uint64_t most = functional::is_signed(type) ? all / 2 + negative : negative ? 0 : all;
  if (error != std::errc{} || magnitude > most) too_large();
  return (negative ? ~magnitude + 1 : magnitude) & all;
}

/// A variable of the program, or a register `rN`.
struct RegisterPlace {
  std::uint32_t variable = 0;  // 0: a register
  unsigned byte = 0;
  unsigned elements = 0;
  DataType type = DataType::kUd;
};

RegisterPlace place_of(const functional::VisaKernel& kernel, const std::string& name, const SourcePosition& position) {
  std::vector<std::string_view> names;
  for (std::uint32_t i = 0; i < kernel.program.variables.size(); ++i) {
    const visa::Variable& variable = kernel.program.variables[i];
    if (variable.name == name)
      return {visa::kFirstUserVariable + i, kernel.places.byte_of(visa::kFirstUserVariable + i), variable.elements,
              variable.type};
    names.push_back(variable.name);
  }
  unsigned number = 0;
  const auto [stop, error] = std::from_chars(name.data() + 1, name.data() + name.size(), number);
  if (name.size() > 1 && name[0] == 'r' && error == std::errc{} && stop == name.data() + name.size() &&
      number < functional::kGrfCount) {
    return {0, number * functional::kGrfBytes, 8, DataType::kUd};
  }
  refuse_input(position, "the program has no variable " + name, spelling_hint(name, names));
}

functional::ThreadRegisters initial_registers(const functional::VisaKernel& kernel, const VisaInputs& inputs) {
  functional::ThreadRegisters registers;
  for (const VisaRegisterInput& input : inputs.registers) {
    const RegisterPlace place = place_of(kernel, input.name, input.position);
    if (input.values.size() > place.elements) {
      refuse_input(input.position, input.name + " has " + std::to_string(place.elements) + " elements, not " +
                                       std::to_string(input.values.size()));
    }
    const unsigned size = visa::byte_size(place.type);
    for (unsigned i = 0; i < place.elements; ++i) {
      if (input.values.size() > 1 && i >= input.values.size()) break;
      functional::write_bytes(registers, place.byte + i * size,
                              element_bits(input.values.size() == 1 ? input.values[0] : input.values[i], place.type),
                              size);
    }
  }
  return registers;
}

std::string element_text(std::uint64_t bits, DataType type) {
  char text[32];
  if (type == DataType::kF || type == DataType::kHf) {
    const auto wide = type == DataType::kF ? static_cast<std::uint32_t>(bits)
                                           : functional::half_to_float_bits(static_cast<std::uint16_t>(bits));
    std::snprintf(text, sizeof text, "%.9g", static_cast<double>(std::bit_cast<float>(wide)));
    return text;
  }
  switch (type) {
    case DataType::kD:
      return std::to_string(static_cast<std::int32_t>(bits));
    case DataType::kW:
      return std::to_string(static_cast<std::int16_t>(bits));
    case DataType::kB:
      return std::to_string(static_cast<std::int8_t>(bits));
    case DataType::kQ:
      return std::to_string(static_cast<std::int64_t>(bits));
    default:
      return std::to_string(bits);
  }
}

/// Destinations of an instruction, as variable numbers.
std::vector<std::uint32_t> destinations(const visa::Instruction& instruction) {
  if (const auto* sampler = std::get_if<visa::SamplerInstruction>(&instruction)) return {sampler->destination.variable};
  if (const auto* info = std::get_if<visa::InfoInstruction>(&instruction)) return {info->destination.variable};
  const auto& generic = std::get<visa::GenericInstruction>(instruction);
  std::vector<std::uint32_t> variables;
  std::size_t operand = 0;
  for (const visa::OperandField field : generic.opcode->fields) {
    if (field != visa::OperandField::kDestination && field != visa::OperandField::kSource) continue;
    const auto* reg = std::get_if<visa::RegisterOperand>(&generic.operands.at(operand++));
    if (reg != nullptr && field == visa::OperandField::kDestination) variables.push_back(reg->variable);
  }
  return variables;
}

/// Variables that instructions write, in order of their first result.
std::vector<std::string> written_variables(const visa::Program& program) {
  std::vector<std::string> names;
  for (const visa::Statement& statement : program.statements) {
    for (const std::uint32_t number : destinations(statement.instruction)) {
      const visa::Variable* variable = visa::find_variable(program, number);
      if (variable != nullptr && number >= visa::kFirstUserVariable &&
          std::find(names.begin(), names.end(), variable->name) == names.end()) {
        names.push_back(variable->name);
      }
    }
  }
  return names;
}

}  // namespace

VisaWorkload make_visa_workload(visa::Program program, const std::string& program_file, const VisaInputs& inputs) {
  VisaWorkload made;
  std::set<std::string> preset;
  for (const VisaRegisterInput& input : inputs.registers) preset.insert(input.name);
  made.kernel = std::make_shared<functional::VisaKernel>(std::move(program), program_file, preset);
  functional::StateHeap heap{*made.workload.memory};
  const std::vector<MadeSurface> surfaces = add_surfaces(*made.workload.memory, heap, inputs, made.kernel->program);
  for (const MadeSurface& surface : surfaces) made.surface_addresses[surface.index] = surface.state.base_address;
  add_samplers(heap, inputs);
  made.workload.warnings = missing_levels(*made.kernel, inputs, surfaces);
  for (const MadeSurface& surface : surfaces)
    made.workload.warnings.insert(made.workload.warnings.end(), surface.remarks.begin(), surface.remarks.end());
  *made.workload.context = heap.context();
  std::vector<functional::ThreadRegisters> initial(inputs.threads, initial_registers(*made.kernel, inputs));
  auto threads = std::make_unique<functional::VisaThreads>(made.kernel, made.workload.context.get(),
                                                           inputs.dispatch_mask, std::move(initial),
                                                           functional::StatementBudget{inputs.most_statements});
  made.threads = threads.get();
  made.memory = made.workload.memory.get();
  made.workload.threads = std::move(threads);
  return made;
}

std::vector<VisaRegisterResult> register_results(const VisaWorkload& workload, const VisaInputs& inputs) {
  std::vector<VisaRegisterResult> results;
  const std::vector<std::string> names =
      inputs.output_registers.empty() ? written_variables(workload.kernel->program) : inputs.output_registers;
  for (unsigned thread = 0; thread < inputs.threads; ++thread) {
    for (const std::string& name : names) {
      const RegisterPlace place = place_of(*workload.kernel, name, {});
      VisaRegisterResult result{.thread = thread, .variable = name, .type = place.type};
      const unsigned size = visa::byte_size(place.type);
      for (unsigned i = 0; i < place.elements; ++i) {
        const functional::VisaThreadState& state = workload.threads->state(thread);
        const std::uint64_t bits = place.variable != 0
                                       ? functional::final_element(*workload.kernel, state, place.variable, i)
                                       : functional::read_bytes(state.registers, place.byte + i * size, size);
        result.elements.push_back(element_text(bits, place.type));
      }
      results.push_back(std::move(result));
    }
  }
  return results;
}

std::vector<VisaBufferResult> buffer_results(const VisaWorkload& workload, const VisaInputs& inputs) {
  std::vector<VisaBufferResult> results;
  for (const VisaBufferOutput& output : inputs.output_buffers) {
    const auto address = workload.surface_addresses.find(output.index);
    if (address == workload.surface_addresses.end()) {
      throw Error{ExitCode::kInvalidConfiguration,
                  "outputs.buffers: no surface has index " + std::to_string(output.index)};
    }
    VisaBufferResult result{.index = output.index, .bytes = std::vector<std::byte>(output.bytes)};
    workload.memory->read(address->second, result.bytes);
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace texpipe::study
