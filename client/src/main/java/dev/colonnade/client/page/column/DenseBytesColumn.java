package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Text or BYTEA column whose values are contiguous, delimited by {@code rowCount + 1} int offsets,
 * as in Arrow.
 */
public final class DenseBytesColumn extends ColumnReader {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);

  private final NullMask nulls;
  private ByteBuffer offsets;
  private ByteBuffer data;

  /**
   * Creates the reader and checks that the offsets ascend and stay within the data.
   *
   * @param offsets little-endian, {@code rowCount + 1} of them
   * @throws ProtocolException if the offsets are invalid
   */
  public DenseBytesColumn(
      ResultColumn column, ByteBuffer offsets, ByteBuffer data, NullMask nulls, int rowCount) {
    super(column);
    this.offsets = offsets;
    this.data = data;
    this.nulls = nulls;
    requireAscending(rowCount);
  }

  @Override
  public boolean isNull(int row) {
    return nulls.isNull(row);
  }

  @Override
  public int byteLengthAt(int row) {
    return offsets.getInt((row + 1) * Integer.BYTES) - offsets.getInt(row * Integer.BYTES);
  }

  @Override
  public void copyBytesAt(int row, byte[] target, int targetOffset) {
    data.get(offsets.getInt(row * Integer.BYTES), target, targetOffset, byteLengthAt(row));
  }

  /** Returns the text, decoded directly from the page's memory if that is on the heap. */
  @Override
  public String textAt(int row) {
    if (!data.hasArray() || !column().type().kind().isText()) {
      return super.textAt(row);
    }
    requirePresent(row);
    int start = offsets.getInt(row * Integer.BYTES);
    return new String(
        data.array(), data.arrayOffset() + start, byteLengthAt(row), StandardCharsets.UTF_8);
  }

  @Override
  protected void detach() {
    offsets = DETACHED;
    data = DETACHED;
    nulls.detach();
  }

  private void requireAscending(int rowCount) {
    int previous = 0;
    for (int row = 0; row <= rowCount; row++) {
      int offset = offsets.getInt(row * Integer.BYTES);
      if (offset < previous) {
        throw ProtocolException.malformed(
            "offsets do not ascend: column=" + column().name() + " row=" + row);
      }
      previous = offset;
    }
    if (previous > data.limit()) {
      throw ProtocolException.malformed(
          "offsets exceed the data: column="
              + column().name()
              + " end="
              + previous
              + " dataBytes="
              + data.limit());
    }
  }
}
