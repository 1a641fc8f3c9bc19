// When a piece of work came to where it is, and when it would have come with one parameter of the machine relaxed.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/quantity.h"
#include "machine/statistics/cause.h"
#include "machine/statistics/savings.h"

namespace texpipe::machine {

/// A cause and the share of the time that goes to it that its relaxed parameter saves.
struct RelaxedCause {
  Cause cause;
  double share;
  Cause twice = Cause::kNone;  // the same parameter only twice as good, where that is followed as well
  double twice_share = 0;
};

/// The same of a span that no relaxing brings below one cycle.
inline RelaxedCause at_least_a_cycle(RelaxedCause cause, Cycles span) {
  const double cycles = std::max(static_cast<double>(span.value()), 1.0);
  const double most = 1.0 - 1.0 / cycles;
  return {cause.cause, std::min(cause.share, most), cause.twice, std::min(cause.twice_share, most)};
}

/// How many times better each cause's parameter becomes when it is relaxed (remedies.h decides): latencies and
/// intervals are divided by the factor, rates and capacities multiplied. 1: it cannot be relaxed.
class Relaxations {
 public:
  /// Every parameter twice as good.
  Relaxations() {
    factors_.fill(2.0);
    shares_.fill(0.5);
    twice_.fill(Cause::kNone);
    set(Cause::kNone, 1.0);
  }

  /// Nothing is relaxed, so nothing is traced.
  static Relaxations none() {
    Relaxations relaxations;
    relaxations.factors_.fill(1.0);
    relaxations.shares_.fill(0.0);
    return relaxations;
  }

  void set(Cause cause, double factor) {
    factors_[index_of(cause)] = factor;
    shares_[index_of(cause)] = 1.0 - 1.0 / factor;
  }
  double factor(Cause cause) const { return factors_[index_of(cause)]; }

  /// Whether anything is relaxed, so that times are worth tracing.
  bool any() const {
    return std::any_of(factors_.begin(), factors_.end(), [](double factor) { return factor != 1.0; });
  }

  /// Follows what the cause's parameter, only twice as good, would save, beside what it saves when it is relaxed. Of at
  /// most kTwiceFollowed causes, none of them a size.
  void follow_twice(Cause cause) {
    twice_[index_of(cause)] = static_cast<Cause>(kCauses + followed_);
    ++followed_;
  }
  /// The name of that; kNone: it is not followed.
  Cause twice(Cause cause) const { return twice_[index_of(cause)]; }

  RelaxedCause operator[](Cause cause) const {
    const Cause twice = twice_[index_of(cause)];
    return {cause, shares_[index_of(cause)], twice, twice == Cause::kNone ? 0.0 : 0.5};
  }

  /// What a capacity becomes.
  std::uint64_t capacity(Cause cause, std::uint64_t slots) const {
    return std::max(slots, static_cast<std::uint64_t>(std::llround(static_cast<double>(slots) * factor(cause))));
  }

 private:
  std::array<double, kCauses> factors_;
  std::array<double, kCauses> shares_;  // of the time that goes to the cause, saved by relaxing it
  std::array<Cause, kCauses> twice_;
  std::size_t followed_ = 0;
};

/// Causes of sizes in whose runs a piece of work does not exist, because a line would have been there.
class AbsentIn {
 public:
  static constexpr std::size_t kFirst = index_of(Cause::kL1Size);
  static constexpr std::size_t kCount = index_of(Cause::kLlcWays) - kFirst + 1;
  static_assert(kCount <= 16);

  /// Whether the cause is such a size.
  static constexpr bool follows(Cause cause) { return index_of(cause) >= kFirst && index_of(cause) < kFirst + kCount; }

  void add(Cause cause) { bits_ = static_cast<std::uint16_t>(bits_ | 1u << (index_of(cause) - kFirst)); }
  void add(AbsentIn other) { bits_ = static_cast<std::uint16_t>(bits_ | other.bits_); }
  bool empty() const { return bits_ == 0; }
  bool has(Cause cause) const {
    const std::size_t i = index_of(cause) - kFirst;
    return i < kCount && (bits_ >> i & 1) != 0;
  }
  friend AbsentIn operator|(AbsentIn a, AbsentIn b) { return a.add(b), a; }

