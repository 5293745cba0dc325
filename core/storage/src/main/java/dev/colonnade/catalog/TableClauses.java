package dev.colonnade.catalog;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Properties of a table in addition to its columns: default expressions, identity columns and settings. Immutable.
 *
 * @param defaults SQL default expressions by column id
 * @param identities identity columns by column id
 * @param settings values of WITH and SET clauses by name
 */
public record TableClauses(
    Map<Integer, String> defaults,
    Map<Integer, IdentityColumn> identities,
    Map<String, String> settings) {
  /** No properties. */
  public static final TableClauses NONE = new TableClauses(Map.of(), Map.of(), Map.of());

  public TableClauses {
    defaults = Map.copyOf(defaults);
    identities = Map.copyOf(identities);
    settings = Map.copyOf(settings);
  }

  /** Returns properties with default expressions only. */
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

  /** Returns the properties without those of columns that do not exist. */
    TableClauses ofColumns(IntPredicate exists) {
    Map<Integer, String> remainingDefaults = new HashMap<>(defaults);
    remainingDefaults.keySet().removeIf(columnId -> !exists.test(columnId));
    Map<Integer, IdentityColumn> remainingIdentities = new HashMap<>(identities);
    remainingIdentities.keySet().removeIf(columnId -> !exists.test(columnId));
    return new TableClauses(remainingDefaults, remainingIdentities, settings);
  }

  boolean hasOnlyDefaults() {
    return identities.isEmpty() && settings.isEmpty();
  }
}
