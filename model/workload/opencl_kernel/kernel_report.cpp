#include "workload/opencl_kernel/kernel_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <span>

#include "base/printable.h"
#include "isa/gen9/eu_text.h"
#include "isa/gen9/sampler_state.h"
#include "workload/opencl_kernel/kernel_file.h"
#include "workload/opencl_kernel/patch_token.h"

namespace texpipe::study {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kArgumentKinds[] = {"unused", "image",           "sampler",     "scalar",
                                               "buffer", "constant buffer", "local memory"};

std::string_view kind_of(const KernelArgument& argument) {
  return kArgumentKinds[static_cast<unsigned>(argument.kind)];
}

/// Place of an argument: `binding 1`, `sampler 0`, `data 32 to 35`.
std::string place_of(const KernelArgument& argument) {
  std::string place;
  const auto add = [&](const std::string& text) { place += (place.empty() ? "" : ", ") + text; };
  if (argument.index)
    add(fmt::format("{} {}", argument.kind == ArgumentKind::kSampler ? "sampler" : "binding", *argument.index));
  if (argument.pointer_offset)
    add(fmt::format("address in bytes {} to {}", *argument.pointer_offset,
                    *argument.pointer_offset + argument.pointer_size - 1));
  for (const DataParameter& data : argument.data)
    add(fmt::format("bytes {} to {}", data.offset, data.offset + data.size - 1));
  return place;
}

std::string what_of(const KernelArgument& argument) {
  std::string text{kind_of(argument)};
  if (argument.kind == ArgumentKind::kImage)
    text += fmt::format(" {}, {}", image_type_name(argument.image_type).value_or("?"),
                        argument.writable ? "written" : "read");
  return text;
}

/// A sampler declared in the source: what its stored state says. Those of arguments are the launch's.
std::string sampler_text(const DeviceKernel& kernel, std::uint32_t index) {
  const auto of_argument = std::find_if(kernel.arguments.begin(), kernel.arguments.end(), [&](const KernelArgument& a) {
    return a.kind == ArgumentKind::kSampler && a.index == index;
  });
  if (of_argument != kernel.arguments.end()) return "argument " + of_argument->name;
  std::array<std::uint32_t, gen9::SamplerState::kDwords> words{};
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::size_t at = kernel.sampler_offset + 16 * std::size_t{index} + 4 * i;
    for (unsigned byte = 0; byte < 4; ++byte) words[i] |= std::uint32_t{kernel.dynamic_state[at + byte]} << 8 * byte;
  }
  const gen9::SamplerState state = gen9::SamplerState::decode(words);
  return fmt::format("declared: mag {}, min {}, mip {}, address {} {} {}{}", name_of(state.mag_filter),
                     name_of(state.min_filter), name_of(state.mip_filter), name_of(state.address_u),
                     name_of(state.address_v), name_of(state.address_r),
                     state.non_normalized_coordinates ? ", unnormalised" : "");
}

/// Number of the code's sends of each kind of message.
std::map<std::string, unsigned> messages_of(std::span<const gen9::EuInstruction> instructions) {
  std::map<std::string, unsigned> counts;
  for (const gen9::EuInstruction& instruction : instructions) {
    if (!gen9::is_send(instruction.opcode)) continue;
    const std::string remark = gen9::message_remark(instruction);
    const std::size_t lengths = remark.find("; ");
    ++counts[lengths == std::string::npos ? remark : remark.substr(lengths + 2)];
  }
  return counts;
}

std::vector<gen9::EuInstruction> instructions_of(const DeviceKernel& kernel, const std::string& file) {
  return decode_section({kernel.name, "", kernel.code_position, kernel.code}, file);
}

std::size_t compacted(std::span<const gen9::EuInstruction> instructions) {
  return static_cast<std::size_t>(std::count_if(instructions.begin(), instructions.end(),
                                                [](const gen9::EuInstruction& i) { return i.compacted; }));
}

std::string group_text(const DeviceKernel& kernel) {
  const auto& g = kernel.required_group;
  return g[0] == 0 ? "any size" : fmt::format("{}x{}x{}", g[0], g[1], g[2]);
}

std::string parameter_name(const DataParameter& data) {
  const DataParameterDescription* description = describe_data_parameter(data.type);
  std::string name{description ? description->name : "?"};
  // Three words for the launch's vectors, by where in them they are read.
  const bool vector = (data.type >= 2 && data.type <= 4) || data.type == 16 || data.type == 28;
  if (vector && data.source_offset % 4 == 0 && data.source_offset < 12)
    name += fmt::format(" {}", "xyz"[data.source_offset / 4]);
  return name;
}

bool of_argument(const DataParameter& data) {
  return (data.type >= 9 && data.type <= 15) || (data.type >= 18 && data.type <= 27) || data.type >= 39;
}

}  // namespace

