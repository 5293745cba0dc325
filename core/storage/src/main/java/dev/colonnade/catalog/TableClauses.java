package dev.colonnade.catalog;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * What is said of a table besides the columns that its rows have.
 *
 * @param defaults by the id of a column, the expression of SQL that an insert writes which does not
 *     name the column
 * @param identities by the id of a column
 * @param settings by name, as WITH and SET give them
 */
public record TableClauses(
    Map<Integer, String> defaults,
    Map<Integer, IdentityColumn> identities,
    Map<String, String> settings) {
  /** Nothing. */
  public static final TableClauses NONE = new TableClauses(Map.of(), Map.of(), Map.of());

  public TableClauses {
    defaults = Map.copyOf(defaults);
    identities = Map.copyOf(identities);
    settings = Map.copyOf(settings);
  }

  /** Defaults and nothing else. */
  public static TableClauses ofDefaults(Map<Integer, String> defaults) {
    return new TableClauses(defaults, Map.of(), Map.of());
  }

  public TableClauses withDefaults(Map<Integer, String> other) {
    return new TableClauses(other, identities, settings);
  }

  public TableClauses withIdentities(Map<Integer, IdentityColumn> other) {
    return new TableClauses(defaults, other, settings);
  }

  public TableClauses withSettings(Map<String, String> other) {
    return new TableClauses(defaults, identities, other);
  }

  /** What is said of these columns, and of the table as such. */
  TableClauses ofColumns(IntPredicate isThere) {
    Map<Integer, String> keptDefaults = new HashMap<>(defaults);
    keptDefaults.keySet().removeIf(columnId -> !isThere.test(columnId));
    Map<Integer, IdentityColumn> keptIdentities = new HashMap<>(identities);
    keptIdentities.keySet().removeIf(columnId -> !isThere.test(columnId));
    return new TableClauses(keptDefaults, keptIdentities, settings);
  }

  boolean isEmptyButForDefaults() {
    return identities.isEmpty() && settings.isEmpty();
  }
}
