// Vectors of kLanes numbers: the vector types of GCC and Clang, and what they lack. Included in the namespace of each
// instruction set.

#define TEXPIPE_INLINE [[gnu::always_inline]] static inline

typedef float F32 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::int32_t I32 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::uint32_t U32 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::int32_t HalfI32 __attribute__((vector_size(2 * TEXPIPE_LANES)));
typedef float HalfF32 __attribute__((vector_size(2 * TEXPIPE_LANES)));
typedef double HalfF64 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::int64_t HalfI64 __attribute__((vector_size(4 * TEXPIPE_LANES)));

constexpr unsigned kLanes = TEXPIPE_LANES;

#if TEXPIPE_LANES == 16
#define TEXPIPE_LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7)
#define TEXPIPE_HIGH(v) __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)
#define TEXPIPE_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif TEXPIPE_LANES == 8
#define TEXPIPE_LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define TEXPIPE_HIGH(v) __builtin_shufflevector(v, v, 4, 5, 6, 7)
#define TEXPIPE_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define TEXPIPE_LOW(v) __builtin_shufflevector(v, v, 0, 1)
#define TEXPIPE_HIGH(v) __builtin_shufflevector(v, v, 2, 3)
#define TEXPIPE_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3)
#endif

/// kLanes doubles in two registers.
struct F64 {
  HalfF64 low, high;
};
TEXPIPE_INLINE F64 operator+(F64 a, F64 b) {
  return {a.low + b.low, a.high + b.high};
}
TEXPIPE_INLINE F64 operator-(F64 a, F64 b) {
  return {a.low - b.low, a.high - b.high};
}
TEXPIPE_INLINE F64 operator*(F64 a, F64 b) {
  return {a.low * b.low, a.high * b.high};
}
TEXPIPE_INLINE F64 operator/(F64 a, F64 b) {
  return {a.low / b.low, a.high / b.high};
}
TEXPIPE_INLINE F64 operator*(F64 a, double b) {
  return {a.low * b, a.high * b};
}
TEXPIPE_INLINE F64 operator+(F64 a, double b) {
  return {a.low + b, a.high + b};
}
TEXPIPE_INLINE F64 minimum(F64 a, double b) {
  const HalfF64 limit = HalfF64{} + b;
  return {a.low < limit ? a.low : limit, a.high < limit ? a.high : limit};
}
TEXPIPE_INLINE F64 maximum(F64 a, double b) {
  const HalfF64 limit = HalfF64{} + b;
  return {a.low > limit ? a.low : limit, a.high > limit ? a.high : limit};
}
TEXPIPE_INLINE F64 absolute(F64 a) {
  const HalfI64 mask = HalfI64{} + std::int64_t{0x7FFFFFFFFFFFFFFF};
  return {(HalfF64)((HalfI64)a.low & mask), (HalfF64)((HalfI64)a.high & mask)};
}
TEXPIPE_INLINE I32 joined(HalfI64 low, HalfI64 high) {
  return TEXPIPE_JOIN(__builtin_convertvector(low, HalfI32), __builtin_convertvector(high, HalfI32));
}
TEXPIPE_INLINE I32 less(F64 a, F64 b) {
  return joined(a.low < b.low, a.high < b.high);
}

TEXPIPE_INLINE F64 widen(F32 a) {
  return {__builtin_convertvector(TEXPIPE_LOW(a), HalfF64), __builtin_convertvector(TEXPIPE_HIGH(a), HalfF64)};
}
TEXPIPE_INLINE F64 widen(I32 a) {
  return {__builtin_convertvector(TEXPIPE_LOW(a), HalfF64), __builtin_convertvector(TEXPIPE_HIGH(a), HalfF64)};
}
/// Rounded to float32, to nearest even.
TEXPIPE_INLINE F32 narrow(F64 a) {
  return TEXPIPE_JOIN(__builtin_convertvector(a.low, HalfF32), __builtin_convertvector(a.high, HalfF32));
}
TEXPIPE_INLINE F32 to_float(I32 a) {
  return __builtin_convertvector(a, F32);
}
/// Largest integers not above. @param a within the range of the integers
TEXPIPE_INLINE I32 floored(F64 a) {
  const HalfI32 low = __builtin_convertvector(a.low, HalfI32), high = __builtin_convertvector(a.high, HalfI32);
  const F64 back{__builtin_convertvector(low, HalfF64), __builtin_convertvector(high, HalfF64)};
  return TEXPIPE_JOIN(low, high) + less(a, back);  // a true comparison is -1
}

/// Largest integers not above. @param a  below 2^31
TEXPIPE_INLINE I32 floored(F32 a) {
  const I32 whole = __builtin_convertvector(a, I32);
  return whole + (I32)(a < __builtin_convertvector(whole, F32));
}
TEXPIPE_INLINE F64 widen(U32 a) {
  return widen((I32)(a ^ 0x80000000u)) + 2147483648.0;
}

TEXPIPE_INLINE I32 all(std::int32_t value) {
  return I32{} + value;
}
TEXPIPE_INLINE F32 all(float value) {
  return F32{} + value;
}
TEXPIPE_INLINE I32 select(I32 mask, I32 a, I32 b) {
  return (mask & a) | (~mask & b);
}
TEXPIPE_INLINE I32 minimum(I32 a, I32 b) {
  return a < b ? a : b;
}
TEXPIPE_INLINE I32 maximum(I32 a, I32 b) {
  return a > b ? a : b;
}
TEXPIPE_INLINE F32 minimum(F32 a, F32 b) {
  return a < b ? a : b;
}
TEXPIPE_INLINE F32 maximum(F32 a, F32 b) {
  return a > b ? a : b;
}
template <class Vector, class Number>
TEXPIPE_INLINE Vector load(const Number* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class Vector, class Number>
TEXPIPE_INLINE void store(Number* to, Vector vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}
TEXPIPE_INLINE F64 load_f64(const double* from) {
  return {load<HalfF64>(from), load<HalfF64>(from + kLanes / 2)};
}

/// Bit per lane whose mask is set.
TEXPIPE_INLINE std::uint32_t bits_of(I32 mask) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return _mm512_movepi32_mask((__m512i)mask);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)mask));
#else
  std::uint32_t bits = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) bits |= (static_cast<std::uint32_t>(mask[lane]) >> 31) << lane;
  return bits;
#endif
}
TEXPIPE_INLINE bool any(I32 mask) {
  return bits_of(mask) != 0;
}
TEXPIPE_INLINE I32 mask_of(std::uint32_t bits) {
  I32 lane_bit;
  for (unsigned lane = 0; lane < kLanes; ++lane) lane_bit[lane] = std::int32_t{1} << lane;
  return (all(static_cast<std::int32_t>(bits)) & lane_bit) != 0;
}

/// words[index] for every lane.
TEXPIPE_INLINE I32 gather(const std::int32_t* words, I32 index) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (I32)_mm512_i32gather_epi32((__m512i)index, words, 4);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (I32)_mm256_i32gather_epi32(words, (__m256i)index, 4);
#else
  I32 result;
  for (unsigned lane = 0; lane < kLanes; ++lane) result[lane] = words[index[lane]];
  return result;
#endif
}
