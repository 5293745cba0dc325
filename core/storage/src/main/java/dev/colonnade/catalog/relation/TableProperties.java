package dev.colonnade.catalog.relation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Properties of a table in addition to its columns: default expressions, identity columns and
 * settings. Immutable.
 *
 * @param defaults SQL default expressions by column id
 * @param identities identity columns by column id
 * @param settings values of WITH and SET clauses by name
 */
public record TableProperties(
    Map<Integer, String> defaults,
    Map<Integer, IdentityColumn> identities,
    Map<String, String> settings) {
  /** No properties. */
  public static final TableProperties NONE = new TableProperties(Map.of(), Map.of(), Map.of());

  public TableProperties {
    defaults = Map.copyOf(defaults);
    identities = Map.copyOf(identities);
    settings = Map.copyOf(settings);
  }

  /** Returns properties with default expressions only. */
  public static TableProperties ofDefaults(Map<Integer, String> defaults) {
    return new TableProperties(defaults, Map.of(), Map.of());
  }

  public TableProperties withDefaults(Map<Integer, String> other) {
    return new TableProperties(other, identities, settings);
  }

  public TableProperties withIdentities(Map<Integer, IdentityColumn> other) {
    return new TableProperties(defaults, other, settings);
  }

  public TableProperties withSettings(Map<String, String> other) {
    return new TableProperties(defaults, identities, other);
  }

  /** Returns the properties without those of columns that do not exist. */
  TableProperties ofColumns(IntPredicate exists) {
    Map<Integer, String> remainingDefaults = new HashMap<>(defaults);
    remainingDefaults.keySet().removeIf(columnId -> !exists.test(columnId));
    Map<Integer, IdentityColumn> remainingIdentities = new HashMap<>(identities);
    remainingIdentities.keySet().removeIf(columnId -> !exists.test(columnId));
    return new TableProperties(remainingDefaults, remainingIdentities, settings);
  }

  public boolean hasOnlyDefaults() {
    return identities.isEmpty() && settings.isEmpty();
  }
}
