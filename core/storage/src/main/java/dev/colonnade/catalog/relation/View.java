package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.ObjectNameValidator;
import java.util.List;
import java.util.Set;

/**
 * View: a named query.
 *
 * @param query SQL text
 * @param columnNames names of its columns
 * @param lookup search path of the query, and its dependencies
 * @param checkOption check of rows that are written through the view
 * @param security rights with which the query runs
 */
public record View(
    int id,
    ObjectName objectName,
    String query,
    List<String> columnNames,
    Lookup lookup,
    CheckOption checkOption,
    Security security)
    implements Relation {
  /**
   * Rights with which the query of a view runs.
   *
   * @param isInvoker whether it has the rights of the user instead of those of the view's owner
   * @param isBarrier whether predicates of the user are evaluated after those of the view
   */
  public record Security(boolean isInvoker, boolean isBarrier) {
    /** Security of a view without options. */
    public static final Security DEFAULT = new Security(false, false);
  }

  /** Creates a view that runs with the rights of its owner. */
  public View(
      int id,
      ObjectName objectName,
      String query,
      List<String> columnNames,
      Lookup lookup,
      CheckOption checkOption) {
    this(id, objectName, query, columnNames, lookup, checkOption, Security.DEFAULT);
  }

  /**
   * Name resolution of the query at the creation of the view.
   *
   * @param path search path: ids of schemas in lookup order
   * @param dependencies objects and columns that the query references
   */
  public record Lookup(List<Integer> path, Set<Dependency> dependencies) {
    public Lookup {
      path = List.copyOf(path);
      dependencies = Set.copyOf(dependencies);
    }
  }

  /**
   * Object or column that a query references.
   *
   * @param objectId id of a relation or an enum
   * @param columnId id of a table's column; 0 for the object itself
   */
  public record Dependency(int objectId, int columnId) {}

  public View {
    requireNonNull(checkOption, "checkOption is null");
    requireNonNull(security, "security is null");
    requireNonNull(objectName, "objectName is null");
    ObjectNameValidator.require("view", objectName.name());
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
    return new View(id, other, query, columnNames, lookup, checkOption, security);
  }

  /** Returns the view with other rights. */
  public View with(Security other) {
    return new View(id, objectName, query, columnNames, lookup, checkOption, other);
  }

  /** Returns the view with another text of its query. */
  public View withQuery(String other) {
    return new View(id, objectName, other, columnNames, lookup, checkOption, security);
  }

  /** Returns the view with other column names. */
  public View withColumnNames(List<String> newNames) {
    return new View(id, objectName, query, newNames, lookup, checkOption, security);
  }

  /** Returns whether the query references the object or one of its columns. */
  public boolean dependsOn(int objectId) {
    return lookup.dependencies().stream().anyMatch(dependency -> dependency.objectId() == objectId);
  }

  /** Returns whether the query references the column of the table. */
  public boolean dependsOn(int tableId, int columnId) {
    return lookup.dependencies().contains(new Dependency(tableId, columnId));
  }
}
