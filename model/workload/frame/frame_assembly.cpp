#include "workload/frame/frame_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/diagnostic.h"
#include "base/spelling.h"
#include "base/unit_text.h"
#include "functional/frame/mapped_ranges.h"
#include "functional/memory/gpu_memory.h"
#include "workload/frame/frame_recording.h"
#include "workload/frame/note_text.h"
#include "workload/frame/structure_text.h"

namespace texpipe::study {

namespace {

constexpr std::array<std::string_view, 11> kStatements{"frames", "map",   "unmap", "write", "note", "submission",
                                                       "object", "batch", "state", "words", "end"};

/// A part of a line, with its column from 1.
struct Token {
  std::string_view text;
  int column = 1;
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// The line without its remark: a # at the beginning or after a space, outside of quotation marks.
std::string_view without_remark(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quoted && line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && line[i] == '#' && (i == 0 || is_space(line[i - 1]))) {
      return line.substr(0, i);
    }
  }
  return line;
}

std::vector<Token> tokens_of(std::string_view line) {
  std::vector<Token> tokens;
  for (std::size_t i = 0; i < line.size();) {
    if (is_space(line[i])) {
      ++i;
      continue;
    }
    const std::size_t first = i;
    if (line[i] == '"') {
      for (++i; i < line.size() && line[i] != '"'; ++i) i += line[i] == '\\';
      i = std::min(i + 1, line.size());
    } else {
      while (i < line.size() && !is_space(line[i])) ++i;
    }
    tokens.push_back({line.substr(first, i - first), static_cast<int>(first) + 1});
  }
  return tokens;
}

class Assembler {
 public:
  Assembler(std::string_view text, const std::string& name) : text_{text}, name_{name} {}

  FrameWriter run() {
    while (!text_.empty()) {
      ++line_;
      const std::size_t end = text_.find('\n');
      const std::string_view line = without_remark(text_.substr(0, end));
      text_ = end == std::string_view::npos ? std::string_view{} : text_.substr(end + 1);
      tokens_ = tokens_of(line);
      if (!tokens_.empty()) take_line(line);
    }
    finish_structure();
    flush();
    if (submit_) refuse_at(submit_line_, 1, "the submission has no end", "expected a line \"end\"");
    require_writer();
    return std::move(*writer_);
  }

 private:
  [[noreturn]] void refuse_at(int line, int column, const std::string& problem, const std::string& hint = {}) const {
    throw Error{ExitCode::kMalformedInput, Diagnostic{{name_, line, column}, {}, problem, hint}};
  }
  [[noreturn]] void refuse(const Token& token, const std::string& problem, const std::string& hint = {}) const {
    refuse_at(line_, token.column, problem, hint);
  }
  [[noreturn]] void refuse_end(const std::string& expected) const {
    const Token& last = tokens_.back();
    refuse_at(line_, last.column + static_cast<int>(last.text.size()), "the line ends early", "expected " + expected);
  }

  /// Does something whose errors get the place of a token.
  template <class Do>
  void placed(int line, int column, Do&& action) const {
    try {
      action();
    } catch (const Error& error) {
      Diagnostic problem = error.diagnostics().front();
      problem.position = {name_, line, column};
      throw Error{error.code(), problem};
    }
  }

  void take_line(std::string_view line) {
    if (tokens_.size() >= 2 && tokens_[1].text == "=") return take_field(line);
    if (in_write_) {
      if (take_hex()) return;
      finish_write();
    }
    finish_structure();
    const std::string_view word = tokens_.front().text;
    if (word == "frames") return take_header();
    require_writer();
    if (word == "map") return take_map();
    if (word == "unmap") return take_unmap();
    if (word == "write") return take_write();
    if (word == "note") return take_note();
    if (word == "submission") return take_submission();
    if (word == "object") return take_object();
    if (word == "batch") return take_batch();
    if (word == "state") return take_state();
    if (word == "words") return take_words();
    if (word == "end") return take_end();
    take_command();
  }

  void require_writer() {
    if (!writer_) writer_.emplace(header_);
  }

  /// Number that stands at a place of the line.
  std::uint64_t number(std::size_t place, const char* what) const {
    if (place >= tokens_.size()) refuse_end(what);
    std::uint64_t value = 0;
    if (parse_text(tokens_[place].text, value))
      refuse(tokens_[place], fmt::format("\"{}\" is no {}", tokens_[place].text, what), "expected a number, as 0x1000");
    return value;
  }

