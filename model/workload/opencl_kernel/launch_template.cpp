#include "workload/opencl_kernel/launch_template.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/printable.h"
#include "workload/opencl_kernel/patch_token.h"
#include "workload/opencl_kernel/scalar_value.h"

namespace texpipe::study {

namespace {

constexpr unsigned kSide = 64;      // of images, and of the launch
constexpr unsigned kValues = 1024;  // of buffers

std::string zeros(unsigned elements) {
  if (elements == 1) return "0";
  std::string text = "[0";
  for (unsigned n = 1; n < elements; ++n) text += ", 0";
  return text + "]";
}

std::uint32_t scalar_bytes_of(const KernelArgument& argument) {
  std::uint32_t bytes = argument.type_bytes;
  for (const DataParameter& data : argument.data) bytes = std::max(bytes, data.source_offset + data.size);
  return std::max(bytes, 1u);
}

std::string scalar_text(const KernelArgument& argument) {
  if (const auto type = scalar_type(argument.type))
    return fmt::format("kind: scalar, type: {}, value: {}", argument.type, zeros(type->elements));
  const std::uint32_t bytes = scalar_bytes_of(argument);
  if (bytes == 4) return "kind: scalar, type: int, value: 0";
  return fmt::format("kind: struct, hex: \"{}\"", std::string(std::size_t{bytes} * 2, '0'));
}

std::string image_text(const KernelArgument& argument) {
  const std::string type{image_type_name(argument.image_type).value_or("2d")};
  std::string text = fmt::format("kind: image, image_type: {}, access: {}, width: {}", type,
                                 argument.writable ? "write" : "read", kSide);
  if (type.starts_with("2d") || type == "3d") text += fmt::format(", height: {}", kSide);
  if (type == "3d") text += ", depth: 4";
  if (type.ends_with("_array")) text += ", array_size: 4";
  return text + fmt::format(", channel_order: {}, channel_type: {}",
                            holds_depth(argument.image_type) ? "DEPTH" : "RGBA",
                            holds_depth(argument.image_type) ? "FLOAT" : "UNORM_INT8");
}

std::string value_text_of(const KernelArgument& argument) {
  switch (argument.kind) {
    case ArgumentKind::kImage:
      return image_text(argument);
    case ArgumentKind::kSampler:
      return "kind: sampler, normalized: true, addressing: clamp_to_edge, filter: linear";
    case ArgumentKind::kBuffer:
    case ArgumentKind::kConstantBuffer:
      return fmt::format("kind: buffer, element: float32, bytes: {}", kValues * 4);
    case ArgumentKind::kLocal:
      return fmt::format("kind: local, bytes: {}", kValues);
    case ArgumentKind::kScalar:
    case ArgumentKind::kUnused:
      break;
  }
  // The type alone tells what an argument is that compiled code does not use.
  if (argument.type.starts_with("image"))
    return "kind: image, image_type: 2d, width: 1, height: 1, channel_order: RGBA, channel_type: UNORM_INT8";
  if (argument.type.ends_with('*')) return "kind: buffer, element: uint8, bytes: 4";
  if (argument.type == "sampler_t") return "kind: sampler";
  return scalar_text(argument);
}

bool is_output(const KernelArgument& argument) {
  if (argument.kind == ArgumentKind::kImage) return argument.writable;
  return argument.kind == ArgumentKind::kBuffer && argument.type.find("const") == std::string::npos;
}

bool is_plain_name(const std::string& name) {
  return !name.empty() &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == std::string::npos;
}

std::string group_size_text(const DeviceKernel& kernel) {
  if (kernel.required_group[0] == 0) return "";
  return fmt::format("local_size: [{}, {}, {}]  # that the kernel was compiled for\n", kernel.required_group[0],
                     kernel.required_group[1], kernel.required_group[2]);
}

}  // namespace

std::string launch_template(const DeviceKernel& kernel, const std::string& binary) {
  const bool three = kernel.required_group[0] != 0;
  std::string text = fmt::format(
      "# Launch of kernel {0}: its arguments are the binary's; sizes, formats and values are to be set.\n"
      "kernel: {0}\nfiles: {{binary: {1}}}\nglobal_size: [{2}, {2}{3}]\n{4}",
      printable(kernel.name), binary, kSide, three ? ", " + std::to_string(kernel.required_group[2]) : "",
      group_size_text(kernel));
  text += kernel.arguments.empty() ? "args: []\n" : "args:\n";
  std::string outputs;
  for (std::size_t n = 0; n < kernel.arguments.size(); ++n) {
    const KernelArgument& argument = kernel.arguments[n];
    const std::string name = is_plain_name(argument.name) ? ", name: " + argument.name : "";
    text += fmt::format("- {{index: {}{}, {}}}", n, name, value_text_of(argument));
    text += argument.type.empty() ? "\n" : fmt::format("  # {}\n", printable(argument.type));
    if (argument.kind == ArgumentKind::kImage && !argument.writable)
      text += "  # data: FILE.png, .dds, .ktx or .npy; zeros without\n";
    if (is_output(argument)) outputs += fmt::format("- {{arg: {}}}\n", n);
  }
  return text + (outputs.empty() ? "" : "outputs:\n" + outputs);
}

}  // namespace texpipe::study
