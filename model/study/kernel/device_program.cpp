#include "study/kernel/device_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "study/image/byte_reader.h"
#include "study/kernel/patch_token.h"

namespace texpipe::study {

namespace {

constexpr std::array<unsigned char, 4> kElfMagic{0x7f, 'E', 'L', 'F'};
constexpr std::uint32_t kDeviceBinarySection = 0xff000005, kBuildOptionsSection = 0xff000006;
constexpr std::uint32_t kProgramMagic = 0x494e5443, kGen9 = 12;
constexpr std::uint32_t kMostKernels = 4096, kMostArguments = 256;

std::string at_byte(std::uint64_t position) {
  return fmt::format("byte 0x{:X}: ", position);
}

/// A part of the file, whose errors name the byte of the whole.
class Part {
 public:
  Part(std::span<const std::byte> file, std::uint64_t begin, std::uint64_t size, std::string name, std::string what)
      : file_{file}, begin_{begin}, end_{begin + size}, position_{begin}, name_{std::move(name)} {
    if (begin > file.size() || size > file.size() - begin)
      refuse(begin, fmt::format("{} of {} bytes does not fit in the file's {}", what, size, file.size()));
  }

  std::uint32_t u32() { return static_cast<std::uint32_t>(number(4)); }
  std::uint64_t u64() { return number(8); }
  std::uint64_t position() const { return position_; }
  std::uint64_t left() const { return end_ - position_; }
  std::span<const std::byte> bytes() const { return file_.subspan(begin_, end_ - begin_); }

  /// The next bytes as a part of their own.
  Part part(std::uint64_t size, const std::string& what) {
    if (size > left()) refuse(position_, fmt::format("{} of {} bytes, but {} are left", what, size, left()));
    Part inner{file_, position_, size, name_, what};
    position_ += size;
    return inner;
  }

  /// The next bytes as text up to the first NUL.
  std::string text(std::uint64_t size, const std::string& what) {
    const std::span<const std::byte> bytes = part(size, what).bytes();
    const std::string all{reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    return all.substr(0, all.find('\0'));
  }

  [[noreturn]] void refuse(std::uint64_t position, const std::string& problem, const std::string& expected = {}) const {
    malformed(name_, at_byte(position) + problem, expected);
  }
  [[noreturn]] void cannot(std::uint64_t position, const std::string& what) const {
    unsupported_in(name_, at_byte(position) + what);
  }

 private:
  std::uint64_t number(unsigned size) {
    if (left() < size) refuse(position_, fmt::format("cut off: {} bytes are left of {}", left(), size));
    std::uint64_t value = 0;
    for (unsigned i = 0; i < size; ++i) value |= std::to_integer<std::uint64_t>(file_[position_ + i]) << 8 * i;
    position_ += size;
    return value;
  }

  std::span<const std::byte> file_;
  std::uint64_t begin_, end_, position_;
  std::string name_;
};

std::vector<std::uint8_t> octets(const Part& part) {
  std::vector<std::uint8_t> copy(part.bytes().size());
  if (!copy.empty()) std::memcpy(copy.data(), part.bytes().data(), copy.size());
  return copy;
}

std::uint32_t word_of(const std::vector<std::uint8_t>& heap, std::size_t at) {
  return std::uint32_t{heap[at]} | std::uint32_t{heap[at + 1]} << 8 | std::uint32_t{heap[at + 2]} << 16 |
         std::uint32_t{heap[at + 3]} << 24;
}

/// One token of a patch list: its fields are read from `body` in order.
struct Token {
  std::uint64_t position;
  const TokenDescription* description;
  Part body;
};

/// Reads the tokens of one kernel into it. What refers to a table is resolved when all have been read.
class PatchList {
 public:
  explicit PatchList(DeviceKernel& kernel) : kernel_{kernel} {}

