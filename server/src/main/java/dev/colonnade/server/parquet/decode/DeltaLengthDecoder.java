package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Decoder of values of bytes whose lengths are differences, which precede the bytes of all. */
final class DeltaLengthDecoder extends ValueDecoder {
  private final DeltaDecoder lengths;
  private final ByteBuffer in;

  DeltaLengthDecoder(ByteBuffer content) {
    lengths = new DeltaDecoder(true, content.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    new DeltaDecoder(true, content).skipAll();
    in = content;
  }

  @Override
  public void next() {
    lengths.next();
    long count = lengths.number();
    if (count < 0 || count > in.remaining()) {
      throw ParquetErrors.malformed("a value is longer than its page");
    }
    setBytes(in.array(), in.arrayOffset() + in.position(), (int) count);
    in.position(in.position() + (int) count);
  }
}
