#include "workload/opencl_kernel/device_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "workload/opencl_kernel/binary_part.h"
#include "workload/opencl_kernel/device_container.h"
#include "workload/opencl_kernel/patch_list.h"
#include "workload/opencl_kernel/patch_token.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kProgramMagic = 0x494e5443, kGen9 = 12;
constexpr std::uint32_t kMostKernels = 4096;

std::vector<std::uint8_t> octets(const BinaryPart& part) {
  std::vector<std::uint8_t> copy(part.bytes().size());
  if (!copy.empty()) std::memcpy(copy.data(), part.bytes().data(), copy.size());
  return copy;
}

/// OpenCL 2.0 lets a launch end within a group, unless the program was compiled without that.
bool allows_partial_groups(std::string_view options) {
  const bool language = options.find("-cl-std=CL2") != options.npos || options.find("-cl-std=CL3") != options.npos;
  return language && options.find("-cl-uniform-work-group-size") == options.npos;
}

/// Feature of a part that the model lacks, for the error of a user who asks for it: other kernels of the program do
/// without.
template <class Read>
std::optional<Diagnostic> what_is_unsupported(Read read) {
  try {
    read();
  } catch (const Error& error) {
    if (error.code() != ExitCode::kUnsupported) throw;
    return error.diagnostics().front();
  }
  return std::nullopt;
}

DeviceKernel read_kernel(BinaryPart& program) {
  DeviceKernel kernel;
  const std::uint64_t position = program.position();
  program.u32();  // checksum
  program.u64();  // hash of the source
  const std::uint32_t name = program.u32(), patches = program.u32(), code = program.u32(), general = program.u32(),
                      dynamic = program.u32(), surface = program.u32(), unpadded = program.u32();
  if (unpadded > code) {
    program.refuse(position + 36, fmt::format("{} bytes of code in a kernel heap of {}", unpadded, code));
  }
  kernel.name = program.text(name, "the kernel's name");
  kernel.code_position = program.position();
  kernel.code = octets(program.part(code, "the kernel heap"));
  kernel.code.resize(unpadded);
  program.part(general, "the general state heap");
  kernel.dynamic_state = octets(program.part(dynamic, "the dynamic state heap"));
  kernel.surface_state = octets(program.part(surface, "the surface state heap"));
  const BinaryPart list = program.part(patches, "the patch list");
  kernel.unsupported = what_is_unsupported([&] { read_patch_list(list, kernel); });
  if (kernel.unsupported) kernel.unsupported->path = "kernel " + printable(kernel.name);
  return kernel;
}

/// The data that the program's own tokens hold.
struct SharedData {
  ProgramData constants, variables;

  bool pointers() const { return !constants.pointers.empty() || !variables.pointers.empty(); }
};

/// A pointer token: which data it stands in, where, and into which it points.
void take_pointer(BinaryPart& token, const BinaryPart& list, std::uint64_t at, ProgramData& data) {
  const std::uint32_t index = token.u32();
  ProgramPointer pointer{.offset = token.u64()};
  const std::uint32_t target_kind = token.u32(), target = token.u32();
  if (index != 0 || target != 0) list.cannot(at, fmt::format("data {} of the program", std::max(index, target)));
  if (target_kind > 1) list.refuse(at + 20, fmt::format("a pointer to data of kind {}", target_kind), "0 or 1");
  pointer.to_constants = target_kind == 1;
  data.pointers.push_back(pointer);
}

