#include "study/trace/wave_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "host/files/byte_reader.h"
#include "host/files/mapped_text.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostBits = 1 << 20;

/// Words of a value change dump with their lines.
class VcdWords {
 public:
  VcdWords(std::string_view text, const fs::path& file) : rest_{text}, file_{file} {}

  /// Empty at the end of the file.
  std::string_view next() {
    while (!rest_.empty() && is_space(rest_.front())) {
      if (rest_.front() == '\n') ++line_;
      rest_.remove_prefix(1);
    }
    std::size_t length = 0;
    while (length < rest_.size() && !is_space(rest_[length])) ++length;
    const std::string_view word = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return word;
  }
  void skip_to_end() {
    for (std::string_view word = next(); word != "$end"; word = next()) {
      if (word.empty()) refuse("no `$end`");
    }
  }
  std::uint64_t number(std::string_view word) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || word.empty())
      refuse("`" + printable(std::string{word}) + "` where a number stands");
    return value;
  }
  [[noreturn]] void refuse(const std::string& found) const {
    throw Error{ExitCode::kMalformedInput, Diagnostic{.position = {.file = file_.string(), .line = line_},
                                                      .problem = "holds " + found,
                                                      .hint = "expected waves as `texpipe run --waves` writes them"}};
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

  std::string_view rest_;
  const fs::path& file_;
  int line_ = 1;
};

/// Hands a dump on to another file of waves.
class VcdReader {
 public:
  VcdReader(std::string_view text, const fs::path& file, timing::WaveFile& out) : words_{text, file}, out_{out} {}

  void read() {
    declarations();
    for (std::string_view word = words_.next(); !word.empty(); word = words_.next()) {
      if (word == "$dumpvars" || word == "$end") continue;  // the values between them are 0
      change(word);
    }
    if (!time_) words_.refuse("no time");
    out_.end(*time_);
  }

 private:
  void declarations() {
    unsigned depth = 0;
    for (;;) {
      const std::string_view word = words_.next();
      if (word == "$enddefinitions") break;
      if (word == "$scope") {
        words_.next();
        out_.begin_scope(std::string{words_.next()});
        ++depth;
      } else if (word == "$upscope") {
        if (depth-- == 0) words_.refuse("the end of a scope that did not begin");
        out_.end_scope();
      } else if (word == "$var") {
        variable();
        continue;
      } else if (word == "$timescale") {
        if (words_.next() != "1ps") words_.refuse("another time scale than 1ps");
      } else {
        words_.refuse(word.empty() ? "no `$enddefinitions`" : "the declaration `" + printable(std::string{word}) + "`");
      }
      words_.skip_to_end();
    }
    if (depth != 0) words_.refuse("a scope that does not end");
    words_.skip_to_end();
    out_.end_declarations();
  }

  void variable() {
    const std::string_view type = words_.next();
    if (type != "wire" && type != "real") words_.refuse("a signal that is neither wire nor real");
    const std::uint64_t bits = words_.number(words_.next());
    if (bits == 0 || bits > kMostBits) words_.refuse("a signal of " + std::to_string(bits) + " bits");
    const std::string code{words_.next()};
    const bool is_real = type == "real";
    if (!signals_.emplace(code, Signal{signals_.size(), bits, is_real}).second) words_.refuse("a signal's code twice");
    timing::WaveSignal signal{std::string{words_.next()}, static_cast<unsigned>(bits), {}, is_real};
    if (const std::string_view range = words_.next(); range != "$end") {
      signal.range = range;
      words_.skip_to_end();
    }
    out_.declare(signal);
  }

  void change(std::string_view word) {
    if (word.front() == '#') {
      const std::uint64_t time = words_.number(word.substr(1));
      if (time_ && time < *time_) words_.refuse("a time before the one before it");
      time_ = time;
      out_.reach(time);
      return;
    }
    const bool is_real = word.front() == 'r';
    const bool vector = word.front() == 'b' || is_real;
    const std::string_view digits = vector ? word.substr(1) : word.substr(0, 1);
    const auto signal = signals_.find(vector ? words_.next() : word.substr(1));
    if (signal == signals_.end()) words_.refuse("a change of a signal that is not declared");
    if (signal->second.is_real != is_real) words_.refuse("a value of another type than its signal");
    if (is_real) {
      if (!is_number(digits)) words_.refuse("a value that is no number");
      if (time_) out_.change(signal->second.number, digits);
      return;
    }
    if (digits.empty() || digits.size() > signal->second.bits) words_.refuse("a value of other bits than its signal");
    if (digits.find_first_not_of("01") != std::string_view::npos) words_.refuse("a value that is no binary number");
    const std::string missing(signal->second.bits - digits.size(), '0');
    if (time_) out_.change(signal->second.number, std::string_view{missing + std::string{digits}});
  }

  static bool is_number(std::string_view text) {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size();
  }

  struct Signal {
    std::size_t number;
    std::uint64_t bits;
    bool is_real;
  };

  VcdWords words_;
  timing::WaveFile& out_;
  std::map<std::string, Signal, std::less<>> signals_;
  std::optional<std::uint64_t> time_;
};

