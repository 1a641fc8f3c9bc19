#include "study/kernel/device_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>

#include "study/kernel/binary_part.h"
#include "study/kernel/patch_list.h"
#include "study/kernel/patch_token.h"

namespace texpipe::study {

namespace {

constexpr std::array<unsigned char, 4> kElfMagic{0x7f, 'E', 'L', 'F'};
constexpr std::uint32_t kDeviceBinarySection = 0xff000005, kBuildOptionsSection = 0xff000006;
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
  read_patch_list(program.part(patches, "the patch list"), kernel);
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
  const SharedData shared = read_shared_data(part.part(patches, "the program's patch list"));
  for (std::uint32_t i = 0; i < kernels; ++i) {
    program.kernels.push_back(read_kernel(part));
    DeviceKernel& kernel = program.kernels.back();
    // What a kernel does not name it may reach through a pointer in what it names.
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

bool is_device_program(std::span<const std::byte> bytes) {
  return bytes.size() >= kElfMagic.size() && std::memcmp(bytes.data(), kElfMagic.data(), kElfMagic.size()) == 0;
}

DeviceProgram read_device_program(std::span<const std::byte> bytes, const std::string& file) {
  BinaryPart all{bytes, 0, bytes.size(), file, "the file"};
  if (!is_device_program(bytes)) all.refuse(0, "no ELF container", "a binary that ocloc made");
  BinaryPart header = BinaryPart{bytes, 0, std::min<std::uint64_t>(bytes.size(), 64), file, "the ELF header"};
  header.u32();
  if ((header.u32() & 0xffffu) != 0x0102) header.refuse(4, "not a little-endian ELF file of 64 bits");
  header.u64();
  const std::uint32_t kind = header.u32() & 0xffffu;
  if (kind != 0xff04) header.cannot(16, fmt::format("an ELF file of type 0x{:04X}; ocloc's is 0xFF04", kind));
  header.u32();
  header.u64();
  header.u64();
  const std::uint64_t table = header.u64();
  header.u64();
  const std::uint32_t entry_size = header.u32() >> 16, count = header.u32() & 0xffffu;
  if (entry_size < 64) header.refuse(58, fmt::format("section headers of {} bytes", entry_size), "64");
  BinaryPart sections{bytes, table, std::uint64_t{entry_size} * count, file, "the section header table"};
  DeviceProgram program;
  bool found = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    BinaryPart section = sections.part(entry_size, "a section header");
    section.u32();
    const std::uint32_t type = section.u32();
    section.u64();
    section.u64();
    const std::uint64_t offset = section.u64(), size = section.u64();
    if (type == kBuildOptionsSection)
      program.build_options = BinaryPart{bytes, offset, size, file, "BuildOptions"}.text(size, "");
    if (type != kDeviceBinarySection) continue;
    if (found) all.refuse(section.position(), "two device binaries");
    found = true;
    read_program(BinaryPart{bytes, offset, size, file, "the device binary"}, program);
  }
  if (!found) all.refuse(table, "no section with a device binary");
  for (DeviceKernel& kernel : program.kernels) kernel.partial_groups = allows_partial_groups(program.build_options);
  return program;
}

}  // namespace texpipe::study