  template <class Visitor>
  void for_each(Visitor&& visitor) const {
    for (std::size_t i = 0; i < kCount; ++i) {
      if ((bits_ >> i & 1) != 0) visitor(static_cast<Cause>(kFirst + i));
    }
  }

 private:
  std::uint16_t bits_ = 0;
};

/// The true time, and for each cause the time with this cause relaxed and all others as they are. Every unit passes the
/// times of what it works on: work goes on when all that it needs is there, in each of these runs for itself. So the
/// times of what happens last tell how long the run would be with each parameter relaxed, as far as the order in which
/// units serve stays what it is.
class RelaxedTimes {
 public:
  /// The true time.
  Cycles at() const { return at_; }
  /// Cycles that relaxing the cause saves up to here.
  double saved(Cause cause) const { return saved_[index_of(cause)]; }
  /// The time with the cause relaxed.
  double with(Cause cause) const { return cycles_at() - saved(cause); }

  /// Time that no parameter shortens.
  void pass(Cycles until) {
    if (until > at_) move(until);
  }

  /// Time up to `until`, when that is later, that goes to a cause.
  void spend(RelaxedCause cause, Cycles until) {
    if (until <= at_) return;
    save(cause, until - at_);
    move(until);
  }

  /// The last cycles, up to `until`, of a latency of `whole` cycles: work that comes late waits for the rest only.
  void spend_rest(RelaxedCause cause, Cycles until, Cycles whole) {
    if (until <= at_) return;
    const double rest = number(until - at_);
    saved_.add(index_of(cause.cause), std::min(rest, exact(cause.share * number(whole))));
    if (cause.twice != Cause::kNone)
      saved_.add(index_of(cause.twice), std::min(rest, exact(cause.twice_share * number(whole))));
    move(until);
  }

  /// Of time that was spent, a second cause shortens `span` as well.
  void save(RelaxedCause cause, Cycles span) {
    saved_.add(index_of(cause.cause), exact(cause.share * number(span)));
    if (cause.twice != Cause::kNone) saved_.add(index_of(cause.twice), exact(cause.twice_share * number(span)));
  }

  /// Work that needs both goes on from the later one, in each run for itself. What let go before the work came held
  /// nothing back and is left alone: in the other runs units would have served in another order.
  void join(const RelaxedTimes& other) {
    if (other.at_ < at_) return;
    saved_.join(other.saved_, number(other.at_ - at_));
    at_ = other.at_;
  }
  /// It joins the other, and the other becomes what it is then.
  void join_both(RelaxedTimes& other) {
    if (other.at_ < at_) {
      other = *this;
      return;
    }
    saved_.join_both(other.saved_, number(other.at_ - at_));
    at_ = other.at_;
    other.absent_ = absent_;
  }

  /// With the cause relaxed it is there at `time`, which is not after at().
  void set(Cause cause, double time) { saved_.set(index_of(cause), cycles_at() - time); }

  /// In these runs the work does not exist from here on: nothing waits for it, it takes no time and no slots, and units
  /// that it passes are free for the next one when they were free for it.
  void vanish(AbsentIn absent) {
    absent_.add(absent);
    absent.for_each([this](Cause cause) { set(cause, -std::numeric_limits<double>::infinity()); });
  }
  AbsentIn absent() const { return absent_; }

  /// In these runs it is `span` later, but no later than it is.
  void delay(AbsentIn runs, Cycles span) {
    runs.for_each([&](Cause cause) { set(cause, std::min(with(cause) + number(span), cycles_at())); });
  }

 private:
  /// Whole parts of a cycle, so that sums do not depend on their order: exact up to 2^43 cycles.
  static double exact(double cycles) {
    return static_cast<double>(static_cast<std::int64_t>(cycles * 1024)) * (1.0 / 1024);
  }
  /// By way of signed numbers, which hosts convert in one step. @param cycles  less than 2^63
  static double number(Cycles cycles) { return static_cast<double>(static_cast<std::int64_t>(cycles.value())); }
  double cycles_at() const { return number(at_); }

