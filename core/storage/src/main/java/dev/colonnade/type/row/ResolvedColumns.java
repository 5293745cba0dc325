package dev.colonnade.type.row;

import dev.colonnade.type.schema.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Offsets of the projected columns of a {@link RowAccessor} in values of one schema version, or in
 * an absent value. Arrays are indexed by projected column.
 */
final class ResolvedColumns {
  /**
   * Marker of a column that the value does not contain in this version: it is in the key, or reads
   * as its default.
   */
  static final int ELSEWHERE = -1;

  /** The version of {@link #absent}, which no row has. */
  private static final int NO_VERSION = -1;

  final int version;

  /** Number of the null bit from the start of the value, or ELSEWHERE. */
  final int[] nullBits;

  /** Offset of the slot from the start of the value, or ELSEWHERE; 0 for variable width. */
  final int[] slots;

  /** Position among the columns of variable width, or ELSEWHERE; 0 for fixed width. */
  final int[] ordinals;

  /** Offset of the end offsets from the start of the value: the minimum length of a value. */
  final int endOffsetsOffset;

  final int variableCount;

  /** Creates the offsets of the columns in values of a layout. */
  ResolvedColumns(RowLayout layout, List<Column> wanted) {
    this(layout.schemaVersion(), wanted.size(), layout.endOffsetsOffset(), layout.variableCount());
    for (int i = 0; i < wanted.size(); i++) {
      int position = layout.position(wanted.get(i).id());
      if (position != RowLayout.NONE) {
        nullBits[i] = layout.nullBit(position);
        slots[i] = Math.max(layout.slotOffset(position), 0);
        ordinals[i] = Math.max(layout.variableOrdinal(position), 0);
      }
    }
  }

  private ResolvedColumns(int version, int count, int endOffsetsOffset, int variableCount) {
    this.version = version;
    this.nullBits = new int[count];
    this.slots = new int[count];
    this.ordinals = new int[count];
    this.endOffsetsOffset = endOffsetsOffset;
    this.variableCount = variableCount;
    Arrays.fill(nullBits, ELSEWHERE);
    Arrays.fill(slots, ELSEWHERE);
    Arrays.fill(ordinals, ELSEWHERE);
  }

  /** Returns the offsets for a row that has no value for the family. */
  static ResolvedColumns absent(int count) {
    return new ResolvedColumns(NO_VERSION, count, 0, 0);
  }
}
