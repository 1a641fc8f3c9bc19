#include "study/trace/trace_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/diagnostic.h"
#include "base/printable.h"
#include "host/files/mapped_text.h"
#include "study/trace/kanata_trace.h"
#include "study/trace/perfetto_reader.h"

namespace texpipe::study {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kKanataHead = "Kanata\t0004";

/// Blocks in the order in which a file names them first.
class Blocks {
 public:
  explicit Blocks(TraceContent& content) : content_{content} {}
  TracedBlock& at(std::string_view path) {
    const auto [known, added] = places_.emplace(path, content_.blocks.size());
    if (added) content_.blocks.push_back({.path = std::string{path}});
    return content_.blocks[known->second];
  }
  void within(std::uint64_t from, std::uint64_t to) {
    content_.from = any_ ? std::min(content_.from, from) : from;
    content_.to = any_ ? std::max(content_.to, to) : to;
    any_ = true;
  }

 private:
  TraceContent& content_;
  std::map<std::string, std::size_t, std::less<>> places_;
  bool any_ = false;
};

TraceContent perfetto_content(std::string_view bytes, const fs::path& file) {
  TraceContent content;
  Blocks blocks{content};
  std::set<std::string, std::less<>> messages;
  content.title = read_perfetto(bytes, file.string(), [&](const PerfettoItem& item) {
    TracedBlock& block = blocks.at(item.block);
    blocks.within(item.from, item.to);
    if (!item.message.empty()) messages.emplace(item.message);
    if (item.is_counter) {
      ++block.levels;
    } else {
      ++block.slices;
      block.cycles += item.to - item.from;
    }
  });
  content.messages = messages.size();
  return content;
}

/// Lines of a file with their fields between tabs.
class KanataReader {
 public:
  KanataReader(std::string_view text, const fs::path& file) : rest_{text}, file_{file} {}

  bool next() {
    if (rest_.empty()) return false;
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    rest_.remove_prefix(std::min(rest_.size(), line.size() + 1));
    ++number_;
    fields_.clear();
    for (std::string_view left = line;;) {
      const std::size_t tab = left.find('\t');
      fields_.push_back(left.substr(0, tab));
      if (tab == std::string_view::npos) return true;
      left.remove_prefix(tab + 1);
    }
  }
  std::string_view kind() const { return fields_[0]; }
  std::string_view text(std::size_t field) const {
    if (field >= fields_.size()) refuse("a line of " + std::to_string(fields_.size()) + " fields");
    return fields_[field];
  }
  std::uint64_t number(std::size_t field) const {
    const std::string_view field_text = text(field);
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(field_text.data(), field_text.data() + field_text.size(), value);
    if (error != std::errc{} || end != field_text.data() + field_text.size())
      refuse("`" + printable(std::string{field_text}) + "` where a number stands");
    return value;
  }
  [[noreturn]] void refuse(const std::string& found) const {
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.position = {.file = file_.string(), .line = static_cast<int>(number_)},
                           .problem = "holds " + found,
                           .hint = "expected a trace as `texpipe run --trace FILE.kanata` writes it"}};
  }

 private:
  std::string_view rest_;
  const fs::path& file_;
  std::vector<std::string_view> fields_;
  std::size_t number_ = 0;
};

TraceContent kanata_content(std::string_view text, const fs::path& file) {
  TraceContent content{.format = TraceFormat::kKanata};
  Blocks blocks{content};
  KanataReader reader{text, file};
  if (!text.starts_with(kKanataHead)) reader.refuse("no line `Kanata 0004` at its begin");
  reader.next();
  std::uint64_t now = 0;
  std::map<std::uint64_t, std::uint64_t> entered;  // by footprint
  std::set<std::string, std::less<>> messages;
  while (reader.next()) {
    const std::string_view kind = reader.kind();
    if (kind == "C=") {
      now = reader.number(1);
    } else if (kind == "C") {
      now += reader.number(1);
    } else if (kind == "S") {
      entered[reader.number(1)] = now;
    } else if (kind == "E") {
      const auto known = entered.find(reader.number(1));
      if (known == entered.end()) reader.refuse("the end of a stage that did not begin");
      TracedBlock& block = blocks.at(reader.text(3));
      ++block.slices;
      block.cycles += now - known->second;
      blocks.within(known->second, now);
      entered.erase(known);
    } else if (kind == "L" && reader.text(2) == "0") {
      const std::string_view label = reader.text(3);
      constexpr std::string_view kMessage = "message ";
      if (label.starts_with(kMessage)) {
        const std::string_view name = label.substr(kMessage.size());
        messages.emplace(name.substr(0, name.find(' ')));
      }
    } else if (kind != "I" && kind != "L" && kind != "R") {
      reader.refuse("a line of kind `" + printable(std::string{kind}) + "`");
    }
  }
  content.messages = messages.size();
  return content;
}

