package dev.colonnade.server.parquet.decode;

import java.nio.ByteBuffer;

/** Decoder of booleans that are stored as runs. */
final class RunDecoder extends ValueDecoder {
  private final HybridDecoder runs;

  RunDecoder(ByteBuffer in) {
    in.getInt(); // length of the runs, which end with the page
    this.runs = new HybridDecoder(in, 1);
  }

  @Override
  public void next() {
    setNumber(runs.next());
  }
}
