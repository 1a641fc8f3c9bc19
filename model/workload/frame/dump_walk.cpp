#include "workload/frame/dump_walk.h"

#include <fmt/format.h>

#include "base/diagnostic.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/commands/mi_commands.h"
#include "isa/gen9/commands/vertex_commands.h"
#include "workload/frame/frame_survey.h"

namespace texpipe::study {

namespace command = gen9::command;

namespace {

std::string surface_text(const SurfaceSummary& surface) {
  std::string text = fmt::format("{} {}x{}", surface.format, surface.width, surface.height);
  if (surface.samples > 1) text += fmt::format(", {} samples", surface.samples);
  return text;
}

std::string program_text(const ProgramUse& use) {
  const std::string name =
      fmt::format("{} SIMD{} at 0x{:x}", use.program.stage, use.program.lanes, use.program.address);
  if (!use.summary.mapped) return name + ", not mapped";
  if (!use.summary.readable) return name + ", no program that ends";
  return fmt::format("{}, {} instructions, {}", name, use.summary.instructions, use.summary.hash);
}

std::string draw_title(const DrawSummary& draw) {
  std::string text = fmt::format("draw {}, {}: {} {} vertices", draw.number, name_of(draw.maker), draw.topology,
                                 draw.indirect ? "?" : std::to_string(draw.vertices));
  if (!draw.indirect && draw.instances != 1) text += fmt::format(" x {} instances", draw.instances);
  for (const auto& [is, name] :
       {std::pair{draw.indexed, "indexed"}, {draw.indirect, "indirect"}, {draw.predicated, "predicated"}}) {
    if (is) text += fmt::format(", {}", name);
  }
  for (const SurfaceSummary& target : draw.targets) text += ", to " + surface_text(target);
  return text + fmt::format(", depth {}, stencil {}, blend {}", draw.depth, draw.stencil, draw.blend);
}

}  // namespace

void DumpWalk::run() {
  begin(recording_.header());
  while (const auto record = recording_.next()) {
    replay_into(memory_.bytes, *record);
    if (const auto* submit = std::get_if<FrameSubmit>(&record->content)) {
      take(*submit);
    } else if (!options_.submission && !options_.draw) {
      other(record->content);
    }
  }
  if (options_.submission && *options_.submission >= submissions_)
    refuse("--submission", *options_.submission, submissions_, "submissions");
  if (options_.draw && *options_.draw >= draws_) refuse("--draw", *options_.draw, draws_, "draws");
}

void DumpWalk::refuse(const char* option, std::uint64_t asked, std::uint64_t there, const char* what) const {
  throw Error{
      ExitCode::kUsage,
      Diagnostic{.path = option,
                 .problem = fmt::format("{} has no {} {}", recording_.name(),
                                        std::string_view{what}.substr(0, std::string_view{what}.size() - 1), asked),
                 .hint = there == 0 ? fmt::format("it has no {}", what) : fmt::format("expected 0 to {}", there - 1)}};
}

void DumpWalk::take(const FrameSubmit& submit) {
  memory_.mapped = recording_.mapped();
  const std::uint64_t index = submissions_++;
  const bool shown = !options_.draw && (!options_.submission || *options_.submission == index);
  if (shown) begin_submission(index, submit);
  functional::PipelineState& state = states_[submit.context];
  const std::string where = fmt::format("{}: submission {}", recording_.name(), index);
  walk_commands(memory_.bytes, memory_.mapped, submit.first_command, where, [&](const WalkedCommand& walked) {
    const gen9::CommandId id = walked.layout == nullptr ? gen9::CommandId::kNone : walked.layout->id;
    if (id != gen9::CommandId::kNone) state.take(id, walked.words);
    const bool draw = id == gen9::CommandId::kPrimitive;
    const std::uint64_t number = draw ? draws_++ : draws_;
    if (draw && options_.draw && *options_.draw == number) {
      begin_submission(index, submit);
      show_sticky(state);
      pointed(of_draw(state, walked, number, index));
      command(walked);
      end_submission();
    }
    if (!shown) return;
    if (draw) pointed(of_draw(state, walked, number, index));
    if (id == gen9::CommandId::kGpgpuWalker) pointed(of_dispatch(state, walked));
    command(walked);
  });
  if (shown) end_submission();
}

Pointed DumpWalk::of_draw(const functional::PipelineState& state, const WalkedCommand& walked, std::uint64_t number,
                          std::uint64_t submission) const {
  DrawSummary draw = study::draw_of(state, memory_, walked.words);
  draw.number = number;
  draw.submission = submission;
  Pointed list{draw_title(draw), {}, state_of_draw(state, memory_)};
  for (const ProgramUse& use : draw.programs) list.remarks.push_back(program_text(use));
  add_vertex_buffers(state, list);
  return list;
}

void DumpWalk::add_vertex_buffers(const functional::PipelineState& state, Pointed& list) const {
  const std::span<const std::uint32_t> elements = state.words(gen9::CommandId::kVertexElements);
  std::map<unsigned, bool> seen;
  for (std::size_t at = 1; at + 2 <= elements.size(); at += 2) {
    const std::span<const std::uint32_t> element = elements.subspan(at, 2);
    if (gen9::read_field(element, command::kVertexElementState["Valid"]) == 0) continue;
    const auto index =
        static_cast<unsigned>(gen9::read_field(element, command::kVertexElementState["Vertex Buffer Index"]));
    if (seen[index]) continue;
    seen[index] = true;
    const functional::VertexBufferWords& words = state.vertex_buffer(index);
    using command::kVertexBufferState;
    const std::uint64_t size = gen9::read_field(words, kVertexBufferState["Buffer Size"]);
    const std::uint64_t address =
        frame_address(ByteAddress{}, gen9::read_field(words, kVertexBufferState["Buffer Starting Address"]));
    const bool mapped = memory_.mapped.holds(ByteAddress{address}, ByteSize{size});
    list.remarks.push_back(fmt::format("vertex buffer {} at 0x{:x}, {} bytes, {} apart{}", index, address, size,
                                       gen9::read_field(words, kVertexBufferState["Buffer Pitch"]),
                                       mapped ? "" : ", not mapped"));
  }
}

Pointed DumpWalk::of_dispatch(const functional::PipelineState& state, const WalkedCommand& walker) const {
  const auto value = [&](gen9::FieldBits field) {
    return static_cast<unsigned>(gen9::read_field(walker.words, field));
  };
  using command::kGpgpuWalker;
  const unsigned descriptor = value(kGpgpuWalker["Interface Descriptor Offset"]);
  Pointed list{fmt::format("dispatch of {} x {} x {} groups", value(kGpgpuWalker["Thread Group ID X Dimension"]),
                           value(kGpgpuWalker["Thread Group ID Y Dimension"]),
                           value(kGpgpuWalker["Thread Group ID Z Dimension"])),
               {},
               state_of_dispatch(state, memory_, descriptor)};
  for (const StageProgram& program :
       programs_of_dispatch(state, memory_, descriptor, 8u << value(kGpgpuWalker["SIMD Size"])))
    list.remarks.push_back(program_text({program, summary_of(memory_, program.address)}));
  return list;
}

/// The commands of state that hold when a draw begins, in the order of their names.
void DumpWalk::show_sticky(const functional::PipelineState& state) {
  for (const gen9::CommandLayout* layout : gen9::all_commands()) {
    const std::string_view name = layout->name;
    if (!name.starts_with("3DSTATE_") && layout->id != gen9::CommandId::kStateBaseAddress) continue;
    const std::span<const std::uint32_t> words = state.words(layout->id);
    if (!words.empty()) command({0, layout, words});
  }
}

}  // namespace texpipe::study