  void read(Part list) {
    const std::uint64_t begin = list.position();
    while (list.left() > 0) {
      const std::uint64_t position = list.position();
      const std::uint32_t number = list.u32(), size = list.u32();
      const TokenDescription* description = describe_token(number);
      if (description == nullptr) list.cannot(position, fmt::format("unknown patch token {}", number));
      if (size < std::max(8u, description->least_size)) {
        list.refuse(position + 4, fmt::format("{} has {} bytes", description->name, size),
                    fmt::format("at least {}", description->least_size));
      }
      if (description->use == TokenUse::kUnsupported)
        list.cannot(position, "patch token " + std::string{description->name});
      Token token{position, description, list.part(size - 8, std::string{description->name})};
      if (description->use == TokenUse::kRead) take(token);
    }
    resolve(list, begin);
  }

 private:
  void take(Token& token) {
    Part& body = token.body;
    switch (static_cast<PatchToken>(token.description->number)) {
      case PatchToken::kSamplerStateArray:
        kernel_.sampler_offset = body.u32();
        kernel_.sampler_count = body.u32();
        kernel_.border_color_offset = body.u32();
        need(token, kernel_.dynamic_state, kernel_.sampler_offset, std::uint64_t{kernel_.sampler_count} * 16);
        break;
      case PatchToken::kBindingTableState:
        take_binding_table(token);
        break;
      case PatchToken::kImageArgument:
        take_image(token);
        break;
      case PatchToken::kSamplerArgument: {
        KernelArgument& sampler = argument(token, ArgumentKind::kSampler);
        body.u32();
        sampler.state_offset = body.u32();
        need(token, kernel_.dynamic_state, sampler.state_offset, 16);
        break;
      }
      case PatchToken::kLocalSurface:
        body.u32();
        kernel_.local_bytes = body.u32();
        break;
      case PatchToken::kDataParameter:
        take_data(token);
        break;
      case PatchToken::kExecutionEnvironment:
        take_environment(token);
        break;
      case PatchToken::kDataParameterStream:
        kernel_.cross_thread_bytes = body.u32();
        if (kernel_.cross_thread_bytes % 32 != 0 || kernel_.cross_thread_bytes > 4096)
          body.refuse(token.position, fmt::format("{} bytes of cross-thread data", kernel_.cross_thread_bytes),
                      "a multiple of 32 up to 4096");
        break;
      case PatchToken::kArgumentInfo:
        take_info(token);
        break;
      case PatchToken::kAttributesInfo:
        kernel_.attributes = body.text(body.u32(), "the attributes");
        break;
      case PatchToken::kGlobalBufferArgument:
        take_buffer(token, ArgumentKind::kBuffer);
        break;
      case PatchToken::kConstantBufferArgument:
        take_buffer(token, ArgumentKind::kConstantBuffer);
        break;
      case PatchToken::kPrivateMemory:
        take_private_memory(token);
        break;
      case PatchToken::kConstantSurface:
        take_program_data(token, kernel_.constants);
        break;
      case PatchToken::kVariableSurface:
        take_program_data(token, kernel_.variables);
        break;
      case PatchToken::kProgramConstants:
      case PatchToken::kProgramVariables:
        body.refuse(token.position, "data of the program among a kernel's tokens");
      case PatchToken::kThreadPayload:
        take_payload(token);
        break;
      case PatchToken::kInterfaceDescriptor: {
        const std::uint32_t offset = body.u32();
        need(token, kernel_.dynamic_state, offset, 32);
        break;
      }
      case PatchToken::kInterfaceDescriptorLoad:
        break;
    }
  }

  void need(const Token& token, const std::vector<std::uint8_t>& heap, std::uint64_t offset, std::uint64_t size) const {
    if (offset <= heap.size() && size <= heap.size() - offset) return;
    token.body.refuse(token.position, fmt::format("{}: bytes {} to {} of a heap of {}", token.description->name, offset,
                                                  offset + size, heap.size()));
  }

  /// The argument that a token begins with, which is of this kind and of no other.
  KernelArgument& argument(Token& token, ArgumentKind kind) {
    const std::uint32_t number = token.body.u32();
    KernelArgument& argument = numbered(token, number);
    if (argument.kind != ArgumentKind::kUnused && argument.kind != kind)
      token.body.refuse(token.position, fmt::format("argument {} is of two kinds", number));
    argument.kind = kind;
    return argument;
  }

