package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.execute.value.ValueSize;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** MIN and MAX of values of any type, in PostgreSQL's order. */
final class ObjectExtremeAccumulator implements Accumulator {
  private static final int ENTRY_BYTES = 16;

  private final int column;
  private final VectorType type;
  private final boolean isLeast;
  private @Nullable Object[] extremes = new @Nullable Object[0];
  private long valueBytes;

  ObjectExtremeAccumulator(int column, VectorType type, boolean isLeast) {
    this.column = column;
    this.type = type;
    this.isLeast = isLeast;
  }

  /** Sets the state of the first groups. */
  void begin(Vector first, int count) {
    extremes = new @Nullable Object[count];
    for (int group = 0; group < count; group++) {
      replace(group, first.held(group, type));
    }
  }

  @Override
  public void add(GroupedRows rows) {
    if (rows.groupCount() > extremes.length) {
      extremes = Arrays.copyOf(extremes, Math.max(rows.groupCount(), extremes.length * 2));
    }
    Vector vector = rows.batch().column(column);
    for (int i = 0; i < rows.count(); i++) {
      int row = rows.rows()[i];
      if (!vector.isNull(row) && isBetter(vector, row, extremes[rows.groups()[row]])) {
        replace(rows.groups()[row], vector.held(row, type));
      }
    }
  }

  private boolean isBetter(Vector vector, int row, @Nullable Object before) {
    if (before == null) {
      return true;
    }
    int order;
    if (vector instanceof DoubleVector doubles) {
      order = Double.compare(doubles.values()[row] + 0.0, (Double) before + 0.0);
    } else {
      Object value = vector.held(row, type);
      if (value == null) {
        return false;
      }
      order = RowComparator.compareValues(type.ofValues(), value, before);
    }
    if (order == 0) {
      return type.kind().mayDifferIfEqual(); // the last one, as in PostgreSQL
    }
    return isLeast == order < 0;
  }

  private void replace(int group, @Nullable Object value) {
    valueBytes += ValueSize.of(value) - ValueSize.of(extremes[group]);
    extremes[group] = value;
  }

  @Override
  public Vector values(int from, int to) {
    @Nullable Object[] part = new @Nullable Object[to - from];
    int known = Math.clamp(extremes.length - from, 0, to - from);
    System.arraycopy(extremes, Math.min(from, extremes.length), part, 0, known);
    return VectorBuilder.vectorOf(part, type);
  }

  @Override
  public long memoryBytes() {
    return (long) extremes.length * ENTRY_BYTES + valueBytes;
  }
}
