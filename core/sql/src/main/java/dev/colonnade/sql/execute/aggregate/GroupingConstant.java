package dev.colonnade.sql.execute.aggregate;

import dev.colonnade.sql.execute.aggregate.accumulator.Accumulator;
import dev.colonnade.sql.execute.aggregate.accumulator.GroupedRows;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import java.util.Arrays;
import java.util.List;

/**
 * GROUPING: one bit for each argument that is no key of the grouping set; the last is the lowest.
 */
final class GroupingConstant implements Accumulator {
  static final String FUNCTION = "grouping";

  private final long bits;

  /**
   * Creates the value of a grouping set.
   *
   * @param arguments columns of keys; one that several keys have is the first of them
   * @param keys columns of the keys of all sets
   * @param setKeys positions in {@code keys} of those of the set
   */
  GroupingConstant(List<Integer> arguments, int[] keys, List<Integer> setKeys) {
    List<Integer> columns = Arrays.stream(keys).boxed().toList();
    long missing = 0;
    for (Integer argument : arguments) {
      missing = missing << 1 | (setKeys.contains(columns.indexOf(argument)) ? 0 : 1);
    }
    bits = missing;
  }

  @Override
  public void add(GroupedRows rows) {}

  @Override
  public void merge(Accumulator other, int[] groups, int groupCount) {}

  @Override
  public Vector values(int from, int to) {
    long[] values = new long[to - from];
    Arrays.fill(values, bits);
    return new LongVector(values, null);
  }

  @Override
  public long memoryBytes() {
    return 0;
  }
}
