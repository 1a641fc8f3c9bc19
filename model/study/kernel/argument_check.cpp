// Whether a launch gives a kernel what it was compiled for.
#include <algorithm>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "study/kernel/kernel_workload.h"
#include "study/kernel/patch_token.h"
#include "study/kernel/scalar_value.h"

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
    for (const DataParameter& data : wanted.data) {
      // A char stands in a DWord.
      if (data.source_offset < scalar.bytes.size()) continue;
      return refuse(argument.position, path, scalar.type + " has " + std::to_string(scalar.bytes.size()) + " bytes",
                    "the kernel reads " + std::to_string(std::uint64_t{data.source_offset} + data.size));
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
