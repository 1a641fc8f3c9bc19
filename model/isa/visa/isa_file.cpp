#include "isa/visa/isa_file.h"

#include <algorithm>
#include <utility>

#include "isa/visa/encoding.h"
#include "isa/visa/program_rules.h"

namespace texpipe::visa {

namespace {

constexpr std::uint32_t kMagic = 0x41534943;  // "CISA"

struct KernelEntry {
  std::string name;
  std::uint32_t offset;
};

/// Refuses a value other than 0 in the field that was read last.
void must_be_zero(const FieldReader& in, unsigned value, const char* what) {
  if (value != 0) in.not_supported(std::string{what} + " in a .isa file");
}

/// The declarations of one kernel; all places are absolute.
class KernelReader {
 public:
  KernelReader(std::span<const std::uint8_t> bytes, const std::string& file, Generation generation)
      : bytes_{bytes}, file_{file}, in_{bytes, file}, generation_{generation} {}

  Program read(const KernelEntry& entry) {
    in_.seek(entry.offset, "a kernel");
    const std::uint32_t count = in_.u32("the size of the name table");
    for (std::uint32_t i = 0; i < count; ++i) names_.push_back(in_.terminated_text("the name table"));
    program_.name = name("the kernel's name");
    variables();
    arrays(program_.addresses, in_.u16("the number of addresses"));
    predicates();
    labels();
    arrays(program_.samplers, in_.u8("the number of samplers"));
    arrays(program_.surfaces, in_.u8("the number of surfaces"));
    must_be_zero(in_, in_.u8("the number of VME variables"), "VME variables");
    inputs();
    const std::uint32_t size = in_.u32("the size of the instructions");
    const std::uint32_t start = in_.u32("the place of the instructions");
    attributes();
    instructions(std::size_t{entry.offset} + start, size);
    return std::move(program_);
  }

 private:
  std::string name(const char* what) {
    const std::uint32_t index = in_.u32(what);
    if (index >= names_.size()) in_.fail("name " + std::to_string(index) + " of " + what + " is not in the name table");
    return names_[index];
  }

  /// A name that the text spells without quotes: a blank or control character would be lost or split there.
  std::string declared_name(const char* what) {
    const std::string declared = name(what);
    const auto cannot_be_spelled = [](unsigned char c) { return c <= ' ' || c == 0x7F; };
    if (std::any_of(declared.begin(), declared.end(), cannot_be_spelled))
      in_.fail(std::string{"the name of "} + what + " holds a blank or a control character");
    return declared;
  }

  void variables() {
    const std::uint32_t count = in_.u32("the number of variables");
    for (std::uint32_t i = 0; i < count; ++i) {
      Variable variable;
      variable.name = declared_name("a variable");
      const unsigned properties = in_.u8("a variable");
      if ((properties & 0xF) > static_cast<unsigned>(DataType::kHf))
        in_.fail("the type of variable " + variable.name + " is not listed");
      if ((properties >> 4) > static_cast<unsigned>(Alignment::kWordx32)) {
        in_.fail("the alignment of variable " + variable.name + " is not listed");
      }
      variable.type = static_cast<DataType>(properties & 0xF);
      variable.alignment = static_cast<Alignment>(properties >> 4);
      variable.elements = in_.u16("a variable");
      variable.alias = in_.u32("a variable");
      variable.alias_offset = in_.u16("a variable");
      must_be_zero(in_, in_.u8("a variable"), "an alias scope");
      must_be_zero(in_, in_.u8("a variable"), "variable attributes");
      keep(alias_problem(program_, variable));
      if (variable.alias != 0 && !find_variable(program_, variable.alias)) {
        in_.fail("variable " + variable.name + " is an alias of variable " + std::to_string(variable.alias) +
                 ", which is not declared before it");
      }
      program_.variables.push_back(std::move(variable));
    }
  }

  /// At the field that was read last.
  void keep(const std::optional<RuleProblem>& broken) const {
    if (broken) in_.fail(broken->problem, broken->hint);
  }

  void arrays(std::vector<NamedArray>& into, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      NamedArray array;
      array.name = declared_name("a declaration");
      array.elements = in_.u16("a declaration");
      must_be_zero(in_, in_.u8("a declaration"), "attributes of a declaration");
      into.push_back(std::move(array));
    }
  }

  void predicates() {
    const unsigned count = in_.u16("the number of predicates");
    for (unsigned i = 0; i < count; ++i) {
      arrays(program_.predicates, 1);
      keep(predicate_problem(program_.predicates.back()));
    }
  }

