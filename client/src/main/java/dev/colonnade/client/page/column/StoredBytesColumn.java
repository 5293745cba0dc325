package dev.colonnade.client.page.column;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.row.FamilyLayout;
import dev.colonnade.protocol.row.StoredValueLayout;
import java.nio.ByteBuffer;

/** Text or BYTEA column in stored values. */
public final class StoredBytesColumn extends ColumnReader {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);
  private static final int NO_ROW = -1;

  private final StoredValues values;
  private final NullMask nulls;
  private final FamilyLayout layout;
  private final int ordinal;
  private ByteBuffer memory;
  private int locatedRow = NO_ROW;
  private int locatedStart;
  private int locatedLength;

  public StoredBytesColumn(
      ResultColumn column, StoredValues values, FamilyLayout layout, int position) {
    super(column);
    this.values = values;
    this.memory = values.memory();
    this.nulls = NullMask.inRows(memory, values.starts(), layout.nullBit(position));
    this.layout = layout;
    this.ordinal = layout.variableOrdinal(position);
  }

  @Override
  public boolean isNull(int row) {
    return nulls.isNull(row);
  }

  @Override
  public int byteLengthAt(int row) {
    locate(row);
    return locatedLength;
  }

  @Override
  public void copyBytesAt(int row, byte[] target, int targetOffset) {
    locate(row);
    memory.get(locatedStart, target, targetOffset, locatedLength);
  }

  @Override
  protected void detach() {
    memory = DETACHED;
    locatedRow = NO_ROW;
    nulls.detach();
  }

  /**
   * Locates the bytes of a row and caches the location, because callers read the length first and
   * then the bytes.
   */
  private void locate(int row) {
    if (row == locatedRow) {
      return;
    }
    int start = values.starts()[row];
    boolean wide = isWide(start);
    int from = end(start, wide, ordinal - 1);
    int to = end(start, wide, ordinal);
    int variableOffset = layout.variableOffset(wide);
    if (from < 0 || from > to || to > values.lengths()[row] - variableOffset) {
      throw ProtocolException.malformed(
          "value has wrong offsets: column="
              + column().name()
              + " row="
              + row
              + " from="
              + from
              + " to="
              + to);
    }
    locatedRow = row;
    locatedStart = start + variableOffset + from;
    locatedLength = to - from;
  }

  private boolean isWide(int start) {
    return (memory.get(start + StoredValueLayout.FLAGS_OFFSET) & StoredValueLayout.FLAG_WIDE) != 0;
  }

  private int end(int start, boolean wide, int variable) {
    if (variable < 0) {
      return 0;
    }
    int at = start + layout.endOffsetsOffset();
    return wide
        ? memory.getInt(at + variable * StoredValueLayout.WIDE_OFFSET_BYTES)
        : memory.getShort(at + variable * StoredValueLayout.NARROW_OFFSET_BYTES) & 0xFFFF;
  }
}
