#include "parameters/yaml/yaml_document.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <sstream>

#include "host/files/byte_reader.h"
#include "parameters/yaml/yaml_mistake.h"

namespace texpipe::study {

namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kMostBytesOfPrograms = 64 << 20;
constexpr std::size_t kMostCopies = 1 << 20;  // of nodes, for aliases
constexpr std::size_t kDeepest = 32;
constexpr std::size_t kMostDuplicates = 100;

/// Thrown out of yaml-cpp's callbacks for what makes the rest of the document pointless.
struct Refusal {
  SourcePosition position;
  std::string problem;
};

bool is_null_word(const std::string& text) {
  return text == "~" || text == "null" || text == "Null";
}

/// Builds the tree from yaml-cpp's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(std::string_view text, const std::string& name, std::vector<Diagnostic>& problems, YamlAuthor author)
      : text_{text}, name_{name}, problems_{problems}, author_{author} {
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string_view::npos;) line_starts_.push_back(++at);
  }

  ConfigNode take() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    check(mark, "", anchor);
    if (is_word_null(mark))
      return add({.kind = ConfigNode::Kind::kScalar, .text = "NULL", .position = place(mark)}, anchor);
    add({.kind = ConfigNode::Kind::kNull, .position = place(mark)}, anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    if (author_ == YamlAuthor::kPerson)
      throw Refusal{place(mark), "aliases (*name) are not accepted; write the values out"};
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) throw Refusal{place(mark), "an alias stands inside of what it stands for"};
    copies_ += nodes_of(found->second);
    if (copies_ > kMostCopies) throw Refusal{place(mark), "aliases stand for more than a million values"};
    add(found->second);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    check(mark, tag, anchor);
    const bool quoted = tag == "!";
    if (quoted && !is_closed(mark)) throw Refusal{place(mark), "the quote that opens here is not closed"};
    const auto kind = !quoted && is_null_word(text) ? ConfigNode::Kind::kNull : ConfigNode::Kind::kScalar;
    add({.kind = kind, .text = text, .quoted = quoted, .position = place(mark)}, anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(ConfigNode::Kind::kSequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(ConfigNode::Kind::kMapping, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Level {
    ConfigNode node;
    YAML::anchor_t anchor = 0;  // of the node; 0: none
    std::string key;            // waits for its value
    SourcePosition key_position;
    bool has_key = false;
    std::map<std::string, std::size_t, std::less<>> places;  // of the keys of a mapping that has many

    const ConfigEntry* find(const std::string& wanted) {
      constexpr std::size_t kFew = 16;
      if (node.entries.size() <= kFew) return node.find(wanted);
      while (places.size() < node.entries.size()) places.emplace(node.entries[places.size()].key, places.size());
      const auto place = places.find(wanted);
      return place == places.end() ? nullptr : &node.entries[place->second];
    }
  };

  /// yaml-cpp takes NULL for nothing. In capitals it is a word of the manuals (a surface's type) and stays one.
  bool is_word_null(const YAML::Mark& mark) const {
    const auto line = static_cast<std::size_t>(mark.line);
    const std::size_t start = line < line_starts_.size() ? line_starts_[line] : text_.size();
    return text_.substr(std::min(text_.size(), start + static_cast<std::size_t>(mark.column)), 4) == "NULL";
  }

  /// yaml-cpp takes a text to the end of the file where its quote is missing.
  bool is_closed(const YAML::Mark& mark) const {
    const auto line = static_cast<std::size_t>(mark.line);
    std::size_t at =
        (line < line_starts_.size() ? line_starts_[line] : text_.size()) + static_cast<std::size_t>(mark.column);
    if (at >= text_.size() || (text_[at] != '"' && text_[at] != '\'')) return true;
    const char quote = text_[at];
    for (++at; at < text_.size(); ++at) {
      if (text_[at] == '\\' && quote == '"')
        ++at;
      else if (text_[at] == quote)
        return true;
    }
    return false;
  }

  SourcePosition place(const YAML::Mark& mark) const { return {name_, mark.line + 1, mark.column + 1}; }

  void check(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) const {
    if (author_ == YamlAuthor::kProgram) return;
    if (anchor != 0) throw Refusal{place(mark), "anchors (&name) are not accepted; write the values out"};
    if (!tag.empty() && tag != "?" && tag != "!") throw Refusal{place(mark), "tags (" + tag + ") are not accepted"};
  }

  void open(ConfigNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check(mark, tag, anchor);
    if (levels_.size() >= kDeepest) throw Refusal{place(mark), "nested deeper than 32 levels"};
    if (!levels_.empty() && levels_.back().node.kind == ConfigNode::Kind::kMapping && !levels_.back().has_key) {
      throw Refusal{place(mark), not_a_key()};
    }
    levels_.push_back({.node = {.kind = kind, .position = place(mark)}, .anchor = anchor});
  }

  void close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    add(std::move(level.node), level.anchor);
  }

  static std::size_t nodes_of(const ConfigNode& node) {
    std::size_t count = 1;
    for (const ConfigNode& item : node.items) count += nodes_of(item);
    for (const ConfigEntry& entry : node.entries) count += nodes_of(entry.value);
    return count;
  }

  /// @param anchor  under which the node can be asked for again; 0: none
  void add(ConfigNode node, YAML::anchor_t anchor = 0) {
    if (anchor != 0) anchored_[anchor] = node;
    if (levels_.empty()) {
      root_ = std::move(node);
      return;
    }
    Level& level = levels_.back();
    if (level.node.kind == ConfigNode::Kind::kSequence) {
      level.node.items.push_back(std::move(node));
    } else if (!level.has_key) {
      take_key(level, std::move(node));
    } else {
      add_entry(level, std::move(node));
    }
  }

  /// JSON is YAML; what is no JSON is often a comment of other languages.
  std::string not_a_key() const {
    const bool commented = text_.find("//") != std::string_view::npos || text_.find("/*") != std::string_view::npos;
    return std::string{"a key has to be a plain word"} + (commented ? "; comments begin with #" : "");
  }

  void take_key(Level& level, ConfigNode node) {
    if (node.kind != ConfigNode::Kind::kScalar) throw Refusal{node.position, not_a_key()};
    if (node.text == "<<") throw Refusal{node.position, "merge keys (<<) are not accepted; write the values out"};
    level.key = std::move(node.text);
    level.key_position = node.position;
    level.has_key = true;
  }

  void add_entry(Level& level, ConfigNode node) {
    level.has_key = false;
    if (const ConfigEntry* first = level.find(level.key)) {
      if (++duplicates_ > kMostDuplicates) {
        throw Refusal{level.key_position,
                      "more than " + std::to_string(kMostDuplicates) + " keys are given twice; the rest is not read"};
      }
      problems_.push_back({.position = level.key_position,
                           .path = path_of(level.key),
                           .problem = "duplicate key",
                           .hint = "first given in line " + std::to_string(first->position.line)});
      return;
    }
    level.node.entries.push_back({.key = level.key, .position = level.key_position, .value = std::move(node)});
  }

  std::string path_of(const std::string& key) const {
    std::string path;
    for (std::size_t i = 0; i + 1 < levels_.size(); ++i) {
      if (levels_[i].node.kind == ConfigNode::Kind::kMapping) path += levels_[i].key + '.';
    }
    return path + key;
  }

  std::string_view text_;
  const std::string& name_;
  std::vector<Diagnostic>& problems_;
  YamlAuthor author_;
  std::vector<std::size_t> line_starts_{0};
  std::size_t duplicates_ = 0;
  std::map<YAML::anchor_t, ConfigNode> anchored_;
  std::size_t copies_ = 0;
  std::vector<Level> levels_;
  ConfigNode root_;
};

/// Line of the first byte that is not UTF-8 text (control characters other than tab and line ends included); 0 when all
/// is well.
int first_bad_line(std::string_view text) {
  int line = 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\n') ++line;
    const bool control = byte < 0x20 && byte != '\n' && byte != '\r' && byte != '\t';
    if (control || byte == 0x7f) return line;
    if (byte < 0x80) continue;
    const int more = byte >= 0xf0 && byte < 0xf5 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc2 ? 1 : 0;
    if (more == 0 || byte >= 0xf5) return line;
    for (int k = 0; k < more; ++k) {
      if (++i >= text.size() || (static_cast<unsigned char>(text[i]) & 0xc0) != 0x80) return line;
    }
  }
  return 0;
}

}  // namespace

