package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.NameResolver.NamedColumn;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.logical.Variable;
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
   * @param key column that is NULL in these rows only; null if there is none
   */
  public record RowInformation(
      @Nullable TypeReference type, boolean isNullable, @Nullable Variable key) {
    public RowInformation(
        @Nullable TypeReference type, boolean isNullable, @Nullable Variable key) {
      this.type = type;
      this.isNullable = isNullable;
      this.key = key;
    }

    public RowInformation(@Nullable TypeReference type, boolean isNullable) {
      this(type, isNullable, null);
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

  /** Returns whether a column is one of the relation's own, under its name here. */
  boolean has(NamedColumn column) {
    return columns.stream()
        .anyMatch(
            own ->
                own.name().equals(column.name())
                    && own.value().expression().equals(column.value().expression()));
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
        name,
        kind,
        relationOid,
        columns,
        systemColumns.stream().map(this::nullable).toList(),
        new RowInformation(row.type(), true, row.key()));
  }

  /** Returns a system column that is a constant as NULL in the rows that an outer join adds. */
  private NamedColumn nullable(NamedColumn column) {
    Variable key = row.key();
    TypedExpression value = column.value();
    if (key == null || !(value.expression() instanceof Literal constant)) {
      return column;
    }
    Expression nullable =
        new CaseExpression(
            constant.type(),
            List.of(new NullTest(true, key)),
            List.of(constant, new Literal(constant.type(), null)));
    return new NamedColumn(
        column.name(),
        TypedExpression.of(nullable, value.type(), value.position()),
        column.origin());
  }
}
