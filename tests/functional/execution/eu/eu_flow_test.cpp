// Control flow: structured programs against an interpreter that runs one channel after the other.
#include <catch2/catch.hpp>
#include <random>

#include "functional/execution/eu/eu_bench.h"
#include "functional/execution/eu/eu_gang.h"

namespace texpipe::functional::test {
namespace {

constexpr unsigned kChannelsHere = 16;

/// A random program of ifs and loops in two forms: native code, and a tree that a channel walks.
struct Node {
  enum class Kind { kAdd, kIf, kLoop, kBreak, kContinue };
  Kind kind = Kind::kAdd;
  int value = 0;  // added, or compared with the low bits of the sum
  std::vector<Node> body, other;
};

struct Walk {
  std::int32_t sum = 0;
  enum class End { kNormal, kBreak, kContinue };
};

bool condition(std::int32_t sum, int value) {
  return (sum & 7) < value;
}

Walk::End walk(const std::vector<Node>& nodes, Walk& state) {
  for (const Node& node : nodes) {
    switch (node.kind) {
      case Node::Kind::kAdd:
        state.sum = (state.sum * 5 + node.value) & 0xFFFF;
        break;
      case Node::Kind::kIf: {
        const Walk::End end = walk(condition(state.sum, node.value) ? node.body : node.other, state);
        if (end != Walk::End::kNormal) return end;
        break;
      }
      case Node::Kind::kLoop:
        // At most `value` turns, so that it ends.
        for (int turn = 0; turn < node.value; ++turn) {
          if (walk(node.body, state) == Walk::End::kBreak) break;
        }
        break;
      case Node::Kind::kBreak:
        if (condition(state.sum, node.value)) return Walk::End::kBreak;
        break;
      case Node::Kind::kContinue:
        if (condition(state.sum, node.value)) return Walk::End::kContinue;
        break;
    }
  }
  return Walk::End::kNormal;
}

std::vector<Node> random_nodes(std::mt19937& rng, unsigned depth, bool in_loop) {
  std::vector<Node> nodes;
  const unsigned count = 1 + rng() % 4;
  for (unsigned n = 0; n < count; ++n) {
    Node node;
    node.value = static_cast<int>(rng() % 7) + 1;
    const unsigned choice = rng() % 10;
    if (depth > 0 && choice < 3) {
      node.kind = Node::Kind::kIf;
      node.body = random_nodes(rng, depth - 1, in_loop);
      if (rng() % 2 != 0) node.other = random_nodes(rng, depth - 1, in_loop);
    } else if (depth > 0 && choice < 5) {
      node.kind = Node::Kind::kLoop;
      node.value = static_cast<int>(rng() % 4) + 1;
      node.body = random_nodes(rng, depth - 1, true);
    } else if (in_loop && choice < 7) {
      node.kind = rng() % 2 != 0 ? Node::Kind::kBreak : Node::Kind::kContinue;
    }
    nodes.push_back(node);
  }
  return nodes;
}

/// Native code with the offsets of the documents: JIP is the next place where channels may meet.
struct Assembler {
  std::vector<EuInstruction> code;
  static constexpr unsigned kSum = 20, kTurn = 40, kScratch = 60;

  static std::int32_t bytes(std::size_t from, std::size_t to) {
    return 16 * (static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from));
  }
  static Line line(EuOpcode opcode) { return Line{opcode, kChannelsHere}; }
  static EuSource lanes(unsigned number) { return r(number, kD); }

  void add(const Node& node) {
    code.push_back(line(EuOpcode::kMul).out(to(kSum, kD)).in(lanes(kSum), imm_word(5)));
    code.push_back(line(EuOpcode::kAdd).out(to(kSum, kD)).in(lanes(kSum), imm_word(node.value)));
    code.push_back(line(EuOpcode::kAnd).out(to(kSum, kD)).in(lanes(kSum), imm(0xFFFF)));
  }
  void compare(int value) {
    code.push_back(line(EuOpcode::kAnd).out(to(kScratch, kD)).in(lanes(kSum), imm(7)));
    code.push_back(line(EuOpcode::kCmp).sets(CondModifier::kLess).out(null(kD)).in(lanes(kScratch), imm_word(value)));
  }

