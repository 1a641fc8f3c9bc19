// Whether a launch gives a kernel what it was compiled for.
#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "workload/opencl_kernel/kernel_workload.h"
#include "workload/opencl_kernel/patch_token.h"
#include "workload/opencl_kernel/scalar_value.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kRegisterBytes = 32;

const char* kind_of(const LaunchArgument& argument) {
  constexpr const char* kNames[] = {"an image", "a sampler", "a scalar", "a buffer", "local memory"};
  return kNames[argument.value.index()];
}

const char* kind_of(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::kImage:
      return "an image";
    case ArgumentKind::kSampler:
      return "a sampler";
    case ArgumentKind::kScalar:
      return "a scalar";
    case ArgumentKind::kBuffer:
    case ArgumentKind::kConstantBuffer:
      return "a buffer";
    case ArgumentKind::kLocal:
      return "local memory";
    case ArgumentKind::kUnused:
      break;
  }
  return "";
}

class ArgumentCheck {
 public:
  ArgumentCheck(const DeviceKernel& kernel, const KernelLaunch& launch) : kernel_{kernel}, launch_{launch} {}

  std::vector<Diagnostic> problems() {
    for (const LaunchArgument& argument : launch_.arguments) check(argument);
    for (std::uint32_t index = 0; index < kernel_.arguments.size(); ++index) check_given(index);
    for (const LaunchOutput& output : launch_.outputs) check(output);
    check_shape();
    return std::move(problems_);
  }

 private:
  void refuse(const SourcePosition& position, std::string path, std::string problem, std::string hint = {}) {
    problems_.push_back(
        {.position = position, .path = std::move(path), .problem = std::move(problem), .hint = std::move(hint)});
  }

  std::string path_of(std::uint32_t index) const {
    std::string path = "argument " + std::to_string(index);
    if (index < kernel_.arguments.size() && !kernel_.arguments[index].name.empty())
      path += " (" + printable(kernel_.arguments[index].name) + ")";
    return path;
  }

  void check(const LaunchArgument& argument) {
    const std::string path = path_of(argument.index);
    if (argument.index >= kernel_.arguments.size()) {
      return refuse(argument.position, path, "kernel " + kernel_.name + " has no such argument",
                    "it has " + std::to_string(kernel_.arguments.size()));
    }
    const KernelArgument& wanted = kernel_.arguments[argument.index];
    if (!wanted.name.empty() && !argument.name.empty() && wanted.name != argument.name)
      return refuse(argument.position, path, "is called " + argument.name,
                    "the kernel calls it " + printable(wanted.name));
    if (wanted.kind == ArgumentKind::kUnused) return;
    const std::string kind = kind_of(wanted.kind);
    if (kind != kind_of(argument))
      return refuse(argument.position, path, std::string{"is given as "} + kind_of(argument), "it is " + kind);
    if (const auto* image = std::get_if<LaunchImage>(&argument.value)) check_image(argument, *image, wanted, path);
    if (const auto* scalar = std::get_if<LaunchScalar>(&argument.value)) check_scalar(argument, *scalar, wanted, path);
  }

  void check_image(const LaunchArgument& argument, const LaunchImage& image, const KernelArgument& wanted,
                   const std::string& path) {
    if (holds_depth(wanted.image_type) && image.format.order != ChannelOrder::kDepth) {
      refuse(argument.position, path, "is given with channel order " + std::string{name_of(image.format.order)},
             "the kernel reads depths: channel_order: DEPTH");
    }
    if (name_of(image.type) != image_type_name(wanted.image_type)) {
      refuse(argument.position, path, "is given as an image of type " + std::string{name_of(image.type)},
             "it is of type " + std::string{image_type_name(wanted.image_type).value_or("?")});
    }
    if (wanted.writable && image.access == ImageAccess::kRead)
      refuse(argument.position, path, "is given for reading, and the kernel writes it", "access: write");
    if (wanted.writable && image.levels.size() > 1)
      refuse(argument.position, path, "has levels, and the kernel writes it", "an image of one level");
  }

