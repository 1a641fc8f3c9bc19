# Writes the header that tells which headers a plug-in was built with: cmake -DSOURCE=... -DVERSION=... -DOUT=... -P plugin_headers.cmake.
# Rewrites only on a change.
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE headers RELATIVE ${SOURCE} ${SOURCE}/*.h ${SOURCE}/../rtl_cosim/*.h)
list(FILTER headers EXCLUDE REGEX "^(analysis|capture|cli|exploration|pages|python)/")
list(SORT headers)
set(all "")
foreach(header IN LISTS headers)
  file(SHA256 ${SOURCE}/${header} hash)
  string(APPEND all "${hash} ${header}\n")
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 16 hash)
file(CONFIGURE OUTPUT ${OUT} CONTENT "#define TEXPIPE_PLUGIN_VERSION \"@VERSION@\"\n#define TEXPIPE_PLUGIN_HEADERS \"@hash@\"\n" @ONLY)
