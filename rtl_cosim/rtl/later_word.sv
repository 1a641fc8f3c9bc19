// A word comes out so many cycles after it went in.
module later_word #(
    parameter int unsigned CYCLES = 3,  // at least 1
    parameter int unsigned BITS = 1
) (
    input  logic            clk,
    input  logic            rst_n,
    input  logic [BITS-1:0] in,
    output logic [BITS-1:0] out
);
  logic [CYCLES*BITS-1:0]     held;
  logic [(CYCLES+1)*BITS-1:0] all;
  assign all = {held, in};
  assign out = all[CYCLES*BITS+:BITS];
  always_ff @(posedge clk) begin
    if (!rst_n) held <= '0;
    else held <= all[CYCLES*BITS-1:0];
  end
endmodule