  KernelArgument& numbered(const Token& token, std::uint32_t number) {
    if (number >= kMostArguments)
      token.body.refuse(token.position, fmt::format("argument number {}", number),
                        fmt::format("less than {}", kMostArguments));
    if (kernel_.arguments.size() <= number) kernel_.arguments.resize(number + 1);
    return kernel_.arguments[number];
  }

  void take_binding_table(Token& token) {
    const std::uint32_t offset = token.body.u32(), count = token.body.u32();
    need(token, kernel_.surface_state, offset, std::uint64_t{count} * 4);
    kernel_.binding_table_offset = offset;
    kernel_.binding_table.clear();
    for (std::uint32_t i = 0; i < count; ++i) {
      kernel_.binding_table.push_back(word_of(kernel_.surface_state, offset + 4 * i));
      need(token, kernel_.surface_state, kernel_.binding_table.back(), 64);
    }
  }

  void take_image(Token& token) {
    KernelArgument& image = argument(token, ArgumentKind::kImage);
    image.image_type = token.body.u32();
    if (!image_type_name(image.image_type))
      token.body.cannot(token.position, fmt::format("image type {}", image.image_type));
    image.state_offset = token.body.u32();
    token.body.u64();
    image.writable = token.body.u32() != 0;
    need(token, kernel_.surface_state, image.state_offset, 64);
  }

  void take_buffer(Token& token, ArgumentKind kind) {
    KernelArgument& buffer = argument(token, kind);
    buffer.state_offset = token.body.u32();
    buffer.pointer_offset = token.body.u32();
    buffer.pointer_size = token.body.u32();
    if (buffer.pointer_size != 8)
      token.body.refuse(token.position, fmt::format("a pointer of {} bytes", buffer.pointer_size), "8");
    need(token, kernel_.surface_state, buffer.state_offset, 64);
    writes_.push_back({token.position, *buffer.pointer_offset, buffer.pointer_size});
  }

  /// What is left in the token when arrays found room in registers: nobody reads through the address then.
  void take_private_memory(Token& token) {
    token.body.u32();
    const std::uint32_t offset = token.body.u32(), size = token.body.u32(), per_thread = token.body.u32();
    writes_.push_back({token.position, offset, size});
    if (per_thread != 0)
      token.body.cannot(token.position, fmt::format("private memory of {} bytes a thread", per_thread));
  }

  void take_program_data(Token& token, ProgramData& data) {
    const std::uint32_t index = token.body.u32();
    if (index != 0) token.body.cannot(token.position, fmt::format("data {} of the program", index));
    data.state_offset = token.body.u32();
    data.pointer_offset = token.body.u32();
    const std::uint32_t size = token.body.u32();
    if (size != 8) token.body.refuse(token.position, fmt::format("a pointer of {} bytes", size), "8");
    need(token, kernel_.surface_state, *data.state_offset, 64);
    writes_.push_back({token.position, *data.pointer_offset, size});
  }

  void take_data(Token& token) {
    DataParameter data;
    data.type = token.body.u32();
    data.argument = token.body.u32();
    data.offset = token.body.u32();
    data.size = token.body.u32();
    data.source_offset = token.body.u32();
    const DataParameterDescription* description = describe_data_parameter(data.type);
    if (description == nullptr) token.body.cannot(token.position, fmt::format("data parameter of type {}", data.type));
    if (description->use == TokenUse::kUnsupported)
      token.body.cannot(token.position, "data parameter: " + std::string{description->name});
    if (description->use == TokenUse::kIgnored) return;
    writes_.push_back({token.position, data.offset, data.size});
    constexpr std::uint32_t kArgument = 1, kLocalArgument = 8;
    if (data.type != kArgument && data.type != kLocalArgument) {
      kernel_.implicit.push_back(data);
      return;
    }
    const ArgumentKind kind = data.type == kArgument ? ArgumentKind::kScalar : ArgumentKind::kLocal;
    if (kind == ArgumentKind::kLocal && (!std::has_single_bit(data.source_offset) || data.source_offset > 1024))
      token.body.refuse(token.position, fmt::format("local memory at multiples of {} bytes", data.source_offset));
    KernelArgument& argument = numbered(token, data.argument);
    if (argument.kind != ArgumentKind::kUnused && argument.kind != kind)
      token.body.refuse(token.position, fmt::format("argument {} is of two kinds", data.argument));
    argument.kind = kind;
    argument.data.push_back(data);
  }

