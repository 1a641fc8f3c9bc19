#include "workload/opencl_kernel/launch_memory.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "functional/shared_function/typed_surface.h"
#include "functional/surface/surface_builder.h"
#include "isa/gen9/sampler_state.h"
#include "workload/opencl_kernel/image_file.h"
#include "workload/opencl_kernel/printf_text.h"

namespace texpipe::study {

namespace {

using functional::GpuMemory;
using functional::MessageContext;

constexpr std::uint32_t kStateBytes = 64;  // a surface state, and what heaps are aligned to

template <std::size_t N>
void write_words(GpuMemory& memory, ByteAddress address, const std::array<std::uint32_t, N>& words) {
  memory.write(address, std::as_bytes(std::span{words}));
}

ByteAddress at(ByteAddress base, std::uint64_t offset) {
  return ByteAddress{base.value() + offset};
}

/// Copies a heap of the binary into memory. @return its address
ByteAddress place_heap(GpuMemory& memory, const std::string& name, const std::vector<std::uint8_t>& heap) {
  const ByteAddress address = memory.allocate(name, ByteSize{std::max<std::uint64_t>(heap.size(), kStateBytes)});
  memory.write(address, std::as_bytes(std::span{heap}));
  return address;
}

/// @param warnings  gets what is said about the image's files
gen9::RenderSurfaceState place_image(GpuMemory& memory, const LaunchImage& image, const LaunchArgument& argument,
                                     const std::string& name, std::vector<Diagnostic>& warnings) {
  const functional::SurfaceImage surface = surface_image(image, argument);
  functional::SurfaceOptions options;
  options.array = image.type == ImageType::k1DArray || image.type == ImageType::k2DArray;
  const bool rows = surface.type == functional::SurfaceType::k2D || surface.type == functional::SurfaceType::k3D;
  options.tiling = rows ? functional::Tiling::kY : functional::Tiling::kLinear;
  const ImageData data = image_data(image, argument);
  options.channels = data.channels;
  warnings.insert(warnings.end(), data.remarks.begin(), data.remarks.end());
  return functional::build_surface(memory, name, surface, data.texels, options);
}

gen9::RenderSurfaceState place_bytes(GpuMemory& memory, const std::vector<std::byte>& bytes, const std::string& name) {
  gen9::RenderSurfaceState state;
  state.type = gen9::SurfaceType::kBuffer;
  state.format = gen9::SurfaceFormat::kRaw;
  state.pitch = 1;
  // As drivers do: whole DWords can be read and written.
  const std::uint64_t size = (bytes.size() + 3) / 4 * 4;
  state.set_buffer_entries(static_cast<std::uint32_t>(size));
  state.base_address = memory.allocate(name, ByteSize{size});
  memory.write(state.base_address, bytes);
  return state;
}

gen9::TextureCoordinateMode coordinate_mode(SamplerAddressing addressing) {
  using gen9::TextureCoordinateMode;
  switch (addressing) {
    case SamplerAddressing::kClamp:
      return TextureCoordinateMode::kClampBorder;
    case SamplerAddressing::kRepeat:
      return TextureCoordinateMode::kWrap;
    case SamplerAddressing::kMirroredRepeat:
      return TextureCoordinateMode::kMirror;
    case SamplerAddressing::kNone:
    case SamplerAddressing::kClampToEdge:
      break;
  }
  return TextureCoordinateMode::kClamp;
}

/// A sampler argument's state: the binary's, with what the sampler object says.
gen9::SamplerState sampler_state(gen9::SamplerState state, const LaunchSampler& sampler) {
  const bool linear = sampler.filter == SamplerFilter::kLinear;
  state.min_filter = state.mag_filter = linear ? gen9::MapFilter::kLinear : gen9::MapFilter::kNearest;
  state.mip_filter =
      sampler.mip_filter == SamplerFilter::kLinear ? gen9::MipFilter::kLinear : gen9::MipFilter::kNearest;
  // The binary's default drops levels of a small share, which a filter between levels may not.
  if (sampler.mip_filter == SamplerFilter::kLinear) state.trilinear_quality = gen9::TrilinearQuality::kFull;
  state.address_u = state.address_v = state.address_r = coordinate_mode(sampler.addressing);
  state.non_normalized_coordinates = !sampler.normalized;
  state.round_u_mag = state.round_u_min = state.round_v_mag = state.round_v_min = state.round_r_mag =
      state.round_r_min = linear;
  return state;
}

std::string argument_name(const LaunchArgument& argument, const KernelArgument& wanted) {
  if (!argument.name.empty()) return argument.name;
  return wanted.name.empty() ? "argument " + std::to_string(argument.index) : wanted.name;
}

/// Memory and state of a launch.
class LaunchMemory {
 public:
  LaunchMemory(KernelWorkload& made, SharedLaunches& shared)
      : made_{made},
        memory_{*shared.memory},
        context_{*made.workload.context},
        bounds_{*shared.bounds},
        shared_{shared.surfaces} {
    const DeviceKernel& kernel = *made.kernel;
    context_.surface_state_base = place_heap(memory_, "surface states", kernel.surface_state);
    context_.dynamic_state_base = place_heap(memory_, "dynamic state", kernel.dynamic_state);
    context_.bindless_surface_state_base = context_.surface_state_base;
    context_.binding_table_offset = kernel.binding_table_offset;
    context_.sampler_state_offset = kernel.sampler_offset;
    for (const LaunchArgument& argument : made.launch->arguments) {
      if (argument.index < kernel.arguments.size()) place(argument, kernel.arguments[argument.index]);
    }
    place_data(kernel.constants, kProgramConstantsKey, "program constants");
    place_data(kernel.variables, kProgramVariablesKey, "program variables");
    place_pointers(kernel.constants, kProgramConstantsKey);
    place_pointers(kernel.variables, kProgramVariablesKey);
    if (const std::uint64_t bytes = private_bytes(kernel, *made.launch); bytes != 0)
      put_buffer(kPrivateMemoryKey, "private memory",
                 memory_.allocate("private memory", ByteSize{bytes}, ByteSize{4096}), bytes);
    if (kernel.printf_pointer_offset) {
      made.printf_buffer = place_printf_buffer(memory_);
      put_buffer(kPrintfKey, "the printf buffer", made.printf_buffer, memory_.regions().back().size.value());
    }
  }

