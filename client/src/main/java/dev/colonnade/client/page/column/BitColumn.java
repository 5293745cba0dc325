package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.result.ResultColumn;
import java.nio.ByteBuffer;

/** BOOLEAN column with one bit per value. */
public final class BitColumn extends ColumnReader {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);

  private final NullMask nulls;
  private ByteBuffer bits;

  public BitColumn(ResultColumn column, ByteBuffer bits, NullMask nulls) {
    super(column);
    this.bits = bits;
    this.nulls = nulls;
  }

  @Override
  public boolean isNull(int row) {
    return nulls.isNull(row);
  }

  @Override
  public boolean booleanAt(int row) {
    return (bits.get(row >>> 3) & (1 << (row & 7))) != 0;
  }

  @Override
  protected void detach() {
    bits = DETACHED;
    nulls.detach();
  }
}
