package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.VectorType.Form;
import java.util.List;

/**
 * Aggregate function over columns of the input.
 *
 * @param columns of the arguments; none for COUNT(*)
 * @param filter a column of BOOLEAN that selects the rows to aggregate; -1 for all
 * @param result the type of its values
 */
public record Aggregation(Function function, List<Integer> columns, int filter, VectorType result) {
  public Aggregation {
    columns = List.copyOf(columns);
  }

  /** The functions. */
  public enum Function {
    COUNT,
    SUM,
    /** SUM that is 0 for no rows. */
    SUM_OR_ZERO,
    MIN,
    MAX,
    /** The value of the only row; more rows are an error. */
    SINGLE,
    /** The value of the first row. */
    FIRST,
    /** Number of rows, whatever their values. */
    ROW_COUNT
  }

  VectorAccumulator newAccumulator(List<VectorType> inputTypes) {
    if (function == Function.COUNT) {
      return new CountAccumulator(columns.stream().mapToInt(Integer::intValue).toArray());
    }
    if (function == Function.ROW_COUNT) {
      return new CountAccumulator(new int[0]);
    }
    int column = columns.getFirst();
    VectorType type = inputTypes.get(column);
    return switch (function) {
      case SUM, SUM_OR_ZERO -> sum(column, type);
      case MIN, MAX ->
          type.form() == Form.LONG
              ? new ExtremeAccumulator(column, type, function == Function.MIN)
              : ObjectAccumulator.extreme(column, type, function == Function.MIN);
      case SINGLE, FIRST -> new SingleAccumulator(column, type, function == Function.FIRST);
      case COUNT, ROW_COUNT -> throw new IllegalStateException("counted above");
    };
  }

  private VectorAccumulator sum(int column, VectorType type) {
    boolean zeroIfEmpty = function == Function.SUM_OR_ZERO;
    return switch (type.form()) {
      case LONG -> new LongSumAccumulator(column, type, result, zeroIfEmpty);
      case DOUBLE -> new DoubleSumAccumulator(column, zeroIfEmpty);
      default -> ObjectAccumulator.sum(column, type, zeroIfEmpty);
    };
  }
}
