package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.function.scalar.ScalarSubqueryFunctions;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The value of the only row of a group, as a subquery gives that is one value, or the first. */
final class SingleAccumulator implements VectorAccumulator {
  private static final int OBJECT_BYTES = 49;

  private final int column;
  private final VectorType type;
  private final boolean takesFirst;
  private @Nullable Object[] values = new @Nullable Object[0];
  private boolean[] isMet = new boolean[0];

  /**
   * A value of each group.
   *
   * @param takesFirst whether further rows are passed over; if not, they are an error
   */
  SingleAccumulator(int column, VectorType type, boolean takesFirst) {
    this.column = column;
    this.type = type;
    this.takesFirst = takesFirst;
  }

  @Override
  public void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount) {
    if (groupCount > values.length) {
      int capacity = Math.max(groupCount, values.length * 2);
      values = Arrays.copyOf(values, capacity);
      isMet = Arrays.copyOf(isMet, capacity);
    }
    Vector vector = batch.column(column);
    for (int i = 0; i < rowCount; i++) {
      int group = groups[rows[i]];
      if (!isMet[group]) {
        isMet[group] = true;
        values[group] = vector.held(rows[i], type);
      } else if (!takesFirst) {
        throw ScalarSubqueryFunctions.moreThanOneRow();
      }
    }
  }

  @Override
  public Vector values(int from, int to) {
    @Nullable Object[] part = new @Nullable Object[to - from];
    int known = Math.clamp(values.length - from, 0, to - from);
    System.arraycopy(values, from, part, 0, known);
    return VectorBuilder.vectorOf(part, type);
  }

  @Override
  public long memoryBytes() {
    return (long) values.length * OBJECT_BYTES;
  }
}
