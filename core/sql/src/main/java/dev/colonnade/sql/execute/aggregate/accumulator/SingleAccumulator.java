package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.execute.value.ValueSize;
import dev.colonnade.sql.function.scalar.ScalarSubqueryFunctions;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Value of the first row of a group; further rows are ignored or an error. */
final class SingleAccumulator implements Accumulator {
  private static final int ENTRY_BYTES = 17;

  private final int column;
  private final VectorType type;
  private final Further further;
  private @Nullable Object[] values = new @Nullable Object[0];
  private boolean[] hasRow = new boolean[0];
  private long valueBytes;

  /** Treatment of further rows. */
  enum Further {
    /** The value of a scalar subquery. */
    ERROR,
    IGNORED,
    /** Rows are ignored before and after the first value that is not NULL. */
    UNTIL_VALUE
  }

  SingleAccumulator(int column, VectorType type, Further further) {
    this.column = column;
    this.type = type;
    this.further = further;
  }

  @Override
  public void add(GroupedRows rows) {
    reserve(rows.groupCount());
    Vector vector = rows.batch().column(column);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.rows()[i];
      int group = rows.groups()[row];
      if (!hasRow[group]) {
        values[group] = vector.held(row, type);
        valueBytes += ValueSize.of(values[group]);
        hasRow[group] = further != Further.UNTIL_VALUE || values[group] != null;
      } else if (further == Further.ERROR) {
        throw ScalarSubqueryFunctions.moreThanOneRow();
      }
    }
  }

  private void reserve(int groupCount) {
    if (groupCount > values.length) {
      int capacity = Math.max(groupCount, values.length * 2);
      values = Arrays.copyOf(values, capacity);
      hasRow = Arrays.copyOf(hasRow, capacity);
    }
  }

  @Override
  public void merge(Accumulator other, int[] groups, int groupCount) {
    reserve(groupCount);
    SingleAccumulator singles = (SingleAccumulator) other;
    for (int i = 0; i < Math.min(groups.length, singles.values.length); i++) {
      int group = groups[i];
      if (singles.hasRow[i] && !hasRow[group]) {
        values[group] = singles.values[i];
        valueBytes += ValueSize.of(values[group]);
        hasRow[group] = true;
      }
    }
  }

  @Override
  public Vector values(int from, int to) {
    @Nullable Object[] part = new @Nullable Object[to - from];
    int known = Math.clamp(values.length - from, 0, to - from);
    System.arraycopy(values, Math.min(from, values.length), part, 0, known);
    return VectorBuilder.vectorOf(part, type);
  }

  @Override
  public long memoryBytes() {
    return (long) values.length * ENTRY_BYTES + valueBytes;
  }
}
