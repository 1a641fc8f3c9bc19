// Files of accesses: quads become messages; what cannot be read is refused with its place.
#include "workload/accesses/access_list.h"

#include <bit>
#include <catch2/catch.hpp>
#include <cstring>
#include <string>

#include "base/diagnostic.h"
#include "fuzz/access_targets.h"
#include "fuzz/damage.h"

using namespace texpipe;
using namespace texpipe::study;

namespace {

AccessList read(const std::string& text, const AccessLimits& limits = {.textures = 2, .samplers = 20}) {
  const auto bytes = std::as_bytes(std::span{text});
  return read_accesses(FileBytes{{bytes.begin(), bytes.end()}, "quads"}, limits);
}

std::string refused(const std::string& text) {
  try {
    read(text);
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.what();
  }
  return "accepted";
}

float value(const AccessList& list, std::size_t message, unsigned grf, unsigned lane) {
  return std::bit_cast<float>(list.registers[list.messages[message].first_register + grf][lane]);
}

}  // namespace

TEST_CASE("quads of a thread that ask alike share a message of up to 16 channels", "[accesses]") {
  const AccessList list = read("thread,texture,u,v\n5,0,1,2\n5,0,3,4\n5,1,1,2\n7,0,1,2\n5,1,5,6\n");
  REQUIRE(list.threads() == 2);
  REQUIRE(list.of(0).size() == 2);
  CHECK(list.of(0)[0].mask == 0xFF);
  CHECK(list.of(0)[1].mask == 0xFF);
  CHECK(list.of(1)[0].mask == 0xF);
  CHECK(value(list, 0, 0, 4) == 3);  // u of the second quad
  CHECK(value(list, 0, 2, 0) == 2);  // v of the first: two registers for each parameter
}

TEST_CASE("gradients of a quad are steps of its coordinates", "[accesses]") {
  const AccessList list = read("u,v,dudx,dudy,dvdy\n1,2,0.5,0.25,8\n");
  CHECK(value(list, 0, 0, 0) == 1);
  CHECK(value(list, 0, 0, 1) == 1.5F);
  CHECK(value(list, 0, 0, 2) == 1.25F);
  CHECK(value(list, 0, 0, 3) == 1.75F);
  CHECK(value(list, 0, 2, 3) == 10);
}

TEST_CASE("CSV and JSON Lines of the same quads give the same messages", "[accesses]") {
  const AccessList csv = read("# a comment\r\nu0,u1,u2,u3,v,lod,mask\r\n1,2,3,4,5,1.5,3\r\n");
  const AccessList json = read("{\"u\": [1, 2, 3, 4], \"v\": 5, \"lod\": 1.5, \"mask\": 3, \"bias\": null}\n");
  REQUIRE(csv.registers.size() == json.registers.size());
  CHECK(std::memcmp(csv.registers.data(), json.registers.data(), csv.registers.size() * sizeof(functional::Grf)) == 0);
  CHECK(csv.messages[0].descriptor == json.messages[0].descriptor);
  CHECK(gen9::SamplerMessage::decode({csv.messages[0].descriptor, csv.messages[0].extended_descriptor}).type ==
        gen9::SamplerMessageType::kSampleL);
}

TEST_CASE("a sampler beyond the sixteenth is reached through the header", "[accesses]") {
  const AccessList list = read("sampler,u,v\n17,1,2\n");
  CHECK(list.registers[0][3] == 256);
  CHECK(
      gen9::SamplerMessage::decode({list.messages[0].descriptor, list.messages[0].extended_descriptor}).sampler_index ==
      1);
}