  /// Branches whose JIP is the end of the block that they stand in.
  using Pending = std::vector<std::size_t>;
  struct Loop {
    unsigned depth;
    Pending leave, again;
  };

  void emit(const std::vector<Node>& nodes, Pending& block, Loop* loop) {
    for (const Node& node : nodes) emit(node, block, loop);
  }

  void emit(const Node& node, Pending& block, Loop* loop) {
    switch (node.kind) {
      case Node::Kind::kAdd:
        return add(node);
      case Node::Kind::kIf:
        return emit_if(node, loop);
      case Node::Kind::kLoop:
        return emit_loop(node, loop);
      default:
        break;
    }
    compare(node.value);
    const bool leaves = node.kind == Node::Kind::kBreak;
    block.push_back(code.size());
    (leaves ? loop->leave : loop->again).push_back(code.size());
    code.push_back(line(leaves ? EuOpcode::kBreak : EuOpcode::kCont).when(PredCtrl::kSequential));
  }

  void settle(const Pending& branches, std::size_t place) {
    for (const std::size_t n : branches) code[n].jip = bytes(n, place);
  }

  void emit_if(const Node& node, Loop* loop) {
    compare(node.value);
    const std::size_t start = code.size();
    code.push_back(line(EuOpcode::kIf).when(PredCtrl::kSequential));
    Pending inside;
    emit(node.body, inside, loop);
    std::size_t middle = 0;
    if (!node.other.empty()) {
      middle = code.size();
      code.push_back(line(EuOpcode::kElse));
      settle(inside, middle);
      inside.clear();
      emit(node.other, inside, loop);
    }
    const std::size_t end = code.size();
    code.push_back(line(EuOpcode::kEndif));
    code[end].jip = 16;
    settle(inside, end);
    code[start].uip = bytes(start, end);
    code[start].jip = middle != 0 ? bytes(start, middle + 1) : bytes(start, end);
    if (middle != 0) code[middle].jip = code[middle].uip = bytes(middle, end);
  }

