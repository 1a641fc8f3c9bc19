// Words in order beside a unit that keeps its own count of them: it is never asked for more than it has, nor given more than it holds.
module word_queue #(
    parameter int unsigned SLOTS = 32,  // a power of two
    parameter int unsigned BITS = 1,
    parameter int unsigned AT_BITS = $clog2(SLOTS)
) (
    input  logic            clk,
    input  logic            rst_n,
    input  logic            push,
    input  logic [BITS-1:0] in,
    input  logic            pop,
    output logic [BITS-1:0] out  // the oldest
);
  logic [BITS-1:0]    words [0:SLOTS-1];
  logic [AT_BITS-1:0] head, tail;
  assign out = words[head];
  always_ff @(posedge clk) begin
    if (push) words[tail] <= in;
    if (!rst_n) begin
      head <= '0;
      tail <= '0;
    end else begin
      if (push) tail <= tail + 1'b1;
      if (pop) head <= head + 1'b1;
    end
  end
endmodule
