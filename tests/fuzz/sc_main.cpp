// libsystemc's main refers to sc_main; in a fuzzer libFuzzer's main runs instead.
extern "C" int sc_main(int, char*[]) {
  return 1;
}
