package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.RowValues;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a subquery of which each is compared. Few rows are kept in memory, more in a buffer that
 * uses a temporary file where memory is denied.
 */
final class ListedValues implements SubqueryValues {
  /** The most rows without a buffer. */
  static final int FEW_ROWS_MAX = 16;

  private final ComparisonOperator operator;
  private final List<VectorType> types;
  private final ResultMemory memory;
  private final List<VectorBatch> few = new ArrayList<>(1);
  private SubqueryExecutor.@Nullable Buffer buffer;
  private long rowCount;

  ListedValues(ComparisonOperator operator, List<VectorType> types, ResultMemory memory) {
    this.operator = operator;
    this.types = types;
    this.memory = memory;
  }

  @Override
  public void add(VectorBatch batch) {
    rowCount += batch.rowCount();
    if (rowCount <= FEW_ROWS_MAX) {
      memory.add(batch);
      few.add(batch);
      return;
    }
    SubqueryExecutor.Buffer present = buffer;
    if (present == null) {
      present = memory.newBuffer(types);
      buffer = present;
    }
    present.append(batch);
  }

  /** Returns the rows while they are few. */
  List<VectorBatch> few() {
    return few;
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public void any(Probes probes, int from, int to, @Nullable Boolean[] results) {
    int[] rows = new int[to - from];
    Arrays.setAll(rows, i -> from + i);
    any(probes, rows, rows.length, results);
  }

  /** Variant of {@link #any(Probes, int, int, Boolean[])} for {@code count} values. */
  void any(Probes probes, int[] rows, int count, @Nullable Boolean[] results) {
    for (int i = 0; i < count; i++) {
      results[rows[i]] = false;
    }
    for (VectorBatch batch : few) {
      compare(probes, rows, count, batch, results);
    }
    if (buffer != null && count > 0) {
      SubqueryRows reader = buffer.reader();
      for (VectorBatch batch = reader.next(); batch != null; batch = reader.next()) {
        compare(probes, rows, count, batch, results);
      }
    }
  }

  private void compare(
      Probes probes, int[] rows, int count, VectorBatch batch, @Nullable Boolean[] results) {
    Vector[] columns = new Vector[batch.width()];
    Arrays.setAll(columns, batch::column);
    RowValues values = new RowValues(types, columns);
    for (int i = 0; i < count; i++) {
      int probe = rows[i];
      for (int row = 0; row < batch.rowCount() && !Boolean.TRUE.equals(results[probe]); row++) {
        Boolean compared = probes.values().compare(operator, probe, values, row);
        if (compared == null) {
          results[probe] = null;
        } else if (compared) {
          results[probe] = Boolean.TRUE;
        }
      }
    }
  }
}
