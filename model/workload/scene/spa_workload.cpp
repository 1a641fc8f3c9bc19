#include "workload/scene/spa_workload.h"

#include <algorithm>
#include <span>

#include "workload/scene/untimed_slots.h"

namespace texpipe::study {

namespace {

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

void check_warps(std::uint64_t warps, std::uint64_t program, WarpLimits limits) {
  check_size("warps", warps, kWarpBytes, limits.bytes);
  if (program == 0 || warps <= limits.instructions / program) return;
  throw Error{ExitCode::kInvalidConfiguration,
              Diagnostic{.problem = std::to_string(warps) + " warps of " + std::to_string(program) +
                                    " instructions execute more than " + std::to_string(limits.instructions),
                         .hint = "--max-instructions, or max_instructions of a study's workload, allows more"}};
}

}  // namespace

SpaWorkload make_spa_workload(const WarpFile& file, WarpLimits limits) {
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
    check_scene_size(*file.scene, limits.bytes);
    workload.subspans = std::make_unique<functional::SubspanFeed>(*file.scene, kUntimedSlots);
    workload.context->coverage = &workload.subspans->store();
  }
  check_warps(workload.subspans ? workload.subspans->threads() : file.warps, file.program.size(), limits);
  auto warps = std::make_unique<functional::SpaWarps>(file.program, file.initial, environment, file.warps,
                                                      workload.subspans.get());
  result.warps = warps.get();
  workload.threads = std::move(warps);
  return result;
}

}  // namespace texpipe::study
