#include "isa/visa/isa_file_writer.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "isa/visa/encoding.h"
#include "isa/visa/program_rules.h"

namespace texpipe::visa {

namespace {

/// Names of a container, each once, in order of first use.
class NameTable {
 public:
  std::uint32_t index(const std::string& name) {
    const auto found = std::find(names_.begin(), names_.end(), name);
    const auto index = static_cast<std::uint32_t>(found - names_.begin());
    if (found == names_.end()) names_.push_back(name);
    return index;
  }
  void write(FieldWriter& out) const {
    out.u32(static_cast<std::uint32_t>(names_.size()));
    for (const std::string& name : names_) {
      out.text(name);
      out.u8(0);
    }
  }

 private:
  std::vector<std::string> names_;
};

void write_arrays(FieldWriter& out, NameTable& names, const std::vector<NamedArray>& arrays) {
  for (const NamedArray& array : arrays) {
    out.u32(names.index(array.name));
    out.u16(array.elements);
    out.u8(0);
  }
}

void write_declarations(FieldWriter& out, NameTable& names, const Program& program) {
  out.u32(names.index(program.name));
  for (const Variable& variable : predefined_variables()) names.index(variable.name);
  for (std::string_view surface : predefined_surfaces()) names.index(std::string{surface});
  names.index("S31");
  out.u32(static_cast<std::uint32_t>(program.variables.size()));
  for (const Variable& variable : program.variables) {
    out.u32(names.index(variable.name));
    out.u8(static_cast<unsigned>(variable.type) | static_cast<unsigned>(variable.alignment) << 4);
    out.u16(variable.elements);
    out.u32(variable.alias);
    out.u16(variable.alias_offset);
    out.u16(0);
  }
  out.u16(static_cast<unsigned>(program.addresses.size()));
  write_arrays(out, names, program.addresses);
  out.u16(static_cast<unsigned>(program.predicates.size()));
  write_arrays(out, names, program.predicates);
}

void write_states(FieldWriter& out, NameTable& names, const Program& program) {
  out.u8(static_cast<unsigned>(program.samplers.size()));
  write_arrays(out, names, program.samplers);
  out.u8(static_cast<unsigned>(program.surfaces.size()));
  write_arrays(out, names, program.surfaces);
  out.u8(0);
}

void write_attributes(FieldWriter& out, NameTable& names, const Program& program) {
  out.u16(static_cast<unsigned>(program.attributes.size()));
  for (const Attribute& attribute : program.attributes) {
    out.u32(names.index(attribute.name));
    out.u8(static_cast<unsigned>(attribute.value.size()));
    out.text(attribute.value);
  }
}

void write_labels(FieldWriter& out, NameTable& names, const Program& program) {
  out.u16(static_cast<unsigned>(program.labels.size()));
  for (const Label& label : program.labels) {
    out.u32(names.index(label.name));
    out.u8(label.function);
    out.u8(0);
  }
}

void write_inputs(FieldWriter& out, const Program& program) {
  out.u32(static_cast<std::uint32_t>(program.inputs.size()));
  for (const Input& input : program.inputs) {
    out.u8(static_cast<unsigned>(input.kind));
    out.u32(input.index);
    out.u16(input.offset);
    out.u16(input.size);
  }
}

/// One kernel's part of a container, and where its inputs begin in it.
struct KernelPart {
  FieldWriter bytes;
  std::uint32_t inputs = 0;
};

KernelPart kernel_part(const Program& program) {
  NameTable names;  // in the order of their first use, which the order of these calls is
  FieldWriter declarations, states, attributes, labels, inputs;
  write_declarations(declarations, names, program);
  write_states(states, names, program);
  write_attributes(attributes, names, program);
  write_labels(labels, names, program);
  write_inputs(inputs, program);
  const std::vector<std::uint8_t> code = encode(program.statements, Layout::kIgc);

  FieldWriter kernel;
  names.write(kernel);
  for (const FieldWriter* part : {&declarations, &labels, &states})
    kernel.bytes.insert(kernel.bytes.end(), part->bytes.begin(), part->bytes.end());
  const auto input_place = static_cast<std::uint32_t>(kernel.bytes.size());
  kernel.bytes.insert(kernel.bytes.end(), inputs.bytes.begin(), inputs.bytes.end());
  kernel.u32(static_cast<std::uint32_t>(code.size()));
  kernel.u32(static_cast<std::uint32_t>(kernel.bytes.size() + 4 + attributes.bytes.size()));
  for (const std::vector<std::uint8_t>* part : {&std::as_const(attributes.bytes), &code})
    kernel.bytes.insert(kernel.bytes.end(), part->begin(), part->end());
  return {std::move(kernel), input_place};
}

}  // namespace

std::vector<std::uint8_t> write_isa(const Program& program) {
  const KernelPart kernel = kernel_part(program);
  FieldWriter out;
  out.text("CISA");
  out.u8(program.major);
  out.u8(program.minor);
  out.u16(1);
  out.u16(static_cast<unsigned>(program.name.size()));
  out.text(program.name);
  const auto start = static_cast<std::uint32_t>(out.bytes.size() + 3 * 4 + 2 + 2 + 1 + 2 + 2);
  out.u32(start);
  out.u32(static_cast<std::uint32_t>(kernel.bytes.bytes.size()));
  out.u32(start + kernel.inputs);
  out.u16(0);
  out.u16(0);
  out.u8(0);
  out.u16(0);
  out.u16(0);
  out.bytes.insert(out.bytes.end(), kernel.bytes.bytes.begin(), kernel.bytes.bytes.end());
  return out.bytes;
}

}  // namespace texpipe::visa
