#include "workload/frame/frame_survey.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diagnostic.h"
#include "base/stop_request.h"
#include "isa/gen9/blend.h"
#include "isa/gen9/commands/depth_commands.h"
#include "isa/gen9/commands/indirect_state.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/commands/pixel_commands.h"
#include "isa/gen9/commands/setup_commands.h"
#include "isa/gen9/commands/vertex_commands.h"
#include "isa/gen9/render_surface_state.h"
#include "isa/gen9/states/structure_text.h"
#include "workload/frame/command_walk.h"

namespace texpipe::study {

namespace command = gen9::command;
using functional::PipelineState;

namespace {

constexpr EnumRow kMakers[] = {{0, "application", "packets of the program"},
                               {1, "driver", "a clear, a copy or a resolve"}};

/// Documented name of a field's value, or the value where no table lists it.
std::string value_name(const EnumRows& rows, std::uint64_t value) {
  const EnumRow* row = rows.find(static_cast<std::uint32_t>(value));
  return row != nullptr ? std::string{row->name} : std::to_string(value);
}

/// A documented name without the word that all of its enumeration begin with.
std::string short_name(std::string name, std::string_view prefix) {
  return name.starts_with(prefix) ? name.substr(prefix.size()) : name;
}

template <class Enumeration>
std::string value_name_of(std::uint64_t value, std::string_view prefix) {
  return short_name(value_name(enum_rows(Enumeration{}), value), prefix);
}

std::string depth_text(const PipelineState& state) {
  constexpr std::uint64_t kNoBuffer = 7;
  const bool test = state.flag(command::kWmDepthStencil["Depth Test Enable"]);
  const bool write = state.flag(command::kWmDepthStencil["Depth Buffer Write Enable"]) &&
                     state.flag(command::kDepthBuffer["Depth Write Enable"]);
  if (state.words(gen9::CommandId::kDepthBuffer).empty() ||
      state.value(command::kDepthBuffer["Surface Type"]) == kNoBuffer || (!test && !write))
    return "off";
  std::string text = value_name(command::kSurfaceFormatValues, state.value(command::kDepthBuffer["Surface Format"]));
  text += ' ';
  text += test ? value_name_of<gen9::CompareFunction>(state.value(command::kWmDepthStencil["Depth Test Function"]),
                                                      "COMPAREFUNCTION_")
               : "no test";
  return write ? text + " write" : text;
}

std::string stencil_text(const PipelineState& state) {
  if (!state.flag(command::kWmDepthStencil["Stencil Test Enable"]) ||
      !state.flag(command::kStencilBuffer["Stencil Buffer Enable"]))
    return "off";
  const std::string text = value_name_of<gen9::CompareFunction>(
      state.value(command::kWmDepthStencil["Stencil Test Function"]), "COMPAREFUNCTION_");
  return state.flag(command::kWmDepthStencil["Stencil Buffer Write Enable"]) ? text + " write" : text;
}

std::string blend_text(const PipelineState& state, const FrameMemory& memory) {
  if (!state.flag(command::kBlendStatePointers["Blend State Pointer Valid"])) return "off";
  const auto words = memory.words(
      frame_address(state.dynamic_state_base(), state.value(command::kBlendStatePointers["Blend State Pointer"])), 3);
  if (!words) return "not mapped";
  const std::span<const std::uint32_t> entry = std::span{*words}.subspan(1);
  const auto value = [&](gen9::FieldBits field) { return gen9::read_field(entry, field); };
  using command::kBlendStateEntry;
  if (value(kBlendStateEntry["Logic Op Enable"]) != 0)
    return value_name_of<gen9::LogicOp>(value(kBlendStateEntry["Logic Op Function"]), "LOGICOP_");
  if (value(kBlendStateEntry["Color Buffer Blend Enable"]) == 0) return "off";
  const auto term = [&](gen9::FieldBits function, gen9::FieldBits source, gen9::FieldBits destination) {
    return fmt::format("{} {} {}", value_name_of<gen9::BlendFunction>(value(function), "BLENDFUNCTION_"),
                       value_name_of<gen9::BlendFactor>(value(source), "BLENDFACTOR_"),
                       value_name_of<gen9::BlendFactor>(value(destination), "BLENDFACTOR_"));
  };
  const std::string colour = term(kBlendStateEntry["Color Blend Function"], kBlendStateEntry["Source Blend Factor"],
                                  kBlendStateEntry["Destination Blend Factor"]);
  if (gen9::read_field(*words, command::kBlendState["Independent Alpha Blend Enable"]) == 0) return colour;
  return colour + ", alpha " +
         term(kBlendStateEntry["Alpha Blend Function"], kBlendStateEntry["Source Alpha Blend Factor"],
              kBlendStateEntry["Destination Alpha Blend Factor"]);
}

std::vector<ProgramUse> uses_of(const std::vector<StageProgram>& programs, const FrameMemory& memory) {
  std::vector<ProgramUse> uses;
  uses.reserve(programs.size());
  for (const StageProgram& program : programs) uses.push_back({program, summary_of(memory, program.address)});
  return uses;
}

class Surveyor {
 public:
  explicit Surveyor(FrameRecording& recording) : recording_{recording} {}