  void take_environment(Token& token) {
    std::array<std::uint32_t, 33> fields{};
    for (std::uint32_t& field : fields) field = token.body.u32();
    std::copy_n(fields.begin(), 3, kernel_.required_group.begin());
    kernel_.simd = fields[3];
    kernel_.barriers = fields[5] != 0;
    kernel_.registers = fields[20];
    if (kernel_.simd != 8 && kernel_.simd != 16 && kernel_.simd != 32)
      token.body.refuse(token.position, fmt::format("SIMD size {}", kernel_.simd), "8, 16 or 32");
    if (kernel_.registers != 128) token.body.cannot(token.position, fmt::format("{} registers", kernel_.registers));
    if (fields[10] != 0) token.body.cannot(token.position, "device enqueue");
    if (fields[13] != 0) token.body.cannot(token.position, "spills to stateless memory");
    if (fields[29] != 0) token.body.cannot(token.position, "calls with a stack");
  }

  void take_payload(Token& token) {
    std::array<std::uint32_t, 20> fields{};
    for (std::uint32_t& field : fields) field = token.body.u32();
    // Stored indirectly, with local ids of all three dimensions or, of a kernel that does not ask for them, with a
    // register in their place: the payloads that the compiler makes here.
    kernel_.local_ids = fields[1] != 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const bool expected = i >= 1 && i <= 3 ? kernel_.local_ids : i == 6 ? !kernel_.local_ids : i == 5;
      if ((fields[i] != 0) != expected)
        token.body.cannot(token.position,
                          fmt::format("THREAD_PAYLOAD with field {} {}", i, expected ? "clear" : "set"));
    }
  }

  void take_info(Token& token) {
    const std::uint32_t number = token.body.u32();
    std::array<std::uint32_t, 5> sizes{};
    for (std::uint32_t& size : sizes) size = token.body.u32();
    KernelArgument& argument = numbered(token, number);
    argument.address_space = token.body.text(sizes[0], "the address qualifier");
    argument.access = token.body.text(sizes[1], "the access qualifier");
    argument.name = token.body.text(sizes[2], "the argument's name");
    const std::string type = token.body.text(sizes[3], "the argument's type");
    argument.type = type.substr(0, type.find(';'));
  }

  void resolve(const Part& list, std::uint64_t position) {
    if (kernel_.simd == 0) list.refuse(position, "no EXECUTION_ENVIRONMENT token");
    const std::uint32_t first = first_data_register(kernel_), registers = kernel_.cross_thread_bytes / 32;
    if (first + registers > kernel_.registers)
      list.refuse(position, fmt::format("{} registers of cross-thread data from r{} on", registers, first),
                  fmt::format("none beyond r{}", kernel_.registers - 1));
    for (const Write& write : writes_) {
      if (std::uint64_t{write.offset} + write.size > kernel_.cross_thread_bytes)
        list.refuse(write.position, fmt::format("bytes {} to {} of {} bytes of cross-thread data", write.offset,
                                                std::uint64_t{write.offset} + write.size, kernel_.cross_thread_bytes));
    }
    for (std::size_t i = 0; i < kernel_.arguments.size(); ++i) resolve_index(list, position, i);
  }