  void check_scalar(const LaunchArgument& argument, const LaunchScalar& scalar, const KernelArgument& wanted,
                    const std::string& path) {
    const auto given = scalar_type(scalar.type), declared = scalar_type(wanted.type);
    if (declared && given != declared)
      return refuse(argument.position, path, "is given as " + scalar.type, "the kernel has " + printable(wanted.type));
    if (!declared && !check_bytes(argument, scalar, wanted, path)) return;
    if (!declared && wanted.data.size() > 1) return check_fields(argument, scalar, wanted, path);
    for (const DataParameter& data : wanted.data) {
      // A char stands in a DWord.
      if (data.source_offset < scalar.bytes.size()) continue;
      return refuse(argument.position, path, scalar.type + " has " + std::to_string(scalar.bytes.size()) + " bytes",
                    "the kernel reads " + std::to_string(std::uint64_t{data.source_offset} + data.size));
    }
  }

  /// The size of an argument of a type that the source defines. @return false when it is wrong
  bool check_bytes(const LaunchArgument& argument, const LaunchScalar& scalar, const KernelArgument& wanted,
                   const std::string& path) {
    constexpr std::uint64_t kDwordBytes = 4;
    const std::uint64_t given = scalar.bytes.size();
    const bool one = wanted.data.size() == 1 && wanted.data.front().source_offset == 0;
    // If the binary does not give the type, a number or vector takes the part that is read of it, in whole DWords.
    const bool right = wanted.type_bytes != 0 ? given == wanted.type_bytes
                                              : !one || std::max(given, kDwordBytes) == wanted.data.front().size;
    if (right) return true;
    refuse(argument.position, path, "is given as " + scalar.type + " of " + std::to_string(given) + " bytes",
           wanted.type_bytes != 0
               ? "the kernel has " + printable(wanted.type) + " of " + std::to_string(wanted.type_bytes)
               : "the kernel reads " + std::to_string(wanted.data.front().size));
    return false;
  }

  /// A structure: the binary says where each of its numbers begins, and of how many bytes those of more than four are.
  void check_fields(const LaunchArgument& argument, const LaunchScalar& scalar, const KernelArgument& wanted,
                    const std::string& path) {
    const std::string type = wanted.type.empty() ? "argument" : printable(wanted.type);
    const auto wrong = [&](const std::string& problem) {
      refuse(argument.position, path, problem, "fields of the kernel's " + type + " in their order, or hex");
    };
    if (scalar.type != kStructTypeName) {
      return refuse(argument.position, path, "is given as " + scalar.type,
                    "the kernel's " + type + " is a structure: kind: struct");
    }
    std::map<std::uint32_t, std::uint32_t> numbers;  // of the kernel's: their bytes, by where they begin
    for (const DataParameter& data : wanted.data) numbers[data.source_offset] = data.size;
    if (numbers.rbegin()->first >= scalar.bytes.size()) {
      return wrong("has " + std::to_string(scalar.bytes.size()) + " bytes, and the kernel reads byte " +
                   std::to_string(numbers.rbegin()->first));
    }
    constexpr std::uint32_t kDwordBytes = 4;
    for (const ValueElement& element : scalar.elements) {
      const auto number = numbers.find(element.offset);
      const std::string field = "the field at byte " + std::to_string(element.offset) + " has " +
                                std::to_string(element.bytes) + " bytes, and ";
      if (number == numbers.end()) return wrong(field + "no number of the kernel's begins there");
      if (const auto next = std::next(number); next != numbers.end() && next->first < element.offset + element.bytes)
        return wrong(field + "another number of the kernel's begins at byte " + std::to_string(next->first));
      if (std::max(element.bytes, kDwordBytes) != number->second)
        return wrong(field + "the kernel's number there " + std::to_string(number->second));
    }
    if (scalar.elements.empty()) return;  // bytes without fields
    for (auto number = numbers.begin(); number != numbers.end(); ++number) {
      const std::uint32_t at = number->first;
      const bool filled = std::any_of(scalar.elements.begin(), scalar.elements.end(),
                                      [at](const ValueElement& element) { return element.offset == at; });
      const auto next = std::next(number);
      const std::size_t end = next == numbers.end() ? scalar.bytes.size() : next->first;
      // The compiler copies some gaps, too, byte by byte.
      if (!filled && end - at > 1)
        return wrong("no field is at byte " + std::to_string(at) + ", where a number of the kernel's begins");
    }
  }

