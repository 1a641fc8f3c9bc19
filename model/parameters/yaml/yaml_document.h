// YAML, strictly: what yaml-cpp lets pass is refused here, with its place.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "parameters/yaml/config_node.h"

namespace texpipe::study {

/// The writer of a text. A person is told of what YAML has and a configuration does not need; a program may use it.
enum class YamlAuthor : std::uint8_t { kPerson, kProgram };

/// Reads one YAML document. Duplicate keys, merge keys, keys that are not plain words, a second document, nesting
/// deeper than 32 and bytes that are not UTF-8 text are refused; of a person anchors, aliases, tags and texts above 1
/// MiB, too. A program's aliases are replaced by what they stand for, its tags are not looked at, and its text may have
/// 64 MiB.
/// @param name      file name for positions
/// @param problems  receives everything that is wrong; the tree is what could be read (a null node after a syntax
/// error). Only duplicate keys, whose first value stays, and a second document, which has no line, leave a tree.
ConfigNode parse_yaml(std::string_view text, const std::string& name, std::vector<Diagnostic>& problems,
                      YamlAuthor author = YamlAuthor::kPerson);

/// Reads a YAML file, or - for standard input. Error with kMalformedInput when it cannot be read.
ConfigNode read_yaml_file(const std::filesystem::path& path, std::vector<Diagnostic>& problems);

}  // namespace texpipe::study
