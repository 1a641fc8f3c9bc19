#include "functional/execution/visa_program.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "functional/execution/visa_bench.h"
#include "isa/visa/encoding.h"
#include "support/visa_kernels.h"

using namespace texpipe;
using namespace texpipe::functional;
using namespace texpipe::functional::test;

namespace {

visa::Program from_text(const std::string& name) {
  return visa::parse_text(texpipe::test::visa_kernel_text(name + ".visaasm"), name);
}

visa::Program from_bytes(const std::string& name) {
  return visa::read_isa(texpipe::test::visa_kernel_bytes(name + ".isa"), name).at(0);
}

/// Registers in which every lane differs and every coordinate lies inside the texture.
ThreadRegisters varied_inputs() {
  ThreadRegisters registers;
  for (unsigned r = 1; r < kGrfCount; ++r) {
    for (unsigned lane = 0; lane < 8; ++lane) {
      const float value = static_cast<float>((r * 8 + lane) * 37 % 101) / 101.0f;
      std::memcpy(&registers.grf[r][lane], &value, sizeof value);
    }
  }
  return registers;
}

/// Compares (this format has none), loads (levels and coordinates may lie outside) and sampleinfo (palette index 0) may
/// return 0 everywhere.
bool may_be_zero(const visa::Program& program) {
  for (const visa::LoweredInstruction& lowered : visa::lower(program, "")) {
    const auto parameters = visa::facts(lowered.operation).parameters();
    if (!parameters.empty() && parameters.front() == gen9::SamplerParameter::kRef) return true;
    if (visa::facts(lowered.operation).opcode == visa::SamplerOpcode::kLoad3d) return true;
    if (lowered.operation == gen9::SamplerMessageType::kSampleinfo) return true;
  }
  return false;
}

constexpr const char* kDeclarations = R"(.decl V_u v_type=G type=f num_elts=16 align=hword
.decl V_v v_type=G type=f num_elts=16 align=hword
.decl V_sel v_type=G type=ud num_elts=16 align=hword
.decl V_dst v_type=G type=f num_elts=64 align=hword
.decl V_info v_type=G type=ud num_elts=128 align=hword
.decl V_lod v_type=G type=ud num_elts=32 align=hword
.decl P1 v_type=P num_elts=16
.decl S_0 v_type=S num_elts=16
.decl T_src v_type=T num_elts=1
movs (M1_NM, 1) S_0(0) 0x0:ud
movs (M1_NM, 1) T_src(0) 0x1:ud
)";

VisaBench bench_of(const std::string& instructions) {
  return VisaBench{visa::parse_text(kDeclarations + instructions, "test")};
}

/// Texel centres along the diagonal and back: lane n is texel (n % 8, n / 2).
void set_centres(const VisaBench& bench, ThreadRegisters& registers) {
  std::vector<float> u;
  std::vector<float> v;
  for (unsigned lane = 0; lane < 16; ++lane) {
    u.push_back((static_cast<float>(lane % 8) + 0.5f) / 8.0f);
    v.push_back((static_cast<float>(lane / 2) + 0.5f) / 8.0f);
  }
  bench.set(registers, "V_u", u);
  bench.set(registers, "V_v", v);
}

}  // namespace

TEST_CASE("every public vISA pair runs, and its text writes what its bytecode writes", "[visa]") {
  for (const std::string& name : texpipe::test::visa_kernel_names()) {
    INFO(name);
    ThreadRegisters inputs = varied_inputs();
    VisaBench text{from_text(name)};
    VisaBench bytes{from_bytes(name)};
    for (std::uint32_t i = 0; i < text.kernel->program.variables.size(); ++i) {
      const visa::Variable& variable = text.kernel->program.variables[i];
      if (variable.name == "V_sel") inputs.grf[text.place("V_sel")] = {1, 3, 0xF81, 0, 0, 0, 0, 0};  // surface, sampler
      if (variable.type == visa::DataType::kUd && variable.name != "V_sel" && variable.name.rfind("V_dst", 0) != 0) {
        for (unsigned r = 0; r < variable.elements / 8u; ++r)
          inputs.grf[text.place(variable.name) + r] = {0, 1, 2, 3, 0, 1, 2, 3};
      }
    }
    CHECK(text.run(inputs).ended);
    CHECK(bytes.run(inputs).ended);
    const auto output = text.output(kBufferBytes / 4);
    CHECK(output == bytes.output(kBufferBytes / 4));
    const bool wrote = std::any_of(output.begin(), output.end(), [](std::uint32_t word) { return word != 0; });
    if (!may_be_zero(text.kernel->program)) CHECK(wrote);
  }
}

TEST_CASE("each enabled channel lies in the next registers, disabled ones are skipped", "[visa]") {
  VisaBench bench = bench_of("sample_lz.GA (M1, 16) S_0 T_src V_dst.0 V_u.0 V_v.0\nret (M1, 1)\n");
  ThreadRegisters registers;
  set_centres(bench, registers);
  const VisaThreadState state = bench.run(registers);
  const std::vector<float> result = bench.floats(state, "V_dst", 48);
  for (unsigned lane = 0; lane < 16; ++lane) {
    CHECK(result[lane] == Approx((lane / 2) / 255.0));  // G
    CHECK(result[16 + lane] == 1.0f);                   // A
    CHECK(result[32 + lane] == 0.0f);                   // nothing
  }
}

