package dev.colonnade.type.row;

import dev.colonnade.type.StorageKind;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.ColumnFamily;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Precomputed offsets of the columns of one family in values of one schema version, according to
 * {@link RowValueLayout}. A column is identified by its position in the family.
 */
public final class RowLayout {
  /**
   * Marker of an absent value: the slot of a variable-width column, the variable ordinal of a
   * fixed-width one.
   */
  public static final int NONE = -1;

  private final int schemaVersion;
  private final ColumnFamily family;
  private final List<Column> columns;
  private final Map<Integer, Integer> positions;
  private final int[] slotOffsets;
  private final int[] variableOrdinals;
  private final int variableCount;
  private final int endOffsetsOffset;

  public RowLayout(TableSchema schema, ColumnFamily family) {
    this.schemaVersion = schema.version();
    this.family = family;
    this.columns = schema.columnsOf(family);
    this.positions = HashMap.newHashMap(columns.size());
    this.slotOffsets = new int[columns.size()];
    this.variableOrdinals = new int[columns.size()];
    int offset = RowValueLayout.NULL_BITMAP_OFFSET + (columns.size() + 7) / 8;
    int ordinal = 0;
    for (int i = 0; i < columns.size(); i++) {
      StorageKind kind = columns.get(i).type().storage();
      positions.put(columns.get(i).id(), i);
      slotOffsets[i] = kind.isVariable() ? NONE : offset;
      variableOrdinals[i] = kind.isVariable() ? ordinal++ : NONE;
      offset += kind.slotBytes();
    }
    this.variableCount = ordinal;
    this.endOffsetsOffset = offset;
  }

  public int schemaVersion() {
    return schemaVersion;
  }

  public ColumnFamily family() {
    return family;
  }

  /** Returns the columns by position. */
  public List<Column> columns() {
    return columns;
  }

  /**
   * Returns the position of a column, or {@link #NONE} if the family does not contain it in this
   * version.
   */
  public int position(int columnId) {
    return positions.getOrDefault(columnId, NONE);
  }

  /** Returns the number of a column's null bit, counted from the start of the value. */
  public int nullBit(int position) {
    return RowValueLayout.NULL_BITMAP_OFFSET * Byte.SIZE + position;
  }

  /**
   * Returns the offset of a fixed-width column from the start of the value, otherwise {@link
   * #NONE}.
   */
  public int slotOffset(int position) {
    return slotOffsets[position];
  }

  /** Returns the position of a column among those of variable width, otherwise {@link #NONE}. */
  public int variableOrdinal(int position) {
    return variableOrdinals[position];
  }

  public int variableCount() {
    return variableCount;
  }

  /** Returns the offset of the end offsets from the start of the value. */
  public int endOffsetsOffset() {
    return endOffsetsOffset;
  }

  /** Returns the offset of the variable bytes from the start of the value. */
  public int variableOffset(boolean wide) {
    return endOffsetsOffset
        + variableCount
            * (wide ? RowValueLayout.WIDE_OFFSET_BYTES : RowValueLayout.NARROW_OFFSET_BYTES);
  }

  /**
   * Returns whether a row of this version has a value for the family even if all its columns are
   * NULL. The value of the first family represents the row itself. In another family, a missing
   * value would read as the default of a column that has one, as if the row predated that column.
   */
  public boolean isAlwaysStored() {
    return family.id() == ColumnFamily.FIRST_ID
        || columns.stream().anyMatch(column -> column.defaultValue() != null);
  }
}
