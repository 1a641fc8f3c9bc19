// Text of the row functions, compiled once for each instruction set: loads, source modifiers, denormals, the function
// of a lane, saturation and the store, in loops of known length that the compiler turns into vectors.
//
// What a lane computes is in eu_lane_functions.h and eu_value.h; here stands only the way of lanes.

namespace {

using namespace lane_functions;

constexpr std::uint32_t kSign = 0x8000'0000;

/// Facts about a source, which stand in the host's registers while the threads of a gang take their turns.
struct RowSource {
  explicit RowSource(const EuSourceOperand& source)
      : operand{&source},
        kept_bits{source.kept_bits},
        flipped_bits{source.flipped_bits},
        first{source.first},
        is_row{source.is_row},
        is_scalar{source.is_scalar},
        in_window{source.in_window} {}

  /// Its lanes stand in a row of registers, or are one element.
  bool is_found() const { return is_row || is_scalar; }

  const EuSourceOperand* operand;
  std::uint32_t kept_bits;
  std::uint32_t flipped_bits;
  unsigned first;
  bool is_row;
  bool is_scalar;
  bool in_window;
};

/// Vectors of as many lanes.
template <unsigned Lanes>
struct Vectors;
template <>
struct Vectors<8> {
  using Words [[gnu::vector_size(32)]] = std::uint32_t;
  using Signed [[gnu::vector_size(32)]] = std::int32_t;
  using Floats [[gnu::vector_size(32)]] = float;
};
template <>
struct Vectors<16> {
  using Words [[gnu::vector_size(64)]] = std::uint32_t;
  using Signed [[gnu::vector_size(64)]] = std::int32_t;
  using Floats [[gnu::vector_size(64)]] = float;
};

/// Some of the lanes of a source that stand in a window, from `first` on.
template <class W, unsigned Lanes>
[[gnu::always_inline]] inline void take_window(const EuContext& context, const WindowLanes& window, unsigned first,
                                               W* out) {
  using Words = typename Vectors<Lanes>::Words;
  using Signed = typename Vectors<Lanes>::Signed;
  using Floats = typename Vectors<Lanes>::Floats;
  // The one register that eight lanes are in; their permutation ignores the bit of a second one.
  const unsigned above = Lanes == 8 ? window.dwords[first] / 8u : 0;
  Words words;
  std::memcpy(&words, context.grf + kRegisterBytes * (window.first[first / 16] + above), sizeof words);
  words = permuted(words, widened<Words>(window.dwords.data() + first));
  if (window.right != 0) {
    words <<= widened<Words>(window.left.data() + first);
    words = window.with_sign ? reinterpret_cast<Words>(reinterpret_cast<Signed>(words) >> window.right)
                             : words >> window.right;
  }
  if constexpr (std::same_as<W, float>) {
    const Floats floats = window.converts ? __builtin_convertvector(reinterpret_cast<Signed>(words), Floats)
                                          : reinterpret_cast<Floats>(words);
    std::memcpy(out, &floats, sizeof floats);
  } else {
    std::memcpy(out, &words, sizeof words);
  }
}

/// A float source: denormals below `least` (bits of the smallest number that is kept) as zeros, then the modifier.
inline float operand(float value, const RowSource& source, std::uint32_t least) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const std::uint32_t kept = (bits & ~kSign) < least ? bits & kSign : bits;
  return std::bit_cast<float>((kept & source.kept_bits) ^ source.flipped_bits);
}
inline std::uint32_t operand(std::uint32_t value, const RowSource& source, std::uint32_t) {
  return (value & source.kept_bits) ^ source.flipped_bits;
}

/// Lanes of a source as they stand, or in `buffer`.
template <class W, unsigned Lanes>
[[gnu::always_inline]] inline const W* lanes_of(const EuContext& context, const RowSource& source, W* buffer) {
  if (source.is_row) return reinterpret_cast<const W*>(context.grf + source.first);
  if (source.is_scalar) {
    W value;
    std::memcpy(&value, context.grf + source.first, sizeof value);
    for (unsigned i = 0; i < Lanes; ++i) buffer[i] = value;
    return buffer;
  }
  if constexpr (Lanes >= 8) {
    if (source.in_window) {
      constexpr unsigned kTaken = Lanes < kWindowLanes ? Lanes : kWindowLanes;
      for (unsigned first = 0; first < Lanes; first += kTaken)
        take_window<W, kTaken>(context, source.operand->window, first, buffer + first);
      return buffer;
    }
  }
  return static_cast<const W*>(source.operand->load(context, *source.operand, buffer));
}

