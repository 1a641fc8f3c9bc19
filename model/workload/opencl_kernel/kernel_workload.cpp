#include "workload/opencl_kernel/kernel_workload.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "base/spelling.h"
#include "functional/execution/eu/eu_builder.h"
#include "functional/execution/eu/eu_thread.h"
#include "host/files/byte_reader.h"
#include "workload/opencl_kernel/kernel_file.h"
#include "workload/opencl_kernel/launch_memory.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;
using functional::MessageContext;

std::string program_name(const DeviceKernel& kernel) {
  return "kernel " + printable(kernel.name);
}

/// The threads of a launch. A group with fewer work-items than others has as many threads all the same; those without
/// any end at once, and no barrier waits for them (assumed: the hardware is given such groups apart).
class KernelThreads final : public functional::ThreadSource {
 public:
  KernelThreads(const KernelWorkload& made, functional::EuCode code, std::vector<std::byte> cross_thread,
                std::uint64_t most_instructions)
      : launch_{made.launch},
        kernel_{made.kernel},
        code_{std::move(code)},
        end_{functional::EuBuilder{8, 1}.finish(made.workload.context.get())},
        context_{made.workload.context.get()},
        cross_thread_{std::move(cross_thread)},
        most_instructions_{most_instructions},
        local_memory_{made.workload.local_memory},
        groups_{static_cast<unsigned>(group_count(*launch_))},
        threads_{study::threads_per_group(*launch_, kernel_->simd)} {}

  std::string name() const override { return program_name(*kernel_); }
  unsigned groups() const override { return groups_; }
  unsigned threads_per_group() const override { return threads_; }

  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    load_payload(*launch_, *kernel_, group, thread, cross_thread_, registers);
    functional::EuDispatch dispatch{.channels = dispatch_mask(*launch_, kernel_->simd, group, thread)};
    if (dispatch.channels == 0) return end_.start(registers, program, dispatch.channels);
    dispatch.local_memory = local_memory_.of(group);
    dispatch.local_bytes = local_memory_.bytes;
    dispatch.most_instructions = most_instructions_;
    dispatch.group = group;
    dispatch.group_threads = group_threads(*launch_, kernel_->simd, group);
    functional::start_eu_thread(program, code_, dispatch, context_);
  }

 private:
  std::shared_ptr<const KernelLaunch> launch_;
  std::shared_ptr<const DeviceKernel> kernel_;
  functional::EuCode code_;
  functional::BuiltProgram end_;
  const MessageContext* context_;
  std::vector<std::byte> cross_thread_;
  std::uint64_t most_instructions_;
  functional::GroupMemory local_memory_;
  unsigned groups_;
  unsigned threads_;
};

functional::GroupMemory place_local_memory(GpuMemory& memory, const KernelLaunch& launch, const DeviceKernel& kernel) {
  const auto bytes = static_cast<std::uint32_t>(local_bytes(kernel, launch));
  if (bytes == 0) return {};
  constexpr std::uint64_t kUnit = 1024;  // that the hardware gives it in
  const std::uint64_t stride = (bytes + kUnit - 1) / kUnit * kUnit;
  return {.base = memory.allocate("local memory", ByteSize{group_count(launch) * stride}),
          .stride = stride,
          .bytes = bytes};
}

/// Places the scratch memory, which is all that stateless messages with 32-bit addresses reach.
void place_scratch(KernelWorkload& made, GpuMemory& memory, functional::BufferBounds& bounds) {
  const std::uint64_t bytes = scratch_bytes(*made.kernel, *made.launch);
  if (bytes == 0) return;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;  // that 32-bit addresses reach
  if (bytes > kMost) {
    throw Error{ExitCode::kUnsupported,
                Diagnostic{.position = made.launch->position,
                           .path = "global_size",
                           .problem = "the launch's threads need " + std::to_string(bytes) +
                                      " bytes of scratch memory, " + std::to_string(made.kernel->scratch_bytes) +
                                      " each, and 32-bit addresses reach " + std::to_string(kMost),
                           .hint = "fewer work-items, or smaller private arrays"}};
  }
  made.workload.context->general_state_base = memory.allocate("scratch memory", ByteSize{bytes}, ByteSize{4096});
  made.workload.context->general_state_bytes = bytes;
  bounds.add("scratch memory", made.workload.context->general_state_base, ByteSize{bytes});
}

