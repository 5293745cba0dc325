package dev.colonnade.sql.system;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL says of the functions of one name, whatever they take.
 *
 * @param isAggregate whether one of them makes one value of many rows
 * @param isWindow whether one of them is for windows only
 * @param isSet whether all of them return sets of rows
 * @param isImmutable whether one of them returns the same for the same arguments for ever
 */
public record FunctionTraits(
    boolean isAggregate, boolean isWindow, boolean isSet, boolean isImmutable) {
  /** Of what is no function of the catalogue, but of the grammar. */
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

  /** Of the functions of a name in small letters. */
  public static FunctionTraits of(String name) {
    return BY_NAME.getOrDefault(name, OF_GRAMMAR);
  }
}
