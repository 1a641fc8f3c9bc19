#include "workload/texture_walk/texture_walk.h"

#include <algorithm>
#include <array>
#include <bit>
#include <memory>
#include <string>

#include "base/diagnostic.h"
#include "functional/execution/watched_threads.h"
#include "functional/shared_function/typed_surface.h"
#include "functional/surface/state_heap.h"
#include "functional/surface/surface_builder.h"
#include "workload/extent/image_extent.h"
#include "workload/texture_walk/walk_program.h"
#include "workload/texture_walk/walk_rules.h"
#include "workload/texture_walk/walk_shape.h"
#include "workload/texture_walk/walk_states.h"

namespace texpipe::study {

namespace {

using functional::ThreadRegisters;

/// Error with kInvalidConfiguration and every rule that is broken.
void refuse_broken(const TextureWalkParameters& parameters) {
  std::vector<Diagnostic> problems;
  for (const BrokenRule& rule : broken_rules(parameters)) {
    problems.push_back({.path = rule.paths.front(), .problem = rule.problem, .hint = rule.hint});
  }
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
}

std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}

/// A thread with several parts, whose messages say which of its pixels they are for.
class PartedProgram final : public functional::WatchedProgram {
 public:
  explicit PartedProgram(const std::vector<std::uint8_t>& first_lanes) : first_lanes_{&first_lanes} {}

  bool issue(ThreadRegisters& registers, functional::MessageSend& send) override {
    if (!WatchedProgram::issue(registers, send)) return false;
    send.first_channel = (*first_lanes_)[send.message.instruction / functional::kBuiltInstructionBytes];
    return true;
  }

 private:
  const std::vector<std::uint8_t>* first_lanes_;
};

/// Threads over the tiles of an image, a block of pixels each; tiles and blocks in rows.
class WalkThreads final : public functional::ThreadSource {
 public:
  WalkThreads(const TextureWalkParameters& parameters, const WalkSurroundings& surroundings, ImageExtent tile)
      : program_{walk_program(parameters, surroundings)},
        image_{surroundings.image},
        tile_{tile},
        shape_{walk_shape(parameters.simd)},
        steady_{parameters.walk == Walk::kSteady},
        steady_parameters_{parameters.steady},
        repeats_{std::max(1u, parameters.steady.messages / steady_loop_messages(parameters))} {
    for (unsigned lane = 0; lane < shape_.part_lanes; ++lane) {
      const ImageExtent pixel = WalkShape::lane_place(lane);
      lane_x_[lane / 8][lane % 8] = bits_of(static_cast<float>(pixel.width));
      lane_y_[lane / 8][lane % 8] = bits_of(static_cast<float>(pixel.height));
    }
  }

  unsigned groups() const override {
    return steady_ ? steady_parameters_.groups
                   : columns(image_.width, tile_.width) * columns(image_.height, tile_.height);
  }
  unsigned threads_per_group() const override {
    return steady_ ? steady_parameters_.threads_per_group
                   : tile_.width / shape_.block.width * (tile_.height / shape_.block.height);
  }

  void start(unsigned group, unsigned thread, functional::ThreadRegisters& registers,
             std::unique_ptr<functional::EuProgram>& program) const override {
    const ImageExtent origin = steady_ ? ImageExtent{} : origin_of(group, thread);
    functional::Grf& payload = registers.grf[kThreadPayload];
    payload[kRepeatCount] = repeats_;
    for (unsigned place = 0; place < kOriginX.size(); ++place) {
      const unsigned distance = place * kWalkPartSide;
      payload[kOriginX[place]] = bits_of(static_cast<float>(origin.width + distance) + 0.5F);
      payload[kOriginY[place]] = bits_of(static_cast<float>(origin.height + distance) + 0.5F);
    }
    std::copy(lane_x_.begin(), lane_x_.end(), registers.grf.begin() + kLaneX);
    std::copy(lane_y_.begin(), lane_y_.end(), registers.grf.begin() + kLaneY);
    if (shape_.parts == 1) return program_.program.start(registers, program, part_lanes(origin, 0));
    std::uint32_t all = 0;
    for (unsigned part = 0; part < shape_.parts; ++part)
      all |= registers.grf[kPartLanes][part] = part_lanes(origin, part);
    auto* parted = dynamic_cast<PartedProgram*>(program.get());
    if (parted == nullptr) {
      program = std::make_unique<PartedProgram>(program_.first_lanes);
      parted = static_cast<PartedProgram*>(program.get());
    }
    // Parts without pixels jump over their messages; a thread without any ends at once, by the flags of its channels.
    const std::uint32_t channels = (1u << shape_.part_lanes) - 1;
    program_.program.start(registers, parted->watched(), {.channels = channels, .flags = all != 0 ? channels : 0});
  }

 private:
  static unsigned columns(std::uint32_t size, std::uint32_t tile) { return (size + tile - 1) / tile; }

  ImageExtent origin_of(unsigned group, unsigned thread) const {
    const unsigned groups_per_row = columns(image_.width, tile_.width);
    const unsigned blocks_per_row = tile_.width / shape_.block.width;
    return {group % groups_per_row * tile_.width + thread % blocks_per_row * shape_.block.width,
            group / groups_per_row * tile_.height + thread / blocks_per_row * shape_.block.height};
  }

