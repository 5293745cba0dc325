package dev.colonnade.sql.system;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Properties of all overloads of a PostgreSQL function name.
 *
 * @param isAggregate whether an overload is an aggregate
 * @param isWindow whether an overload is a window function
 * @param isSet whether all overloads are set-returning
 * @param isImmutable whether an overload is immutable
 */
public record FunctionTraits(
    boolean isAggregate, boolean isWindow, boolean isSet, boolean isImmutable) {
  /** Traits of names that are not in the catalog, because the grammar defines them. */
  private static final FunctionTraits OF_GRAMMAR = new FunctionTraits(false, false, false, true);

  private static final Map<String, FunctionTraits> BY_NAME = read();

  private static Map<String, FunctionTraits> read() {
    Map<String, FunctionTraits> found = new HashMap<>();
    SystemTable table = SystemTables.require("pg_proc");
    for (@Nullable Object[] row : BuiltInRows.of("pg_proc")) {
      String kind = table.text(row, "prokind");
      FunctionTraits one =
          new FunctionTraits(
              kind.equals("a"),
              kind.equals("w"),
              Boolean.TRUE.equals(row[table.ordinal("proretset")]),
              table.text(row, "provolatile").equals("i"));
      found.merge(table.text(row, "proname"), one, FunctionTraits::or);
    }
    return Map.copyOf(found);
  }

  private static FunctionTraits or(FunctionTraits left, FunctionTraits right) {
    return new FunctionTraits(
        left.isAggregate || right.isAggregate,
        left.isWindow || right.isWindow,
        left.isSet && right.isSet,
        left.isImmutable || right.isImmutable);
  }

  /** Returns the traits of a function name in lower case. */
  public static FunctionTraits of(String name) {
    return BY_NAME.getOrDefault(name, OF_GRAMMAR);
  }
}
