// Control of a pipeline of registered steps: each step is a slot of its own, a bubble closes under back-pressure, and a slot that empties in
// a cycle can be filled in the same cycle.
module elastic_pipeline #(
    parameter int unsigned STEPS = 3
) (
    input  logic clk,
    input  logic rst_n,

    input  logic             in_valid,
    output logic             in_ready,
    output logic             out_valid,
    input  logic             out_ready,
    output logic [STEPS-1:0] load  // step n takes what stands before it at this clock edge
);
  logic [STEPS-1:0] valid;

  // A step takes when one from it on to the output is empty, or the output is taken.
  for (genvar step = 0; step < STEPS; step++) begin : gen_load
    assign load[step] = out_ready || !(&valid[STEPS-1:step]);
  end
  assign in_ready = load[0];
  assign out_valid = valid[STEPS-1];

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      valid <= '0;
    end else begin
      for (int step = 0; step < STEPS; step++) begin
        if (load[step]) valid[step] <= (step == 0) ? in_valid : valid[(step == 0) ? 0 : step-1];
      end
    end
  end
endmodule
