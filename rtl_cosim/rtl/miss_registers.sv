// Miss registers: the lines that are on their way, and in which fill place each will be put down.
//
// A line that arrives in this cycle still counts as on its way, and its register can be taken again at once.
module miss_registers #(
    parameter int unsigned REGISTERS = 16,
    parameter int unsigned KEY_BITS = 48,
    parameter int unsigned PLACE_BITS = 9,
    parameter int unsigned ID_BITS = $clog2(REGISTERS)
) (
    input  logic clk,
    input  logic rst_n,

    input  logic [KEY_BITS-1:0]   key,
    output logic                  found,        // the line is on its way
    output logic [ID_BITS-1:0]    found_id,
    output logic [PLACE_BITS-1:0] found_place,
    output logic                  has_free,
    output logic [ID_BITS-1:0]    free_id,
    input  logic                  take,         // at this clock edge, the free one for the line
    input  logic [PLACE_BITS-1:0] take_place,

    input  logic [ID_BITS-1:0]    asked_id,
    output logic [KEY_BITS-1:0]   asked_key,

    input  logic                  arrives,
    input  logic [ID_BITS-1:0]    arrived_id,
    output logic [PLACE_BITS-1:0] arrived_place
);
  logic [REGISTERS-1:0]  taken;
  logic [KEY_BITS-1:0]   keys   [0:REGISTERS-1];
  logic [PLACE_BITS-1:0] places [0:REGISTERS-1];

  always_comb begin
    found = 1'b0;
    found_id = '0;
    has_free = arrives;
    free_id = arrived_id;
    for (int at = REGISTERS - 1; at >= 0; at--) begin
      if (taken[at] && keys[at] == key) begin
        found = 1'b1;
        found_id = at[ID_BITS-1:0];
      end
      if (!taken[at]) begin
        has_free = 1'b1;
        free_id = at[ID_BITS-1:0];
      end
    end
  end
  assign found_place = places[found_id];
  assign asked_key = keys[asked_id];
  assign arrived_place = places[arrived_id];

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      taken <= '0;
    end else begin
      if (arrives) taken[arrived_id] <= 1'b0;
      if (take) begin
        taken[free_id] <= 1'b1;
        keys[free_id] <= key;
        places[free_id] <= take_place;
      end
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk) begin
    if (rst_n && arrives) begin
      assert (taken[arrived_id])
      else $error("miss_registers: an answer to register %0d, which asked nothing", arrived_id);
    end
  end
`endif
endmodule
