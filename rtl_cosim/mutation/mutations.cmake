# Bugs that tests plant into RTL to see that co-simulation catches them: name, text of the RTL, text that replaces it.
function(texpipe_mutate source name text replacement)
  file(READ ${source} rtl)
  string(FIND "${rtl}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "mutation ${name}: '${text}' is not in ${source}")
  endif()
  string(REPLACE "${text}" "${replacement}" rtl "${rtl}")
  get_filename_component(module ${source} NAME_WE)
  string(REPLACE "module ${module} " "module ${module}_${name} " rtl "${rtl}")
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${module}_${name}.sv CONTENT "${rtl}" @ONLY)  # rewrites only what changed
endfunction()

# The same for one file of several: leaves the module's name and puts the file, by its own name, into a folder of the mutation.
function(texpipe_plant source name text replacement)
  file(READ ${source} rtl)
  string(FIND "${rtl}" "${text}" place)
  if(place EQUAL -1)
    message(FATAL_ERROR "mutation ${name}: '${text}' is not in ${source}")
  endif()
  string(REPLACE "${text}" "${replacement}" rtl "${rtl}")
  get_filename_component(file ${source} NAME)
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${name}/${file} CONTENT "${rtl}" @ONLY)
endfunction()
