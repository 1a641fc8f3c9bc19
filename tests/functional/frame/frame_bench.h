// State, memory and small programs for tests of the geometry stages.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "functional/execution/eu/eu_builder.h"
#include "functional/execution/response_write.h"
#include "functional/frame/geometry_pipeline.h"
#include "functional/shared_function/execute_message.h"
#include "isa/gen9/commands/geometry_commands.h"
#include "isa/gen9/commands/setup_commands.h"
#include "isa/gen9/commands/stage_commands.h"
#include "isa/gen9/commands/vertex_commands.h"
#include "isa/gen9/urb_message.h"

namespace texpipe::functional {

namespace command = gen9::command;

inline std::uint32_t bits_of(float value) {
  return std::bit_cast<std::uint32_t>(value);
}
inline float float_of(std::uint32_t bits) {
  return std::bit_cast<float>(bits);
}

/// What a test says of a vertex element: components that it does not name store 0, 0, 0, 1.0.
struct BenchElement {
  std::uint32_t buffer = 0;
  std::uint32_t offset = 0;
  gen9::SurfaceFormat format = gen9::SurfaceFormat::kR32G32B32A32Float;
  std::array<std::uint32_t, 4> controls{1, 1, 1, 1};
  bool edge_flag = false;
};

struct FrameBench {
  PipelineState state;
  GpuMemory memory;
  ProgramCache programs{memory};
  PipelineStatistics statistics;
  StreamOffsets stream_offsets{};

  /// Sets a field of a command whose other fields keep their values.
  void set(gen9::FieldBits field, std::uint64_t value) {
    std::vector<std::uint32_t>& words = commands_[field.command];
    words.resize(32);
    gen9::write_field(words, field, value);
    state.take(field.command, words);
  }
  void set_real(gen9::FieldBits field, float value) { set(field, bits_of(value)); }

  ByteAddress store(std::span<const std::uint32_t> words, const std::string& name = "data") {
    const ByteAddress address = memory.allocate(name, ByteSize{words.size_bytes() + 64});
    memory.write(address, std::as_bytes(words));
    return address;
  }
  ByteAddress store_bytes(const std::vector<std::uint8_t>& bytes, const std::string& name = "data") {
    const ByteAddress address = memory.allocate(name, ByteSize{bytes.size() + 64});
    memory.write(address, std::as_bytes(std::span{bytes}));
    return address;
  }

  void vertex_buffer(std::uint32_t index, ByteAddress address, std::uint32_t pitch, std::uint32_t size) {
    std::vector<std::uint32_t> words(5);
    const std::span<std::uint32_t> buffer = std::span{words}.subspan(1);
    gen9::write_field(buffer, command::kVertexBufferState["Vertex Buffer Index"], index);
    gen9::write_field(buffer, command::kVertexBufferState["Buffer Pitch"], pitch);
    gen9::write_field(buffer, command::kVertexBufferState["Buffer Starting Address"], address.value());
    gen9::write_field(buffer, command::kVertexBufferState["Buffer Size"], size);
    state.take(gen9::CommandId::kVertexBuffers, words);
  }
  void elements(const std::vector<BenchElement>& list) {
    std::vector<std::uint32_t> words(1 + 2 * list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::span<std::uint32_t> element = std::span{words}.subspan(1 + 2 * i, 2);
      gen9::write_field(element, command::kVertexElementState["Vertex Buffer Index"], list[i].buffer);
      gen9::write_field(element, command::kVertexElementState["Source Element Offset"], list[i].offset);
      gen9::write_field(element, command::kVertexElementState["Source Element Format"],
                        static_cast<std::uint64_t>(list[i].format));
      gen9::write_field(element, command::kVertexElementState["Valid"], 1);
      gen9::write_field(element, command::kVertexElementState["Edge Flag Enable"], list[i].edge_flag ? 1 : 0);
      gen9::write_field(element, command::kVertexElementState["Component 0 Control"], list[i].controls[0]);
      gen9::write_field(element, command::kVertexElementState["Component 1 Control"], list[i].controls[1]);
      gen9::write_field(element, command::kVertexElementState["Component 2 Control"], list[i].controls[2]);
      gen9::write_field(element, command::kVertexElementState["Component 3 Control"], list[i].controls[3]);
    }
    state.take(gen9::CommandId::kVertexElements, words);
  }
  /// Vertices whose first slot is zeros and whose second one is a number, as a position's x: 0, 1, 2 and so on.
  void numbered_vertices(std::uint32_t count) {
    std::vector<std::uint32_t> data(count);
    for (std::uint32_t i = 0; i < count; ++i) data[i] = i;
    vertex_buffer(0, store(data), 4, 4 * count);
    elements({{.format = gen9::SurfaceFormat::kR32Uint, .controls = {2, 2, 2, 2}},
              {.format = gen9::SurfaceFormat::kR32Uint, .controls = {1, 2, 2, 3}}});
  }
  template <class Index>
  void index_buffer(const std::vector<Index>& indices) {
    const ByteAddress address = memory.allocate("indices", ByteSize{indices.size() * sizeof(Index) + 64});
    memory.write(address, std::as_bytes(std::span{indices}));
    set(command::kIndexBuffer["Buffer Starting Address"], address.value());
    set(command::kIndexBuffer["Buffer Size"], indices.size() * sizeof(Index));
    set(command::kIndexBuffer["Index Format"], sizeof(Index) / 2);
  }
  /// Makes a program the one of a stage.
  void program(gen9::FieldBits kernel, const std::vector<std::uint8_t>& bytes) {
    const ByteAddress address = memory.allocate("program", ByteSize{bytes.size() + 64}, ByteSize{64});
    memory.write(address, std::as_bytes(std::span{bytes}));
    set(kernel, address.value());
  }

