#include "workload/frame/frame_dump.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/diagnostic.h"
#include "isa/gen9/commands/commands.h"
#include "isa/gen9/commands/media_commands.h"
#include "isa/gen9/commands/mi_commands.h"
#include "isa/gen9/commands/vertex_commands.h"
#include "workload/frame/command_walk.h"
#include "workload/frame/draw_state.h"
#include "workload/frame/frame_survey.h"
#include "workload/frame/note_text.h"
#include "workload/frame/structure_lines.h"

namespace texpipe::study {

namespace command = gen9::command;
using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kBytesPerLine = 32;

std::string hex_lines(std::span<const std::byte> bytes) {
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i % kBytesPerLine == 0) text += i == 0 ? "  " : "\n  ";
    text += fmt::format("{:02x}", static_cast<unsigned>(bytes[i]));
  }
  return text + '\n';
}

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

/// State of a draw or dispatch.
struct Pointed {
  std::string title;
  std::vector<std::string> remarks;
  std::vector<PointedState> states;
};

/// Walks a recording; a text and a JSON printer see the same things in the same order.
class Dumper {
 public:
  Dumper(FrameRecording& recording, const DumpOptions& options) : recording_{recording}, options_{options} {}
  virtual ~Dumper() = default;

  void run() {
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

 protected:
  virtual void begin(const FrameHeader& header) = 0;
  virtual void other(const FrameContent& content) = 0;
  virtual void begin_submission(std::uint64_t index, const FrameSubmit& submit) = 0;
  virtual void command(const WalkedCommand& command) = 0;
  virtual void pointed(const Pointed& pointed) = 0;
  virtual void end_submission() = 0;

  const DumpOptions& options() const { return options_; }
  const FrameMemory& memory() const { return memory_; }

 private:
  [[noreturn]] void refuse(const char* option, std::uint64_t asked, std::uint64_t there, const char* what) const {
    throw Error{
        ExitCode::kUsage,
        Diagnostic{
            .path = option,
            .problem = fmt::format("{} has no {} {}", recording_.name(),
                                   std::string_view{what}.substr(0, std::string_view{what}.size() - 1), asked),
            .hint = there == 0 ? fmt::format("it has no {}", what) : fmt::format("expected 0 to {}", there - 1)}};
  }

  void take(const FrameSubmit& submit) {
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

  Pointed of_draw(const functional::PipelineState& state, const WalkedCommand& walked, std::uint64_t number,
                  std::uint64_t submission) const {
    DrawSummary draw = study::draw_of(state, memory_, walked.words);
    draw.number = number;
    draw.submission = submission;
    Pointed list{draw_title(draw), {}, state_of_draw(state, memory_)};
    for (const ProgramUse& use : draw.programs) list.remarks.push_back(program_text(use));
    add_vertex_buffers(state, list);
    return list;
  }

  void add_vertex_buffers(const functional::PipelineState& state, Pointed& list) const {
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

  Pointed of_dispatch(const functional::PipelineState& state, const WalkedCommand& walker) const {
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
  void show_sticky(const functional::PipelineState& state) {
    for (const gen9::CommandLayout* layout : gen9::all_commands()) {
      const std::string_view name = layout->name;
      if (!name.starts_with("3DSTATE_") && layout->id != gen9::CommandId::kStateBaseAddress) continue;
      const std::span<const std::uint32_t> words = state.words(layout->id);
      if (!words.empty()) command({0, layout, words});
    }
  }

  FrameRecording& recording_;
  const DumpOptions& options_;
  FrameMemory memory_;
  std::map<std::uint32_t, functional::PipelineState> states_;  // by context
  std::uint64_t submissions_ = 0, draws_ = 0;
};

class TextDumper final : public Dumper {
 public:
  TextDumper(FrameRecording& recording, const DumpOptions& options, const std::function<void(std::string_view)>& print)
      : Dumper{recording, options}, print_{print} {}

 private:
  void begin(const FrameHeader& header) override {
    print_(fmt::format("frames pci 0x{:04x} revision {}\n", header.pci_id, header.revision));
  }

  void other(const FrameContent& content) override {
    if (const auto* map = std::get_if<FrameMap>(&content)) {
      print_(
          fmt::format("map 0x{:x} size 0x{:x} handle {} flags {}\n", map->address, map->size, map->handle, map->flags));
    } else if (const auto* unmap = std::get_if<FrameUnmap>(&content)) {
      print_(fmt::format("unmap 0x{:x} size 0x{:x}\n", unmap->address, unmap->size));
    } else if (const auto* note = std::get_if<FrameNote>(&content)) {
      print_(fmt::format("note 0x{:x} size 0x{:x} text {}\n", note->address, note->size, quoted_note(note->text)));
    } else if (const auto* write = std::get_if<FrameWrite>(&content)) {
      if (options().bytes) {
        print_(fmt::format("write 0x{:x}\n{}", write->address, hex_lines(write->bytes)));
      } else {
        print_(fmt::format("# write 0x{:x}, {} bytes\n", write->address, write->bytes.size()));
      }
    }
  }

  void begin_submission(std::uint64_t index, const FrameSubmit& submit) override {
    text_ = fmt::format("\nsubmission number {} context {} flags 0x{:x} first 0x{:x} length 0x{:x}  # submission {}\n",
                        submit.number, submit.context, submit.flags, submit.first_command, submit.length, index);
    for (const FrameObject& object : submit.objects)
      text_ += fmt::format("object 0x{:x} flags 0x{:x}\n", object.address, object.flags);
    next_ = ~std::uint64_t{0};
    printed_.clear();
  }

  void command(const WalkedCommand& command) override {
    if (options().draw) {
      text_ += command.address == 0 ? "" : fmt::format("# the draw, at 0x{:x}\n", command.address);
    } else if (command.address != next_) {
      text_ += fmt::format("batch 0x{:x}\n", command.address);
    }
    next_ = command.address + 4 * command.words.size();
    if (command.layout == nullptr) {
      text_ += "words " + words_text(command.words) + "  # a command that no table has\n";
    } else {
      const StructureText structure{*command.layout};
      text_ += structure.name();
      if (command.words.size() != structure.usual_dwords()) text_ += fmt::format(" dwords {}", command.words.size());
      text_ += '\n' + structure_lines(structure, command.words);
    }
    flush_large();
  }

  void pointed(const Pointed& pointed) override {
    text_ += "# " + pointed.title + '\n';
    for (const std::string& remark : pointed.remarks) text_ += "# " + remark + '\n';
    for (const PointedState& state : pointed.states) {
      const auto words = memory().words(state.address, state.dwords);
      if (!words) {
        text_ += fmt::format("# {} at 0x{:x}: not mapped\n", state.role, state.address);
        continue;
      }
      auto& printed = printed_[{state.address, std::string{state.structure}}];
      if (printed == *words) continue;
      printed = *words;
      if (state.structure.empty()) {
        text_ +=
            fmt::format("state words at 0x{:x}  # {}\n  raw = {}\n", state.address, state.role, words_text(*words));
        continue;
      }
      const StructureText structure = StructureText::named(state.structure);
      text_ += fmt::format("state {} at 0x{:x}", structure.name(), state.address);
      if (words->size() != structure.usual_dwords()) text_ += fmt::format(" dwords {}", words->size());
      text_ += fmt::format("  # {}\n", state.role) + structure_lines(structure, *words);
    }
  }

  void end_submission() override {
    text_ += "end\n";
    print_(text_);
    text_.clear();
  }

  void flush_large() {
    constexpr std::size_t kEnough = 1 << 20;
    if (text_.size() < kEnough) return;
    print_(text_);
    text_.clear();
  }

  const std::function<void(std::string_view)>& print_;
  std::string text_;
  std::uint64_t next_ = 0;  // address behind the last command
  std::map<std::pair<std::uint64_t, std::string>, std::vector<std::uint32_t>> printed_;
};

class JsonDumper final : public Dumper {
 public:
  using Dumper::Dumper;

  Json json;

 private:
  void begin(const FrameHeader& header) override {
    json = {{"pci", fmt::format("0x{:04x}", header.pci_id)},
            {"revision", header.revision},
            {"records", Json::array()},
            {"submissions", Json::array()}};
  }

  void other(const FrameContent& content) override {
    if (const auto* map = std::get_if<FrameMap>(&content)) {
      json["records"].push_back({{"kind", "map"}, {"address", hex(map->address)}, {"size", map->size}});
    } else if (const auto* unmap = std::get_if<FrameUnmap>(&content)) {
      json["records"].push_back({{"kind", "unmap"}, {"address", hex(unmap->address)}, {"size", unmap->size}});
    } else if (const auto* note = std::get_if<FrameNote>(&content)) {
      json["records"].push_back(
          {{"kind", "note"}, {"address", hex(note->address)}, {"size", note->size}, {"text", shown_note(note->text)}});
    } else if (const auto* write = std::get_if<FrameWrite>(&content)) {
      json["records"].push_back({{"kind", "write"}, {"address", hex(write->address)}, {"size", write->bytes.size()}});
    }
  }

  void begin_submission(std::uint64_t index, const FrameSubmit& submit) override {
    json["submissions"].push_back({{"submission", index},
                                   {"number", submit.number},
                                   {"context", submit.context},
                                   {"flags", hex(submit.flags)},
                                   {"first", hex(submit.first_command)},
                                   {"commands", Json::array()}});
    pointed_ = nullptr;
  }

  void command(const WalkedCommand& command) override {
    Json entry = {{"address", hex(command.address)}};
    if (command.layout == nullptr) {
      entry["words"] = words_text(command.words);
    } else {
      entry.update(structure_json(StructureText{*command.layout}, command.words));
    }
    if (!pointed_.is_null()) entry.update(pointed_);
    pointed_ = nullptr;
    json["submissions"].back()["commands"].push_back(std::move(entry));
  }

  void pointed(const Pointed& pointed) override {
    Json states = Json::array();
    for (const PointedState& state : pointed.states) {
      Json entry = {{"role", state.role}, {"address", hex(state.address)}};
      const auto words = memory().words(state.address, state.dwords);
      entry["mapped"] = words.has_value();
      if (words && state.structure.empty()) entry["words"] = words_text(*words);
      if (words && !state.structure.empty())
        entry.update(structure_json(StructureText::named(state.structure), *words));
      states.push_back(std::move(entry));
    }
    pointed_ = {{"description", pointed.title}, {"remarks", pointed.remarks}, {"state", states}};
  }

  void end_submission() override {}

  static std::string hex(std::uint64_t value) { return fmt::format("0x{:x}", value); }

  Json pointed_;
};

}  // namespace

void dump_frames(FrameRecording& recording, const DumpOptions& options,
                 const std::function<void(std::string_view)>& print) {
  TextDumper{recording, options, print}.run();
}

Json dump_frames_json(FrameRecording& recording, const DumpOptions& options) {
  JsonDumper dumper{recording, options};
  dumper.run();
  return std::move(dumper.json);
}

}  // namespace texpipe::study
