// Functions of the C library that tell the time or sleep: the program gets its own clock.
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

#include "capture/recorder/next_function.h"
#include "capture/recorder/program_clock.h"

namespace {

using namespace texpipe::capture;
using std::chrono::nanoseconds;

/// Time of day when the clock begins: 1 January 2024. The clocks that begin with the machine begin at a second.
constexpr std::chrono::seconds kDayBegin{1'704'067'200};
constexpr std::chrono::seconds kMachineBegin{1};

bool is_day_clock(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

nanoseconds time_of(clockid_t clock) {
  return (is_day_clock(clock) ? kDayBegin : kMachineBegin) + program_clock().read();
}

/// Length of a wait; 0 for none, which is refused or waits for ever.
nanoseconds length_of(const timespec* time) {
  return time == nullptr ? nanoseconds{0} : std::chrono::seconds{time->tv_sec} + nanoseconds{time->tv_nsec};
}
nanoseconds length_of(const timeval* time) {
  return time == nullptr ? nanoseconds{0}
                         : std::chrono::seconds{time->tv_sec} + std::chrono::microseconds{time->tv_usec};
}

timespec parts_of(nanoseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
  return {.tv_sec = seconds.count(), .tv_nsec = (time - seconds).count()};
}

/// Tells the program's clock of a wait that nothing ended before its time, and gives its result back.
int after_wait(int result, nanoseconds time, const void* caller) {
  if (result == 0 && sees_program_clock(caller)) program_clock().slept(time);
  return result;
}

nanoseconds milliseconds_of(int timeout) {
  return std::chrono::milliseconds{timeout};
}

}  // namespace

#pragma GCC visibility push(default)
extern "C" {

int clock_gettime(clockid_t clock, timespec* time) noexcept {
  if (!sees_program_clock(__builtin_return_address(0)))
    return next_function<int(clockid_t, timespec*), "clock_gettime">()(clock, time);
  *time = parts_of(time_of(clock));
  return 0;
}
int gettimeofday(timeval* time, void* zone) noexcept {
  if (!sees_program_clock(__builtin_return_address(0)))
    return next_function<int(timeval*, void*), "gettimeofday">()(time, zone);
  const timespec parts = parts_of(time_of(CLOCK_REALTIME));
  *time = {.tv_sec = parts.tv_sec, .tv_usec = parts.tv_nsec / 1000};
  return 0;
}
time_t time(time_t* place) noexcept {
  if (!sees_program_clock(__builtin_return_address(0))) return next_function<time_t(time_t*), "time">()(place);
  const time_t seconds = parts_of(time_of(CLOCK_REALTIME)).tv_sec;
  if (place != nullptr) *place = seconds;
  return seconds;
}
int timespec_get(timespec* time, int base) noexcept {
  if (!sees_program_clock(__builtin_return_address(0)) || base != TIME_UTC)
    return next_function<int(timespec*, int), "timespec_get">()(time, base);
  *time = parts_of(time_of(CLOCK_REALTIME));
  return base;
}
clock_t clock() noexcept {
  if (!sees_program_clock(__builtin_return_address(0))) return next_function<clock_t(), "clock">()();
  return std::chrono::duration_cast<std::chrono::microseconds>(program_clock().read()).count();
}

int nanosleep(const timespec* time, timespec* rest) {
  return after_wait(next_function<int(const timespec*, timespec*), "nanosleep">()(time, rest), length_of(time),
                    __builtin_return_address(0));
}
int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  const int result =
      next_function<int(clockid_t, int, const timespec*, timespec*), "clock_nanosleep">()(clock, flags, time, rest);
  const nanoseconds begin = (flags & TIMER_ABSTIME) != 0 ? time_of(clock) : nanoseconds{0};
  return after_wait(result, length_of(time) - begin, __builtin_return_address(0));
}
int usleep(useconds_t time) {
  return after_wait(next_function<int(useconds_t), "usleep">()(time), std::chrono::microseconds{time},
                    __builtin_return_address(0));
}
unsigned sleep(unsigned seconds) {
  return static_cast<unsigned>(after_wait(static_cast<int>(next_function<unsigned(unsigned), "sleep">()(seconds)),
                                          std::chrono::seconds{seconds}, __builtin_return_address(0)));
}
int poll(pollfd* files, nfds_t count, int timeout) {
  return after_wait(next_function<int(pollfd*, nfds_t, int), "poll">()(files, count, timeout), milliseconds_of(timeout),
                    __builtin_return_address(0));
}
int __poll_chk(pollfd* files, nfds_t count, int timeout, std::size_t) {
  return after_wait(next_function<int(pollfd*, nfds_t, int), "poll">()(files, count, timeout), milliseconds_of(timeout),
                    __builtin_return_address(0));
}
int ppoll(pollfd* files, nfds_t count, const timespec* timeout, const sigset_t* signals) {
  return after_wait(
      next_function<int(pollfd*, nfds_t, const timespec*, const sigset_t*), "ppoll">()(files, count, timeout, signals),
      length_of(timeout), __builtin_return_address(0));
}
int select(int count, fd_set* reading, fd_set* writing, fd_set* failing, timeval* timeout) {
  const nanoseconds time = length_of(timeout);  // the kernel changes what it was given
  return after_wait(next_function<int(int, fd_set*, fd_set*, fd_set*, timeval*), "select">()(count, reading, writing,
                                                                                             failing, timeout),
                    time, __builtin_return_address(0));
}
int epoll_wait(int set, epoll_event* events, int room, int timeout) {
  return after_wait(next_function<int(int, epoll_event*, int, int), "epoll_wait">()(set, events, room, timeout),
                    milliseconds_of(timeout), __builtin_return_address(0));
}

}  // extern "C"
#pragma GCC visibility pop