  std::uint64_t number_below(std::size_t place, const char* what, std::uint64_t most) const {
    const std::uint64_t value = number(place, what);
    if (value > most)
      refuse(tokens_[place], fmt::format("{} {} is too large", what, tokens_[place].text),
             fmt::format("expected at most 0x{:x}", most));
    return value;
  }

  std::uint64_t address(std::size_t place) const {
    return number_below(place, "address", functional::GpuMemory::kEnd - 1);
  }

  /// Names with numbers, as `size 0x1000 flags 1`, from a place on.
  struct Option {
    std::string_view name;
    std::uint64_t* value;
    std::uint64_t most = ~std::uint64_t{0};
  };
  void options(std::size_t place, std::initializer_list<Option> known) const {
    for (; place < tokens_.size(); place += 2) {
      const Token& token = tokens_[place];
      const auto* found =
          std::find_if(known.begin(), known.end(), [&](const Option& option) { return option.name == token.text; });
      if (found == known.end()) {
        std::vector<std::string_view> names;
        for (const Option& option : known) names.push_back(option.name);
        refuse(token, fmt::format("\"{}\" is nothing that {} has", token.text, tokens_.front().text),
               spelling_hint(token.text, names));
      }
      *found->value = number_below(place + 1, "number", found->most);
    }
  }

  static constexpr std::uint64_t kMost32 = 0xFFFF'FFFF;

  void take_header() {
    if (writer_) refuse(tokens_.front(), "frames is no first line");
    std::uint64_t version = kFrameVersion, pci = header_.pci_id, revision = header_.revision;
    options(1, {{"version", &version, kFrameVersion}, {"pci", &pci, kMost32}, {"revision", &revision, kMost32}});
    header_.pci_id = static_cast<std::uint32_t>(pci);
    header_.revision = static_cast<std::uint32_t>(revision);
    require_writer();
  }

  void take_map() {
    std::uint64_t size = 0, handle = 0, flags = 0;
    const std::uint64_t first = address(1);
    options(2, {{"size", &size}, {"handle", &handle, kMost32}, {"flags", &flags, kMost32}});
    if (size == 0) refuse_end("a size above 0, as size 0x1000");
    if (!functional::GpuMemory::holds(ByteAddress{first}, ByteSize{size}))
      refuse(tokens_[1], "the range ends beyond the GPU address space", "expected addresses below 2^48");
    if (const auto other = mapped_.overlapping(ByteAddress{first}, ByteSize{size}))
      refuse(tokens_[1],
             fmt::format("the range overlaps 0x{:x}, {} bytes, which are mapped", other->address, other->size));
    if (size > kMostFrameMappedBytes - mapped_.bytes())
      refuse_at(line_, 1, fmt::format("{} bytes beside {} that are mapped", size, mapped_.bytes()),
                fmt::format("expected at most {} together", kMostFrameMappedBytes));
    flush();
    mapped_.add(ByteAddress{first}, ByteSize{size});
    add(FrameMap{first, size, static_cast<std::uint32_t>(handle), static_cast<std::uint32_t>(flags)});
  }

  void take_unmap() {
    std::uint64_t size = 0;
    const std::uint64_t first = address(1);
    options(2, {{"size", &size}});
    if (!mapped_.remove(ByteAddress{first}, ByteSize{size}))
      refuse(tokens_[1], fmt::format("0x{:x}, {} bytes, is no mapped range", first, size),
             "expected a range as it was mapped");
    flush();
    add(FrameUnmap{first, size});
  }

  void take_note() {
    FrameNote note{.address = address(1)};
    std::size_t place = 2;
    while (place < tokens_.size() && tokens_[place].text != "text") place += 2;
    if (place + 1 >= tokens_.size()) refuse_end("text \"...\"");
    const std::optional<std::string> text = unquoted_note(tokens_[place + 1].text);
    if (!text || place + 2 != tokens_.size())
      refuse(tokens_[place + 1], "the note has no text between quotation marks", "expected text \"...\" at the end");
    note.text = *text;
    tokens_.resize(place);
    options(2, {{"size", &note.size}});
    if (note.address != 0) require_mapped(note.address, note.size, line_);
    flush();
    add(note);
  }

  void add(const FrameContent& content) {
    writer_->add(content);
    replay_into(memory_, {0, content});
  }