  void check_given(std::uint32_t index) {
    if (kernel_.arguments[index].kind == ArgumentKind::kUnused) return;
    const auto found = std::find_if(launch_.arguments.begin(), launch_.arguments.end(),
                                    [index](const LaunchArgument& a) { return a.index == index; });
    if (found != launch_.arguments.end()) return;
    refuse(launch_.position, "args", path_of(index) + " is missing",
           "it is " + std::string{kind_of(kernel_.arguments[index].kind)});
  }

  void check(const LaunchOutput& output) {
    if (output.argument >= kernel_.arguments.size()) return;
    const KernelArgument& argument = kernel_.arguments[output.argument];
    if (argument.kind == ArgumentKind::kImage && !argument.writable)
      refuse(output.position, path_of(output.argument), "is an output, and the kernel does not write it");
  }

  void check_shape() {
    if (launch_.simd && *launch_.simd != kernel_.simd) {
      refuse(launch_.position, "simd", "is " + std::to_string(*launch_.simd),
             "the kernel was compiled for " + std::to_string(kernel_.simd) + " lanes");
    }
    constexpr std::uint32_t kMostLocalBytes = 65536;
    if (const std::uint64_t local = local_bytes(kernel_, launch_); local > kMostLocalBytes) {
      refuse(launch_.position, "args", "a work group needs " + std::to_string(local) + " bytes of local memory",
             "expected at most " + std::to_string(kMostLocalBytes));
    }
    for (unsigned i = 0; !kernel_.partial_groups && i < 3; ++i) {
      if (launch_.global_size[i] % launch_.local_size[i] == 0) continue;
      refuse(
          launch_.global_position, "global_size",
          std::to_string(launch_.global_size[i]) + " work-items are no whole number of groups of " +
              std::to_string(launch_.local_size[i]),
          "a multiple of local_size, or a kernel compiled with -cl-std=CL2.0 and without -cl-uniform-work-group-size");
    }
    const WorkSize& required = kernel_.required_group;
    for (unsigned axis = 0; axis < 3; ++axis) {
      if (required[axis] == 0 || required[axis] == launch_.local_size[axis]) continue;
      refuse(launch_.position, "local_size",
             "has " + std::to_string(launch_.local_size[axis]) + " along axis " + std::to_string(axis),
             "the kernel was compiled for " + std::to_string(required[axis]));
    }
    const std::uint32_t ids = 3 * (kernel_.simd == 32 ? 2 : 1);
    if (1 + ids + kernel_.cross_thread_bytes / kRegisterBytes > functional::kGrfCount) {
      refuse(launch_.position, "",
             "kernel " + kernel_.name + " has " + std::to_string(kernel_.cross_thread_bytes) +
                 " bytes of arguments, which do not fit into the registers of a thread");
    }
  }

  const DeviceKernel& kernel_;
  const KernelLaunch& launch_;
  std::vector<Diagnostic> problems_;
};

}  // namespace

void check_arguments(const DeviceKernel& kernel, const KernelLaunch& launch) {
  std::vector<Diagnostic> problems = ArgumentCheck{kernel, launch}.problems();
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
}

}  // namespace texpipe::study
