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
 * @param row properties of the row as a value
 */
public record ScopeRelation(
    String name,
    Kind kind,
    long relationOid,
    List<NamedColumn> columns,
    List<NamedColumn> systemColumns,
    RowInformation row) {
  public ScopeRelation(
      String name,
      Kind kind,
      long relationOid,
      List<NamedColumn> columns,
      List<NamedColumn> systemColumns,
      @Nullable TypeReference rowType) {
    this(name, kind, relationOid, columns, systemColumns, new RowInformation(rowType, false));
  }

  /**
   * Properties of the rows as values.
   *
   * @param type null for an anonymous row
   * @param isNullable whether an outer join adds rows in which the row is NULL
   */
  public record RowInformation(@Nullable TypeReference type, boolean isNullable) {
    public RowInformation(@Nullable TypeReference type, boolean isNullable) {
      this.type = type;
      this.isNullable = isNullable;
    }
  }

  public ScopeRelation {
    requireNonNull(name, "name is null");
    requireNonNull(kind, "kind is null");
    columns = List.copyOf(columns);
    systemColumns = List.copyOf(systemColumns);
    requireNonNull(row, "row is null");
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
    return new ScopeRelation(name, kind, 0, columns, List.of(), new RowInformation(null, false));
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
    return new ScopeRelation(name, kind, relationOid, others, systemColumns, row);
  }

  /** Returns the relation on a side of an outer join that may have no match. */
  ScopeRelation nullable() {
    return new ScopeRelation(
        name, kind, relationOid, columns, systemColumns, new RowInformation(row.type(), true));
  }
}