  FrameSurvey run() {
    survey_.header = recording_.header();
    while (const auto record = recording_.next()) {
      throw_if_stop_requested();
      ++survey_.records;
      replay_into(memory_.bytes, *record);
      if (const auto* write = std::get_if<FrameWrite>(&record->content)) survey_.written_bytes += write->bytes.size();
      if (const auto* note = std::get_if<FrameNote>(&record->content)) survey_.notes.push_back(*note);
      if (const auto* submit = std::get_if<FrameSubmit>(&record->content)) take(*submit);
    }
    survey_.bytes = recording_.position();
    survey_.mapped_ranges = recording_.mapped().all().size();
    for (const auto& [address, size] : recording_.mapped().all()) survey_.mapped_bytes += size;
    return std::move(survey_);
  }

 private:
  void take(const FrameSubmit& submit) {
    memory_.mapped = recording_.mapped();
    SubmissionSummary& submission = survey_.submissions.emplace_back();
    submission = {.number = survey_.submissions.size() - 1,
                  .context = submit.context,
                  .first_command = submit.first_command,
                  .objects = submit.objects.size()};
    const std::string where = fmt::format("{}: submission {}", recording_.name(), submission.number);
    walk_commands(memory_.bytes, memory_.mapped, submit.first_command, where, [&](const WalkedCommand& command) {
      ++submission.commands;
      ++survey_.commands[command.layout != nullptr ? std::string{command.layout->name} : "unknown"];
      if (command.layout == nullptr) return;
      states_[submit.context].take(command.layout->id, command.words);
      if (command.layout->id == gen9::CommandId::kPrimitive) take_draw(submission, command);
      if (command.layout->id == gen9::CommandId::kGpgpuWalker) take_dispatch(submission, command);
    });
  }

  void take_draw(SubmissionSummary& submission, const WalkedCommand& command) {
    ++submission.draws;
    const PipelineState& state = states_[submission.context];
    DrawSummary draw = draw_of(state, memory_, command.words);
    draw.number = survey_.draws.size();
    draw.submission = submission.number;
    draw.address = command.address;
    count(draw.programs, draw.maker);
    count_surfaces(state_of_draw(state, memory_));
    survey_.draws.push_back(std::move(draw));
  }

  void take_dispatch(const SubmissionSummary& submission, const WalkedCommand& walker) {
    const PipelineState& state = states_[submission.context];
    const auto value = [&](gen9::FieldBits field) {
      return static_cast<std::uint32_t>(gen9::read_field(walker.words, field));
    };
    using command::kGpgpuWalker;
    const std::uint32_t descriptor = value(kGpgpuWalker["Interface Descriptor Offset"]);
    const unsigned lanes = 8u << value(kGpgpuWalker["SIMD Size"]);
    DispatchSummary dispatch{.submission = submission.number,
                             .address = walker.address,
                             .groups_x = value(kGpgpuWalker["Thread Group ID X Dimension"]),
                             .groups_y = value(kGpgpuWalker["Thread Group ID Y Dimension"]),
                             .groups_z = value(kGpgpuWalker["Thread Group ID Z Dimension"]),
                             .indirect = value(kGpgpuWalker["Indirect Parameter Enable"]) != 0,
                             .programs = uses_of(programs_of_dispatch(state, memory_, descriptor, lanes), memory_)};
    count(dispatch.programs, DrawMaker::kApplication);
    count_surfaces(state_of_dispatch(state, memory_, descriptor));
    survey_.dispatches.push_back(std::move(dispatch));
  }

