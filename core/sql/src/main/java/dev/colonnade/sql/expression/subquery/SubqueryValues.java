package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.RowValues;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Rows of a subquery that values are compared with, by one operator. One thread. */
sealed interface SubqueryValues permits ValueRange, HashedValues, ListedValues {
  /**
   * Values that are compared with the rows.
   *
   * @param values the same columns as those of the batch
   */
  record Probes(VectorBatch batch, RowValues values, KeyEncoder encoder) {}

  /**
   * Returns an empty collection of rows.
   *
   * @param types of the columns of the rows
   */
  static SubqueryValues of(
      ComparisonOperator operator, List<VectorType> types, ResultMemory memory) {
    if (operator == ComparisonOperator.EQUAL) {
      return new HashedValues(types, memory);
    }
    return types.size() == 1
        ? new ValueRange(operator, types)
        : new ListedValues(operator, types, memory);
  }

  /** Returns an encoder of values that are compared, or of the rows. */
  static KeyEncoder encoder(List<VectorType> types) {
    int[] columns = IntStream.range(0, types.size()).toArray();
    return new KeyEncoder(columns, types, new boolean[columns.length]);
  }

  /** Adds rows. */
  void add(VectorBatch batch);

  /** Returns the number of rows. */
  long rowCount();

  /**
   * Writes for each value from {@code from} to before {@code to} whether the comparison is true for
   * a row: null, which is NULL, if it is for none, but unknown for one.
   */
  void any(Probes probes, int from, int to, @Nullable Boolean[] results);
}
