#include "workload/frame/frame_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "functional/memory/gpu_memory.h"
#include "workload/frame/assembled_recording.h"
#include "workload/frame/assembled_structure.h"
#include "workload/frame/assembly_line.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/note_text.h"

namespace texpipe::study {

namespace {

constexpr std::uint64_t kMostWord = 0xFFFF'FFFF;

class Assembler {
 public:
  Assembler(std::string_view text, const std::string& name) : text_{text}, name_{name} {}

  FrameWriter run() {
    int number = 0;
    while (!text_.empty()) {
      const std::size_t end = text_.find('\n');
      const AssemblyLine line{name_, ++number, without_remark(text_.substr(0, end))};
      text_ = end == std::string_view::npos ? std::string_view{} : text_.substr(end + 1);
      if (!line.tokens().empty()) take_line(line);
    }
    finish_structure();
    if (submit_) refuse_at(name_, submit_line_, 1, "the submission has no end", "expected a line \"end\"");
    recording().flush();
    return std::move(*recording_).take();
  }

 private:
  struct Statement {
    std::string_view word;
    void (Assembler::*take)(const AssemblyLine&);
  };
  static const std::array<Statement, 11> kStatements;

  void take_line(const AssemblyLine& line) {
    if (line.tokens().size() >= 2 && line.tokens()[1].text == "=") return take_field(line);
    if (in_write_ && take_hex(line)) return;
    finish_structure();
    for (const Statement& statement : kStatements) {
      if (statement.word == line.first().text) return (this->*statement.take)(line);
    }
    take_command(line);
  }

  AssembledRecording& recording() {
    if (!recording_) recording_.emplace(header_);
    return *recording_;
  }

  void take_header(const AssemblyLine& line) {
    if (recording_) line.refuse(line.first(), "frames is no first line");
    std::uint64_t version = kFrameVersion, pci = header_.pci_id, revision = header_.revision;
    line.options(1,
                 {{"version", &version, kFrameVersion}, {"pci", &pci, kMostWord}, {"revision", &revision, kMostWord}});
    header_.pci_id = static_cast<std::uint32_t>(pci);
    header_.revision = static_cast<std::uint32_t>(revision);
    recording();
  }

  void take_map(const AssemblyLine& line) {
    std::uint64_t size = 0, handle = 0, flags = 0;
    const std::uint64_t first = line.address(1);
    line.options(2, {{"size", &size}, {"handle", &handle, kMostWord}, {"flags", &flags, kMostWord}});
    if (size == 0) line.refuse_end("a size above 0, as size 0x1000");
    if (!functional::GpuMemory::holds(ByteAddress{first}, ByteSize{size}))
      line.refuse(line.tokens()[1], "the range ends beyond the GPU address space", "expected addresses below 2^48");
    functional::MappedRanges& mapped = recording().mapped();
    if (const auto other = mapped.overlapping(ByteAddress{first}, ByteSize{size}))
      line.refuse(line.tokens()[1],
                  fmt::format("the range overlaps 0x{:x}, {} bytes, which are mapped", other->address, other->size));
    if (size > kMostFrameMappedBytes - mapped.bytes())
      refuse_at(name_, line.number(), 1, fmt::format("{} bytes beside {} that are mapped", size, mapped.bytes()),
                fmt::format("expected at most {} together", kMostFrameMappedBytes));
    mapped.add(ByteAddress{first}, ByteSize{size});
    recording().add(FrameMap{first, size, static_cast<std::uint32_t>(handle), static_cast<std::uint32_t>(flags)});
  }

  void take_unmap(const AssemblyLine& line) {
    std::uint64_t size = 0;
    const std::uint64_t first = line.address(1);
    line.options(2, {{"size", &size}});
    if (!recording().mapped().remove(ByteAddress{first}, ByteSize{size}))
      line.refuse(line.tokens()[1], fmt::format("0x{:x}, {} bytes, is no mapped range", first, size),
                  "expected a range as it was mapped");
    recording().add(FrameUnmap{first, size});
  }