TEST_CASE("malformed files of accesses are refused at line and column with what was expected", "[accesses]") {
  const auto [text, problem] = GENERATE(table<std::string, std::string>({
      {"", "quads: the file is empty"},
      {"u,v\n", "quads: has no quads"},
      {"u,vv\n", "quads:1:3: there is no column 'vv'; did you mean v0?"},
      {"u,v,u\n", "quads:1:5: the column 'u' stands here twice"},
      {"u,v\n1\n", "quads:2:1: the row has 1 value; the first line names 2"},
      {"u,v\n1,x\n", "quads:2:3: v 'x' is no float32"},
      {"u,v\n1,1e99\n", "quads:2:3: v '1e99' is no float32"},
      {"u,v,texture\n1,2,2\n", "quads:2:5: there is no texture 2; the study has 2, counted from 0"},
      {"u,v,mask\n1,2,16\n", "quads:2:5: mask '16' is too large; expected 0 to 15"},
      {"u,v,message\n1,2,sampel\n", "quads:2:5: 'sampel' is no message of quads; did you mean sample?"},
      {"u,v,lod,message\n1,2,3,gather4\n", "quads:2:5: gather4 takes no lod"},
      {"u,v,simd,message,dudx\n1,2,16,sample_d,1\n", "quads:2:5: sample_d has no 16 channels; expected 8"},
      {"u,v,message\n1.5,2,ld\n", "quads:2:1: u '1.5' is no 32-bit integer"},
      {"v\n1\n", "quads:2:1: the quad has no u, which sample takes"},
      {"u,v,texture\n1,2,-1\n", "quads:2:5: texture '-1' is no whole number from 0 on; as 3"},
      {"u;v\n0,5;0,5\n", "quads:1:2: a semicolon between columns; expected commas, and points in numbers"},
      {"u\tv\n1\t2\n", "quads:1:2: a tab between columns; expected commas"},
      {"[{\"u\": 1}]\n", "quads:1:1: the file is one JSON array; JSON Lines have an object a line"},
      {"u,v,x\n1,2,3\n", "quads:2:1: the quad has x or y alone"},
      {"u,v,x,y\n1,2,16383,0\n", "quads:2:5: x 16384 is outside the picture"},
      {"u,v,call,texture\n1,2,1,0\n1,2,1,1\n", "quads:3:1: call 1 has quads of different texture"},
      {"u,v,call,simd\n1,2,1,8\n1,2,1,8\n1,2,1,8\n", "quads:4:1: call 1 has more quads than its message"},
      {"{\"u\": 1, \"v\": }\n", "quads:1:15: no value stands here"},
      {"{\"u\": 1\n", "quads:1:8: the line ends here; expected `}`"},
      {"{\"u\": [1, 2]}\n", "quads:1:7: the list has 2 values; a quad has four pixels"},
      {"{\"mask\": [1, 2, 3, 4]}\n", "quads:1:10: 'mask' is one value"},
      {"{\"u\": 1} {\n", "quads:1:10: the object has ended here"},
      {"u\n" + std::string(70'000, '1') + "\n", "quads:2:1: the line has more than 65536 bytes"},
  }));
  CHECK_THAT(refused(text), Catch::StartsWith(problem));
}

TEST_CASE("a file whose messages need more memory than allowed is refused", "[accesses]") {
  std::string text = "u,v,call\n";
  for (int n = 0; n < 100; ++n) text += "1,2," + std::to_string(n) + "\n";
  CHECK_THROWS_WITH(read(text, {.memory = ByteSize{4096}}), Catch::Contains("need more than 4KiB"));
}

TEST_CASE("damaged files of accesses never crash the reader", "[accesses][fuzz]") {
  CHECK(fuzz::replay(TEXPIPE_TEST_DATA "/fuzz/access_file", fuzz::access_file, 3000) == 3);
}

TEST_CASE("the corpus of accesses is what the reader takes", "[accesses][fuzz]") {
  for (const char* name : {"quads.csv", "quads.jsonl", "packed.zst"})
    CHECK_NOTHROW(read_accesses(FileBytes{TEXPIPE_TEST_DATA "/fuzz/access_file/" + std::string{name}},
                                {.textures = 2, .samplers = 2}));
}