  void emit_loop(const Node& node, Loop* outer) {
    Loop loop{outer != nullptr ? outer->depth + 1 : 0, {}, {}};
    const unsigned turn = kTurn + 2 * loop.depth;
    code.push_back(line(EuOpcode::kMov).out(to(turn, kD)).in(imm(0)));
    const std::size_t start = code.size();
    Pending inside;
    // The last turn's number comes first, so that `cont` cannot pass it by.
    code.push_back(line(EuOpcode::kAdd).out(to(turn, kD)).in(lanes(turn), imm_word(1)));
    emit(node.body, inside, &loop);
    const std::size_t compare_at = code.size();
    code.push_back(
        line(EuOpcode::kCmp).sets(CondModifier::kLess, 1).out(null(kD)).in(lanes(turn), imm_word(node.value)));
    const std::size_t end = code.size();
    code.push_back(line(EuOpcode::kWhile).when(PredCtrl::kSequential, 1));
    code[end].jip = bytes(end, start);
    settle(inside, compare_at);
    for (const std::size_t n : loop.leave) code[n].uip = bytes(n, end);
    // `cont` goes where the condition is found.
    for (const std::size_t n : loop.again) code[n].uip = bytes(n, compare_at);
  }
};

TEST_CASE("random nests of ifs and loops do to every channel what it would do alone", "[eu][flow]") {
  std::mt19937 rng{12};
  unsigned branches = 0;
  for (unsigned program = 0; program < 300; ++program) {
    const std::vector<Node> nodes = random_nodes(rng, 4, false);
    Assembler assembler;
    Assembler::Pending none;
    assembler.emit(nodes, none, nullptr);
    assembler.code.push_back(end_of_thread());
    EuBench bench;
    bench.dispatch.channels = program % 3 == 0 ? 0xFFFF : static_cast<std::uint32_t>(rng());
    for (unsigned i = 0; i < kChannelsHere; ++i)
      bench.put<std::int32_t>(20, i, static_cast<std::int32_t>(37 * i + program));
    bench.run_program(assembler.code);
    for (unsigned i = 0; i < kChannelsHere; ++i) {
      Walk alone{static_cast<std::int32_t>(37 * i + program)};
      if ((bench.dispatch.channels >> i & 1u) != 0) walk(nodes, alone);
      INFO("program " << program << " channel " << i);
      REQUIRE(bench.get<std::int32_t>(20, i) == alone.sum);
    }
    branches += static_cast<unsigned>(assembler.code.size());
  }
  CHECK(branches > 3000);
}

TEST_CASE("a gang does to each of its threads what the thread does alone, wherever they part", "[eu][flow][gang]") {
  std::mt19937 rng{21};
  EuGang gang;
  for (unsigned program = 0; program < 200; ++program) {
    Assembler assembler;
    Assembler::Pending none;
    assembler.emit(random_nodes(rng, 4, false), none, nullptr);
    assembler.code.push_back(end_of_thread());
    for (std::uint32_t n = 0; n < assembler.code.size(); ++n) assembler.code[n].offset = 16 * n;
    const EuCode code{assembler.code};
    REQUIRE(code.keeps_to_itself());
    const unsigned count = 1 + program % EuGang::kMost;
    std::array<EuBench, EuGang::kMost> benches;
    std::array<ThreadRegisters, EuGang::kMost> together;
    std::vector<EuThread> threads;
    std::array<EuThread*, EuGang::kMost> members{};
    std::array<ThreadRegisters*, EuGang::kMost> registers{};
    threads.reserve(count);
    std::uint64_t instructions = 0;
    for (unsigned n = 0; n < count; ++n) {
      EuBench& bench = benches[n];
      bench.dispatch.channels = static_cast<std::uint32_t>(rng());
      for (unsigned i = 0; i < kChannelsHere; ++i)
        bench.put<std::int32_t>(20, i, static_cast<std::int32_t>(rng() & 0xFFFF));
      together[n] = bench.registers;
      bench.run_program(assembler.code);
      instructions += bench.issued;
      members[n] = &threads.emplace_back(code, bench.dispatch, nullptr);
      registers[n] = &together[n];
    }
    gang.begin(members.data(), registers.data(), count);
    unsigned ended = 0;
    std::uint64_t executed = 0;
    for (bool all = false; !all;) {
      const EuGang::Ran ran = gang.run(1 + rng() % 50);
      executed += ran.instructions;
      ended += static_cast<unsigned>(std::popcount(ran.sent));
      CHECK((ran.send != nullptr) == (ran.sent != 0));
      // Whether the thread makes its message or somebody else has it, the thread has sent.
      for (unsigned n = 0; n < count; ++n) {
        if ((ran.sent >> n & 1u) == 0) continue;
        rng() % 2 == 0 ? gang.execute_send(n, *ran.send) : gang.pass_send(n, *ran.send);
      }
      all = ran.ended;
    }
    INFO("program " << program << ", " << count << " threads");
    CHECK(ended == count);
    CHECK(executed == instructions);
    for (unsigned n = 0; n < count; ++n) REQUIRE(together[n].grf == benches[n].registers.grf);
  }
}

TEST_CASE("a gang refuses the instruction that one of its threads may not execute", "[eu][flow][gang]") {
  const EuCode code{std::vector<EuInstruction>{Line{EuOpcode::kNop, 8}, Line{EuOpcode::kNop, 8}}};
  for (const auto& [most, problem] :
       {std::pair{std::uint64_t{1}, "does not end"}, std::pair{std::uint64_t{9}, "beyond"}}) {
    EuDispatch dispatch;
    dispatch.most_instructions = most;
    EuThread thread{code, dispatch, nullptr};
    EuThread* const member = &thread;
    ThreadRegisters registers;
    ThreadRegisters* const own = &registers;
    EuGang gang;
    gang.begin(&member, &own, 1);
    CHECK_THROWS_WITH(gang.run(100), Catch::Contains(problem));
  }
}

EuInstruction branch(EuOpcode opcode, int jip, int uip = 0, PredCtrl predicate = PredCtrl::kNone,
                     bool inverted = false) {
  Line line{opcode, 8};
  if (predicate != PredCtrl::kNone) line.when(predicate, 0, inverted);
  line.i.jip = 16 * jip;
  line.i.uip = 16 * uip;
  if (opcode == EuOpcode::kJmpi) line.i.source1.file = RegFile::kImm;
  if (opcode == EuOpcode::kCall || opcode == EuOpcode::kCalla) line.i.source1.file = RegFile::kImm;
  if (opcode == EuOpcode::kBrd || opcode == EuOpcode::kBrc) line.i.source0.file = RegFile::kImm;
  return line;
}

EuInstruction add_to(unsigned number, int value) {
  return Line{EuOpcode::kAdd, 8}.out(to(number, kD)).in(r(number, kD), imm(value));
}
EuInstruction flags(std::uint32_t bits) {
  return Line{EuOpcode::kMov, 1}.no_mask().out(to_arf(ArfRegister::kFlag, 0, kUd)).in(imm(bits));
}

/// r20 of eight channels after a program.
std::vector<int> ran(std::vector<EuInstruction> code) {
  code.push_back(end_of_thread());
  EuBench bench;
  bench.dispatch.channels = 0xFF;
  bench.run_program(code);
  std::vector<int> values;
  for (unsigned i = 0; i < 8; ++i) values.push_back(bench.get<std::int32_t>(20, i));
  return values;
}

TEST_CASE("jmpi counts from the next instruction and moves all channels", "[eu][flow]") {
  CHECK(ran({branch(EuOpcode::kJmpi, 1), add_to(20, 1), add_to(20, 2)}) == std::vector<int>(8, 2));
  CHECK(ran({flags(1), branch(EuOpcode::kJmpi, 1, 0, PredCtrl::kSequential), add_to(20, 1), add_to(20, 2)}) ==
        std::vector<int>(8, 2));
  CHECK(ran({flags(2), branch(EuOpcode::kJmpi, 1, 0, PredCtrl::kSequential), add_to(20, 1), add_to(20, 2)}) ==
        std::vector<int>(8, 3));
}

TEST_CASE("goto parts channels and join brings them together", "[eu][flow]") {
  // Channels 0 to 2, whose flag is clear, skip the first sum.
  CHECK(ran({flags(0b1111'1000), branch(EuOpcode::kGoto, 2, 2, PredCtrl::kSequential), add_to(20, 1),
             branch(EuOpcode::kJoin, 1), add_to(20, 10)}) == std::vector<int>{10, 10, 10, 11, 11, 11, 11, 11});
  // All of them: the thread goes on at JIP at once.
  CHECK(ran({flags(0), branch(EuOpcode::kGoto, 2, 2, PredCtrl::kSequential), add_to(20, 1), branch(EuOpcode::kJoin, 1),
             add_to(20, 10)}) == std::vector<int>(8, 10));
}

TEST_CASE("a goto without predicate takes no channel away", "[eu][flow]") {
  CHECK(ran({branch(EuOpcode::kGoto, 2, 2), add_to(20, 1), branch(EuOpcode::kJoin, 1), add_to(20, 10)}) ==
        std::vector<int>(8, 11));
}

TEST_CASE("a goto backwards takes its channels at once", "[eu][flow]") {
  EuInstruction back = branch(EuOpcode::kGoto, 1, -2, PredCtrl::kSequential);  // JIP: where who is done waits
  back.branch_control = true;
  // Each channel adds 1 until it has its own number or more.
  EuBench bench;
  bench.dispatch.channels = 0xFF;
  for (unsigned i = 0; i < 8; ++i) bench.put<std::int32_t>(21, i, static_cast<std::int32_t>(i));
  bench.run_program({add_to(20, 1),
                     Line{EuOpcode::kCmp, 8}.sets(CondModifier::kLess).out(null(kD)).in(r(20, kD), r(21, kD)), back,
                     branch(EuOpcode::kJoin, 1), add_to(20, 100), end_of_thread()});
  for (unsigned i = 0; i < 8; ++i) CHECK(bench.get<std::int32_t>(20, i) == 100 + std::max(1, static_cast<int>(i)));
}

TEST_CASE("halt keeps channels until the place that UIP names", "[eu][flow]") {
  CHECK(ran({flags(0b1), branch(EuOpcode::kHalt, 2, 3, PredCtrl::kSequential), add_to(20, 1), add_to(20, 2),
             add_to(20, 4)}) == std::vector<int>{4, 7, 7, 7, 7, 7, 7, 7});
}

TEST_CASE("brd and brc part channels like goto", "[eu][flow]") {
  const std::vector<int> expected{2, 2, 3, 3, 3, 3, 3, 3};
  CHECK(ran({flags(0b11), branch(EuOpcode::kBrd, 2, 0, PredCtrl::kSequential), add_to(20, 1), add_to(20, 2)}) ==
        expected);
  CHECK(ran({flags(0b11), branch(EuOpcode::kBrc, 2, 2, PredCtrl::kSequential), add_to(20, 1), add_to(20, 2)}) ==
        expected);
}

TEST_CASE("a call runs its subroutine for the channels that call and comes back to all", "[eu][flow]") {
  for (const bool absolute : {false, true}) {
    EuInstruction call =
        branch(absolute ? EuOpcode::kCalla : EuOpcode::kCall, absolute ? 4 : 3, 0, PredCtrl::kSequential);
    call.destination = to(30, kD);
    Line back{EuOpcode::kRet, 8};
    back.in(r(30, kD, {2, 2, 1}));
    // flags; call; add 1; jmpi to the end; subroutine: add 10; ret
    CHECK(ran({flags(0b1100), call, add_to(20, 1), branch(EuOpcode::kJmpi, 2), add_to(20, 10), back}) ==
          std::vector<int>{1, 1, 11, 11, 1, 1, 1, 1});
  }
}

TEST_CASE("channels leave a loop one by one and wait behind it", "[eu][flow]") {
  // Channel n takes n + 1 turns.
  EuBench bench;
  bench.dispatch.channels = 0xFF;
  for (unsigned i = 0; i < 8; ++i) bench.put<std::int32_t>(21, i, static_cast<std::int32_t>(i + 1));
  bench.run_program({add_to(20, 1),
                     Line{EuOpcode::kCmp, 8}.sets(CondModifier::kLess).out(null(kD)).in(r(20, kD), r(21, kD)),
                     branch(EuOpcode::kWhile, -2, 0, PredCtrl::kSequential), add_to(20, 100), end_of_thread()});
  for (unsigned i = 0; i < 8; ++i) CHECK(bench.get<std::int32_t>(20, i) == static_cast<std::int32_t>(101 + i));
}

TEST_CASE("brd backwards takes its channels at once", "[eu][flow]") {
  EuBench bench;
  bench.dispatch.channels = 0xFF;
  for (unsigned i = 0; i < 8; ++i) bench.put<std::int32_t>(21, i, static_cast<std::int32_t>(i + 1));
  bench.run_program({add_to(20, 1),
                     Line{EuOpcode::kCmp, 8}.sets(CondModifier::kLess).out(null(kD)).in(r(20, kD), r(21, kD)),
                     branch(EuOpcode::kBrd, -2, 0, PredCtrl::kSequential), add_to(20, 100), end_of_thread()});
  for (unsigned i = 0; i < 8; ++i) CHECK(bench.get<std::int32_t>(20, i) == static_cast<std::int32_t>(101 + i));
}

TEST_CASE("a subroutine whose channels part returns when all of them are there", "[eu][flow]") {
  EuInstruction call = branch(EuOpcode::kCall, 3);
  call.destination = to(30, kD);
  Line back{EuOpcode::kRet, 8};
  back.in(r(30, kD, {2, 2, 1}));
  // call; add 1; jmpi to the end; subroutine: channels 0 and 1 skip a sum and a return.
  CHECK(ran({flags(0b11), call, add_to(20, 1), branch(EuOpcode::kJmpi, 5),
             branch(EuOpcode::kBrd, 3, 0, PredCtrl::kSequential), add_to(20, 10), back, add_to(20, 100), back}) ==
        std::vector<int>{101, 101, 11, 11, 11, 11, 11, 11});
}

TEST_CASE("a register may hold the offsets of a branch", "[eu][flow]") {
  const auto offset = [](unsigned element, int instructions) {
    return Line{EuOpcode::kMov, 1}.no_mask().out(to(40, kD, 1, element)).in(imm(16 * instructions));
  };
  EuInstruction jump = branch(EuOpcode::kJmpi, 0);
  jump.source1 = scalar(40, kD);
  CHECK(ran({offset(0, 1), jump, add_to(20, 1), add_to(20, 2)}) == std::vector<int>(8, 2));
  for (const EuOpcode opcode : {EuOpcode::kBrd, EuOpcode::kBrc}) {
    EuInstruction part = branch(opcode, 0, 0, PredCtrl::kSequential);
    part.source0 = scalar(40, kD);
    // JIP is the next place where channels meet, UIP the place of those that take the branch.
    const bool two = opcode == EuOpcode::kBrc;
    CHECK(ran({flags(0b11), offset(0, two ? 2 : 3), offset(1, 3), part, add_to(20, 1), add_to(20, 2), add_to(20, 4)}) ==
          std::vector<int>{4, 4, 7, 7, 7, 7, 7, 7});
  }
  for (const bool absolute : {false, true}) {
    EuInstruction call = branch(absolute ? EuOpcode::kCalla : EuOpcode::kCall, 0);
    call.source1 = scalar(40, kD);
    call.destination = to(30, kD);
    Line back{EuOpcode::kRet, 8};
    back.in(r(30, kD, {2, 2, 1}));
    CHECK(ran({offset(0, absolute ? 4 : 3), call, add_to(20, 1), branch(EuOpcode::kJmpi, 2), add_to(20, 10), back}) ==
          std::vector<int>(8, 11));
  }
  EuInstruction wild = branch(EuOpcode::kJmpi, 0);
  wild.source1 = scalar(41, kD);
  wild.offset = 0;
  EuBench bench;
  bench.put<std::int32_t>(41, 0, 5);
  CHECK_THROWS_WITH(bench.run_program({wild, end_of_thread()}),
                    "instruction at byte 0x0: a branch goes to byte 21, where no instruction begins");
}

TEST_CASE("a branch into the middle of an instruction is refused with its place", "[eu][flow]") {
  EuInstruction line = branch(EuOpcode::kJmpi, 0);
  line.jip = 8;
  EuBench bench;
  CHECK_THROWS_WITH(bench.run_program({line, end_of_thread()}),
                    "instruction at byte 0x0: JIP goes to byte 24, where no instruction begins");
}

TEST_CASE("a program that ends without an end of thread says so", "[eu][flow]") {
  EuBench bench;
  CHECK_THROWS_WITH(bench.run_program({add_to(20, 1)}), Catch::Contains("without an end of thread"));
}

TEST_CASE("illegal is refused when it is executed and nop does nothing", "[eu][flow]") {
  EuBench bench;
  CHECK_THROWS_WITH(bench.run_program({Line{EuOpcode::kNop, 1}, Line{EuOpcode::kIllegal, 1}}),
                    "instruction at byte 0x10: an illegal instruction is executed");
}

}  // namespace
}  // namespace texpipe::functional::test
