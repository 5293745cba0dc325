package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import java.nio.ByteBuffer;

/** Decoder of values in plain encoding. */
final class PlainDecoder extends ValueDecoder {
  private final PhysicalType type;
  private final int widthBytes;
  private final ByteBuffer in;
  private int bit;

  PlainDecoder(PhysicalType type, int widthBytes, ByteBuffer in) {
    this.type = type;
    this.widthBytes = widthBytes;
    this.in = in;
  }

  @Override
  public void next() {
    switch (type) {
      case BOOLEAN -> {
        setNumber(in.get(in.position()) >> bit & 1);
        bit = (bit + 1) % Byte.SIZE;
        if (bit == 0) {
          in.get();
        }
      }
      case INT32, FLOAT -> setNumber(in.getInt());
      case INT64, DOUBLE -> setNumber(in.getLong());
      case INT96, FIXED_BYTES -> take(widthBytes);
      case BYTE_ARRAY -> take(in.getInt());
    }
  }

  private void take(int count) {
    if (count < 0 || count > in.remaining()) {
      throw ParquetErrors.malformed("a value is longer than its page");
    }
    setBytes(in.array(), in.arrayOffset() + in.position(), count);
    in.position(in.position() + count);
  }
}
