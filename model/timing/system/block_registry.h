// Implementations of blocks by kind and by the name that a machine file gives; whoever builds a system fills it.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/implementation.h"
#include "base/quantity.h"
#include "machine/blocks/block_facts.h"

// Declarations only, so that those who pass a registry on need no SystemC. The interfaces of blocks stand in the folder
// of their kind below timing/, in timing/stage/block.h and in timing/stage/footprint_block.h.
namespace sc_core {
class sc_module_name;
}
namespace texpipe::functional {
class GpuMemory;
class SubspanFeed;
class ThreadSource;
}  // namespace texpipe::functional
namespace texpipe::machine {
struct AddressGeneratorParameters;
struct DataPortParameters;
struct DispatchParameters;
struct EuParameters;
struct FilterParameters;
struct GatewayParameters;
struct InterconnectParameters;
struct LineCacheParameters;
struct MachineParameters;
struct MemoryParameters;
struct MessageFrontEndParameters;
struct PixelCoverageParameters;
struct RasterFrontEndParameters;
struct SamplerParameters;
struct TexelDecoderParameters;
struct WritebackParameters;
}  // namespace texpipe::machine

namespace texpipe::timing {

class Block;
class BlockRegistry;
class DispatchBlock;
class EuBlock;
class FootprintBlock;
class FrontEndBlock;
class LineCacheBlock;
class MemoryBlock;
class SamplerStages;
class ThreadGate;
class WritebackBlock;
struct LineCachePlace;
struct SamplerSemantics;
struct SharedFunctionPort;
struct Simulation;
struct ThreadIndex;
struct ThreadSlots;

/// Makes a block as `Face`. The parameters are those of the machine for this block; their `implementation.own()` holds
/// those that were added with the implementation.
template <class Face, class Parameters, class... Surroundings>
using Factory =
    std::function<std::unique_ptr<Face>(sc_core::sc_module_name, Simulation&, const Parameters&, Surroundings...)>;

/// Type of the factory of a kind: it names the interface, the parameters and the surroundings of such blocks.
template <machine::BlockKind kind>
struct FactoryOf;

/// The raster front end of a scene, which opens its work groups.
template <>
struct FactoryOf<machine::BlockKind::kRaster> {
  using Type = Factory<ThreadGate, machine::RasterFrontEndParameters, functional::SubspanFeed&>;
};
/// A dispatcher for the EUs of each subslice; the gate may be null: all groups are open.
template <>
struct FactoryOf<machine::BlockKind::kDispatch> {
  using Type = Factory<DispatchBlock, machine::DispatchParameters, const std::vector<std::vector<ThreadSlots>>&,
                       functional::ThreadSource&, ThreadGate*>;
};
template <>
struct FactoryOf<machine::BlockKind::kEu> {
  using Type = Factory<EuBlock, machine::EuParameters, const ThreadIndex&>;
};
/// An interconnect between so many EUs and these shared functions.
template <>
struct FactoryOf<machine::BlockKind::kInterconnect> {
  using Type = Factory<Block, machine::InterconnectParameters, std::uint32_t, const std::vector<SharedFunctionPort>&>;
};
/// Stages of the sampler with this path, to be made in its module's constructor. A line of the next level has so many
/// bytes; the stages come from the registry, if there are any.
template <>
struct FactoryOf<machine::BlockKind::kSampler> {
  using Type = std::function<std::unique_ptr<SamplerStages>(
      const std::string&, Simulation&, const machine::SamplerParameters&, ByteSize, const BlockRegistry&)>;
};
template <>
struct FactoryOf<machine::BlockKind::kFrontEnd> {
  using Type = Factory<FrontEndBlock, machine::MessageFrontEndParameters, const SamplerSemantics&>;
};
/// An address generator: at its `in` each payload is a subspan, at its `out` a footprint.
template <>
struct FactoryOf<machine::BlockKind::kAddressGenerator> {
  using Type = Factory<FootprintBlock, machine::AddressGeneratorParameters>;
};
/// Tags of L1. They also offer a socket for requests for lines; a line of the next level has so many bytes. They note
/// in each footprint what the data read needs to know.
template <>
struct FactoryOf<machine::BlockKind::kTags> {
  using Type = Factory<FootprintBlock, machine::SamplerParameters, ByteSize>;
};
template <>
struct FactoryOf<machine::BlockKind::kData> {
  using Type = Factory<FootprintBlock, machine::SamplerParameters>;
};
template <>
struct FactoryOf<machine::BlockKind::kDecoder> {
  using Type = Factory<FootprintBlock, machine::TexelDecoderParameters>;
};
template <>
struct FactoryOf<machine::BlockKind::kFilter> {
  using Type = Factory<FootprintBlock, machine::FilterParameters>;
};
template <>
struct FactoryOf<machine::BlockKind::kWriteback> {
  using Type = Factory<WritebackBlock, machine::WritebackParameters>;
};
/// Factory of every cache of lines.
using LineCacheFactory = Factory<LineCacheBlock, machine::LineCacheParameters, const LineCachePlace&>;
template <machine::BlockKind kind>
requires(machine::is_line_cache(kind)) struct FactoryOf<kind> {
  using Type = LineCacheFactory;
};
/// A data port. It reads and writes the bytes of this memory, in requests that cross no line of L3.
template <>
struct FactoryOf<machine::BlockKind::kDataPort> {
  using Type = Factory<Block, machine::DataPortParameters, functional::GpuMemory&, ByteSize>;
};
template <>
struct FactoryOf<machine::BlockKind::kPixelCoverage> {
  using Type = Factory<Block, machine::PixelCoverageParameters>;
};
template <>
struct FactoryOf<machine::BlockKind::kGateway> {
  using Type = Factory<Block, machine::GatewayParameters>;
};
/// A memory. The bytes, current at any time, are the GPU's: for memories that keep none.
template <>
struct FactoryOf<machine::BlockKind::kMemory> {
  using Type = Factory<MemoryBlock, machine::MemoryParameters, functional::GpuMemory&>;
};

class BlockRegistry {
 public:
  /// Adds an implementation of a kind of block, with parameters of its own if it has any. It replaces one of the same
  /// name.
  template <machine::BlockKind kind>
  void add(std::string name, typename FactoryOf<kind>::Type factory, OwnParameters parameters = {}) {
    entries_[kind].insert_or_assign(std::move(name), Entry{std::move(factory), std::move(parameters)});
  }

