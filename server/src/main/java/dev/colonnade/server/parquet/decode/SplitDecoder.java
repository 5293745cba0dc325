package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.PhysicalType;
import java.nio.ByteBuffer;

/**
 * Decoder of values of which the first bytes of all are stored, then all second bytes, and so on.
 */
final class SplitDecoder extends ValueDecoder {
  private final boolean isNumber;
  private final int widthBytes;
  private final ByteBuffer in;
  private final int count;
  private final byte[] value;
  private int next;

  SplitDecoder(PhysicalType type, int widthBytes, ByteBuffer in) {
    this.isNumber = type != PhysicalType.FIXED_BYTES && type != PhysicalType.INT96;
    this.widthBytes = widthBytes;
    this.in = in;
    this.count = in.remaining() / widthBytes;
    this.value = new byte[isNumber ? 0 : widthBytes];
  }

  @Override
  public void next() {
    if (next >= count) {
      throw new IndexOutOfBoundsException("a page has fewer values than its header states");
    }
    int at = in.position() + next++;
    if (isNumber) {
      long number = 0;
      for (int i = 0; i < widthBytes; i++) {
        number |= (in.get(at + i * count) & 0xffL) << (i * Byte.SIZE);
      }
      setNumber(widthBytes == Integer.BYTES ? (int) number : number);
      return;
    }
    for (int i = 0; i < widthBytes; i++) {
      value[i] = in.get(at + i * count);
    }
    setBytes(value, 0, widthBytes);
  }
}