  /// Gives a stage push constants: whole registers.
  void constants(gen9::CommandId stage, const std::vector<std::uint32_t>& words) {
    gen9::FieldBits length = command::kConstantBody["Read Length"], buffer = command::kConstantBody["Buffer"];
    length.command = buffer.command = stage;
    ++length.dword;  // behind the header
    ++buffer.dword;
    set(length, words.size() / 8);
    set(buffer, store(words).value());
  }

  void run(const ThreadSource& source) {
    MessageExecutor executor;
    MessageSend send;
    for (unsigned group = 0; group < source.groups(); ++group) {
      for (unsigned thread = 0; thread < source.threads_per_group(); ++thread) {
        ThreadRegisters registers;
        std::unique_ptr<EuProgram> eu;
        source.start(group, thread, registers, eu);
        while (eu->peek() != nullptr) {
          if (!eu->run(registers, send, 1000).sent) continue;
          write_response(registers, send.destination, executor.execute(memory, send.message));
        }
      }
    }
  }

  /// Slots of each primitive's vertices, as `primitives` of a portion name them.
  struct Drawn {
    PrimitiveKind kind{};
    bool back_facing = false;
    std::vector<AssembledPrimitive> primitives;
    std::vector<std::vector<std::vector<UrbSlot>>> vertices;  // of a primitive, of a vertex, its slots
    unsigned portions = 0;
  };
  Drawn draw(const DrawCall& call) {
    GeometryPipeline pipeline{call, state, memory, programs, statistics, stream_offsets};
    Drawn drawn;
    while (pipeline.more()) {
      while (const ThreadSource* threads = pipeline.next_threads()) run(*threads);
      const AssembledPrimitives& portion = pipeline.primitives();
      drawn.kind = portion.kind;
      drawn.back_facing = portion.back_facing;
      ++drawn.portions;
      const unsigned count = portion.kind == PrimitiveKind::kPoint ? 1 : portion.kind == PrimitiveKind::kLine ? 2 : 3;
      for (const AssembledPrimitive& primitive : portion.primitives) {
        drawn.primitives.push_back(primitive);
        std::vector<std::vector<UrbSlot>>& corners = drawn.vertices.emplace_back();
        for (unsigned i = 0; i < count; ++i) {
          const std::span<const UrbSlot> entry = std::as_const(*portion.urb).entry(primitive.vertices[i]);
          corners.emplace_back(entry.begin(), entry.end());
        }
      }
    }
    return drawn;
  }
  /// First DWord of the position of every vertex of every primitive.
  std::vector<std::vector<std::uint32_t>> numbers(const DrawCall& call) {
    std::vector<std::vector<std::uint32_t>> all;
    for (const auto& primitive : draw(call).vertices) {
      std::vector<std::uint32_t>& one = all.emplace_back();
      for (const auto& vertex : primitive) one.push_back(vertex.at(kVertexPositionSlot)[0]);
    }
    return all;
  }

 private:
  std::map<gen9::CommandId, std::vector<std::uint32_t>> commands_;
};

/// A send of a SIMD8 read of registers of the entries in a register of handles.
inline BuiltSend urb_read(std::uint8_t handles, std::uint16_t slot, GrfRange to) {
  gen9::UrbMessage message;
  message.operation = gen9::UrbOperation::kSimd8Read;
  message.global_offset = slot;
  message.header_present = true;
  BuiltSend send = send_of(message);
  send.source0 = {handles, 1};
  send.destination = to;
  return send;
}

/// A send of a SIMD8 write of registers behind a register of handles.
inline BuiltSend urb_write(std::uint8_t handles, std::uint16_t slot, GrfRange data, bool last) {
  gen9::UrbMessage message;
  message.global_offset = slot;
  message.header_present = true;
  BuiltSend send = send_of(message);
  send.source0 = {handles, 1};
  send.source1 = data;
  send.end_of_thread = last;
  return send;
}

}  // namespace texpipe::functional