  void count(const std::vector<ProgramUse>& programs, DrawMaker maker) {
    for (const ProgramUse& use : programs) {
      const bool driver = maker == DrawMaker::kDriver && use.program.stage == "PS";
      ProgramCount& program =
          survey_.programs[{driver ? "driver" : std::string{use.program.stage}, use.program.lanes, use.summary.hash}];
      program.instructions = use.summary.instructions;
      program.bytes = use.summary.bytes;
      ++program.uses;
    }
  }

  void count_surfaces(const std::vector<PointedState>& pointed) {
    for (const PointedState& state : pointed) {
      if (state.structure != gen9::kRenderSurfaceState) continue;
      const auto words = memory_.words(state.address, state.dwords);
      if (!words) continue;
      SurfaceSummary surface = surface_of(*words);
      surface.address = 0;  // surfaces of one kind are counted together
      ++survey_.surfaces[{state.role.substr(state.role.rfind(", ") + 2), surface}];
    }
  }

  FrameRecording& recording_;
  FrameSurvey survey_;
  FrameMemory memory_;
  std::map<std::uint32_t, PipelineState> states_;  // by context
};

}  // namespace

EnumRows enum_rows(DrawMaker) {
  return {"maker of a draw", kMakers};
}

SurfaceSummary surface_of(std::span<const std::uint32_t> words) {
  try {
    const auto state = gen9::RenderSurfaceState::decode(words.first<gen9::RenderSurfaceState::kDwords>());
    return {.format = state.type == gen9::SurfaceType::kNull ? "none" : std::string{name_of(state.format)},
            .type = std::string{name_of(state.type)},
            .tiling = std::string{name_of(state.tile_mode)},
            .width = state.is_buffer() ? state.buffer_entries() : state.width,
            .height = state.is_buffer() ? 1 : state.height,
            .depth = state.is_buffer() ? 1 : state.depth,
            .levels = state.mip_count,
            .samples = state.samples(),
            .address = state.base_address.value()};
  } catch (const Error&) {
    return {.format = "?", .type = "?", .tiling = "?"};
  }
}

DrawSummary draw_of(const PipelineState& state, const FrameMemory& memory, std::span<const std::uint32_t> primitive) {
  const auto value = [&](gen9::FieldBits field) { return gen9::read_field(primitive, field); };
  const std::uint64_t topology = state.value(command::kVfTopology["Primitive Topology Type"]);
  DrawSummary draw;
  using command::kPrimitive;
  draw.maker = topology == static_cast<std::uint64_t>(gen9::PrimitiveTopology::kRectList) ? DrawMaker::kDriver
                                                                                          : DrawMaker::kApplication;
  draw.topology = value_name_of<gen9::PrimitiveTopology>(topology, "3DPRIM_");
  draw.vertices = static_cast<std::uint32_t>(value(kPrimitive["Vertex Count Per Instance"]));
  draw.instances = static_cast<std::uint32_t>(value(kPrimitive["Instance Count"]));
  draw.indexed = value(kPrimitive["Vertex Access Type"]) != 0;
  draw.indirect = value(kPrimitive["Indirect Parameter Enable"]) != 0;
  draw.predicated = value(kPrimitive["Predicate Enable"]) != 0;
  draw.samples = 1u << state.value(command::kMultisample["Number of Multisamples"]);
  draw.programs = uses_of(programs_of_draw(state), memory);
  draw.depth = depth_text(state);
  draw.depth_address = state.value(command::kDepthBuffer["Surface Base Address"]);
  draw.stencil = stencil_text(state);
  draw.blend = blend_text(state, memory);
  for (const PointedState& pointed : state_of_draw(state, memory)) {
    if (pointed.structure != gen9::kRenderSurfaceState || !pointed.role.ends_with(", target")) continue;
    if (const auto words = memory.words(pointed.address, pointed.dwords)) draw.targets.push_back(surface_of(*words));
  }
  return draw;
}

std::uint64_t FrameSurvey::draws_of(DrawMaker maker) const {
  return static_cast<std::uint64_t>(
      std::count_if(draws.begin(), draws.end(), [&](const DrawSummary& draw) { return draw.maker == maker; }));
}

std::uint64_t FrameSurvey::total_commands() const {
  std::uint64_t total = 0;
  for (const SubmissionSummary& submission : submissions) total += submission.commands;
  return total;
}

FrameSurvey survey_frames(FrameRecording& recording) {
  return Surveyor{recording}.run();
}

}  // namespace texpipe::study
