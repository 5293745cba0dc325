package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** AVG: a sum, divided by the number of its values. */
final class AverageAccumulator implements Accumulator {
  /** SUM of a column. */
  interface Sum extends Accumulator {
    /** Returns the sum of a group in its internal representation; null if it has no values. */
    @Nullable Object sum(int group);
  }

  private final Sum sums;
  private final CountAccumulator counts;
  private final VectorType result;

  AverageAccumulator(int column, Sum sums, VectorType result) {
    this.sums = sums;
    this.counts = new CountAccumulator(new int[] {column}, false);
    this.result = result;
  }

  @Override
  public void add(GroupedRows rows) {
    sums.add(rows);
    counts.add(rows);
  }

  @Override
  public void merge(Accumulator other, int[] groups, int groupCount) {
    AverageAccumulator averages = (AverageAccumulator) other;
    sums.merge(averages.sums, groups, groupCount);
    counts.merge(averages.counts, groups, groupCount);
  }

  @Override
  public Vector values(int from, int to) {
    @Nullable Object[] averages = new @Nullable Object[to - from];
    for (int i = 0; i < averages.length; i++) {
      Object sum = sums.sum(from + i);
      averages[i] = sum == null ? null : average(sum, counts.count(from + i));
    }
    return VectorBuilder.vectorOf(averages, result);
  }

  private static Object average(Object sum, long count) {
    return sum instanceof BigDecimal exact
        ? CheckedArithmetic.divideDecimal(exact, BigDecimal.valueOf(count))
        : (Object) (((Number) sum).doubleValue() / count);
  }

  @Override
  public long memoryBytes() {
    return sums.memoryBytes() + counts.memoryBytes();
  }
}
