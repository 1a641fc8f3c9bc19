#include "workload/opencl_kernel/patch_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <string>
#include <string_view>

#include "workload/opencl_kernel/patch_token.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kMostArguments = 256;

std::uint32_t word_of(const std::vector<std::uint8_t>& heap, std::size_t at) {
  return std::uint32_t{heap[at]} | std::uint32_t{heap[at + 1]} << 8 | std::uint32_t{heap[at + 2]} << 16 |
         std::uint32_t{heap[at + 3]} << 24;
}

/// Names of types of the compiler's public headers that a launch cannot have, behind their numbers.
std::string image_note(std::uint32_t type) {
  constexpr std::array<std::string_view, 17> kNames{"",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "",
                                                    "cube",
                                                    "cube array",
                                                    "",
                                                    "",
                                                    "2D of many samples",
                                                    "2D of many samples, depth",
                                                    "2D array of many samples",
                                                    "2D array of many samples, depth",
                                                    "2D media",
                                                    "2D media block"};
  return type < kNames.size() && !kNames[type].empty() ? fmt::format(" ({})", kNames[type]) : "";
}

std::string sampler_note(std::uint32_t type) {
  constexpr std::uint32_t kMotionEstimation = 7, kFirstFilter = 2, kLastFilter = 11;
  if (type == kMotionEstimation) return " (video motion estimation)";
  return type >= kFirstFilter && type <= kLastFilter ? " (a filter of 8x8 pixels)" : "";
}

/// One token of a patch list: its fields are read from `body` in order.
struct Token {
  std::uint64_t position;
  const TokenDescription* description;
  BinaryPart body;
};

/// Reads the tokens of one kernel into it. What refers to a table is resolved when all have been read.
class PatchList {
 public:
  explicit PatchList(DeviceKernel& kernel) : kernel_{kernel} {}

  void read(BinaryPart list) {
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
    BinaryPart& body = token.body;
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
        constexpr std::uint32_t kTexture = 1;
        if (const std::uint32_t type = body.u32(); type != kTexture)
          body.cannot(token.position, fmt::format("a sampler argument of type {}{}", type, sampler_note(type)));
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
      case PatchToken::kVfeState:
        take_scratch(token);
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
      case PatchToken::kString: {
        const std::uint32_t number = body.u32();
        kernel_.strings[number] = body.text(body.u32(), "the string");
        break;
      }
      case PatchToken::kPrintfBuffer: {
        body.u64();  // a surface, which compiled code does not use: it has the address
        kernel_.printf_pointer_offset = body.u32();
        const std::uint32_t size = body.u32();
        if (size != 8) body.refuse(token.position, fmt::format("a pointer of {} bytes", size), "8");
        writes_.push_back({token.position, *kernel_.printf_pointer_offset, size});
        break;
      }
      case PatchToken::kProgramConstants:
      case PatchToken::kProgramVariables:
      case PatchToken::kPointerInVariables:
      case PatchToken::kPointerInConstants:
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
      token.body.cannot(token.position, fmt::format("image type {}{}", image.image_type, image_note(image.image_type)));
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

  /// Scratch memory: spilled registers, and arrays that found no room in registers.
  void take_scratch(Token& token) {
    const std::uint32_t offset = token.body.u32(), size = token.body.u32();
    if (offset != 0) token.body.cannot(token.position, fmt::format("scratch memory from byte {} on", offset));
    if (size == 0) return;
    constexpr std::uint32_t kLeast = 1024, kMost = 2 << 20;
    if (!std::has_single_bit(size) || size < kLeast || size > kMost)
      token.body.refuse(token.position, fmt::format("{} bytes of scratch memory a thread", size),
                        fmt::format("a power of two from {} to {}", kLeast, kMost));
    kernel_.scratch_bytes = size;
  }

  /// Memory that each work-item has to itself; size 0: arrays found room in registers, and nobody reads through the
  /// address.
  void take_private_memory(Token& token) {
    token.body.u32();  // a surface, which compiled code does not use: it has the address
    kernel_.private_pointer_offset = token.body.u32();
    const std::uint32_t pointer_size = token.body.u32();
    kernel_.private_bytes = token.body.u32();
    const bool of_each_channel = token.body.u32() != 0;
    writes_.push_back({token.position, kernel_.private_pointer_offset, pointer_size});
    if (kernel_.private_bytes == 0) return;
    if (!of_each_channel) {
      token.body.cannot(token.position,
                        fmt::format("private memory of {} bytes that channels share", kernel_.private_bytes));
    }
    constexpr std::uint32_t kMost = 1 << 28;
    if (kernel_.private_bytes > kMost) {
      token.body.refuse(token.position, fmt::format("{} bytes of private memory a work-item", kernel_.private_bytes),
                        fmt::format("at most {}", kMost));
    }
    if (pointer_size != 8) token.body.refuse(token.position, fmt::format("a pointer of {} bytes", pointer_size), "8");
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
    const std::size_t end = std::min(type.find(';'), type.size());
    argument.type = type.substr(0, end);
    // `;` and the size of a value follow.
    if (end < type.size()) std::from_chars(type.data() + end + 1, type.data() + type.size(), argument.type_bytes);
  }

  void resolve(const BinaryPart& list, std::uint64_t position) {
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

  void resolve_index(const BinaryPart& list, std::uint64_t position, std::size_t number) {
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

}  // namespace

void read_patch_list(BinaryPart list, DeviceKernel& kernel) {
  PatchList{kernel}.read(std::move(list));
}

}  // namespace texpipe::study