  void take_note(const AssemblyLine& line) {
    const std::vector<Token>& tokens = line.tokens();
    FrameNote note{.address = line.address(1)};
    std::size_t place = 2;
    while (place < tokens.size() && tokens[place].text != "text") place += 2;
    if (place + 1 >= tokens.size()) line.refuse_end("text \"...\"");
    const std::optional<std::string> text = unquoted_note(tokens[place + 1].text);
    if (!text || place + 2 != tokens.size())
      line.refuse(tokens[place + 1], "the note has no text between quotation marks",
                  "expected text \"...\" at the end");
    note.text = *text;
    line.beginning(place).options(2, {{"size", &note.size}});
    if (note.address != 0) require_mapped(note.address, note.size, line.number());
    recording().add(note);
  }

  void require_mapped(std::uint64_t first, std::uint64_t bytes, int line) {
    if (!recording().mapped().holds(ByteAddress{first}, ByteSize{bytes}))
      refuse_at(name_, line, 1, fmt::format("0x{:x}, {} bytes, is not mapped", first, bytes),
                "expected a line \"map\" before");
  }

  // `write 0x1000` and bytes in hexadecimal on the lines that follow: one record, as it is.
  void take_write(const AssemblyLine& line) {
    write_ = FrameWrite{line.address(1), {}};
    if (line.tokens().size() > 2) line.refuse(line.tokens()[2], "the bytes of a write stand on the lines after it");
    in_write_ = true;
    write_line_ = line.number();
  }

  bool take_hex(const AssemblyLine& line) {
    for (const Token& token : line.tokens()) {
      const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
      if (!std::all_of(token.text.begin(), token.text.end(), is_digit)) return false;
    }
    for (const Token& token : line.tokens()) {
      if (token.text.size() % 2 != 0) line.refuse(token, "half a byte", "expected two digits for each byte");
      const auto digit = [](char c) { return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10); };
      for (std::size_t i = 0; i < token.text.size(); i += 2)
        write_.bytes.push_back(static_cast<std::byte>(digit(token.text[i]) << 4 | digit(token.text[i + 1])));
    }
    return true;
  }

  void finish_write() {
    if (!in_write_) return;
    in_write_ = false;
    require_mapped(write_.address, write_.bytes.size(), write_line_);
    recording().add(std::move(write_));
  }

  void take_submission(const AssemblyLine& line) {
    if (submit_) line.refuse(line.first(), "a submission within another", "expected a line \"end\" before");
    std::uint64_t count = submissions_++, context = 1, flags = 1;
    FrameSubmit submit;
    submit.first_command = kUnknown;
    line.options(1, {{"number", &count, kMostWord},
                     {"context", &context, kMostWord},
                     {"flags", &flags},
                     {"first", &submit.first_command, functional::GpuMemory::kEnd - 1},
                     {"length", &submit.length}});
    submit.number = static_cast<std::uint32_t>(count);
    submit.context = static_cast<std::uint32_t>(context);
    submit.flags = flags;
    submit_ = submit;
    submit_line_ = line.number();
    at_ = kUnknown;
  }

  FrameSubmit& submission(const AssemblyLine& line) {
    if (!submit_)
      line.refuse(line.first(), fmt::format("{} outside of a submission", line.first().text),
                  "expected a line \"submission\" before");
    return *submit_;
  }

  void take_object(const AssemblyLine& line) {
    FrameObject object{line.address(1), 0};
    line.options(2, {{"flags", &object.flags}});
    submission(line).objects.push_back(object);
  }

  void take_batch(const AssemblyLine& line) {
    FrameSubmit& submit = submission(line);
    at_ = line.address(1);
    if (at_ % 4 != 0)
      line.refuse(line.tokens()[1], "a batch does not begin at a whole word", "expected a multiple of 4");
    if (submit.first_command == kUnknown) submit.first_command = at_;
  }

