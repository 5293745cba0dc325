package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import dev.colonnade.server.parquet.format.PhysicalType;
import java.nio.ByteBuffer;

/** Dictionary of a column chunk: its distinct values. Immutable. */
public final class ValueList {
  private final long[] numbers;
  private final int[] lengths;
  private final byte[] bytes;
  private final boolean isOfBytes;

  /**
   * Decodes the page of a dictionary.
   *
   * @param content values in plain encoding, little-endian
   */
  public ValueList(PhysicalType type, int widthBytes, int count, ByteBuffer content) {
    int least = type == PhysicalType.BYTE_ARRAY ? Integer.BYTES : widthBytes;
    if (type == PhysicalType.BOOLEAN || (long) count * least > content.remaining()) {
      throw ParquetErrors.malformed("a dictionary has fewer values than its header states");
    }
    isOfBytes =
        type == PhysicalType.BYTE_ARRAY
            || type == PhysicalType.FIXED_BYTES
            || type == PhysicalType.INT96;
    numbers = new long[count];
    lengths = new int[isOfBytes ? count : 0];
    ValueDecoder values = new PlainDecoder(type, widthBytes, content);
    for (int i = 0; i < count; i++) {
      values.next();
      numbers[i] = isOfBytes ? values.start() : values.number();
      if (isOfBytes) {
        lengths[i] = values.length();
      }
    }
    bytes = values.bytes();
  }

  /** Returns the bytes of memory, the page included. */
  public static long bytesOf(int count, int pageBytes) {
    return pageBytes + (long) count * (Long.BYTES + Integer.BYTES);
  }

  void copy(int index, ValueDecoder into) {
    if (index < 0 || index >= numbers.length) {
      throw ParquetErrors.malformed("a value is not in the dictionary");
    }
    if (isOfBytes) {
      into.setBytes(bytes, (int) numbers[index], lengths[index]);
    } else {
      into.setNumber(numbers[index]);
    }
  }
}
