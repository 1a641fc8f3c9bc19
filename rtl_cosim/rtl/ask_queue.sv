// Numbers of the miss registers whose lines are to be asked for, in order. Each register is in it once at most, so that it is never full.
module ask_queue #(
    parameter int unsigned REGISTERS = 16,  // a power of two
    parameter int unsigned ID_BITS = $clog2(REGISTERS)
) (
    input  logic               clk,
    input  logic               rst_n,
    input  logic               push,
    input  logic [ID_BITS-1:0] push_id,
    output logic               valid,
    input  logic               ready,
    output logic [ID_BITS-1:0] id
);
  logic [ID_BITS-1:0] ids [0:REGISTERS-1];
  logic [ID_BITS:0]   head, tail;
  assign valid = head != tail;
  assign id = ids[head[ID_BITS-1:0]];
  always_ff @(posedge clk) begin
    if (!rst_n) begin
      head <= '0;
      tail <= '0;
    end else begin
      if (push) begin
        ids[tail[ID_BITS-1:0]] <= push_id;
        tail <= tail + 1'b1;
      end
      if (valid && ready) head <= head + 1'b1;
    end
  end
endmodule