/// Lanes of a source that is found: as they stand, or in `buffer`.
template <class W, unsigned Lanes>
[[gnu::always_inline]] inline const W* found_lanes(const EuContext& context, const RowSource& source, W* buffer) {
  const std::byte* const place = context.grf + source.first;
  if (source.is_row) return reinterpret_cast<const W*>(place);
  using Words = typename Vectors<Lanes>::Words;
  std::uint32_t value;
  std::memcpy(&value, place, sizeof value);
  const Words spread = Words{} + value;
  std::memcpy(buffer, &spread, sizeof spread);
  return buffer;
}

inline float without_denormal(float value, std::uint32_t least) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return std::bit_cast<float>((bits & ~kSign) < least ? bits & kSign : bits);
}

/// Facts about a destination.
struct RowResult {
  explicit RowResult(const EuOperation& operation)
      : lanes{operation.lanes}, first{operation.destination.first}, saturates{operation.saturates} {}

  std::uint32_t lanes;
  unsigned first;
  bool saturates;
};

/// Results as a destination holds them.
template <class Element, class W, unsigned Lanes>
[[gnu::always_inline]] inline void finished_elements(const W* results, bool saturates, std::uint32_t least,
                                                     Element* elements) {
  if constexpr (std::same_as<Element, float>) {
    if (saturates) {
      for (unsigned i = 0; i < Lanes; ++i) elements[i] = without_denormal(narrow<float, true>(results[i]), least);
    } else {
      for (unsigned i = 0; i < Lanes; ++i) elements[i] = without_denormal(results[i], least);
    }
  } else {
    for (unsigned i = 0; i < Lanes; ++i) elements[i] = narrow<Element, false>(results[i]);
  }
}

template <class Element, class W, unsigned Lanes>
[[gnu::always_inline]] inline void finish_row(const EuContext& context, const RowResult& result, const W* results,
                                              std::uint32_t enabled, std::uint32_t least) {
  alignas(64) std::array<Element, Lanes> elements;
  finished_elements<Element, W, Lanes>(results, result.saturates, least, elements.data());
  std::byte* to = context.grf + result.first;
  if (enabled == result.lanes) {
    std::memcpy(to, elements.data(), sizeof elements);
    return;
  }
  std::array<Element, Lanes> before;
  std::memcpy(before.data(), to, sizeof before);
  for (unsigned i = 0; i < Lanes; ++i) elements[i] = (enabled >> i & 1u) != 0 ? elements[i] : before[i];
  std::memcpy(to, elements.data(), sizeof elements);
}

/// Begins an instruction: false when it is done.
/// @param General  its function for all modes
template <EuOperation::Run General = run_compute>
[[gnu::always_inline]] inline bool begin(EuContext& context, const EuOperation& operation, std::uint32_t& enabled,
                                         std::uint32_t& least) {
  const EuState& state = context.state;
  if (!state.nearest) [[unlikely]] {
    General(context, operation);
    return false;
  }
  enabled = enabled_lanes(state, operation);
  least = operation.copies ? 0 : state.least_float;
  return enabled != 0;
}

/// `Function` has Work, kSources, and `of`, which takes as many lanes.
template <class Function, class Element, unsigned Lanes>
struct RowRun {
  using W = typename Function::Work;
  static constexpr unsigned kSources = Function::kSources;

  // A function of its own, whose loops become vectors: inside of the one over threads they do not.
  [[gnu::noinline]] static void row(EuContext& context, const EuOperation& operation, const RowSource& s0,
                                    const RowSource& s1, const RowSource& s2, const RowResult& result) {
    std::uint32_t enabled, least;
    if (!begin(context, operation, enabled, least)) return;
    alignas(64) std::array<W, Lanes> buffers[kSources], results;
    const W* a = lanes_of<W, Lanes>(context, s0, buffers[0].data());
    if constexpr (kSources == 1) {
      for (unsigned i = 0; i < Lanes; ++i) results[i] = Function::of(operand(a[i], s0, least));
    } else if constexpr (kSources == 2) {
      const W* b = lanes_of<W, Lanes>(context, s1, buffers[1].data());
      for (unsigned i = 0; i < Lanes; ++i)
        results[i] = Function::of(operand(a[i], s0, least), operand(b[i], s1, least));
    } else {
      const W* b = lanes_of<W, Lanes>(context, s1, buffers[1].data());
      const W* c = lanes_of<W, Lanes>(context, s2, buffers[2].data());
      for (unsigned i = 0; i < Lanes; ++i)
        results[i] = Function::of(operand(a[i], s0, least), operand(b[i], s1, least), operand(c[i], s2, least));
    }
    finish_row<Element, W, Lanes>(context, result, results.data(), enabled, least);
  }