  void take_end(const AssemblyLine& line) {
    FrameSubmit& submit = submission(line);
    if (submit.first_command == kUnknown)
      line.refuse(line.first(), "the submission has no command", "expected a line \"batch\"");
    require_mapped(submit.first_command, 4, submit_line_);
    recording().add(submit);
    submit_.reset();
  }

  void take_words(const AssemblyLine& line) {
    submission(line);
    require_batch(line);
    const std::vector<std::uint32_t> words = line.words(1);
    put(at_, words, line.number());
    at_ += 4 * words.size();
  }

  void require_batch(const AssemblyLine& line) const {
    if (at_ == kUnknown)
      line.refuse(line.first(), "a command that stands nowhere", "expected a line \"batch\" with its address before");
  }

  void take_state(const AssemblyLine& line) {
    const std::vector<Token>& tokens = line.tokens();
    if (tokens.size() < 4 || tokens[2].text != "at") line.refuse_end("state NAME at ADDRESS");
    const std::uint64_t where = line.address(3);
    if (tokens[1].text == "words") {
      open_.emplace(line, where);
    } else {
      open_.emplace(line, tokens[1], 4, where, AssembledStructure::Kind::kState);
    }
  }

  void take_command(const AssemblyLine& line) {
    const std::string_view name = line.first().text;
    if (std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
      std::vector<std::string_view> words;
      for (const Statement& statement : kStatements) words.push_back(statement.word);
      line.refuse(line.first(), fmt::format("no statement is called \"{}\"", name), spelling_hint(name, words));
    }
    submission(line);
    require_batch(line);
    open_.emplace(line, line.first(), 1, at_, AssembledStructure::Kind::kCommand);
  }

  void take_field(const AssemblyLine& line) {
    if (!open_) line.refuse(line.first(), "a field of nothing", "expected a command or a state before");
    open_->take_field(line);
  }

  void finish_structure() {
    finish_write();
    if (!open_) return;
    put(open_->address(), open_->words(), open_->line());
    if (open_->is_command()) at_ = open_->end();
    open_.reset();
  }

  void put(std::uint64_t first, std::span<const std::uint32_t> words, int line) {
    require_mapped(first, 4 * words.size(), line);
    recording().put(first, words);
  }

  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

  std::string_view text_;
  const std::string& name_;
  FrameHeader header_{.pci_id = 0x5916, .revision = 2};  // as the recorder's device
  std::optional<AssembledRecording> recording_;
  FrameWrite write_;
  bool in_write_ = false;
  int write_line_ = 0;
  std::optional<FrameSubmit> submit_;
  int submit_line_ = 0;
  std::uint64_t submissions_ = 0;
  std::uint64_t at_ = kUnknown;  // where the next command goes
  std::optional<AssembledStructure> open_;
};

constexpr std::array<Assembler::Statement, 11> Assembler::kStatements{{{"frames", &Assembler::take_header},
                                                                       {"map", &Assembler::take_map},
                                                                       {"unmap", &Assembler::take_unmap},
                                                                       {"write", &Assembler::take_write},
                                                                       {"note", &Assembler::take_note},
                                                                       {"submission", &Assembler::take_submission},
                                                                       {"object", &Assembler::take_object},
                                                                       {"batch", &Assembler::take_batch},
                                                                       {"state", &Assembler::take_state},
                                                                       {"words", &Assembler::take_words},
                                                                       {"end", &Assembler::take_end}}};

}  // namespace

FrameWriter assemble_frames(std::string_view text, const std::string& name) {
  FrameWriter writer = Assembler{text, name}.run();
  // The recording as a whole is checked as any other.
  FrameRecording recording{writer.bytes(), name};
  while (recording.next()) continue;
  return writer;
}

}  // namespace texpipe::study