TEST_CASE("a split SIMD16 instruction gives what two SIMD8 instructions give", "[visa]") {
  ThreadRegisters inputs = varied_inputs();
  for (const std::string mask : {"RGBA", "GA", "B"}) {
    for (const std::string type : {"f", "hf"}) {
      const std::string variables =
          std::string{kDeclarations} + ".decl V_d v_type=G type=" + type + " num_elts=80 align=hword\n";
      const auto whole_text = variables + "sample_d.pixel_null_mask." + mask +
                              " (M1, 16) S_0 T_src V_d.0 V_u.0 V_v.0 V_u.0 V_v.0 V_u.0 V_v.0\n";
      const auto halves_text = variables + "sample_d.pixel_null_mask." + mask +
                               " (M1, 8) S_0 T_src V_d.0 V_u.0 V_v.0 V_u.0 V_v.0 V_u.0 V_v.0\n";
      VisaBench whole{visa::parse_text(whole_text, "whole")};
      VisaBench half{visa::parse_text(halves_text, "half")};
      const VisaThreadState both = whole.run(inputs);
      const VisaThreadState low = half.run(inputs);
      ThreadRegisters shifted = inputs;
      for (const char* name : {"V_u", "V_v"}) shifted.grf[half.place(name)] = inputs.grf[half.place(name) + 1];
      const VisaThreadState high = half.run(shifted);
      const unsigned base = whole.place("V_d");
      const unsigned lane_bytes = type == "f" ? 4 : 2;
      const unsigned stride = 16 * lane_bytes / kGrfBytes;
      const auto* bytes = [](const VisaThreadState& s, unsigned reg) {
        return reinterpret_cast<const std::byte*>(s.registers.grf[reg].data());
      }(both, base);
      for (unsigned channel = 0; channel < mask.size(); ++channel) {
        const std::byte* result = bytes + channel * stride * kGrfBytes;
        CHECK(std::memcmp(result, low.registers.grf[base + channel].data(), 8 * lane_bytes) == 0);
        CHECK(std::memcmp(result + 8 * lane_bytes, high.registers.grf[base + channel].data(), 8 * lane_bytes) == 0);
      }
      const unsigned null_register = base + static_cast<unsigned>(mask.size()) * stride;
      CHECK((both.registers.grf[null_register][0] & 0xFFFF) == 0xFFFF);
    }
  }
}

TEST_CASE("predicates, masks and dispatch leave the other lanes alone", "[visa]") {
  VisaBench bench = bench_of(
      "cmp.lt (M1, 16) P1 V_u(0,0)<1;1,0> 0x3f000000:f\n(!P1) sample_lz.R (M1, 16) S_0 T_src V_dst.0 V_u.0 V_v.0\n"
      "sample_lz.R (M5, 16) S_0 T_src V_dst.64 V_u.0 V_v.0\nsample_lz.R (M5_NM, 16) S_0 T_src V_dst.128 V_u.0 V_v.0\n");
  ThreadRegisters registers;
  set_centres(bench, registers);
  registers.grf[bench.place("V_dst")].fill(0x7FC00001);
  const VisaThreadState state = bench.run(registers, 0x0000FFFF);
  for (unsigned lane = 0; lane < 8; ++lane) {
    const std::uint32_t bits = state.registers.grf[bench.place("V_dst")][lane];
    CHECK((bits == 0x7FC00001) == (lane < 4));  // u below 0.5 is predicated off
  }
  CHECK(bench.floats(state, "V_dst", 16, 16) == std::vector<float>(16, 0.0f));  // channels 16 to 31 are not dispatched
  CHECK(bench.floats(state, "V_dst", 16, 32)[1] == Approx(1 / 255.0));          // _NM ignores that
}

TEST_CASE(".divS samples once for each sampler index that occurs", "[visa]") {
  VisaBench bench =
      bench_of("movs (M1, 8) S_0(0) V_sel(0,0)<1;1,0>\nsample_lz.divS.R (M1, 8) S_0 T_src V_dst.0 V_u.0 V_v.0\n");
  ThreadRegisters registers;
  set_centres(bench, registers);
  registers.grf[bench.place("V_sel")] = {3, 5, 3, 3, 5, 7, 3, 5};
  const VisaThreadState state = bench.run(registers);
  const std::vector<float> result = bench.floats(state, "V_dst", 8);
  for (unsigned lane = 0; lane < 8; ++lane) CHECK(result[lane] == Approx(lane / 255.0));
  CHECK(run_untimed(bench.workload).messages == 4);  // three samplers and the end of the thread
}

