package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.RowValues;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a subquery that values are compared with. Equality with rows without NULLs is found by
 * hash; the order of a single column by the least and the greatest value. One thread.
 */
final class SubqueryValues {
  private final List<VectorType> types;
  private final List<VectorBatch> batches = new ArrayList<>();
  private final List<RowValues> rows = new ArrayList<>();
  private long rowCount;
  private @Nullable Index index;
  private @Nullable Range range;

  SubqueryValues(List<VectorType> types) {
    this.types = types;
  }

  /** Position of a row. */
  private record Position(RowValues values, int row) {}

  /** Hash table of the rows without NULLs, and the other rows. */
  private record Index(KeyTable table, List<Position> rowsWithNull) {}

  /** Least and greatest value of the only column; null if all are NULL. */
  private record Range(@Nullable Position least, @Nullable Position greatest, boolean hasNull) {}

  void add(VectorBatch batch) {
    Vector[] columns = new Vector[batch.width()];
    Arrays.setAll(columns, batch::column);
    batches.add(batch);
    rows.add(new RowValues(types, columns));
    rowCount += batch.rowCount();
  }

  long rowCount() {
    return rowCount;
  }

  /** Encodes the values that are compared, for {@link #any}. */
  static KeyEncoder encoder(List<VectorType> types) {
    int[] columns = IntStream.range(0, types.size()).toArray();
    return new KeyEncoder(columns, types, new boolean[columns.length]);
  }

  /** Row of values that is compared with those of the subquery. */
  record Probe(VectorBatch batch, RowValues values, KeyEncoder encoder, int row) {}

  /**
   * Returns whether the comparison is true for a row of the subquery: NULL if it is for none, but
   * unknown for one.
   */
  @Nullable Boolean any(ComparisonOperator operator, Probe probe) {
    if (rowCount == 0) {
      return false;
    }
    if (operator == ComparisonOperator.EQUAL && !probe.values().hasNull(probe.row())) {
      return isIn(probe);
    }
    return (types.size() == 1 && operator != ComparisonOperator.EQUAL)
        ? anyInRange(operator, probe)
        : anyOfAll(operator, probe);
  }

  private @Nullable Boolean isIn(Probe probe) {
    Index found = index == null ? index() : index;
    index = found;
    if (probe.encoder().encode(probe.batch(), probe.row())
        && found.table().find(probe.encoder()) != KeyTable.NONE) {
      return true;
    }
    for (Position position : found.rowsWithNull()) {
      if (compare(ComparisonOperator.EQUAL, probe, position) == null) {
        return null;
      }
    }
    return false;
  }

  private Index index() {
    KeyTable table = new KeyTable();
    List<Position> rowsWithNull = new ArrayList<>();
    KeyEncoder encoder = encoder(types);
    for (int i = 0; i < batches.size(); i++) {
      for (int row = 0; row < batches.get(i).rowCount(); row++) {
        if (encoder.encode(batches.get(i), row)) {
          table.add(encoder);
        } else {
          rowsWithNull.add(new Position(rows.get(i), row));
        }
      }
    }
    return new Index(table, rowsWithNull);
  }

  /** The comparison with the least or the greatest value decides about all. */
  private @Nullable Boolean anyInRange(ComparisonOperator operator, Probe probe) {
    Range found = range == null ? range() : range;
    range = found;
    Position least = found.least();
    Position greatest = found.greatest();
    if (least == null || greatest == null || probe.values().hasNull(probe.row())) {
      return null;
    }
    boolean isTrue =
        switch (operator) {
          case EQUAL -> throw new IllegalStateException("equality is no question of a range");
          case NOT_EQUAL -> isTrue(operator, probe, least) || isTrue(operator, probe, greatest);
          case LESS, LESS_OR_EQUAL -> isTrue(operator, probe, greatest);
          case GREATER, GREATER_OR_EQUAL -> isTrue(operator, probe, least);
        };
    return isTrue ? (Boolean) true : found.hasNull() ? null : (Boolean) false;
  }

  private Range range() {
    Position least = null;
    Position greatest = null;
    boolean hasNull = false;
    for (int i = 0; i < batches.size(); i++) {
      RowValues values = rows.get(i);
      for (int row = 0; row < batches.get(i).rowCount(); row++) {
        if (values.hasNull(row)) {
          hasNull = true;
          continue;
        }
        if (least == null || isLess(values, row, least.values(), least.row())) {
          least = new Position(values, row);
        }
        if (greatest == null || isLess(greatest.values(), greatest.row(), values, row)) {
          greatest = new Position(values, row);
        }
      }
    }
    return new Range(least, greatest, hasNull);
  }

  private static boolean isLess(RowValues left, int leftRow, RowValues right, int row) {
    return Boolean.TRUE.equals(left.compare(ComparisonOperator.LESS, leftRow, right, row));
  }

  private @Nullable Boolean anyOfAll(ComparisonOperator operator, Probe probe) {
    Boolean result = false;
    for (int i = 0; i < batches.size(); i++) {
      for (int row = 0; row < batches.get(i).rowCount(); row++) {
        Boolean compared = compare(operator, probe, new Position(rows.get(i), row));
        if (compared == null) {
          result = null;
        } else if (compared) {
          return true;
        }
      }
    }
    return result;
  }

  private static boolean isTrue(ComparisonOperator operator, Probe probe, Position position) {
    return Boolean.TRUE.equals(compare(operator, probe, position));
  }

  private static @Nullable Boolean compare(
      ComparisonOperator operator, Probe probe, Position position) {
    return probe.values().compare(operator, probe.row(), position.values(), position.row());
  }
}
