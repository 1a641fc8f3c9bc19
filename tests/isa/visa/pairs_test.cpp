#include <algorithm>

#include <catch2/catch.hpp>

#include "isa/visa/corpus.h"
#include "isa/visa/encoding.h"
#include "isa/visa/isa_file.h"
#include "isa/visa/isa_file_writer.h"
#include "isa/visa/text.h"
#include "support/visa_kernels.h"

using namespace texpipe;
using namespace texpipe::visa;

namespace {

Program from_text(const std::string& name) {
  return parse_text(test::visa_kernel_text(name + ".visaasm"), name + ".visaasm");
}

Program from_bytes(const std::string& name) {
  return read_isa(test::visa_kernel_bytes(name + ".isa"), name + ".isa").at(0);
}

/// The compiler's bytes do not carry .divS (specification/visa-lowering 9).
Program without_divergence(Program program) {
  for (Statement& statement : program.statements) {
    if (auto* sampler = std::get_if<SamplerInstruction>(&statement.instruction)) sampler->divergent_sampler = false;
  }
  return program;
}

}  // namespace

TEST_CASE("text and bytecode of the compiled OpenCL kernels say the same", "[visa]") {
  for (const std::string& base : corpus::opencl()) {
    INFO(base);
    const Program text = parse_text(corpus::text(base + ".visaasm"), base + ".visaasm");
    const Program bytes = read_isa(corpus::bytes(base + ".isa"), base + ".isa").at(0);
    CHECK(text == bytes);
    CHECK(parse_text(print(bytes), base) == bytes);
    CHECK(read_isa(write_isa(bytes), base).at(0) == bytes);
  }
}

TEST_CASE("there are 166 public vISA pairs", "[visa]") {
  CHECK(test::visa_kernel_names().size() == 166);
}

TEST_CASE("text and bytecode of every public vISA pair say the same", "[visa]") {
  for (const std::string& name : test::visa_kernel_names()) {
    INFO(name);
    const Program text = without_divergence(from_text(name));
    const Program bytes = from_bytes(name);
    CHECK(text == bytes);
    CHECK(print(text) == print(bytes));
  }
}

TEST_CASE("a declared name that text could not spell is refused", "[visa]") {
  std::vector<std::uint8_t> bytes = test::visa_kernel_bytes("s8_sample_b_2d.isa");
  const std::string_view name = "V_dst0";
  const auto found = std::search(bytes.begin(), bytes.end(), name.begin(), name.end());
  REQUIRE(found != bytes.end());
  found[5] = ' ';
  CHECK_THROWS_WITH(read_isa(bytes, "blank.isa"), Catch::Contains("the name of a variable holds a blank"));
}

TEST_CASE("encoding the text of a pair gives the compiler's bytes", "[visa]") {
  for (const std::string& name : test::visa_kernel_names()) {
    INFO(name);
    const std::vector<std::uint8_t> encoded = encode(from_text(name).statements, Layout::kIgc);
    const std::vector<std::uint8_t> file = test::visa_kernel_bytes(name + ".isa");
    CHECK(std::search(file.begin(), file.end(), encoded.begin(), encoded.end()) != file.end());
  }
}

TEST_CASE("printed text of every pair parses to the same program", "[visa]") {
  for (const std::string& name : test::visa_kernel_names()) {
    INFO(name);
    const Program program = from_text(name);
    CHECK(parse_text(print(program), name) == program);
  }
}

TEST_CASE("a written container reads back", "[visa]") {
  for (const std::string& name : test::visa_kernel_names()) {
    INFO(name);
    const Program program = without_divergence(from_text(name));
    CHECK(read_isa(write_isa(program), name).at(0) == program);
  }
}
