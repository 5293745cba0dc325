package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.rule.CheckOption;
import java.util.List;
import java.util.Set;

/**
 * A view: a query by a name.
 *
 * @param query its text
 * @param columnNames what its columns are called
 * @param lookup where its names are looked up, and what it needs
 * @param checkOption which rows may be written through it
 */
public record View(
    int id,
    ObjectName objectName,
    String query,
    List<String> columnNames,
    Lookup lookup,
    CheckOption checkOption)
    implements Relation {
  /** The longest query in bytes of UTF-8. */
  public static final int QUERY_BYTES_MAX = 1024 * 1024;

  /**
   * Where names of a query are looked up, and what was found there.
   *
   * @param path the ids of schemas, in their order
   * @param uses what has to stay as it is for the query to mean the same
   */
  public record Lookup(List<Integer> path, Set<Use> uses) {
    public Lookup {
      path = List.copyOf(path);
      uses = Set.copyOf(uses);
    }
  }

  /**
   * Something that a query needs.
   *
   * @param objectId of a relation or an enum
   * @param columnId of a table's column; 0 for the object as such
   */
  public record Use(int objectId, int columnId) {}

  public View {
    requireNonNull(checkOption, "checkOption is null");
    requireNonNull(objectName, "objectName is null");
    ObjectNames.require("view", objectName.name());
    requireNonNull(query, "query is null");
    columnNames = List.copyOf(columnNames);
    requireNonNull(lookup, "lookup is null");
  }

  @Override
  public String kind() {
    return "view";
  }

  @Override
  public View renamed(ObjectName other) {
    return new View(id, other, query, columnNames, lookup, checkOption);
  }

  /** The same with other names for its columns. */
  public View withColumnNames(List<String> others) {
    return new View(id, objectName, query, others, lookup, checkOption);
  }

  /** Whether the query needs the object, or something of it. */
  public boolean uses(int objectId) {
    return lookup.uses().stream().anyMatch(use -> use.objectId() == objectId);
  }

  /** Whether the query needs the column of the table. */
  public boolean uses(int tableId, int columnId) {
    return lookup.uses().contains(new Use(tableId, columnId));
  }
}