/// Counts what is in waves.
class Counting final : public timing::WaveFile {
 public:
  explicit Counting(WaveContent& content) : content_{content} {}

  void begin_scope(const std::string& name) override {
    ends_.push_back(path_.size());
    path_ += (path_.empty() ? "" : ".") + name;
    ++content_.scopes;
  }
  void end_scope() override {
    path_.resize(ends_.back());
    ends_.pop_back();
  }
  void declare(const timing::WaveSignal&) override {
    if (content_.blocks.empty() || content_.blocks.back().path != path_) content_.blocks.push_back({.path = path_});
    ++content_.blocks.back().signals;
    ++content_.signals;
    block_of_.push_back(content_.blocks.size() - 1);
  }
  void end_declarations() override {}
  void reach(std::uint64_t time) override {
    if (!std::exchange(any_, true)) content_.from = time;
    content_.to = time;
  }
  void change(std::size_t signal, std::uint64_t) override { ++content_.blocks[block_of_[signal]].changes; }
  void change(std::size_t signal, std::string_view) override { change(signal, 0); }
  void end(std::uint64_t) override {}
  void close(std::string_view) override {}

 private:
  WaveContent& content_;
  std::string path_;
  std::vector<std::size_t> ends_;      // of the paths of the scopes around
  std::vector<std::size_t> block_of_;  // by signal
  bool any_ = false;
};

/// The header of an FST file: all numbers big endian.
WaveContent fst_content(std::string_view bytes, const fs::path& file) {
  constexpr std::size_t kHeader = 330, kStart = 9, kEnd = 17, kScopes = 41, kSignals = 49, kTimeScale = 73;
  constexpr char kPicoseconds = -12, kWrapped = static_cast<char>(254);
  if (!bytes.empty() && bytes[0] == kWrapped)
    unsupported("an FST file that is compressed as a whole: " + file.string());
  const auto number = [&](std::size_t at) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < 8; ++i) value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return value;
  };
  if (bytes.size() < kHeader || bytes[0] != 0 || number(1) != kHeader - 1)
    malformed(file.string(), "is no FST file, or was not finished",
              "waves as `texpipe run --waves FILE.fst` writes them");
  if (bytes[kTimeScale] != kPicoseconds)
    malformed(file.string(), "counts time in something else than picoseconds",
              "waves as `texpipe run --waves FILE.fst` writes them");
  return {.format = WaveFormat::kFst,
          .from = number(kStart),
          .to = number(kEnd),
          .scopes = number(kScopes),
          .signals = number(kSignals),
          .blocks = {}};
}

}  // namespace

bool is_wave_file(const fs::path& file) {
  return file.extension() == ".vcd" || file.extension() == ".fst";
}

WaveContent read_waves(const fs::path& file) {
  const WaveFormat format = wave_format(file, "FILE");
  const MappedText text{file};
  if (format == WaveFormat::kFst) return fst_content(text.view(), file);
  WaveContent content;
  Counting counting{content};
  VcdReader{text.view(), file, counting}.read();
  return content;
}

std::string content_text(const WaveContent& content, const std::string& file) {
  std::string text = fmt::format("{}: {}, {} signals in {} scopes, {} to {} ps\n", printable(file),
                                 content.format == WaveFormat::kVcd ? "value change dump" : "FST", content.signals,
                                 content.scopes, content.from, content.to);
  if (content.blocks.empty()) return text;
  std::size_t width = 5;
  for (const WavedBlock& block : content.blocks) width = std::max(width, block.path.size());
  text += fmt::format("{:{}}  {:>8} {:>10}\n", "block", width, "signals", "changes");
  for (const WavedBlock& block : content.blocks)
    text += fmt::format("{:{}}  {:>8} {:>10}\n", printable(block.path), width, block.signals, block.changes);
  return text;
}

nlohmann::ordered_json content_json(const WaveContent& content) {
  nlohmann::ordered_json json{{"schema_version", 1},
                              {"format", content.format == WaveFormat::kVcd ? "VCD" : "FST"},
                              {"from_ps", content.from},
                              {"to_ps", content.to},
                              {"scopes", content.scopes},
                              {"signals", content.signals},
                              {"blocks", nlohmann::ordered_json::array()}};
  for (const WavedBlock& block : content.blocks)
    json["blocks"].push_back({{"path", block.path}, {"signals", block.signals}, {"changes", block.changes}});
  return json;
}

void convert_waves(const fs::path& from, const fs::path& to, Existing existing) {
  if (wave_format(from, "IN") != WaveFormat::kVcd || wave_format(to, "OUT") != WaveFormat::kFst) {
    throw Error{ExitCode::kUsage, Diagnostic{.path = "trace convert",
                                             .problem = "no way from " + from.string() + " to " + to.string(),
                                             .hint = "a .vcd becomes a .fst; `texpipe run --waves` writes both"}};
  }
  const MappedText text{from};
  OutputFile file{to, existing};
  const auto waves = wave_file(WaveFormat::kFst, file.stream());
  VcdReader{text.view(), from, *waves}.read();
  waves->close("");
  file.publish();
}

}  // namespace texpipe::study
