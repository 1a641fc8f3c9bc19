#include "study/workload/spa_workload.h"

#include <algorithm>
#include <span>

namespace texpipe::study {

namespace {

constexpr std::uint32_t kUntimedSlots = 256;  // a machine brings its own number

functional::TexturePools put_headers(const WarpFile& file, functional::GpuMemory& memory) {
  functional::TexturePools pools;
  const std::size_t entries = std::max<std::size_t>(file.textures.size(), 1);
  constexpr std::uint64_t kHeaderBytes = 4 * spa::kTextureHeaderWords;
  pools.headers = memory.allocate("texture header pool", ByteSize{entries * kHeaderBytes});
  for (std::size_t i = 0; i < file.textures.size(); ++i) {
    const auto words = spa::encode_texture_header(file.textures[i]);
    memory.write(pools.headers + ByteAddress{i * kHeaderBytes}, std::as_bytes(std::span{words}));
  }
  pools.maximum_header = file.pools.maximum_header.value_or(static_cast<std::uint32_t>(entries - 1));
  pools.maximum_sampler = file.pools.maximum_sampler;
  pools.via_header_binding = file.pools.via_header_binding;
  return pools;
}

constexpr std::uint64_t kWarpBytes =
    sizeof(functional::WarpState) + spa::Register::kZero * sizeof(functional::LaneVector);

void check_size(const char* what, std::uint64_t count, std::uint64_t bytes_each, ByteSize most) {
  if (count <= most.value() / bytes_each) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.problem = std::to_string(count) + " " + what + " need " + std::to_string(count * bytes_each) +
                                    " bytes, more than " + std::to_string(most.value()),
                         .hint = "--max-memory, or max_memory of a study's workload, allows more"}};
}

/// At most as many subspans as the triangles' boxes inside the viewport hold.
std::uint64_t subspan_bound(const functional::RasterScene& scene) {
  const auto& view = scene.state.viewport;
  std::uint64_t bound = 0;
  for (const functional::SceneTriangle& triangle : scene.triangles) {
    const auto extent = [&](auto coordinate, std::int64_t size) -> std::uint64_t {
      const auto [low, high] = std::minmax(
          {coordinate(triangle.vertices[0]), coordinate(triangle.vertices[1]), coordinate(triangle.vertices[2])});
      const std::int64_t first = std::clamp<std::int64_t>(low / functional::kSubpixelsPerPixel - 1, 0, size);
      const std::int64_t last = std::clamp<std::int64_t>(high / functional::kSubpixelsPerPixel + 2, 0, size);
      return static_cast<std::uint64_t>(last - first) / 2 + 1;
    };
    bound += extent([](const functional::WindowVertex& v) { return std::int64_t{v.x}; }, view.right) *
             extent([](const functional::WindowVertex& v) { return std::int64_t{v.y}; }, view.bottom);
  }
  return bound;
}

void check_scene(const functional::RasterScene& scene, ByteSize most) {
  const std::uint64_t invocations = scene.sample_shading ? scene.state.pattern.count : 1;
  check_size("subspans (at most)", subspan_bound(scene),
             sizeof(functional::CoveredSubspan) + invocations * sizeof(functional::SubspanFeed::Invocation), most);
}

}  // namespace

SpaWorkload make_spa_workload(const WarpFile& file, ByteSize most) {
  SpaWorkload result;
  functional::Workload& workload = result.workload;
  functional::WarpEnvironment environment;
  environment.memory = workload.memory.get();
  environment.context = workload.context.get();
  environment.pools = put_headers(file, *workload.memory);
  for (const WarpFile::ConstantWords& bank : file.constant_banks) {
    if (bank.words.empty()) continue;
    const auto bytes = std::as_bytes(std::span{bank.words});
    const ByteAddress address =
        workload.memory->allocate("constant bank " + std::to_string(bank.bank), ByteSize{bytes.size()});
    workload.memory->write(address, bytes);
    environment.banks[bank.bank] = {address, static_cast<std::uint32_t>(bank.words.size())};
  }
  environment.bundle_bank = static_cast<std::uint8_t>(file.bundle_bank);
  if (file.scene) {
    check_scene(*file.scene, most);
    workload.subspans = std::make_unique<functional::SubspanFeed>(*file.scene, kUntimedSlots);
    workload.context->coverage = &workload.subspans->store();
  }
  check_size("warps", workload.subspans ? workload.subspans->threads() : file.warps, kWarpBytes, most);
  auto warps = std::make_unique<functional::SpaWarps>(file.program, file.initial, environment, file.warps,
                                                      workload.subspans.get());
  result.warps = warps.get();
  workload.threads = std::move(warps);
  return result;
}

}  // namespace texpipe::study
