#include "workload/frame/frame_dump.h"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "workload/frame/dump_walk.h"
#include "workload/frame/note_text.h"
#include "workload/frame/structure_lines.h"

namespace texpipe::study {

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

class TextDump final : public DumpWalk {
 public:
  TextDump(FrameRecording& recording, const DumpOptions& options, const std::function<void(std::string_view)>& print)
      : DumpWalk{recording, options}, print_{print} {}

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
      const gen9::StructureText structure{*command.layout};
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
      const gen9::StructureText structure = gen9::StructureText::named(state.structure);
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

}  // namespace

void dump_frames(FrameRecording& recording, const DumpOptions& options,
                 const std::function<void(std::string_view)>& print) {
  TextDump{recording, options, print}.run();
}

}  // namespace texpipe::study