SharedData read_shared_data(BinaryPart list) {
  SharedData shared;
  const std::uint64_t begin = list.position();
  while (list.left() > 0) {
    const std::uint64_t at = list.position();
    const std::uint32_t number = list.u32(), size = list.u32();
    const TokenDescription* description = describe_token(number);
    if (description == nullptr) list.cannot(at, fmt::format("unknown patch token {}", number));
    if (size < std::max(8u, description->least_size))
      list.refuse(at + 4, fmt::format("{} has {} bytes", description->name, size));
    if (description->use == TokenUse::kUnsupported) list.cannot(at, "patch token " + std::string{description->name});
    BinaryPart token = list.part(size - 8, std::string{description->name});
    switch (static_cast<PatchToken>(number)) {
      case PatchToken::kProgramVariables:
        token.u32();  // a type, which is always 0
        [[fallthrough]];
      case PatchToken::kProgramConstants: {
        std::vector<std::uint8_t>& data =
            (number == static_cast<std::uint32_t>(PatchToken::kProgramConstants) ? shared.constants : shared.variables)
                .bytes;
        if (!data.empty()) list.cannot(at, "data of the program in two parts");
        token.u32();
        data = octets(list.part(token.u32(), "the program's data"));  // behind the token, not inside
        break;
      }
      case PatchToken::kPointerInVariables:
        take_pointer(token, list, at, shared.variables);
        break;
      case PatchToken::kPointerInConstants:
        take_pointer(token, list, at, shared.constants);
        break;
      default:
        break;
    }
  }
  for (const ProgramData* data : {&shared.constants, &shared.variables}) {
    for (const ProgramPointer& pointer : data->pointers) {
      if (data->bytes.size() < 8 || pointer.offset > data->bytes.size() - 8)
        list.refuse(begin, fmt::format("a pointer at byte {} of {} bytes of the program's data", pointer.offset,
                                       data->bytes.size()));
      if ((pointer.to_constants ? shared.constants : shared.variables).bytes.empty())
        list.refuse(begin, fmt::format("a pointer at byte {} to data that the program does not have", pointer.offset));
    }
  }
  return shared;
}

void read_program(BinaryPart part, DeviceProgram& program) {
  const std::uint64_t position = part.position();
  if (part.u32() != kProgramMagic) part.refuse(position, "no device binary", "the bytes CTNI");
  program.version = part.u32();
  program.device = part.u32();
  if (program.device != kGen9)
    part.cannot(position + 8, fmt::format("a binary for device {}; Kaby Lake is {}", program.device, kGen9));
  const std::uint32_t pointer = part.u32();
  if (pointer != 8) part.cannot(position + 12, fmt::format("pointers of {} bytes", pointer));
  const std::uint32_t kernels = part.u32();
  part.u32();  // stepping
  const std::uint32_t patches = part.u32();
  if (kernels > kMostKernels) part.refuse(position + 16, fmt::format("{} kernels", kernels));
  const BinaryPart list = part.part(patches, "the program's patch list");
  SharedData shared;
  const std::optional<Diagnostic> lacking = what_is_unsupported([&] { shared = read_shared_data(list); });
  for (std::uint32_t i = 0; i < kernels; ++i) {
    program.kernels.push_back(read_kernel(part));
    DeviceKernel& kernel = program.kernels.back();
    if (!kernel.unsupported) kernel.unsupported = lacking;
    // A kernel may reach data that it does not name through a pointer in data that it names.
    const bool all = shared.pointers() && (kernel.constants.state_offset || kernel.variables.state_offset);
    if (all || kernel.constants.state_offset) kernel.constants.take(shared.constants);
    if (all || kernel.variables.state_offset) kernel.variables.take(shared.variables);
  }
}

}  // namespace

unsigned first_data_register(const DeviceKernel& kernel) {
  if (!kernel.local_ids) return 2;
  return 1 + 3 * (kernel.simd == 32 ? 2 : 1);
}

DeviceProgram read_device_program(std::span<const std::byte> bytes, const std::string& file) {
  DeviceContainer container = read_device_container(bytes, file);
  DeviceProgram program;
  program.build_options = std::move(container.build_options);
  read_program(BinaryPart{bytes, container.begin, container.size, file, "the device binary"}, program);
  for (DeviceKernel& kernel : program.kernels) kernel.partial_groups = allows_partial_groups(program.build_options);
  return program;
}

}  // namespace texpipe::study