ConfigNode parse_yaml(std::string_view text, const std::string& name, std::vector<Diagnostic>& problems,
                      YamlAuthor author) {
  const bool of_person = author == YamlAuthor::kPerson;
  if (text.size() > (of_person ? kMostBytes : kMostBytesOfPrograms)) {
    problems.push_back(
        {.position = {name},
         .problem = of_person ? "larger than 1 MiB; this is not a configuration" : "larger than 64 MiB"});
    return {};
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    problems.push_back({.position = {name, 1, 1}, .problem = "is UTF-16; save it as UTF-8"});
    return {};
  }
  if (const int line = first_bad_line(text); line != 0) {
    problems.push_back({.position = {name, line, 1}, .problem = "not UTF-8 text"});
    return {};
  }
  if (const std::string problem = of_person ? other_language(text) : ""; !problem.empty()) {
    problems.push_back({.position = {name, 1, 1}, .problem = problem});
    return {};
  }
  std::istringstream stream{std::string{text}};
  TreeBuilder builder{text, name, problems, author};
  try {
    YAML::Parser parser{stream};
    parser.HandleNextDocument(builder);
    TreeBuilder rest{text, name, problems, author};
    if (parser && parser.HandleNextDocument(rest)) {
      problems.push_back({.position = {name}, .problem = "holds more than one YAML document"});
    }
  } catch (const Refusal& refusal) {
    problems.push_back({.position = refusal.position, .problem = refusal.problem});
    return {};
  } catch (const YAML::Exception& error) {
    const bool placed = error.mark.line >= 0;
    const SourcePosition place{name, placed ? error.mark.line + 1 : 0, placed ? error.mark.column + 1 : 0};
    problems.push_back(yaml_mistake(text, place, error.msg));
    return {};
  }
  ConfigNode root = builder.take();
  if (root.position.file.empty()) root.position = {name, 1, 1};  // of a text that holds nothing
  return root;
}

ConfigNode read_yaml_file(const std::filesystem::path& path, std::vector<Diagnostic>& problems) {
  return parse_yaml(read_text(path), shown_name(path), problems);
}

}  // namespace texpipe::study
