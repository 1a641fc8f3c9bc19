// Runs vISA text without time over a small texture.
#pragma once

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "functional/device/untimed_run.h"
#include "functional/execution/visa_program.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/text.h"

namespace texpipe::functional::test {

inline constexpr unsigned kTextureSide = 8;
inline constexpr unsigned kBufferBytes = 1024;

/// Binding table: 0 a buffer, 1 an 8x8 RGBA8 texture whose texel (x, y) is (x, y, 16y + x, 255), further indices the
/// same texture; samplers with nearest filtering, 48 of them.
struct VisaBench {
  Workload workload;
  ByteAddress buffer;
  std::shared_ptr<const VisaKernel> kernel;

  explicit VisaBench(visa::Program program, const std::string& name = "test")
      : VisaBench{std::move(program), name, grid(),
                  grid_texels(),      {},   {.shadow_function = gen9::ShadowFunction::kLess}} {}

  static SurfaceImage grid() {
    return {.format = gen9::SurfaceFormat::kR8G8B8A8Unorm, .width = kTextureSide, .height = kTextureSide};
  }
  static std::vector<std::byte> grid_texels() {
    std::vector<std::byte> texels;
    for (unsigned y = 0; y < kTextureSide; ++y) {
      for (unsigned x = 0; x < kTextureSide; ++x) {
        for (unsigned value : {x, y, 16 * y + x, 255u}) texels.push_back(static_cast<std::byte>(value));
      }
    }
    return texels;
  }

  /// Another texture, and another sampler state.
  VisaBench(visa::Program program, const std::string& name, const SurfaceImage& image,
            const std::vector<std::byte>& texels, const SurfaceOptions& options, const gen9::SamplerState& sampler) {
    StateHeap heap{*workload.memory};
    SurfaceImage output{
        .type = SurfaceType::kBuffer, .format = gen9::SurfaceFormat::kR32Uint, .width = kBufferBytes / 4};
    SurfaceOptions linear;
    linear.tiling = Tiling::kLinear;
    const gen9::RenderSurfaceState buffer_state = build_surface(*workload.memory, "output", output, {}, linear);
    buffer = buffer_state.base_address;
    heap.add_surface(buffer_state);
    const gen9::RenderSurfaceState texture = build_surface(*workload.memory, "texture", image, texels, options);
    for (unsigned i = 1; i < 8; ++i) heap.add_surface(texture);
    for (unsigned i = 0; i < 48; ++i) heap.add_sampler(sampler);
    *workload.context = heap.context();
    kernel = std::make_shared<VisaKernel>(std::move(program), name);
  }

  /// First register of a variable.
  unsigned place(const std::string& name) const {
    for (std::uint32_t i = 0; i < kernel->program.variables.size(); ++i) {
      if (kernel->program.variables[i].name == name)
        return kernel->places.byte_of(visa::kFirstUserVariable + i) / kGrfBytes;
    }
    throw std::runtime_error{"no variable " + name};
  }

  /// Fills a variable with floats, lane by lane.
  void set(ThreadRegisters& registers, const std::string& name, const std::vector<float>& values) const {
    std::memcpy(registers.grf[place(name)].data(), values.data(), values.size() * sizeof(float));
  }

  VisaThreadState run(const ThreadRegisters& initial, std::uint32_t dispatch_mask = ~0u) {
    auto threads = std::make_unique<VisaThreads>(kernel, workload.context.get(), dispatch_mask, std::vector{initial});
    const VisaThreads* view = threads.get();
    workload.threads = std::move(threads);
    run_untimed(workload);
    return view->state(0);
  }

  std::vector<float> floats(const VisaThreadState& state, const std::string& name, unsigned count,
                            unsigned first = 0) const {
    std::vector<float> values(count);
    std::memcpy(values.data(), reinterpret_cast<const float*>(state.registers.grf[place(name)].data()) + first,
                count * sizeof(float));
    return values;
  }

  std::vector<std::uint32_t> output(unsigned dwords) const {
    std::vector<std::uint32_t> words;
    for (unsigned i = 0; i < dwords; ++i) words.push_back(workload.memory->read_u32(buffer + ByteAddress{i * 4ull}));
    return words;
  }
};

}  // namespace texpipe::functional::test
