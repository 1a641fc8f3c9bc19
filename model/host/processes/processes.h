// Work that is divided among processes of this host: SystemC has one simulation a process.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace texpipe::study {

/// Does the pieces 0 to count - 1 in processes of their own, at most `jobs` at a time; their results in the order of
/// the pieces, whatever ended first. Errors: what a piece throws as Error, of all pieces that do, with the code of the
/// first; kInternalError for a process that ends otherwise.
/// @param work   what a piece gives
/// @param ended  called here when a piece has ended; may be empty
std::vector<std::string> divide_among_processes(std::size_t count, unsigned jobs,
                                                const std::function<std::string(std::size_t)>& work,
                                                const std::function<void()>& ended = {});

}  // namespace texpipe::study