  void move(Cycles until) {
    if (!absent_.empty()) [[unlikely]] {
      const double span = number(until - at_);
      absent_.for_each([&](Cause cause) { saved_.add(index_of(cause), span); });
    }
    at_ = until;
  }

  Cycles at_;
  AbsentIn absent_;
  Savings saved_;
};

/// Slots of a unit: what takes one waits for the release as many takes ago. Where nothing is relaxed, nothing is kept.
class SlotTimes {
 public:
  struct Relaxed {
    Cause cause;
    std::uint64_t slots;  // with the cause relaxed
  };

  /// Whether work takes slots in one order in every run, or as it comes: then work that found a slot waits for none in
  /// any run.
  enum class Order : bool { kOne, kAsItComes };

  /// @param slots  at least 1
  SlotTimes(std::uint64_t slots, const std::vector<Relaxed>& relaxed, const Relaxations& relaxations);
  /// Slots that one cause relaxes, and more of the unit that they are in.
  SlotTimes(std::uint64_t slots, Cause cause, const Relaxations& relaxations, Order order = Order::kOne);

  /// What so many slots become by the cause; `beyond` of them are there in any case.
  static std::vector<Relaxed> relaxed(std::uint64_t slots, Cause cause, const Relaxations& relaxations,
                                      std::uint64_t beyond = 0);

  /// `times` is not before so many slots were free.
  /// @param unneeded  runs in which none is needed
  void wait(RelaxedTimes& times, std::uint64_t count = 1, AbsentIn unneeded = {}) const;
  /// It takes the slot as well.
  void take(RelaxedTimes& times, AbsentIn unneeded = {}) {
    if (!traced_) return;
    const AbsentIn absent = times.absent() | unneeded;
    if (!absent.empty()) follow(absent);
    wait(times, 1, absent);
    ++taken_;
    step(take_place_, slots_);
    for (More& more : more_) step(more.taken, more.relaxed.slots);
    for (Present& present : present_) {
      if (absent.has(present.cause)) continue;
      ++present.taken;
      step(present.take_place, slots_);
    }
  }
  /// The slot that was taken first of those not released, or another one, is free at times.at().
  void release(const RelaxedTimes& times) {
    next_release() = times;
    released();
  }

  /// Where the times of the next release are noted, at any time before it happens. Whoever takes the work over notes
  /// them there, so that they are copied once.
  RelaxedTimes& next_release() {
    if (releases_.size() == release_place_) releases_.emplace_back();
    return releases_[release_place_];
  }
  /// The release whose times next_release() has.
  void released();

  /// Of the release that was last; of none: time 0.
  const RelaxedTimes& last() const {
    return released_ == 0 ? never_ : releases_[(release_place_ == 0 ? slots_ : release_place_) - 1];
  }

 private:
  struct More {
    Relaxed relaxed;
    std::vector<double> releases;  // with the cause relaxed: ring, by number of the release
    std::uint64_t taken = 0;       // place in it of the next take
    std::uint64_t released = 0;    // and of the next release
  };

  /// What takes slots in a run in which some work is absent.
  struct Present {
    Cause cause;
    std::uint64_t taken;
    std::uint64_t released;
    std::uint64_t take_place;      // taken % slots_, without divisions
    std::uint64_t release_place;   // released % slots_
    std::vector<double> releases;  // ring, in that run
  };

  static void step(std::uint64_t& place, std::uint64_t size) {
    if (++place == size) place = 0;
  }

  void follow(AbsentIn absent);

  std::uint64_t slots_;
  bool traced_;
  Order order_ = Order::kOne;
  std::vector<RelaxedTimes> releases_;  // ring, by number of the release
  std::vector<More> more_;
  std::vector<Present> present_;
  RelaxedTimes never_;
  std::uint64_t taken_ = 0;
  std::uint64_t released_ = 0;
  std::uint64_t take_place_ = 0;  // taken_ % slots_, without divisions
  std::uint64_t release_place_ = 0;
};

}  // namespace texpipe::machine
