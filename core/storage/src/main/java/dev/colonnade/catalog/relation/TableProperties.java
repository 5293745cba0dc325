package dev.colonnade.catalog.relation;

import java.util.HashMap;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * Properties of a table in addition to its columns: default expressions, identity and generated
 * columns, and settings. Immutable.
 *
 * @param defaults SQL default expressions by column id
 * @param identities identity columns by column id
 * @param generated generated columns by column id
 * @param settings values of WITH and SET clauses by name
 */
public record TableProperties(
    Map<Integer, String> defaults,
    Map<Integer, IdentityColumn> identities,
    Map<Integer, GeneratedColumn> generated,
    Map<String, String> settings) {
  /** No properties. */
  public static final TableProperties NONE =
      new TableProperties(Map.of(), Map.of(), Map.of(), Map.of());

  public TableProperties {
    defaults = Map.copyOf(defaults);
    identities = Map.copyOf(identities);
    generated = Map.copyOf(generated);
    settings = Map.copyOf(settings);
  }

  /** Returns properties with default expressions only. */
  public static TableProperties ofDefaults(Map<Integer, String> defaults) {
    return new TableProperties(defaults, Map.of(), Map.of(), Map.of());
  }

  public TableProperties withDefaults(Map<Integer, String> other) {
    return new TableProperties(other, identities, generated, settings);
  }

  public TableProperties withIdentities(Map<Integer, IdentityColumn> other) {
    return new TableProperties(defaults, other, generated, settings);
  }

  public TableProperties withGenerated(Map<Integer, GeneratedColumn> other) {
    return new TableProperties(defaults, identities, other, settings);
  }

  public TableProperties withSettings(Map<String, String> other) {
    return new TableProperties(defaults, identities, generated, other);
  }

  /** Returns the properties without those of columns that do not exist. */
  TableProperties ofColumns(IntPredicate exists) {
    Map<Integer, String> remainingDefaults = new HashMap<>(defaults);
    remainingDefaults.keySet().removeIf(columnId -> !exists.test(columnId));
    Map<Integer, IdentityColumn> remainingIdentities = new HashMap<>(identities);
    remainingIdentities.keySet().removeIf(columnId -> !exists.test(columnId));
    Map<Integer, GeneratedColumn> remainingGenerated = new HashMap<>(generated);
    remainingGenerated.keySet().removeIf(columnId -> !exists.test(columnId));
    return new TableProperties(
        remainingDefaults, remainingIdentities, remainingGenerated, settings);
  }

  public boolean hasOnlyDefaults() {
    return identities.isEmpty() && generated.isEmpty() && settings.isEmpty();
  }
}
