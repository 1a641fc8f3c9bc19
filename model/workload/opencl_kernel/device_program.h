// A program that Intel's offline compiler ocloc made for Kaby Lake: native code, state heaps, and what a launch has to
// fill in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace texpipe::study {

enum class ArgumentKind : std::uint8_t { kUnused, kImage, kSampler, kScalar, kBuffer, kConstantBuffer, kLocal };

/// Bytes of the cross-thread data that a launch writes.
struct DataParameter {
  std::uint32_t type = 0;  // patch_token.h
  std::uint32_t argument = 0;
  std::uint32_t offset = 0;
  std::uint32_t size = 0;
  std::uint32_t source_offset = 0;
};

/// One argument of a kernel, by its position in the signature.
struct KernelArgument {
  ArgumentKind kind = ArgumentKind::kUnused;
  std::string name, type, address_space, access;
  std::uint32_t type_bytes = 0;  // of its type; 0: the binary does not say
  std::uint32_t image_type = 0;  // patch_token.h
  bool writable = false;
  std::uint32_t state_offset = 0;               // of its surface state, or of its sampler state
  std::optional<std::uint32_t> index;           // in the binding table, or among the samplers
  std::optional<std::uint32_t> pointer_offset;  // of a buffer's address in the cross-thread data
  std::uint32_t pointer_size = 0;
  std::vector<DataParameter>
      data;  // of a scalar; of local memory where it starts, whose source offset is the alignment
};

/// Eight bytes of the program's data that hold a distance into its constants or its variables, to which their address
/// is added.
struct ProgramPointer {
  std::uint64_t offset = 0;
  bool to_constants = false;  // else to the variables
};

/// Data that all kernels of a program share: arrays and variables outside of them.
struct ProgramData {
  std::vector<std::uint8_t> bytes;              // empty when the kernel cannot reach them
  std::vector<ProgramPointer> pointers;         // in them
  std::optional<std::uint32_t> state_offset;    // of their surface state
  std::optional<std::uint32_t> pointer_offset;  // of their address in the cross-thread data

  /// Bytes and pointers of the program's.
  void take(const ProgramData& shared) {
    bytes = shared.bytes;
    pointers = shared.pointers;
  }
};

struct DeviceKernel {
  std::string name;
  std::uint64_t code_position = 0;  // in the file
  std::vector<std::uint8_t> code;   // without padding
  std::vector<std::uint8_t> dynamic_state;
  std::vector<std::uint8_t> surface_state;
  std::vector<KernelArgument> arguments;
  std::vector<DataParameter> implicit;       // data of the launch and of its images
  ProgramData constants;                     // __constant
  ProgramData variables;                     // __global, as they are before the launch
  std::uint32_t binding_table_offset = 0;    // in the surface state heap
  std::vector<std::uint32_t> binding_table;  // offsets of surface states
  std::uint32_t sampler_offset = 0;
  std::uint32_t sampler_count = 0;
  std::uint32_t border_color_offset = 0;
  std::uint32_t simd = 0;
  std::array<std::uint32_t, 3> required_group{};  // 0: free
  bool partial_groups = false;                    // at the ends of a launch groups may have fewer work-items
  std::uint32_t registers = 128;
  bool barriers = false;
  bool local_ids = true;  // in the payload; else one register that nobody reads
  std::uint32_t local_bytes = 0;
  std::uint32_t scratch_bytes = 0;                     // of each thread: a power of two, or none
  std::uint32_t private_bytes = 0;                     // of each work-item
  std::uint32_t private_pointer_offset = 0;            // of a thread's in the cross-thread data
  std::optional<std::uint32_t> printf_pointer_offset;  // of the buffer's address in the cross-thread data
  std::map<std::uint32_t, std::string> strings;        // by the number that compiled code writes to that buffer
  std::uint32_t cross_thread_bytes = 0;
  std::string attributes;
  std::optional<Diagnostic> unsupported;  // what a launch would need that the model lacks; the rest may be incomplete
};

struct DeviceProgram {
  std::uint32_t version = 0;
  std::uint32_t device = 0;
  std::string build_options;
  std::vector<DeviceKernel> kernels;
};

/// First register of a thread's cross-thread data: behind r0 and the local ids (specification/kernel-binary 6).
unsigned first_data_register(const DeviceKernel& kernel);

/// The kernels of a file, those included that cannot be launched (DeviceKernel::unsupported). Errors: those of
/// read_device_container; Error with the file's name and the byte: kMalformedInput for what the format does not allow,
/// kUnsupported for another device.
DeviceProgram read_device_program(std::span<const std::byte> bytes, const std::string& file);

}  // namespace texpipe::study