functional::EuCode compile(const KernelLaunch& launch, const DeviceKernel& kernel) {
  const CodeSection section{.name = kernel.name, .heading = {}, .position = kernel.code_position, .code = kernel.code};
  const std::string name = launch.binary.string();
  const std::vector<gen9::EuInstruction> instructions = decode_section(section, name);
  try {
    return functional::EuCode{instructions};
  } catch (const Error& error) {
    std::vector<Diagnostic> diagnostics = error.diagnostics();
    for (Diagnostic& diagnostic : diagnostics) {
      if (diagnostic.position.file.empty()) diagnostic.position.file = name;
    }
    throw Error{error.code(), std::move(diagnostics)};
  }
}

Diagnostic chosen_size_note(const KernelLaunch& launch) {
  std::string sizes;
  for (unsigned axis = 0; axis < launch.dimensions; ++axis)
    sizes += (axis == 0 ? "" : ", ") + std::to_string(launch.local_size[axis]);
  return {.position = launch.position,
          .path = "local_size",
          .problem = "is not given; [" + sizes + "] is chosen, the largest that fits",
          .hint = "drivers choose for themselves: local_size: [" + sizes + "] makes it certain"};
}

/// The first output that is a picture.
functional::OutputImage output_image(const KernelWorkload& made) {
  for (const KernelOutput& output : made.outputs) {
    for (const LaunchArgument& argument : made.launch->arguments) {
      const auto* image = std::get_if<LaunchImage>(&argument.value);
      if (argument.index == output.argument && image != nullptr && image->type == ImageType::k2D &&
          output.binding_table_index)
        return {output.name, *output.binding_table_index, image->width, image->height};
    }
  }
  return {};
}

}  // namespace

DeviceKernel find_kernel(const KernelLaunch& launch) {
  DeviceProgram program = read_device_program(read_file(launch.binary), launch.binary.string());
  std::vector<std::string> names;
  for (DeviceKernel& kernel : program.kernels) {
    if (kernel.name == launch.kernel) {
      if (kernel.unsupported) throw Error{ExitCode::kUnsupported, *kernel.unsupported};
      return std::move(kernel);
    }
    names.push_back(printable(kernel.name));
  }
  throw Error{
      ExitCode::kInvalidConfiguration,
      Diagnostic{.position = launch.position,
                 .path = "kernel",
                 .problem = launch.binary.string() + " has no kernel " + launch.kernel,
                 .hint = spelling_hint(launch.kernel, std::vector<std::string_view>{names.begin(), names.end()})}};
}

KernelWorkload make_kernel_workload(const KernelLaunch& launch, const KernelOptions& options) {
  SharedLaunches alone;
  KernelWorkload made = make_kernel_workload(launch, options, alone);
  made.workload.memory = std::move(alone.memory);
  made.workload.bounds = std::move(alone.bounds);
  return made;
}

KernelWorkload make_kernel_workload(const KernelLaunch& launch, const KernelOptions& options, SharedLaunches& shared) {
  KernelWorkload made;
  made.workload.memory = nullptr;
  made.kernel = std::make_shared<const DeviceKernel>(find_kernel(launch));
  KernelLaunch whole = launch;
  if (!launch.local_size_given) {
    whole.local_size = chosen_local_size(*made.kernel, launch);
    made.workload.warnings.push_back(chosen_size_note(whole));
  }
  made.launch = std::make_shared<const KernelLaunch>(std::move(whole));
  check_arguments(*made.kernel, *made.launch);
  functional::EuCode code = compile(*made.launch, *made.kernel);
  if (!shared.bounds)
    shared.bounds = std::make_unique<functional::BufferBounds>(program_name(*made.kernel), options.bounds);
  std::vector<std::byte> data = cross_thread_data(*made.kernel, *made.launch, place_launch(made, shared));
  made.workload.local_memory = place_local_memory(*shared.memory, *made.launch, *made.kernel);
  place_scratch(made, *shared.memory, *shared.bounds);
  made.workload.context->bounds = shared.bounds.get();
  made.workload.output = output_image(made);
  made.workload.threads =
      std::make_unique<KernelThreads>(made, std::move(code), std::move(data), options.most_instructions);
  return made;
}

}  // namespace texpipe::study
