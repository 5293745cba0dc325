package dev.colonnade.protocol.row;

import dev.colonnade.protocol.schema.ColumnDescription;
import dev.colonnade.protocol.schema.FamilyDescription;
import dev.colonnade.protocol.schema.SchemaVersion;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Column offsets of one family in values of one schema version, computed according to {@link
 * StoredValueLayout}. A column is identified by its position in the family. Immutable.
 */
public final class FamilyLayout {
  /**
   * Placeholder for no result: the position of a column that the family does not store, the slot of
   * a variable-width column.
   */
  public static final int NONE = -1;

  private final int[] columnIds;
  private final int[] slotOffsets;
  private final int[] variableOrdinals;
  private final int endOffsetsOffset;
  private final int variableCount;

  public FamilyLayout(SchemaVersion version, FamilyDescription family) {
    List<Integer> ids = family.columnIds();
    this.columnIds = ids.stream().mapToInt(Integer::intValue).toArray();
    this.slotOffsets = new int[columnIds.length];
    this.variableOrdinals = new int[columnIds.length];
    int offset = StoredValueLayout.NULL_BITMAP_OFFSET + (columnIds.length + 7) / 8;
    int ordinal = 0;
    for (int position = 0; position < columnIds.length; position++) {
      int slotBytes = StoredValueLayout.slotBytes(column(version, columnIds[position]).type());
      slotOffsets[position] = slotBytes == 0 ? NONE : offset;
      variableOrdinals[position] = slotBytes == 0 ? ordinal++ : NONE;
      offset += slotBytes;
    }
    this.endOffsetsOffset = offset;
    this.variableCount = ordinal;
  }

  /**
   * Returns the position of a column, or {@link #NONE} if the family does not store it in this
   * version.
   */
  public int position(int columnId) {
    for (int position = 0; position < columnIds.length; position++) {
      if (columnIds[position] == columnId) {
        return position;
      }
    }
    return NONE;
  }

  /** Returns the number of a column's null bit, counted from the start of the value. */
  public int nullBit(int position) {
    return StoredValueLayout.NULL_BITMAP_OFFSET * Byte.SIZE + position;
  }

  /**
   * Returns the offset in bytes of a fixed-width column from the start of the value, or {@link
   * #NONE} for a variable-width one.
   */
  public int slotOffset(int position) {
    return slotOffsets[position];
  }

  /**
   * Returns the index of a column among those of variable width, or {@link #NONE} for a fixed-width
   * one.
   */
  public int variableOrdinal(int position) {
    return variableOrdinals[position];
  }

  /** Returns the offset in bytes of the end offsets from the start of the value. */
  public int endOffsetsOffset() {
    return endOffsetsOffset;
  }

  /**
   * Returns the offset in bytes of the variable-width data, which is the minimum length of a value.
   */
  public int variableOffset(boolean wide) {
    int offsetBytes =
        wide ? StoredValueLayout.WIDE_OFFSET_BYTES : StoredValueLayout.NARROW_OFFSET_BYTES;
    return endOffsetsOffset + variableCount * offsetBytes;
  }

  private static ColumnDescription column(SchemaVersion version, int columnId) {
    return version
        .column(columnId)
        .orElseThrow(() -> new NoSuchElementException("no such column: columnId=" + columnId));
  }
}
