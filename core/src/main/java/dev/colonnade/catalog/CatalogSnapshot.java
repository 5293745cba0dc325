package dev.colonnade.catalog;

import dev.colonnade.catalog.rule.ForeignKey;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.EnumType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The whole catalogue at one version. Immutable; a request takes one and keeps to it.
 *
 * <p>Whoever reads rows pins the read timestamp first and takes the snapshot afterwards: then it
 * knows every schema version that a visible row can have.
 */
public final class CatalogSnapshot {
  /** Ids below this are kept for tables of the system. */
  public static final int FIRST_OBJECT_ID = 100;

  static final CatalogSnapshot EMPTY =
      new CatalogSnapshot(0, FIRST_OBJECT_ID, new TreeMap<>(), new TreeMap<>());

  private final long version;
  private final int nextObjectId;
  private final NavigableMap<String, Table> tables;
  private final NavigableMap<String, EnumType> enums;
  private final Map<Integer, Table> tablesById;
  private final Map<Integer, List<Reference>> referencesByTarget = new HashMap<>();

  /** Takes the maps over. */
  CatalogSnapshot(
      long version,
      int nextObjectId,
      NavigableMap<String, Table> tables,
      NavigableMap<String, EnumType> enums) {
    this.version = version;
    this.nextObjectId = nextObjectId;
    this.tables = Collections.unmodifiableNavigableMap(tables);
    this.enums = Collections.unmodifiableNavigableMap(enums);
    this.tablesById = HashMap.newHashMap(tables.size());
    tables.values().forEach(table -> tablesById.put(table.id(), table));
    tables.values().forEach(this::addReferences);
  }

  private void addReferences(Table table) {
    for (ForeignKey key : table.descriptor().rules().foreignKeys()) {
      referencesByTarget
          .computeIfAbsent(key.target().tableId(), id -> new ArrayList<>())
          .add(new Reference(table, key));
    }
  }

  /** A foreign key and the table that has it. */
  public record Reference(Table table, ForeignKey key) {}

  /** The foreign keys that refer to a table, its own included. */
  public List<Reference> referencesTo(int tableId) {
    return referencesByTarget.getOrDefault(tableId, List.of());
  }

  /** The table that has an index of this name, or null. */
  public @Nullable Table findTableOfIndex(String indexName) {
    for (Table table : tables.values()) {
      if (table.descriptor().rules().findIndex(indexName) != null) {
        return table;
      }
    }
    return null;
  }

  /** Rises by one with every change. */
  public long version() {
    return version;
  }

  /** The id that the next new object gets; no object ever had it or a greater one. */
  public int nextObjectId() {
    return nextObjectId;
  }

  /** The tables in the order of their names. */
  public List<Table> tables() {
    return List.copyOf(tables.values());
  }

  /** The enums in the order of their names. */
  public List<EnumType> enums() {
    return List.copyOf(enums.values());
  }

  /** The table of this name, or null. */
  public @Nullable Table findTable(String name) {
    return tables.get(name);
  }

  /** The table of this name; UNKNOWN_TABLE if there is none. */
  public Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "no such table: table=" + name + hint(name));
    }
    return table;
  }

  /** The table of this id; UNKNOWN_TABLE if there is none. */
  public Table table(int id) {
    Table table = tablesById.get(id);
    if (table == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_TABLE, "no such table: id=" + id);
    }
    return table;
  }

  /** The table of this id, or null. */
  public @Nullable Table findTable(int id) {
    return tablesById.get(id);
  }

  /** The enum of this name, or null. */
  public @Nullable EnumType findEnum(String name) {
    return enums.get(name);
  }

  /** The enum of this name; UNKNOWN_OBJECT if there is none. */
  public EnumType enumType(String name) {
    EnumType type = enums.get(name);
    if (type == null) {
      throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, "no such enum: enum=" + name);
    }
    return type;
  }

  NavigableMap<String, Table> tablesByName() {
    return tables;
  }

  NavigableMap<String, EnumType> enumsByName() {
    return enums;
  }

  /** The most helpful thing to say about a name that is not there: it is, in other letters. */
  private String hint(String name) {
    return tables.keySet().stream()
        .filter(other -> other.equalsIgnoreCase(name))
        .min(Comparator.naturalOrder())
        .map(other -> " (there is a table=" + other + ")")
        .orElse("");
  }
}