  /// Lanes of a part that have a pixel of the image.
  std::uint32_t part_lanes(ImageExtent origin, unsigned part) const {
    const ImageExtent place = WalkShape::part_place(part);
    const std::uint32_t left = origin.width + place.width, top = origin.height + place.height;
    std::uint32_t mask = (1u << shape_.part_lanes) - 1;
    const bool whole = left + shape_.block.width <= image_.width && top + shape_.block.height <= image_.height;
    for (unsigned lane = 0; lane < shape_.part_lanes && !whole && !steady_; ++lane) {
      const ImageExtent pixel = WalkShape::lane_place(lane);
      const bool inside = left + pixel.width < image_.width && top + pixel.height < image_.height;
      if (!inside) mask &= ~(1u << lane);
    }
    return mask;
  }

  WalkProgram program_;
  std::array<functional::Grf, 2> lane_x_{};  // of each lane's pixel in its part
  std::array<functional::Grf, 2> lane_y_{};
  ImageExtent image_;
  ImageExtent tile_;
  WalkShape shape_;
  bool steady_;
  SteadyParameters steady_parameters_;
  std::uint32_t repeats_;  // turns of a steady walk's loop
};

gen9::RenderSurfaceState surface_of(const Texture& texture, TextureTiling tiling, functional::GpuMemory& memory) {
  functional::SurfaceOptions options = surface_options(tiling, texture.image.format);
  options.channels = texture.channels;
  return functional::build_surface(memory, "texture", texture.image, texture.texels, options);
}

/// Loads the palette that one of the textures has.
void set_palette(std::span<const std::uint32_t> palette, std::span<const Texture> more, functional::StateHeap& heap) {
  for (const Texture& texture : more) {
    if (texture.palette.empty()) continue;
    if (!palette.empty()) unsupported("two textures with palettes of their own in one walk");
    palette = texture.palette;
  }
  if (!palette.empty()) heap.set_palette(0, palette);
}

}  // namespace

functional::Workload make_texture_walk(const TextureWalkParameters& parameters, const functional::SurfaceImage& texture,
                                       std::span<const std::byte> texels, std::span<const std::uint32_t> palette,
                                       const ChannelSelects& channels, std::span<const Texture> more) {
  const ImageExtent image = parameters.image;
  const ImageExtent tile = parameters.tile;
  refuse_broken(parameters);

  functional::Workload workload;
  functional::StateHeap heap{*workload.memory};
  const functional::SurfaceImage output{
      .format = parameters.output_format, .width = image.width, .height = image.height};
  WalkSurroundings surroundings{
      .image = image, .texture = {texture.width, texture.height}, .context = workload.context.get()};
  functional::SurfaceOptions texture_options = surface_options(parameters.tiling, texture.format);
  texture_options.channels = channels;
  surroundings.texture_index =
      heap.add_surface(functional::build_surface(*workload.memory, "texture", texture, texels, texture_options));
  for (const Texture& texture_besides : more)
    surroundings.more_texture_indices.push_back(
        heap.add_surface(surface_of(texture_besides, parameters.tiling, *workload.memory)));
  surroundings.output_index = heap.add_surface(functional::build_surface(
      *workload.memory, "output", output, {}, surface_options(parameters.output_tiling, output.format)));
  surroundings.sampler_index = heap.add_sampler(sampler_state(parameters.sampler));
  const ImageExtent mono = parameters.sampler.mono_filter;
  heap.set_mono_filter(static_cast<std::uint8_t>(mono.width), static_cast<std::uint8_t>(mono.height));
  set_palette(palette, more, heap);
  const WalkShape shape = walk_shape(parameters.simd);
  const ImageExtent block = shape.block;
  surroundings.cuts_parts = shape.parts > 1 && parameters.walk != Walk::kSteady &&
                            (image.width % tile.width != 0 || image.height % tile.height != 0);
  surroundings.needs_dispatch_check =
      (image.width + tile.width - 1) / tile.width * tile.width >= image.width + block.width ||
      (image.height + tile.height - 1) / tile.height * tile.height >= image.height + block.height;
  *workload.context = heap.context();
  workload.threads = std::make_unique<WalkThreads>(parameters, surroundings, tile);
  workload.independent_groups = parameters.walk != Walk::kSteady;  // whose groups all write the same pixels
  workload.output = {
      .name = "output", .binding_table_index = surroundings.output_index, .width = image.width, .height = image.height};
  return workload;
}

std::vector<std::byte> read_output(const functional::Workload& workload) {
  const functional::OutputImage& output = workload.output;
  const functional::TypedSurface& surface = functional::typed_surface(
      functional::surface_state_words(*workload.memory, *workload.context, output.binding_table_index, 0));
  const functional::SurfaceImage image{.format = surface.state.format, .width = output.width, .height = output.height};
  return functional::read_surface(*workload.memory, image, *surface.layout);
}

}  // namespace texpipe::study