  void require_mapped(std::uint64_t first, std::uint64_t bytes, int line) const {
    if (!mapped_.holds(ByteAddress{first}, ByteSize{bytes}))
      refuse_at(line, 1, fmt::format("0x{:x}, {} bytes, is not mapped", first, bytes),
                "expected a line \"map\" before");
  }

  // `write 0x1000` and bytes in hexadecimal on the lines that follow: one record, as it is.
  void take_write() {
    flush();
    write_ = FrameWrite{address(1), {}};
    if (tokens_.size() > 2) refuse(tokens_[2], "the bytes of a write stand on the lines after it");
    in_write_ = true;
    write_line_ = line_;
  }

  bool take_hex() {
    for (const Token& token : tokens_) {
      const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
      if (!std::all_of(token.text.begin(), token.text.end(), is_digit)) return false;
    }
    for (const Token& token : tokens_) {
      if (token.text.size() % 2 != 0) refuse(token, "half a byte", "expected two digits for each byte");
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
    add(std::move(write_));
  }

  void take_submission() {
    if (submit_) refuse(tokens_.front(), "a submission within another", "expected a line \"end\" before");
    std::uint64_t count = submissions_++, context = 1, flags = 1;
    FrameSubmit submit;
    submit.first_command = kUnknown;
    options(1, {{"number", &count, kMost32},
                {"context", &context, kMost32},
                {"flags", &flags},
                {"first", &submit.first_command, functional::GpuMemory::kEnd - 1},
                {"length", &submit.length}});
    submit.number = static_cast<std::uint32_t>(count);
    submit.context = static_cast<std::uint32_t>(context);
    submit.flags = flags;
    submit_ = submit;
    submit_line_ = line_;
    at_ = kUnknown;
  }

  FrameSubmit& submission() {
    if (!submit_)
      refuse(tokens_.front(), fmt::format("{} outside of a submission", tokens_.front().text),
             "expected a line \"submission\" before");
    return *submit_;
  }

  void take_object() {
    FrameObject object{address(1), 0};
    options(2, {{"flags", &object.flags}});
    submission().objects.push_back(object);
  }

  void take_batch() {
    FrameSubmit& submit = submission();
    at_ = address(1);
    if (at_ % 4 != 0) refuse(tokens_[1], "a batch does not begin at a whole word", "expected a multiple of 4");
    if (submit.first_command == kUnknown) submit.first_command = at_;
  }

  void take_end() {
    FrameSubmit& submit = submission();
    flush();
    if (submit.first_command == kUnknown)
      refuse(tokens_.front(), "the submission has no command", "expected a line \"batch\"");
    require_mapped(submit.first_command, 4, submit_line_);
    add(submit);
    submit_.reset();
  }

  void take_words() {
    submission();
    require_batch();
    std::vector<std::uint32_t> words;
    for (std::size_t i = 1; i < tokens_.size(); ++i)
      words.push_back(static_cast<std::uint32_t>(number_below(i, "word", kMost32)));
    put(at_, words, line_);
    at_ += 4 * words.size();
  }

  void require_batch() const {
    if (at_ == kUnknown)
      refuse(tokens_.front(), "a command that stands nowhere", "expected a line \"batch\" with its address before");
  }

  struct OpenStructure {
    std::optional<StructureText> text;  // none: words
    std::vector<std::uint32_t> words;
    std::uint64_t address = 0;
    int line = 0;
    bool is_command = false;
  };

  void open(const Token& token, std::size_t options_from, std::uint64_t where, bool is_command) {
    OpenStructure opened{.address = where, .line = line_, .is_command = is_command};
    placed(line_, token.column, [&] { opened.text = StructureText::named(token.text); });
    std::uint64_t dwords = opened.text->usual_dwords();
    options(options_from, {{"dwords", &dwords, 1024}});
    placed(line_, token.column, [&] { opened.words = opened.text->blank(static_cast<unsigned>(dwords)); });
    open_ = std::move(opened);
  }

  void take_state() {
    if (tokens_.size() < 4 || tokens_[2].text != "at") refuse_end("state NAME at ADDRESS");
    const std::uint64_t where = address(3);
    if (tokens_[1].text == "words") {
      open_ = OpenStructure{.address = where, .line = line_};
      return;
    }
    open(tokens_[1], 4, where, false);
  }

  void take_command() {
    const Token name = tokens_.front();
    const bool is_statement_like =
        std::none_of(name.text.begin(), name.text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (is_statement_like)
      refuse(name, fmt::format("no statement is called \"{}\"", name.text), spelling_hint(name.text, kStatements));
    submission();
    require_batch();
    open(name, 1, at_, true);
    if (!open_->text->is_command())
      refuse(name, fmt::format("{} is no command", name.text),
             fmt::format("expected \"state {} at ADDRESS\"", name.text));
  }

  void take_field(std::string_view line) {
    if (!open_) refuse(tokens_.front(), "a field of nothing", "expected a command or a state before");
    const std::string_view key = tokens_.front().text;
    std::string_view value = line.substr(static_cast<std::size_t>(tokens_[1].column));
    while (!value.empty() && is_space(value.front())) value.remove_prefix(1);
    while (!value.empty() && is_space(value.back())) value.remove_suffix(1);
    if (value.empty()) refuse_end("a value");
    if (key == "raw") return take_raw();
    if (key.starts_with("reserved[")) return take_reserved(key);
    if (!open_->text) refuse(tokens_.front(), "words have no fields", "expected raw = WORD...");
    placed(line_, tokens_.front().column, [&] {
      open_->text->assign(open_->words, {std::string{key}, std::string{value}});
    });
  }

  void take_raw() {
    std::vector<std::uint32_t> words;
    for (std::size_t i = 2; i < tokens_.size(); ++i)
      words.push_back(static_cast<std::uint32_t>(number_below(i, "word", kMost32)));
    if (open_->text && words.size() != open_->words.size())
      refuse(tokens_[2], fmt::format("{} words for {}", words.size(), open_->text->name()),
             fmt::format("expected {}", open_->words.size()));
    open_->words = std::move(words);
  }

  void take_reserved(std::string_view key) {
    std::uint64_t dword = 0;
    const std::string_view digits = key.substr(9, key.size() - std::min<std::size_t>(key.size(), 10));
    if (!key.ends_with(']') || parse_text(digits, dword) || dword >= open_->words.size())
      refuse(tokens_.front(), fmt::format("\"{}\" is no word of it", key),
             fmt::format("expected reserved[0] to reserved[{}]", open_->words.size() - 1));
    open_->words[dword] |= static_cast<std::uint32_t>(number_below(2, "word", kMost32));
  }

  void finish_structure() {
    finish_write();
    if (!open_) return;
    put(open_->address, open_->words, open_->line);
    if (open_->is_command) at_ = open_->address + 4 * open_->words.size();
    open_.reset();
  }

  /// Writes words where they differ from what is there. Changes that follow one another make one record.
  void put(std::uint64_t first, std::span<const std::uint32_t> words, int line) {
    require_mapped(first, 4 * words.size(), line);
    for (std::size_t i = 0; i < words.size(); ++i) {
      const ByteAddress place{first + 4 * i};
      if (memory_.read_u32(place) == words[i]) continue;
      if (pending_.address + pending_.bytes.size() != place.value()) {
        flush();
        pending_.address = place.value();
      }
      const auto bytes = std::as_bytes(std::span{&words[i], 1});
      pending_.bytes.insert(pending_.bytes.end(), bytes.begin(), bytes.end());
      memory_.write_u32(place, words[i]);
    }
  }

  void flush() {
    if (!pending_.bytes.empty()) writer_->write(pending_.address, pending_.bytes);
    pending_ = {};
  }

  static constexpr std::uint64_t kUnknown = ~std::uint64_t{0};

  std::string_view text_;
  const std::string& name_;
  int line_ = 0;
  std::vector<Token> tokens_;
  FrameHeader header_{.pci_id = 0x5916, .revision = 2};  // as the recorder's device
  std::optional<FrameWriter> writer_;
  functional::GpuMemory memory_;
  functional::MappedRanges mapped_;
  FrameWrite pending_;
  FrameWrite write_;
  bool in_write_ = false;
  int write_line_ = 0;
  std::optional<FrameSubmit> submit_;
  int submit_line_ = 0;
  std::uint64_t submissions_ = 0;
  std::uint64_t at_ = kUnknown;  // where the next command goes
  std::optional<OpenStructure> open_;
};

}  // namespace

FrameWriter assemble_frames(std::string_view text, const std::string& name) {
  FrameWriter writer = Assembler{text, name}.run();
  // The recording as a whole is checked as any other.
  FrameRecording recording{writer.bytes(), name};
  while (recording.next()) continue;
  return writer;
}

}  // namespace texpipe::study
