#include "workload/opencl_kernel/kernel_payload.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <string>

#include "base/diagnostic.h"
#include "workload/opencl_kernel/launch_data.h"

namespace texpipe::study {

namespace {

const LaunchArgument* argument_of(const KernelLaunch& launch, std::uint32_t index) {
  const auto found = std::find_if(launch.arguments.begin(), launch.arguments.end(),
                                  [index](const LaunchArgument& a) { return a.index == index; });
  return found == launch.arguments.end() ? nullptr : &*found;
}

/// Word by which a kernel finds a sampler's address mode in its data (the compiler's LEGACY_CLK_ADDRESS constants).
std::uint32_t address_mode_word(SamplerAddressing addressing) {
  switch (addressing) {
    case SamplerAddressing::kNone:
      return 0;
    case SamplerAddressing::kClamp:
      return 1;
    case SamplerAddressing::kClampToEdge:
      return 2;
    case SamplerAddressing::kRepeat:
      return 3;
    case SamplerAddressing::kMirroredRepeat:
      return 4;
  }
  return 0;
}

constexpr std::uint32_t kNormalizedWord = 8;

std::uint32_t image_word(const DataParameter& data, const LaunchImage& image) {
  switch (data.type) {
    case 9:
      return image.width;
    case 10:
      return image.height;
    case 11:
      return image.depth;
    case 12:
      return static_cast<std::uint32_t>(image.format.type);
    case 13:
    case 39:
      return static_cast<std::uint32_t>(image.format.order);
    case 18:
      return image.array_size;
    case 20:
      return 1;  // sample
    default:     // 27
      return std::max<std::uint32_t>(1, static_cast<std::uint32_t>(image.levels.size()));
  }
}

std::uint32_t sampler_word(const DataParameter& data, const LaunchSampler& sampler) {
  switch (data.type) {
    case 14:
      return address_mode_word(sampler.addressing);
    case 15:
      return sampler.normalized ? kNormalizedWord : 0;
    default:  // 21
      return sampler.filter == SamplerFilter::kNearest && sampler.addressing == SamplerAddressing::kClamp ? ~0u : 0;
  }
}

/// The size of a thread's own group; another one is that of all groups but those at the ends.
constexpr std::uint32_t kLocalSizeParameter = 2;

std::uint32_t axis_of(const DataParameter& data) {
  return std::min(data.source_offset / 4, 2u);
}

/// The value of a parameter that no argument holds itself (specification/kernel-binary 5).
std::uint32_t implicit_word(const DataParameter& data, const DeviceKernel& kernel, const KernelLaunch& launch) {
  const std::uint32_t axis = axis_of(data);
  switch (data.type) {
    case kLocalSizeParameter:
    case 28:
      return launch.local_size[axis];
    case 3:
      return launch.global_size[axis];
    case 4:
      return group_counts(launch)[axis];
    case 5:
      return launch.dimensions;
    case 16:
      return launch.global_offset[axis];
    case 29:
      return kLargestGroup;
    case 30:
    case 34:
      return kernel.simd;
    case 14:
    case 15:
    case 21: {
      const LaunchArgument* argument = argument_of(launch, data.argument);
      const auto* sampler = argument != nullptr ? std::get_if<LaunchSampler>(&argument->value) : nullptr;
      return sampler != nullptr ? sampler_word(data, *sampler) : 0;
    }
    case 42:  // surfaces start where their buffers do
      return 0;
    default: {
      const LaunchArgument* argument = argument_of(launch, data.argument);
      const auto* image = argument != nullptr ? std::get_if<LaunchImage>(&argument->value) : nullptr;
      return image != nullptr ? image_word(data, *image) : 0;
    }
  }
}

void put(std::vector<std::byte>& bytes, std::uint64_t at, std::uint64_t value, std::uint32_t size) {
  for (std::uint32_t b = 0; b < size && b < sizeof value && at + b < bytes.size(); ++b)
    bytes[at + b] = static_cast<std::byte>(value >> 8 * b & 0xFF);
}

/// Visits the start of each local argument, counted from the end of the kernel's own declarations, which compiled code
/// adds. Returns the end of all.
template <class Visit>
std::uint64_t place_local_arguments(const DeviceKernel& kernel, const KernelLaunch& launch, Visit visit) {
  std::uint64_t end = 0;
  for (const LaunchArgument& argument : launch.arguments) {
    const auto* local = std::get_if<LaunchLocal>(&argument.value);
    if (local == nullptr || argument.index >= kernel.arguments.size()) continue;
    const KernelArgument& wanted = kernel.arguments[argument.index];
    if (wanted.kind != ArgumentKind::kLocal) continue;
    for (const DataParameter& data : wanted.data) {
      const std::uint64_t alignment = data.source_offset;
      end = (end + alignment - 1) / alignment * alignment;
      visit(data, end);
    }
    end += local->bytes;
  }
  return end;
}

}  // namespace

std::uint64_t local_bytes(const DeviceKernel& kernel, const KernelLaunch& launch) {
  return kernel.local_bytes + place_local_arguments(kernel, launch, [](const DataParameter&, std::uint64_t) {});
}

std::vector<std::byte> cross_thread_data(const DeviceKernel& kernel, const KernelLaunch& launch,
                                         const BufferAddresses& buffers) {
  std::vector<std::byte> bytes(kernel.cross_thread_bytes);
  for (const DataParameter& data : kernel.implicit)
    put(bytes, data.offset, implicit_word(data, kernel, launch), data.size);
  const auto put_data = [&](const ProgramData& data, std::uint32_t key) {
    if (const auto placed = buffers.find(key); placed != buffers.end() && data.pointer_offset)
      put(bytes, *data.pointer_offset, placed->second.value(), 8);
  };
  put_data(kernel.constants, kProgramConstantsKey);
  put_data(kernel.variables, kProgramVariablesKey);
  if (const auto placed = buffers.find(kPrivateMemoryKey); placed != buffers.end())
    put(bytes, kernel.private_pointer_offset, placed->second.value(), 8);
  if (const auto placed = buffers.find(kPrintfKey); placed != buffers.end())
    put(bytes, *kernel.printf_pointer_offset, placed->second.value(), 8);
  place_local_arguments(kernel, launch, [&](const DataParameter& data, std::uint64_t start) {
    put(bytes, data.offset, start, data.size);
  });
  for (std::uint32_t index = 0; index < kernel.arguments.size(); ++index) {
    const KernelArgument& wanted = kernel.arguments[index];
    const LaunchArgument* given = argument_of(launch, index);
    if (given == nullptr) continue;
    if (wanted.pointer_offset) {
      const auto address = buffers.find(index);
      if (address != buffers.end()) put(bytes, *wanted.pointer_offset, address->second.value(), wanted.pointer_size);
    }
    const auto* scalar = std::get_if<LaunchScalar>(&given->value);
    if (scalar == nullptr) continue;
    for (const DataParameter& data : wanted.data) {
      // Bytes of the kernel's DWord that the argument does not have are 0, as drivers leave them.
      const auto from = scalar->bytes.begin() + data.source_offset;
      const std::size_t count = std::min<std::size_t>(data.size, scalar->bytes.size() - data.source_offset);
      std::copy_n(from, count, bytes.begin() + data.offset);
    }
  }
  return bytes;
}

std::uint64_t scratch_bytes(const DeviceKernel& kernel, const KernelLaunch& launch) {
  return group_count(launch) * threads_per_group(launch, kernel.simd) * kernel.scratch_bytes;
}

std::uint64_t private_bytes_of_thread(const DeviceKernel& kernel) {
  return std::uint64_t{kernel.private_bytes} * kernel.simd;
}

std::uint64_t private_bytes(const DeviceKernel& kernel, const KernelLaunch& launch) {
  return group_count(launch) * threads_per_group(launch, kernel.simd) * private_bytes_of_thread(kernel);
}

void load_payload(const KernelLaunch& launch, const DeviceKernel& kernel, std::uint32_t group, std::uint32_t thread,
                  const std::vector<std::byte>& cross_thread, functional::ThreadRegisters& registers) {
  const WorkSize at = group_place(launch, group), local = group_size(launch, group);
  constexpr std::uint32_t kBarriers = 16;  // of a subslice; the gateway itself counts by group
  functional::Grf& header = registers.grf[0];
  header[1] = at[0];
  header[2] = group % kBarriers << 24;
  header[3] = kernel.sampler_offset;
  if (kernel.scratch_bytes != 0) {
    constexpr std::uint32_t kUnit = 1024;  // of the size's code and of the place
    header[3] |= static_cast<std::uint32_t>(std::countr_zero(kernel.scratch_bytes / kUnit));
    header[5] = (group * threads_per_group(launch, kernel.simd) + thread) * kernel.scratch_bytes;
  }
  header[6] = at[1];
  header[7] = at[2];

  const std::uint32_t simd = kernel.simd;
  const unsigned registers_per_id = simd == 32 ? 2 : 1;
  for (std::uint32_t lane = 0; kernel.local_ids && lane < simd; ++lane) {
    const std::uint32_t item = thread * simd + lane;
    const WorkSize id{item % local[0], item / local[0] % local[1], item / local[0] / local[1]};
    for (unsigned axis = 0; axis < 3; ++axis) {
      functional::Grf& ids = registers.grf[1 + axis * registers_per_id + lane / 16];
      ids[lane % 16 / 2] |= (id[axis] & 0xFFFF) << (lane % 2 * 16);
    }
  }
  auto* data = reinterpret_cast<std::byte*>(registers.grf[first_data_register(kernel)].data());
  std::memcpy(data, cross_thread.data(), cross_thread.size());
  if (local != launch.local_size) {
    for (const DataParameter& parameter : kernel.implicit) {
      if (parameter.type == kLocalSizeParameter)
        std::memcpy(data + parameter.offset, &local[axis_of(parameter)], sizeof local[0]);
    }
  }
  if (kernel.private_bytes != 0) {
    std::uint64_t address = 0;
    std::memcpy(&address, data + kernel.private_pointer_offset, sizeof address);
    const std::uint64_t number = std::uint64_t{group} * threads_per_group(launch, simd) + thread;
    address += number * private_bytes_of_thread(kernel);
    std::memcpy(data + kernel.private_pointer_offset, &address, sizeof address);
  }
}

}  // namespace texpipe::study
