// Sampling in batches, by the C interface: arrays in, arrays out.
#include <pybind11/stl.h>

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "functional/c_interface/texpipe.h"
#include "python/bindings.h"

namespace py = pybind11;

namespace texpipe::python {

namespace {

using Bits = py::array_t<std::uint32_t, py::array::c_style | py::array::forcecast>;
using Bytes = py::array_t<std::uint8_t, py::array::c_style | py::array::forcecast>;
using Fields = std::vector<std::pair<std::string, std::string>>;

void require(texpipe_status status) {
  if (status != TEXPIPE_SUCCESS) throw Error{static_cast<ExitCode>(status), std::string{texpipe_last_error()}};
}

std::vector<texpipe_field> fields_of(const Fields& fields) {
  std::vector<texpipe_field> list;
  for (const auto& [name, value] : fields) list.push_back({name.c_str(), value.c_str()});
  return list;
}

class Context {
 public:
  Context() { require(texpipe_context_create(&context_)); }
  ~Context() { texpipe_context_destroy(context_); }
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// @param sizes  width, height, depth, array length, levels, samples
  std::uint32_t surface(const std::string& format, const std::string& type, const std::optional<std::string>& tiling,
                        const std::array<std::uint32_t, 6>& sizes, bool is_array, const Bytes& texels,
                        const Fields& fields) {
    const std::vector<texpipe_field> list = fields_of(fields);
    const texpipe_surface surface{.struct_size = sizeof(texpipe_surface),
                                  .format = format.c_str(),
                                  .type = type.c_str(),
                                  .tiling = tiling ? tiling->c_str() : nullptr,
                                  .width = sizes[0],
                                  .height = sizes[1],
                                  .depth = sizes[2],
                                  .array_length = sizes[3],
                                  .levels = sizes[4],
                                  .samples = sizes[5],
                                  .is_array = is_array ? 1u : 0u,
                                  .has_mcs = 0,
                                  .texels = texels.data(),
                                  .texel_bytes = static_cast<std::size_t>(texels.size()),
                                  .fields = list.data(),
                                  .field_count = list.size()};
    std::uint32_t index = 0;
    require(texpipe_surface_create(context_, &surface, &index));
    return index;
  }

  std::uint32_t sampler(const Fields& fields, const std::optional<std::array<std::uint32_t, 4>>& border) {
    const std::vector<texpipe_field> list = fields_of(fields);
    std::uint32_t index = 0;
    require(texpipe_sampler_create(context_, list.data(), list.size(), border ? border->data() : nullptr, &index));
    return index;
  }

  /// @param parameters  [parameter, pixel]; four pixels are a subspan
  /// @return  [R G B A, pixel]
  Bits sample(const std::string& operation, std::uint32_t surface, std::uint32_t sampler, const Bits& parameters,
              const std::array<std::int32_t, 3>& offset, std::uint32_t gather_channel) {
    Bits results{{py::ssize_t{4}, parameters.shape(1)}};
    const texpipe_batch batch{.struct_size = sizeof(texpipe_batch),
                              .operation = operation.c_str(),
                              .surface = surface,
                              .sampler = sampler,
                              .offset = {offset[0], offset[1], offset[2]},
                              .gather_channel = gather_channel,
                              .subspans = static_cast<std::size_t>(parameters.shape(1) / 4),
                              .parameters = parameters.data(),
                              .parameter_count = static_cast<std::uint32_t>(parameters.shape(0)),
                              .results = results.mutable_data()};
    require(texpipe_sample_batch(context_, &batch));
    return results;
  }

 private:
  texpipe_context* context_ = nullptr;
};

std::vector<std::string> parameter_names(const std::string& operation) {
  std::uint32_t count = 0;
  require(texpipe_parameter_count(operation.c_str(), &count));
  std::vector<std::string> names;
  for (std::uint32_t n = 0; n < count; ++n) {
    const char* name = nullptr;
    require(texpipe_parameter_name(operation.c_str(), n, &name));
    names.emplace_back(name);
  }
  return names;
}

}  // namespace

void bind_sampling(py::module_& module) {
  py::class_<Context>(module, "Context")
      .def(py::init<>())
      .def("surface", &Context::surface)
      .def("sampler", &Context::sampler)
      .def("sample", &Context::sample);
  module.def("parameter_names", parameter_names);
}

}  // namespace texpipe::python
