package dev.colonnade.sql.function.operator;

import dev.colonnade.sql.function.RuntimeFunction;
import dev.colonnade.sql.function.value.SqlValueComparator;
import org.apache.calcite.sql.SqlKind;

/** Comparison functions for types that Calcite's generated code cannot compare. */
public final class ComparisonFunctions {
  private static final RuntimeFunction LESS =
      RuntimeFunction.of(ComparisonFunctions.class, "isLess");
  private static final RuntimeFunction AT_MOST =
      RuntimeFunction.of(ComparisonFunctions.class, "isAtMost");
  private static final RuntimeFunction GREATER =
      RuntimeFunction.of(ComparisonFunctions.class, "isGreater");
  private static final RuntimeFunction AT_LEAST =
      RuntimeFunction.of(ComparisonFunctions.class, "isAtLeast");

  private ComparisonFunctions() {}

  /** Returns the function of a comparison operator. */
  public static RuntimeFunction comparison(SqlKind kind) {
    return switch (kind) {
      case LESS_THAN -> LESS;
      case LESS_THAN_OR_EQUAL -> AT_MOST;
      case GREATER_THAN -> GREATER;
      case GREATER_THAN_OR_EQUAL -> AT_LEAST;
      default -> throw new IllegalArgumentException("no comparison by order: " + kind);
    };
  }

  public static boolean isLess(Object left, Object right) {
    return SqlValueComparator.compare(left, right) < 0;
  }

  public static boolean isAtMost(Object left, Object right) {
    return SqlValueComparator.compare(left, right) <= 0;
  }

  public static boolean isGreater(Object left, Object right) {
    return SqlValueComparator.compare(left, right) > 0;
  }

  public static boolean isAtLeast(Object left, Object right) {
    return SqlValueComparator.compare(left, right) >= 0;
  }
}
