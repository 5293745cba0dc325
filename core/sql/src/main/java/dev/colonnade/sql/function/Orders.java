package dev.colonnade.sql.function;

import org.apache.calcite.sql.SqlKind;

/** Comparison functions for types that Calcite's generated code cannot compare. */
public final class Orders {
  private static final RuntimeFunction LESS = RuntimeFunction.of(Orders.class, "isLess");
  private static final RuntimeFunction AT_MOST = RuntimeFunction.of(Orders.class, "isAtMost");
  private static final RuntimeFunction GREATER = RuntimeFunction.of(Orders.class, "isGreater");
  private static final RuntimeFunction AT_LEAST = RuntimeFunction.of(Orders.class, "isAtLeast");

  private Orders() {}

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
    return ValueOrder.compare(left, right) < 0;
  }

  public static boolean isAtMost(Object left, Object right) {
    return ValueOrder.compare(left, right) <= 0;
  }

  public static boolean isGreater(Object left, Object right) {
    return ValueOrder.compare(left, right) > 0;
  }

  public static boolean isAtLeast(Object left, Object right) {
    return ValueOrder.compare(left, right) >= 0;
  }
}