  /// The factory with a name.
  /// @param path  path of the block, for error texts
  /// Errors: those of check().
  template <machine::BlockKind kind>
  const typename FactoryOf<kind>::Type& factory(std::string_view name, const std::string& path) const {
    return std::any_cast<const typename FactoryOf<kind>::Type&>(entry(kind, name, path).factory);
  }

  /// The factory of a cache of lines, whose kind is known only with the machine.
  const LineCacheFactory& cache_factory(machine::BlockKind kind, std::string_view name, const std::string& path) const {
    return std::any_cast<const LineCacheFactory&>(entry(kind, name, path).factory);
  }

  /// Whether an implementation was added to this registry.
  bool has(machine::BlockKind kind, std::string_view name) const { return find(kind, name) != nullptr; }

  /// Checks that an implementation exists. Errors: kUnsupported for `rtl` of a kind whose RTL no plug-in has brought;
  /// kInvalidConfiguration, with the nearest spelling, for names that nobody added.
  void check(machine::BlockKind kind, std::string_view name, const std::string& path) const { entry(kind, name, path); }

  /// Tells every block of a machine which implementations it may name, and what parameters they bring.
  void introduce_to(machine::MachineParameters& machine) const;

 private:
  struct Entry {
    std::any factory;
    OwnParameters parameters;
  };

  const Entry& entry(machine::BlockKind kind, std::string_view name, const std::string& path) const;
  const Entry* find(machine::BlockKind kind, std::string_view name) const;
  void add_names(machine::BlockKind kind, std::vector<std::string_view>& names) const;
  void introduce_to(machine::BlockKind kind, Implementation& implementation) const;

  std::map<machine::BlockKind, std::map<std::string, Entry, std::less<>>> entries_;
};

/// The model's own blocks, each named `model`.
BlockRegistry model_blocks();

/// Blocks that plug-ins have added to this process. Every registry finds them, after its own entries; they are added
/// before configurations are read.
BlockRegistry& plugged_blocks();

}  // namespace texpipe::timing