  void labels() {
    const unsigned count = in_.u16("the number of labels");
    for (unsigned i = 0; i < count; ++i) {
      Label label;
      label.name = declared_name("a label");
      const unsigned kind = in_.u8("a label");
      if (kind > 1) in_.not_supported("label kind " + std::to_string(kind) + " in a .isa file");
      label.function = kind == 1;
      must_be_zero(in_, in_.u8("a label"), "label attributes");
      program_.labels.push_back(std::move(label));
    }
  }

  void inputs() {
    const std::uint32_t count = in_.u32("the number of inputs");
    for (std::uint32_t i = 0; i < count; ++i) {
      Input input;
      const unsigned kind = in_.u8("an input");
      if (kind > 2) in_.not_supported("input kind " + std::to_string(kind) + " in a .isa file");
      input.kind = static_cast<Input::Kind>(kind);
      input.index = in_.u32("an input");
      input.offset = in_.u16("an input");
      input.size = in_.u16("an input");
      if (input.kind == Input::Kind::kGeneral && !find_variable(program_, input.index)) {
        in_.fail("input variable " + std::to_string(input.index) + " is not declared");
      }
      keep(input_problem(program_, input));
      program_.inputs.push_back(input);
    }
  }

  void attributes() {
    const unsigned count = in_.u16("the number of attributes");
    for (unsigned i = 0; i < count; ++i) {
      Attribute attribute;
      attribute.name = name("an attribute");
      attribute.value = in_.text(in_.u8("an attribute"), "an attribute");
      keep(attribute_problem(attribute));
      program_.attributes.push_back(std::move(attribute));
    }
  }

  void instructions(std::size_t start, std::size_t size) {
    if (start > bytes_.size() || size > bytes_.size() - start) in_.fail("the instructions lie outside the file");
    FieldReader in{bytes_.subspan(start, size), file_, start};
    program_.statements = decode_stream(in, program_, Layout::kIgc, generation_);
    for (const StatementProblem& broken : structure_problems(program_)) {
      const std::size_t place = program_.statements.empty() ? start : program_.statements[broken.statement].place.byte;
      in.fail_at(place, broken.rule.problem, broken.rule.hint);
    }
  }

  std::span<const std::uint8_t> bytes_;
  const std::string& file_;
  FieldReader in_;
  Generation generation_;
  std::vector<std::string> names_;
  Program program_;
};

}  // namespace

bool is_isa_file(std::span<const std::uint8_t> bytes) {
  return bytes.size() >= 4 && bytes[0] == 'C' && bytes[1] == 'I' && bytes[2] == 'S' && bytes[3] == 'A';
}

std::vector<Program> read_isa(std::span<const std::uint8_t> bytes, const std::string& file, Generation generation) {
  FieldReader in{bytes, file};
  if (in.u32("the magic") != kMagic) in.fail_at(0, "this is not a .isa file", "expected the bytes CISA");
  const std::uint8_t major = in.u8("the version");
  const std::uint8_t minor = in.u8("the version");
  if (!is_known_version(major, minor))
    in.not_supported_at(4, ".isa version " + std::to_string(major) + "." + std::to_string(minor));
  std::vector<KernelEntry> entries;
  for (unsigned count = in.u16("the number of kernels"), i = 0; i < count; ++i) {
    KernelEntry entry;
    entry.name = in.text(in.u16("a kernel's name"), "a kernel's name");
    entry.offset = in.u32("a kernel's place");
    in.u32("a kernel's size");
    in.u32("the place of a kernel's inputs");
    must_be_zero(in, in.u16("the number of variable relocations"), "variable relocations");
    must_be_zero(in, in.u16("the number of function relocations"), "function relocations");
    for (unsigned binaries = in.u8("the number of native codes"), b = 0; b < binaries; ++b) {
      in.u8("a native code's platform");
      in.u32("a native code's place");
      in.u32("a native code's size");
    }
    entries.push_back(std::move(entry));
  }
  must_be_zero(in, in.u16("the number of file-scope variables"), "file-scope variables");
  must_be_zero(in, in.u16("the number of functions"), "functions");
  std::vector<Program> programs;
  for (const KernelEntry& entry : entries) {
    Program program = KernelReader{bytes, file, generation}.read(entry);
    program.major = major;
    program.minor = minor;
    programs.push_back(std::move(program));
  }
  return programs;
}

}  // namespace texpipe::visa