  void resolve_index(const Part& list, std::uint64_t position, std::size_t number) {
    KernelArgument& argument = kernel_.arguments[number];
    switch (argument.kind) {
      case ArgumentKind::kSampler: {
        const std::uint32_t from = argument.state_offset - kernel_.sampler_offset;
        if (argument.state_offset < kernel_.sampler_offset || from % 16 != 0 || from / 16 >= kernel_.sampler_count)
          list.refuse(position, fmt::format("argument {}: sampler state at {} is not in the table", number,
                                            argument.state_offset));
        argument.index = from / 16;
        break;
      }
      case ArgumentKind::kImage:
      case ArgumentKind::kBuffer:
      case ArgumentKind::kConstantBuffer: {
        const auto& table = kernel_.binding_table;
        const auto found = std::find(table.begin(), table.end(), argument.state_offset);
        if (found != table.end()) {
          argument.index = static_cast<std::uint32_t>(found - table.begin());
        } else if (argument.kind == ArgumentKind::kImage) {
          list.refuse(position, fmt::format("argument {}: surface state at {} is not in the binding table", number,
                                            argument.state_offset));
        }
        break;
      }
      default:
        break;
    }
  }

  struct Write {
    std::uint64_t position;
    std::uint32_t offset, size;
  };

  DeviceKernel& kernel_;
  std::vector<Write> writes_;  // into the cross-thread data, whose size another token gives
};

DeviceKernel read_kernel(Part& program) {
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
  PatchList{kernel}.read(program.part(patches, "the patch list"));
  return kernel;
}

void read_program(Part part, DeviceProgram& program) {
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
  Part list = part.part(patches, "the program's patch list");
  std::vector<std::uint8_t> constants, variables;
  while (list.left() > 0) {
    const std::uint64_t at = list.position();
    const std::uint32_t number = list.u32(), size = list.u32();
    const TokenDescription* description = describe_token(number);
    if (description == nullptr) list.cannot(at, fmt::format("unknown patch token {}", number));
    if (size < 8) list.refuse(at + 4, fmt::format("{} has {} bytes", description->name, size));
    if (description->use == TokenUse::kUnsupported) list.cannot(at, "patch token " + std::string{description->name});
    Part token = list.part(size - 8, std::string{description->name});
    const bool constant = number == static_cast<std::uint32_t>(PatchToken::kProgramConstants);
    if (!constant && number != static_cast<std::uint32_t>(PatchToken::kProgramVariables)) continue;
    std::vector<std::uint8_t>& data = constant ? constants : variables;
    if (size < description->least_size) list.refuse(at + 4, fmt::format("{} has {} bytes", description->name, size));
    if (!data.empty()) list.cannot(at, "data of the program in two parts");
    if (!constant) token.u32();  // a type, which is always 0
    token.u32();
    data = octets(list.part(token.u32(), "the program's data"));  // behind the token, not inside
  }
  for (std::uint32_t i = 0; i < kernels; ++i) {
    program.kernels.push_back(read_kernel(part));
    DeviceKernel& kernel = program.kernels.back();
    if (kernel.constants.state_offset) kernel.constants.bytes = constants;
    if (kernel.variables.state_offset) kernel.variables.bytes = variables;
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
  Part all{bytes, 0, bytes.size(), file, "the file"};
  if (!is_device_program(bytes)) all.refuse(0, "no ELF container", "a binary that ocloc made");
  Part header = Part{bytes, 0, std::min<std::uint64_t>(bytes.size(), 64), file, "the ELF header"};
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
  Part sections{bytes, table, std::uint64_t{entry_size} * count, file, "the section header table"};
  DeviceProgram program;
  bool found = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    Part section = sections.part(entry_size, "a section header");
    section.u32();
    const std::uint32_t type = section.u32();
    section.u64();
    section.u64();
    const std::uint64_t offset = section.u64(), size = section.u64();
    if (type == kBuildOptionsSection)
      program.build_options = Part{bytes, offset, size, file, "BuildOptions"}.text(size, "");
    if (type != kDeviceBinarySection) continue;
    if (found) all.refuse(section.position(), "two device binaries");
    found = true;
    read_program(Part{bytes, offset, size, file, "the device binary"}, program);
  }
  if (!found) all.refuse(table, "no section with a device binary");
  return program;
}

}  // namespace texpipe::study
