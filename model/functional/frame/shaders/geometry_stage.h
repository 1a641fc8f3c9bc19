// Geometry shaders: primitives to strips of new vertices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "functional/execution/thread_source.h"
#include "functional/frame/assembly/primitive_assembler.h"
#include "functional/frame/shaders/geometry_shader_setup.h"
#include "functional/frame/state/assembled_primitives.h"
#include "functional/frame/state/pipeline_statistics.h"

namespace texpipe::functional {

/// Threads of eight primitives, or, where primitives have several instances, of eight instances of one primitive
/// (specification/3d-pipeline 4, resolution R56). r1 holds the handle of each lane's output entry, and in bits 31:27
/// the instance; then, each where state asks for it, a register of primitive numbers, and the input handles: a register
/// for each vertex of the primitives, or a DWord for each of the one primitive. Constants begin at the start register,
/// and behind them, a register each, the DWords of the vertices' slots that state asks for.
///
/// An output entry has the number of vertices in two slots when the number is not static, the control data, then the
/// vertices. Control data have a bit of each vertex, set: the strip is cut after it; or two bits, its stream. Vertices
/// of other streams than the rendered one are not drawn. Primitives have the number of the one that they come from.
class GeometryStage final : public ThreadSource {
 public:
  /// Errors: those of the program; kUnsupported for other dispatch modes; kMalformedInput for an output topology that
  /// is none of points, lines and strips of triangles.
  GeometryStage(const PipelineState& state, const GpuMemory& memory, ProgramCache& programs, Urb& urb,
                PipelineStatistics& statistics);

  /// @param first_handle  of the entry of vertex 0 of the primitives
  void begin(const PrimitiveList& primitives, std::uint32_t first_handle);

  /// Primitives are left.
  bool more() const { return primitives_ != nullptr && next_ < primitives_->facts.size(); }
  /// Makes entries for the output of the next primitives.
  void next_portion();
  /// Assembles what the threads of the portion wrote.
  void assemble();
  /// Adds the rendered stream's to the primitives that are drawn.
  void draw(AssembledPrimitives& drawn) const;
  /// Primitives of a stream, and the handle of its vertex 0; streams beside the rendered one have primitives
  /// where stream output is on.
  const PrimitiveList& made(unsigned stream) const { return streams_[stream].made; }
  std::uint32_t first_made(unsigned stream) const { return streams_[stream].first_handle; }

  gen9::PrimitiveTopology topology() const { return topology_; }

  std::string name() const override { return "geometry shader"; }
  unsigned groups() const override;
  unsigned threads_per_group() const override { return 1; }
  unsigned reuse_distance() const override { return setup_.scratch_distance(); }
  void start(unsigned group, unsigned thread, ThreadRegisters& registers,
             std::unique_ptr<EuProgram>& program) const override;

 private:
  std::uint32_t runs() const { return static_cast<std::uint32_t>(end_ - first_) * instances_; }
  /// Runs of the shader that a thread does, one a lane.
  struct Lanes {
    unsigned first_run = 0;
    unsigned count = 0;
  };
  Lanes lanes_of(unsigned group) const;
  unsigned threads_of_primitive() const;
  void load_inputs(ThreadRegisters& registers, unsigned first_run, unsigned lanes) const;
  void load_vertex_data(ThreadRegisters& registers, unsigned data, unsigned first_run, unsigned lanes) const;
  std::uint32_t input_handle(unsigned run, unsigned vertex) const;
  unsigned control_bits(std::span<const UrbSlot> entry, std::uint32_t vertex) const;
  void assemble_run(std::uint32_t run);

  Urb& urb_;
  PipelineStatistics& statistics_;
  GeometryShaderSetup setup_;
  gen9::PrimitiveTopology topology_;
  bool counts_;
  bool discards_adjacency_;
  bool includes_handles_;
  bool includes_number_;
  unsigned instances_;
  unsigned start_register_;
  unsigned first_slot_, slots_;  // of each input vertex, that the payload holds
  std::uint32_t entry_slots_;
  unsigned count_slots_;    // of an output entry: for the number of vertices
  unsigned control_slots_;  // then for control data
  unsigned vertex_slots_;   // of each output vertex
  std::uint32_t static_vertices_;
  bool has_streams_;
  unsigned default_stream_, rendered_stream_;

  const PrimitiveList* primitives_ = nullptr;
  std::uint32_t first_vertex_ = 0;
  std::vector<std::uint8_t> inputs_;            // places of the vertices that the shader sees
  std::size_t next_ = 0, first_ = 0, end_ = 0;  // primitives of the portion
  std::uint32_t first_entry_ = 0;
  /// Vertices of a stream, on their way to primitives.
  struct Stream {
    PrimitiveAssembler assembler;
    bool used = false;
    PrimitiveList made{};
    std::vector<UrbSlot> slots{};  // of the vertices
    std::uint32_t first_handle = 0;
    std::size_t before_run = 0;  // primitives
  };
  std::vector<Stream> streams_;
};

}  // namespace texpipe::functional
