package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.filter.Comparison;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.physical.access.ScanPredicate;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bound that a predicate sets on one column that a key can be searched by.
 *
 * @param values maximum number of its values, for {@link Kind#SEVERAL}; otherwise 1
 * @param selectivity estimated fraction of all rows within the bound
 */
public record ColumnBound(int columnId, Kind kind, int values, double selectivity) {
  /** Number of elements of an array that is not known, as PostgreSQL assumes. */
  private static final int ARRAY_LENGTH = 10;

  /** Kinds of bounds. */
  public enum Kind {
    EQUAL,
    SEVERAL,
    ABOVE,
    BELOW,
    BETWEEN,
    PREFIX,
    NULL,
    /** No bound that a key is searched by: NULLs are no part of the rows. */
    NOT_NULL
  }

  public ColumnBound {
    requireNonNull(kind, "kind is null");
  }

  /**
   * Returns the bound that a predicate sets on one column that a key can be searched by; null if it
   * sets none.
   */
  static @Nullable ColumnBound of(ScanPredicate predicate, double selectivity) {
    return switch (predicate) {
      case ScanPredicate.Compare compare -> ofComparison(compare, selectivity);
      case ScanPredicate.IsNull(Column column) -> bound(column, Kind.NULL, 1, selectivity);
      case ScanPredicate.EqualsAny any ->
          bound(any.column(), Kind.SEVERAL, count(any.array()), selectivity);
      case ScanPredicate.Like(Column column, Expression pattern) ->
          pattern instanceof Literal(_, String text)
                  && (text.startsWith("%") || text.startsWith("_"))
              ? null
              : bound(column, Kind.PREFIX, 1, selectivity);
      case ScanPredicate.Or(List<ScanPredicate> operands) -> ofList(operands, selectivity);
      case ScanPredicate.Not(ScanPredicate.IsNull(Column column)) ->
          bound(column, Kind.NOT_NULL, 1, selectivity);
      case ScanPredicate.And _, ScanPredicate.Not _, ScanPredicate.Constant _ -> null;
    };
  }

  private static int count(Expression array) {
    return array instanceof Literal(_, List<?> values) ? Math.max(1, values.size()) : ARRAY_LENGTH;
  }

  private static @Nullable ColumnBound ofComparison(
      ScanPredicate.Compare compare, double selectivity) {
    return switch (compare.comparison()) {
      case EQUAL -> bound(compare.column(), Kind.EQUAL, 1, selectivity);
      case LESS, LESS_OR_EQUAL -> bound(compare.column(), Kind.BELOW, 1, selectivity);
      case GREATER, GREATER_OR_EQUAL -> bound(compare.column(), Kind.ABOVE, 1, selectivity);
      case NOT_EQUAL -> null;
    };
  }

  /** Returns the bound of equalities of one column with several values. */
  private static @Nullable ColumnBound ofList(List<ScanPredicate> operands, double selectivity) {
    Column column = null;
    for (ScanPredicate operand : operands) {
      if (!(operand instanceof ScanPredicate.Compare compare)
          || compare.comparison() != Comparison.EQUAL
          || (column != null && column.id() != compare.column().id())) {
        return null;
      }
      column = compare.column();
    }
    return column == null ? null : bound(column, Kind.SEVERAL, operands.size(), selectivity);
  }

  private static @Nullable ColumnBound bound(
      Column column, Kind kind, int values, double selectivity) {
    boolean isSearched =
        isOrderedByKey(column.type())
            || (column.type() instanceof ColumnType.Enumerated && isPoint(kind));
    return isSearched ? new ColumnBound(column.id(), kind, values, selectivity) : null;
  }

  /** Returns whether the order of a type's values is that of their keys. */
  public static boolean isOrderedByKey(ColumnType type) {
    return switch (type) {
      case ColumnType.Plain _, ColumnType.Numeric _, ColumnType.Varchar _, ColumnType.Char _ ->
          true;
      case ColumnType.Enumerated _, ColumnType.Packed _, ColumnType.Composite _ -> false;
    };
  }

  /** Returns whether the search uses further columns of the key behind this one. */
  boolean isPoint() {
    return isPoint(kind);
  }

  private static boolean isPoint(Kind kind) {
    return switch (kind) {
      case EQUAL, NULL, SEVERAL -> true;
      case ABOVE, BELOW, BETWEEN, PREFIX, NOT_NULL -> false;
    };
  }
}