std::string kernel_report_text(const DeviceProgram& program, const std::string& file) {
  std::string text;
  for (const DeviceKernel& kernel : program.kernels) {
    if (kernel.unsupported) {
      text += fmt::format("{}: cannot be launched\n  {}\n", printable(kernel.name), kernel.unsupported->problem);
      continue;
    }
    const std::vector<gen9::EuInstruction> instructions = instructions_of(kernel, file);
    text += fmt::format("{}: SIMD{}, {} instructions in {} bytes, {} of them compacted\n", kernel.name, kernel.simd,
                        instructions.size(), kernel.code.size(), compacted(instructions));
    text += fmt::format(
        "  work-group     {}; {}; {}\n", group_text(kernel), kernel.barriers ? "barriers" : "no barriers",
        kernel.local_bytes == 0 ? "no local memory" : fmt::format("{} bytes of local memory", kernel.local_bytes));
    if (kernel.scratch_bytes != 0) text += fmt::format("  scratch        {} bytes a thread\n", kernel.scratch_bytes);
    if (kernel.private_bytes != 0) text += fmt::format("  private        {} bytes a work-item\n", kernel.private_bytes);
    text += fmt::format("  registers      {}, of which the payload takes r0, local ids and {} of cross-thread data\n",
                        kernel.registers, kernel.cross_thread_bytes / 32);
    text += fmt::format("  binding table  {} entries\n", kernel.binding_table.size());
    if (!program.build_options.empty()) text += fmt::format("  options        {}\n", program.build_options);
    text += "  arguments\n";
    for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
      const KernelArgument& argument = kernel.arguments[i];
      text += fmt::format("    {:<3} {:<12} {:<14} {:<20} {}\n", i, argument.name, argument.type, what_of(argument),
                          place_of(argument));
    }
    if (kernel.sampler_count > 0) text += "  samplers\n";
    for (std::uint32_t i = 0; i < kernel.sampler_count; ++i)
      text += fmt::format("    {:<3} {}\n", i, sampler_text(kernel, i));
    text += "  cross-thread data, by byte\n";
    std::vector<DataParameter> implicit = kernel.implicit;
    std::stable_sort(implicit.begin(), implicit.end(),
                     [](const DataParameter& a, const DataParameter& b) { return a.offset < b.offset; });
    for (const DataParameter& data : implicit)
      text += fmt::format("    {:<3} {}{}\n", data.offset, parameter_name(data),
                          of_argument(data) ? fmt::format(" of argument {}", data.argument) : "");
    text += "  messages\n";
    for (const auto& [message, count] : messages_of(instructions))
      text += fmt::format("    {:<3} {}\n", count, message);
  }
  return text;
}

Json kernel_report_json(const DeviceProgram& program, const std::string& file) {
  Json kernels = Json::array();
  for (const DeviceKernel& kernel : program.kernels) {
    if (kernel.unsupported) {
      kernels.push_back({{"name", kernel.name}, {"unsupported", kernel.unsupported->problem}});
      continue;
    }
    const std::vector<gen9::EuInstruction> instructions = instructions_of(kernel, file);
    Json arguments = Json::array(), samplers = Json::array(), data = Json::array(), messages = Json::object();
    for (std::size_t i = 0; i < kernel.arguments.size(); ++i) {
      const KernelArgument& argument = kernel.arguments[i];
      Json entry{{"number", i}, {"name", argument.name}, {"type", argument.type}, {"kind", kind_of(argument)}};
      if (argument.kind == ArgumentKind::kImage) {
        entry["image_type"] = image_type_name(argument.image_type).value_or("");
        entry["written"] = argument.writable;
      }
      if (argument.index) entry[argument.kind == ArgumentKind::kSampler ? "sampler" : "binding"] = *argument.index;
      if (argument.pointer_offset) entry["pointer_offset"] = *argument.pointer_offset;
      for (const DataParameter& d : argument.data)
        entry["data"].push_back({{"offset", d.offset}, {"bytes", d.size}, {"source_offset", d.source_offset}});
      arguments.push_back(std::move(entry));
    }
    for (std::uint32_t i = 0; i < kernel.sampler_count; ++i) samplers.push_back(sampler_text(kernel, i));
    for (const DataParameter& d : kernel.implicit) {
      Json entry{{"offset", d.offset}, {"bytes", d.size}, {"value", parameter_name(d)}};
      if (of_argument(d)) entry["argument"] = d.argument;
      data.push_back(std::move(entry));
    }
    for (const auto& [message, count] : messages_of(instructions)) messages[message] = count;
    kernels.push_back({{"name", kernel.name},
                       {"simd", kernel.simd},
                       {"instructions", instructions.size()},
                       {"compacted", compacted(instructions)},
                       {"code_bytes", kernel.code.size()},
                       {"registers", kernel.registers},
                       {"required_work_group", kernel.required_group},
                       {"barriers", kernel.barriers},
                       {"local_bytes", kernel.local_bytes},
                       {"scratch_bytes", kernel.scratch_bytes},
                       {"private_bytes", kernel.private_bytes},
                       {"cross_thread_bytes", kernel.cross_thread_bytes},
                       {"binding_table_entries", kernel.binding_table.size()},
                       {"arguments", arguments},
                       {"samplers", samplers},
                       {"data", data},
                       {"messages", messages}});
  }
  return {{"file", file}, {"version", program.version}, {"build_options", program.build_options}, {"kernels", kernels}};
}

}  // namespace texpipe::study
