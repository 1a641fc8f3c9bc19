// Places of lines that came, or will come, before the data read takes them: given out in turn, each free again when all that were to take
// its line have.
module fill_places #(
    parameter int unsigned PLACES = 512,  // a power of two
    parameter int unsigned READS = 4,     // of a cycle
    parameter int unsigned READERS = 32,  // that may be to take a line, at most
    parameter int unsigned PLACE_BITS = $clog2(PLACES)
) (
    input  logic clk,
    input  logic rst_n,

    output logic                          has_free,
    output logic [PLACE_BITS-1:0]         free_place,
    input  logic                          take,        // at this clock edge
    input  logic                          takes_more,  // one more will read this one
    input  logic [PLACE_BITS-1:0]         more_place,
    input  logic [READS-1:0]              reads,
    input  logic [READS*PLACE_BITS-1:0]   read_places  // different ones
);
  localparam int unsigned COUNT_BITS = $clog2(READERS + 1);

  logic [PLACES*COUNT_BITS-1:0] readers;
  assign has_free = readers[free_place*COUNT_BITS+:COUNT_BITS] == '0;

  // Changes of a cycle may meet in one place, so they are made one after the other.
  logic [PLACES*COUNT_BITS-1:0] next_readers;
  always_comb begin
    next_readers = readers;
    for (int at = 0; at < READS; at++) begin
      if (reads[at]) begin
        next_readers[read_places[at*PLACE_BITS+:PLACE_BITS]*COUNT_BITS+:COUNT_BITS] =
            next_readers[read_places[at*PLACE_BITS+:PLACE_BITS]*COUNT_BITS+:COUNT_BITS] - 1'b1;
      end
    end
    if (take) next_readers[free_place*COUNT_BITS+:COUNT_BITS] = {{(COUNT_BITS - 1) {1'b0}}, 1'b1};
    if (takes_more) begin
      next_readers[more_place*COUNT_BITS+:COUNT_BITS] = next_readers[more_place*COUNT_BITS+:COUNT_BITS] + 1'b1;
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      free_place <= '0;
      readers <= '0;
    end else begin
      readers <= next_readers;
      if (take) free_place <= free_place + 1'b1;
    end
  end

`ifndef SYNTHESIS
  always_ff @(posedge clk) begin
    if (rst_n && takes_more) begin
      assert (readers[more_place*COUNT_BITS+:COUNT_BITS] != '1)
      else $error("fill_places: more readers of place %0d than it can count", more_place);
    end
  end
`endif
endmodule
