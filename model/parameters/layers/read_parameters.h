// Fills parameter structs from layers of configuration text, and collects everything that is wrong in one pass.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.h"
#include "base/parameter_rule.h"
#include "parameters/layers/layer.h"
#include "parameters/tree/field.h"

namespace texpipe::study {

/// Reads structs one after the other, then `finish` refuses the keys that none of them took.
///
///   ParameterReader reader;
///   reader.read(study, {&file, &environment, &command_line});
///   reader.finish();
class ParameterReader : private FieldVisitor {
 public:
  /// @param layers  earliest first; they have to outlive the reader
  template <class Struct>
  void read(Struct& parameters, const std::vector<const Layer*>& layers) {
    begin(layers);
    visit_fields(parameters, *this);
  }

  /// Error with kInvalidConfiguration and every problem found (unknown keys included), in the order of their places.
  void finish();

  /// Adds a problem that the caller found, for `finish` to report with the others.
  void add_problem(Diagnostic problem);

  /// Adds a broken rule at the last layer that gave one of its parameters; nothing when one of them is refused already.
  void add_rule(const BrokenRule& rule);

  /// Origin of a value that was given to exactly this path (with indices), or of a word for its group; null when no
  /// layer named it.
  const Origin* given(const std::string& path) const;

  /// Origin of the value at a path (with indices, as `slice.subslice[0].eus`); a default when no layer gave it.
  Origin origin(const std::string& path) const;

  /// The path under which a value was given: its own, or that of a group around it that one word gave as a whole; its
  /// own when nobody gave it.
  std::string given_path(const std::string& path) const;

 private:
  /// A mapping that is open at the current level, and its path as the text wrote it.
  struct Open {
    const Layer* layer;
    const ConfigNode* mapping;
    std::string written;
  };
  struct Scope {
    std::vector<Open> open;
    std::string path;
    std::string pattern;  // the path without indices
    std::vector<std::vector<std::string>*>
        known{};             // of each current layer: the group's keys; none of a repeated element
    bool undecided = false;  // the value that decides which keys there are was refused: the others are set aside
  };
  /// Keys of a list of groups that wait for begin_element.
  struct Pending {
    Open parent;
    const ConfigEntry* entry;
  };

  /// Index that the key of a group may have.
  enum class GroupIndex : std::uint8_t { kNone, kFirst };

  void begin(const std::vector<const Layer*>& layers);
  void open_group(std::string_view name, GroupIndex allowed);
  void field(Field& field) override;
  /// Enters a group, or an element of a list.
  void enter(Scope scope);
  /// Notes that the current group has a key, for error texts.
  void know(std::string_view name);
  void begin_group(std::string_view name, std::string_view) override { open_group(name, GroupIndex::kNone); }
  void begin_only_unit(std::string_view name, std::string_view) override { open_group(name, GroupIndex::kFirst); }
  void begin_preset_group(Field& word) override;
  void end_group() override { scopes_.pop_back(); }
  void begin_list(std::string_view name, std::size_t count, std::string_view help) override;
  void begin_element(std::size_t index) override;
  void end_element() override { scopes_.pop_back(); }
  void end_list() override;

  template <class Take>
  void for_each_entry(std::string_view name, Take take);
  void assign(Field& field, const Open& open, const ConfigEntry& entry, const std::string& path);
  void report_missing(const Field& field);
  void enter(std::vector<Open>& into, const Open& parent, const ConfigEntry& entry, const ConfigNode& value,
             const std::string& suffix);
  /// Takes a whole subtree out of the search for unknown keys: one problem with it has been reported.
  void set_aside(const ConfigNode& node);
  /// Sets aside what the current group has beside the field that decides its keys. @param reported  null: all of it
  void leave_undecided(const ConfigEntry* reported);
  /// The current group's entry that may be a key of this name, misspelt; null: none.
  const ConfigEntry* misspelt_entry(std::string_view name) const;
  void refuse_unknown(const Layer& layer, const ConfigNode& mapping, const std::string& written,
                      const std::string& pattern);
  std::string unknown_hint(const Layer& layer, const std::string& key, const std::string& pattern) const;

  struct ListScope {
    std::string path;
    std::string pattern;
    std::size_t count;
    std::vector<Pending> pending;
  };

  std::vector<const Layer*> layers_;   // all that were read, in order
  std::vector<const Layer*> current_;  // of the struct that is being read
  std::vector<Scope> scopes_;
  std::vector<ListScope> lists_;
  std::unordered_set<const ConfigEntry*> taken_;  // membership only, never iterated
  std::map<std::pair<std::string, std::string>, std::vector<std::string>>
      known_;                                        // (layer name, pattern of the group) -> keys
  std::unordered_map<std::string, Origin> origins_;  // looked up, never iterated
  std::set<std::string> refused_;                    // paths whose text could not be taken
  std::vector<Diagnostic> problems_;
};

}  // namespace texpipe::study
