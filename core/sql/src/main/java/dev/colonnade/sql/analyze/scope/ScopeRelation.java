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
 * @param kind of the relation
 * @param relationOid OID of a table or view, by which {@code schema.table.column} finds it; 0 for
 *     all other relations
 * @param columns that {@code *} expands to
 * @param systemColumns that only their names find, such as {@code tableoid}
 * @param rowType type of the row as a value; null for an anonymous row
 */
public record ScopeRelation(
    String name,
    Kind kind,
    long relationOid,
    List<NamedColumn> columns,
    List<NamedColumn> systemColumns,
    @Nullable TypeReference rowType) {
  public ScopeRelation(
      String name,
      Kind kind,
      long relationOid,
      List<NamedColumn> columns,
      List<NamedColumn> systemColumns,
      @Nullable TypeReference rowType) {
    this.name = requireNonNull(name, "name is null");
    this.kind = requireNonNull(kind, "kind is null");
    this.relationOid = relationOid;
    this.columns = List.copyOf(columns);
    this.systemColumns = List.copyOf(systemColumns);
    this.rowType = rowType;
  }

  /** Kinds of relations. */
  public enum Kind {
    /** Table or view under its own name. */
    NAMED,
    /** Relation with an alias, or that has no other name. */
    ALIASED,
    /** Function of a value that is no row: its name is its value. */
    SCALAR_FUNCTION,
    JOIN
  }

  /** Returns a relation without an OID, system columns and a type of its row. */
  public static ScopeRelation of(String name, Kind kind, List<NamedColumn> columns) {
    return new ScopeRelation(name, kind, 0, columns, List.of(), null);
  }

  boolean isJoin() {
    return kind == Kind.JOIN;
  }

  boolean isScalar() {
    return kind == Kind.SCALAR_FUNCTION;
  }

  boolean isAliased() {
    return kind != Kind.NAMED;
  }

  /** Returns the name in messages. */
  public String shownName() {
    return !name.isEmpty() ? name : isJoin() ? "unnamed_join" : "unnamed_subquery";
  }

  /** Returns the relation with other columns. */
  public ScopeRelation withColumns(List<NamedColumn> others) {
    return new ScopeRelation(name, kind, relationOid, others, systemColumns, rowType);
  }
}
