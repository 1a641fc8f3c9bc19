// A vISA program with its inputs as a workload, and what it left behind.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "functional/device/workload.h"
#include "functional/execution/visa_program.h"
#include "workload/visa/visa_inputs.h"

namespace texpipe::study {

struct VisaWorkload {
  functional::Workload workload;
  std::shared_ptr<const functional::VisaKernel> kernel;
  const functional::VisaThreads* threads = nullptr;        // owned by the workload
  const functional::GpuMemory* memory = nullptr;           // likewise
  std::map<std::uint32_t, ByteAddress> surface_addresses;  // by binding table index
};

/// Errors: kInvalidConfiguration with the place in the inputs for names, values and sizes that do not fit; those of
/// read_texture, build_surface and VisaKernel.
VisaWorkload make_visa_workload(visa::Program program, const std::string& program_file, const VisaInputs& inputs);

/// One register of a thread after the run, in the type of its variable.
struct VisaRegisterResult {
  unsigned thread = 0;
  std::string variable;
  visa::DataType type = visa::DataType::kUd;
  std::vector<std::string> elements;  // as text; %.9g for floats
};

struct VisaBufferResult {
  std::uint32_t index = 0;
  std::vector<std::byte> bytes;
};

/// Registers and buffers that the inputs ask for. Errors: kInvalidConfiguration for names that the program does not
/// have.
std::vector<VisaRegisterResult> register_results(const VisaWorkload& workload, const VisaInputs& inputs);
std::vector<VisaBufferResult> buffer_results(const VisaWorkload& workload, const VisaInputs& inputs);

}  // namespace texpipe::study