  /// As a buffer that no argument names.
  void place_data(const ProgramData& data, std::uint32_t key, const std::string& name) {
    if (data.bytes.empty()) return;
    const auto bytes = std::as_bytes(std::span{data.bytes});
    const gen9::RenderSurfaceState state = place_bytes(memory_, {bytes.begin(), bytes.end()}, name);
    put_buffer(key, name, state.base_address, functional::buffer_bytes(state));
    if (data.state_offset) write_words(memory_, at(context_.surface_state_base, *data.state_offset), state.encode());
  }

  /// Adds the address of what they point into to the distances that the binary holds.
  void place_pointers(const ProgramData& data, std::uint32_t key) {
    for (const ProgramPointer& pointer : data.pointers) {
      const ByteAddress place = at(buffers_.at(key), pointer.offset);
      const ByteAddress base = buffers_.at(pointer.to_constants ? kProgramConstantsKey : kProgramVariablesKey);
      std::uint64_t value = 0;
      memory_.read(place, std::as_writable_bytes(std::span{&value, 1}));
      value += base.value();
      memory_.write(place, std::as_bytes(std::span{&value, 1}));
    }
  }

  const BufferAddresses& buffers() const { return buffers_; }

 private:
  void place(const LaunchArgument& argument, const KernelArgument& wanted) {
    const std::string name = argument_name(argument, wanted);
    if (const auto* image = std::get_if<LaunchImage>(&argument.value)) {
      put_surface(argument, wanted, shared(argument, [&] {
                    return place_image(memory_, *image, argument, name, made_.workload.warnings);
                  }));
    } else if (const auto* buffer = std::get_if<LaunchBuffer>(&argument.value)) {
      const gen9::RenderSurfaceState state =
          shared(argument, [&] { return place_bytes(memory_, buffer_bytes(*buffer, argument), name); });
      put_buffer(argument.index, name, state.base_address, functional::buffer_bytes(state));
      put_surface(argument, wanted, state);
    } else if (const auto* sampler = std::get_if<LaunchSampler>(&argument.value)) {
      if (wanted.kind == ArgumentKind::kSampler) put_sampler(wanted, *sampler);
    }
  }

  /// The surface that an earlier launch placed, or the one that `place` makes.
  template <class Place>
  gen9::RenderSurfaceState shared(const LaunchArgument& argument, Place place) {
    if (argument.shared.empty()) return place();
    const auto found = shared_.find(argument.shared);
    if (found != shared_.end()) return found->second;
    return shared_.emplace(argument.shared, place()).first->second;
  }

  void put_buffer(std::uint32_t key, const std::string& name, ByteAddress address, std::uint64_t bytes) {
    buffers_[key] = address;
    bounds_.add(name, address, ByteSize{bytes});
  }

  void put_surface(const LaunchArgument& argument, const KernelArgument& wanted,
                   const gen9::RenderSurfaceState& state) {
    if (wanted.kind != ArgumentKind::kUnused)
      write_words(memory_, at(context_.surface_state_base, wanted.state_offset), state.encode());
    for (const LaunchOutput& output : made_.launch->outputs) {
      if (output.argument != argument.index) continue;
      made_.outputs.push_back({.name = argument_name(argument, wanted),
                               .argument = argument.index,
                               .surface = state,
                               .binding_table_index = wanted.index});
      break;
    }
  }

  void put_sampler(const KernelArgument& wanted, const LaunchSampler& sampler) {
    const ByteAddress address = at(context_.dynamic_state_base, wanted.state_offset);
    gen9::SamplerState::Words words{};
    memory_.read(address, std::as_writable_bytes(std::span{words}));
    write_words(memory_, address, sampler_state(gen9::SamplerState::decode(words), sampler).encode());
  }

  KernelWorkload& made_;
  GpuMemory& memory_;
  MessageContext& context_;
  functional::BufferBounds& bounds_;
  std::map<std::string, gen9::RenderSurfaceState>& shared_;
  BufferAddresses buffers_;
};

}  // namespace

BufferAddresses place_launch(KernelWorkload& made, SharedLaunches& shared) {
  return LaunchMemory{made, shared}.buffers();
}

}  // namespace texpipe::study
