package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Relation of FROM: a table, view, subquery, function or join.
 *
 * @param name alias, or the name of the relation; empty for a join or a subquery without an alias
 * @param relationOid OID of a table or view without an alias, by which {@code schema.table.column}
 *     finds it; 0 for all other relations
 * @param columns that {@code *} expands to
 * @param systemColumns that only their names find, such as {@code tableoid}
 * @param rowType type of the row as a value; null for an anonymous row
 * @param isFunctionOfScalar whether the name alone is the value of the only column
 */
public record ScopeRelation(
    String name,
    long relationOid,
    List<NamedColumn> columns,
    List<NamedColumn> systemColumns,
    @Nullable TypeReference rowType,
    boolean isFunctionOfScalar) {
  public ScopeRelation(
      String name,
      long relationOid,
      List<NamedColumn> columns,
      List<NamedColumn> systemColumns,
      @Nullable TypeReference rowType,
      boolean isFunctionOfScalar) {
    this.name = requireNonNull(name, "name is null");
    this.relationOid = relationOid;
    this.columns = List.copyOf(columns);
    this.systemColumns = List.copyOf(systemColumns);
    this.rowType = rowType;
    this.isFunctionOfScalar = isFunctionOfScalar;
  }

  /** Returns a relation without an OID, system columns and a type of its row. */
  public static ScopeRelation of(String name, List<NamedColumn> columns) {
    return new ScopeRelation(name, 0, columns, List.of(), null, false);
  }
}