std::string_view format_name(TraceFormat format) {
  return format == TraceFormat::kPerfetto ? "Perfetto" : "Kanata 0004";
}

/// A footprint's slice; nothing for others.
std::optional<TracedFootprint> footprint_of_item(const PerfettoItem& item) {
  const auto name = MessageName::parse(item.message);
  const std::uint64_t* footprint = item.find("footprint");
  if (!name || footprint == nullptr) return {};
  const auto note = [&](std::string_view key) {
    const std::uint64_t* value = item.find(key);
    return value == nullptr ? 0 : *value;
  };
  return TracedFootprint{.number = name->number(),
                         .work = name->number(),
                         .subspan = static_cast<unsigned>(note("subspan")),
                         .index = static_cast<unsigned>(*footprint),
                         .level = static_cast<unsigned>(note("level")),
                         .tap = static_cast<unsigned>(note("tap")),
                         .last = false,
                         .stage = item.block,
                         .entered = Cycles{item.from},
                         .issued = Cycles{note("issued_at")},
                         .ready = Cycles{note("ready_at")},
                         .left = Cycles{item.to}};
}

}  // namespace

TraceContent read_trace(const fs::path& file) {
  const TraceFormat format = trace_format(file, "FILE");
  const MappedText text{file};
  return format == TraceFormat::kPerfetto ? perfetto_content(text.view(), file) : kanata_content(text.view(), file);
}

std::string content_text(const TraceContent& content, const std::string& file) {
  std::string text = fmt::format(
      "{}: {}{}, {} messages, cycles {} to {}\n", printable(file), format_name(content.format),
      content.title.empty() ? "" : ", " + printable(content.title), content.messages, content.from, content.to);
  std::size_t width = 5;
  for (const TracedBlock& block : content.blocks) width = std::max(width, block.path.size());
  text += fmt::format("{:{}}  {:>10} {:>14} {:>10}\n", "block", width, "slices", "their cycles", "levels");
  for (const TracedBlock& block : content.blocks)
    text += fmt::format("{:{}}  {:>10} {:>14} {:>10}\n", printable(block.path), width, block.slices, block.cycles,
                        block.levels);
  return text;
}

nlohmann::ordered_json content_json(const TraceContent& content) {
  nlohmann::ordered_json json{{"schema_version", 1},
                              {"format", format_name(content.format)},
                              {"title", content.title},
                              {"from", content.from},
                              {"to", content.to},
                              {"messages", content.messages},
                              {"blocks", nlohmann::ordered_json::array()}};
  for (const TracedBlock& block : content.blocks) {
    json["blocks"].push_back(
        {{"path", block.path}, {"slices", block.slices}, {"cycles", block.cycles}, {"levels", block.levels}});
  }
  return json;
}

void convert_trace(const fs::path& from, const fs::path& to, Existing existing) {
  const TraceFormat have = trace_format(from, "IN"), wanted = trace_format(to, "OUT");
  if (have != TraceFormat::kPerfetto || wanted != TraceFormat::kKanata) {
    throw Error{ExitCode::kUsage,
                Diagnostic{.path = "trace convert",
                           .problem = "no way from " + from.string() + " to " + to.string(),
                           .hint = "a .pftrace becomes a .kanata; `texpipe run --trace` writes both"}};
  }
  const MappedText text{from};
  OutputFile file{to, existing};
  KanataTrace trace{file.stream()};
  read_perfetto(text.view(), from.string(), [&](const PerfettoItem& item) {
    if (const auto footprint = footprint_of_item(item)) trace.on(*footprint);
  });
  trace.finish();
  file.publish();
}

}  // namespace texpipe::study
