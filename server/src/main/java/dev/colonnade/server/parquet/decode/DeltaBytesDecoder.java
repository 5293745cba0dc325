package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Decoder of values of bytes that begin with bytes of the value before. */
final class DeltaBytesDecoder extends ValueDecoder {
  private final DeltaDecoder prefixes;
  private final DeltaLengthDecoder suffixes;
  private byte[] value = new byte[64];
  private int valueBytes;

  DeltaBytesDecoder(ByteBuffer content) {
    prefixes = new DeltaDecoder(true, content.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    new DeltaDecoder(true, content).skipAll();
    suffixes = new DeltaLengthDecoder(content);
  }

  @Override
  public void next() {
    prefixes.next();
    suffixes.next();
    long prefix = prefixes.number();
    if (prefix < 0 || prefix > valueBytes) {
      throw ParquetErrors.malformed("a value begins with more bytes than the one before has");
    }
    int end = (int) prefix + suffixes.length();
    if (end > value.length) {
      value = Arrays.copyOf(value, Math.max(end, 2 * value.length));
    }
    System.arraycopy(suffixes.bytes(), suffixes.start(), value, (int) prefix, suffixes.length());
    valueBytes = end;
    setBytes(value, 0, end);
  }
}