TEST_CASE("resinfo at 32 lanes fills 32 consecutive elements of each channel", "[visa]") {
  VisaBench bench = bench_of("resinfo.RGBA (M1, 32) T_src V_lod.0 V_info.0\nsampleinfo.R (M1, 8) T_src V_lod.0\n");
  const VisaThreadState state = bench.run({});
  const unsigned first = bench.place("V_info");
  for (unsigned reg = 0; reg < 4; ++reg) {
    CHECK(state.registers.grf[first + reg] == Grf{8, 8, 8, 8, 8, 8, 8, 8});      // width
    CHECK(state.registers.grf[first + 4 + reg] == Grf{8, 8, 8, 8, 8, 8, 8, 8});  // height
    CHECK(state.registers.grf[first + 8 + reg] == Grf{});
    CHECK(state.registers.grf[first + 12 + reg] == Grf{1, 1, 1, 1, 1, 1, 1, 1});  // levels
  }
  CHECK(state.registers.grf[bench.place("V_lod")][0] == 1);  // samples
}

TEST_CASE("parameters left out read 0, parameters that the surface has no use for are ignored", "[visa]") {
  VisaBench all = bench_of("sample_lz.RGBA (M1, 8) S_0 T_src V_dst.0 V_u.0 V_v.0 V_u.0 V_v.0\n");
  VisaBench two = bench_of("sample_lz.RGBA (M1, 8) S_0 T_src V_dst.0 V_u.0 V_v.0\n");
  VisaBench one = bench_of("sample_lz.RGBA (M1, 8) S_0 T_src V_dst.0 V_u.0\n");
  ThreadRegisters registers;
  set_centres(all, registers);
  CHECK(all.floats(all.run(registers), "V_dst", 32) == two.floats(two.run(registers), "V_dst", 32));
  const std::vector<float> first_row = one.floats(one.run(registers), "V_dst", 32);
  CHECK(first_row[8] == 0.0f);               // G: row 0
  CHECK(first_row[3] == Approx(3 / 255.0));  // R: column
}

TEST_CASE("a bindless surface is the one whose state lies at the offset", "[visa]") {
  // The heap's surface states follow a binding table of 1024 bytes: the texture, surface 1, is state 17.
  const std::string sample = "sample_lz.RG (M1, 8) S_0 %bss V_dst.0 V_u.0 V_v.0\n";
  ThreadRegisters registers;
  VisaBench immediate = bench_of("movs (M1_NM, 1) %bss(0) 0x11000:ud\n" + sample);
  VisaBench from_register = bench_of("movs (M1_NM, 1) %bss(0) V_sel(0,0)<0;1,0>\n" + sample);
  VisaBench bound = bench_of("sample_lz.RG (M1, 8) S_0 T_src V_dst.0 V_u.0 V_v.0\n");
  const std::vector<float> coordinates{0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f, 0.8f};
  const auto result = [&](VisaBench& bench) {
    bench.set(registers, "V_u", coordinates);
    bench.set(registers, "V_v", {0.9f, 0.7f, 0.5f, 0.3f, 0.1f, 0.2f, 0.4f, 0.6f});
    registers.grf[bench.place("V_sel")][0] = 0x11000;
    const VisaThreadState state = bench.run(registers);
    return std::pair{state.registers.grf[bench.place("V_dst")], state.registers.grf[bench.place("V_dst") + 1]};
  };
  const auto expected = result(bound);
  CHECK(expected.first[1] != expected.first[0]);
  CHECK(result(immediate) == expected);
  CHECK(result(from_register) == expected);
}

TEST_CASE("a thread that names what the model cannot execute says so", "[visa]") {
  VisaBench bench = bench_of("lzd (M1, 8) V_u(0,0)<1> V_v(0,0)<1;1,0>\n");
  CHECK_THROWS_WITH(bench.run({}), Catch::Contains("lzd"));
}

TEST_CASE("damaged kernels execute or are refused, never anything else", "[visa][fuzz]") {
  std::uint64_t state = 7;
  const auto below = [&](std::size_t limit) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<std::size_t>((state >> 33) % limit);
  };
  unsigned executed = 0;
  for (const char* name : {"s16_seq_shadow", "s8_idx_vars_sample_lz", "s16_sample_d_c_cube", "s8_aoff_var_sample_l",
                           "s16_predp_sample_c"}) {
    const visa::Program whole = from_bytes(name);
    const std::vector<std::uint8_t> code = visa::encode(whole.statements, visa::Layout::kIgc);
    for (unsigned copy = 0; copy < 60; ++copy) {
      std::vector<std::uint8_t> damaged = code;
      damaged[below(damaged.size())] ^= static_cast<std::uint8_t>(1u << below(8));
      try {
        visa::Program program = whole;
        visa::FieldReader in{damaged, name};
        program.statements = visa::decode_stream(in, program, visa::Layout::kIgc, visa::Generation::kKbl);
        VisaBench bench{std::move(program), name};
        executed += bench.run(varied_inputs()).ended;
      } catch (const Error&) {
      }
    }
  }
  CHECK(executed > 20);
}