  /// `row` where all lanes are written and the sources are known: a leaf, without a stack.
  [[gnu::noinline]] static void whole(const W* a, const W* b, const W* c, std::byte* to, const RowSource* sources,
                                      std::uint32_t least, bool saturates) {
    alignas(64) std::array<W, Lanes> results;
    if constexpr (kSources == 1) {
      for (unsigned i = 0; i < Lanes; ++i) results[i] = Function::of(operand(a[i], sources[0], least));
    } else if constexpr (kSources == 2) {
      for (unsigned i = 0; i < Lanes; ++i)
        results[i] = Function::of(operand(a[i], sources[0], least), operand(b[i], sources[1], least));
    } else {
      for (unsigned i = 0; i < Lanes; ++i)
        results[i] = Function::of(operand(a[i], sources[0], least), operand(b[i], sources[1], least),
                                  operand(c[i], sources[2], least));
    }
    alignas(64) std::array<Element, Lanes> elements;
    finished_elements<Element, W, Lanes>(results.data(), saturates, least, elements.data());
    std::memcpy(to, elements.data(), sizeof elements);
  }

  static void many(EuContext* const* contexts, unsigned count, const EuOperation& operation) {
    const RowSource sources[3]{RowSource{operation.source[0]}, RowSource{operation.source[kSources > 1 ? 1 : 0]},
                               RowSource{operation.source[kSources > 2 ? 2 : 0]}};
    const RowResult result{operation};
    if constexpr (Lanes == 8 || Lanes == 16) {
      const bool found = sources[0].is_found() && sources[1].is_found() && sources[2].is_found();
      if (found && !operation.predicated) return many_whole(contexts, count, operation, sources, result);
    }
    for (unsigned n = 0; n < count; ++n) row(*contexts[n], operation, sources[0], sources[1], sources[2], result);
  }

  static void many_whole(EuContext* const* contexts, unsigned count, const EuOperation& operation,
                         const RowSource* sources, const RowResult& result) {
    for (unsigned n = 0; n < count; ++n) {
      EuContext& context = *contexts[n];
      const EuState& state = context.state;
      if (!state.nearest || enabled_lanes(state, operation) != result.lanes) [[unlikely]] {
        row(context, operation, sources[0], sources[1], sources[2], result);
        continue;
      }
      alignas(64) std::array<std::array<W, Lanes>, kSources> spread;
      const W* lanes[3]{};
      for (unsigned s = 0; s < kSources; ++s) lanes[s] = found_lanes<W, Lanes>(context, sources[s], spread[s].data());
      whole(lanes[0], lanes[1], lanes[2], context.grf + result.first, sources, operation.copies ? 0 : state.least_float,
            result.saturates);
    }
  }
  static void one(EuContext& context, const EuOperation& operation) {
    EuContext* const only = &context;
    many(&only, 1, operation);
  }
};

/// p x + q y + r of eight or sixteen lanes, whose x and y take turns in registers.
template <unsigned Lanes>
struct PlaneRun {
  [[gnu::noinline]] static void row(EuContext& context, const EuOperation& operation, const RowSource& s0,
                                    const RowSource& s1, const RowSource& s2, const RowResult& result) {
    constexpr unsigned kGroup = 8;
    std::uint32_t enabled, least;
    if (!begin(context, operation, enabled, least)) return;
    const auto* plane = reinterpret_cast<const float*>(context.grf + s0.first);
    const float p = operand(plane[0], s0, least), q = operand(plane[1], s0, least), r = operand(plane[3], s0, least);
    const auto* from = reinterpret_cast<const float*>(context.grf + s1.first);
    alignas(64) std::array<float, Lanes> x, y, results;
    if constexpr (Lanes == 2 * kGroup) {
      separate(from, x.data(), y.data());
    } else {
      std::memcpy(x.data(), from, sizeof x);
      std::memcpy(y.data(), from + kGroup, sizeof y);
    }
    for (unsigned i = 0; i < Lanes; ++i)
      results[i] = plane_at(p, q, r, operand(x[i], s1, least), operand(y[i], s2, least));
    finish_row<float, float, Lanes>(context, result, results.data(), enabled, least);
  }
  static void many(EuContext* const* contexts, unsigned count, const EuOperation& operation) {
    const RowSource s0{operation.source[0]}, s1{operation.source[1]}, s2{operation.source[2]};
    const RowResult result{operation};
    for (unsigned n = 0; n < count; ++n) row(*contexts[n], operation, s0, s1, s2, result);
  }
  static void one(EuContext& context, const EuOperation& operation) {
    EuContext* const only = &context;
    many(&only, 1, operation);
  }
};

}  // namespace
