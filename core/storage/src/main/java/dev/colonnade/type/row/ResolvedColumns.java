package dev.colonnade.type.row;

import dev.colonnade.type.Column;
import java.util.Arrays;
import java.util.List;

/**
 * Where the wanted columns of a {@link RowAccessor} lie in values of one schema version, or in none
 * at all. Arrays are indexed by wanted column.
 */
final class ResolvedColumns {
  /**
   * A column that this version's value does not hold: it is in the key, or reads as its default.
   */
  static final int ELSEWHERE = -1;

  /** The version of {@link #absent}: no row has it. */
  private static final int NO_VERSION = -1;

  final int version;

  /** Number of the null bit from the start of the value, or ELSEWHERE. */
  final int[] nullBits;

  /** Offset of the slot from the start of the value, or ELSEWHERE; 0 for variable width. */
  final int[] slots;

  /** Place among the columns of variable width, or ELSEWHERE; 0 for fixed width. */
  final int[] ordinals;

  /** Offset of the end offsets from the start of the value: the least length of a value. */
  final int endOffsetsOffset;

  final int variableCount;

  /** The columns in values of a layout. */
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

  /** The columns of a row that has no value for the family. */
  static ResolvedColumns absent(int count) {
    return new ResolvedColumns(NO_VERSION, count, 0, 0);
  }
}
