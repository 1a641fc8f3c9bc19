// A word through registered steps with the handshakes of elastic_pipeline: beside a unit of as many steps it stays in step with it.
module elastic_word #(
    parameter int unsigned STEPS = 1,
    parameter int unsigned BITS = 1
) (
    input  logic            clk,
    input  logic            rst_n,
    input  logic            in_valid,
    output logic            in_ready,
    input  logic [BITS-1:0] in,
    output logic            out_valid,
    input  logic            out_ready,
    output logic [BITS-1:0] out
);
  logic [STEPS-1:0]          load;
  logic [STEPS*BITS-1:0]     held;
  logic [(STEPS+1)*BITS-1:0] words;  // the first is what comes in
  elastic_pipeline #(.STEPS(STEPS)) control (.clk, .rst_n, .in_valid, .in_ready, .out_valid, .out_ready, .load);
  assign words = {held, in};
  assign out = words[STEPS*BITS+:BITS];
  for (genvar step = 0; step < STEPS; step++) begin : gen_step
    always_ff @(posedge clk) begin
      if (load[step]) held[step*BITS+:BITS] <= words[step*BITS+:BITS];
    end
  end
endmodule
