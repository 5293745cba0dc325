package dev.colonnade.sql.definition.table.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.NameUses;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.order.SortKeys;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Constraints as statements define them, as constraints of a table. One thread. */
public final class ConstraintClauses {
  private final StatementAnalysis analysis;
  private final Table table;
  private final ConstraintNames names;
  private final ConstrainedTable owner;
  private TableConstraints constraints;

  /**
   * Creates the constraints of a table, which need not be in the catalog yet.
   *
   * @param owner name and kind of the table
   */
  public ConstraintClauses(StatementAnalysis analysis, Table table, ConstrainedTable owner) {
    this.analysis = requireNonNull(analysis, "analysis is null");
    this.table = requireNonNull(table, "table is null");
    this.constraints = table.descriptor().constraints();
    this.owner = requireNonNull(owner, "owner is null");
    this.names =
        new ConstraintNames(analysis.names().catalog(), owner.name(), () -> this.constraints);
  }

  /** Returns the table's constraints with those that were added. */
  public TableConstraints constraints() {
    return constraints;
  }

  /** Sets the name of the primary key, by which the rows are ordered; null for its default name. */
  public void setKeyName(@Nullable String given) {
    String name = names.ofIndex(given, List.of(), "pkey");
    if (!name.equals(table.name() + "_pkey")) {
      constraints = constraints.withKeyName(name);
    }
  }

  /** Adds a primary key that is an index: one whose check may be deferred. */
  public void addKeyIndex(TableElement.Constraint constraint, TableRule.Key key) {
    String name = nameOf(constraint, key);
    constraints =
        constraints
            .withIndex(name, definitionOf(constraint, key), IndexState.READY)
            .withKeyName(name);
  }

  /** Adds the index of a unique constraint. */
  public void addIndex(TableElement.Constraint constraint, TableRule.Key key) {
    constraints =
        constraints.withIndex(
            nameOf(constraint, key), definitionOf(constraint, key), IndexState.READY);
  }

  /**
   * Adds an index that is no constraint.
   *
   * @param columns names, of which that of the index consists
   */
  public void addIndex(List<String> columns, Index.Definition definition) {
    constraints =
        constraints.withIndex(names.ofIndex(null, columns, "idx"), definition, IndexState.READY);
  }

  /** Adds a check constraint, which holds for all rows: a new table has none. */
  public void addCheck(TableElement.Constraint constraint, TableRule.Check check) {
    String name = constraint.name();
    if (name != null
        && constraints.checks().stream().anyMatch(known -> known.name().equals(name))) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT, "check constraint \"%s\" already exists".formatted(name));
    }
    constraints = constraints.withCheck(checkOf(constraint, check).validated());
  }

  /** Adds a foreign key, which holds for all rows: a new table has none. */
  public void addForeignKey(TableElement.Constraint constraint, TableRule.ForeignKey key) {
    constraints = constraints.withForeignKey(foreignKeyOf(constraint, key).validated());
  }

  /** Returns the foreign key of a constraint. */
  public ForeignKey foreignKeyOf(TableElement.Constraint constraint, TableRule.ForeignKey key) {
    return new ForeignKeyClause(analysis.names(), table, owner, constraints, names)
        .of(constraint, key);
  }

  /** Returns the name of the index of a key. */
  public String nameOf(TableElement.Constraint constraint, TableRule.Key key) {
    List<String> columns =
        Stream.concat(
                key.columns().stream().map(TableElement.KeyPart::column), key.include().stream())
            .toList();
    return key.primary()
        ? names.ofIndex(constraint.name(), List.of(), "pkey")
        : names.ofIndex(constraint.name(), columns, "key");
  }

  /** Returns the index of a key. */
  public Index.Definition definitionOf(TableElement.Constraint constraint, TableRule.Key key) {
    requireSupported(constraint, key);
    List<KeyColumn> columns = new ArrayList<>();
    Set<Integer> seen = new LinkedHashSet<>();
    for (TableElement.KeyPart part : key.columns()) {
      Column column = keyColumn(table.schema(), part.column(), constraint.position());
      if (!seen.add(column.id())) {
        throw twice(part.column(), key.primary(), constraint.position());
      }
      columns.add(
          part.descending() ? KeyColumn.descending(column.id()) : KeyColumn.ascending(column.id()));
    }
    List<Integer> included = new ArrayList<>();
    for (String name : key.include()) {
      included.add(keyColumn(table.schema(), name, constraint.position()).id());
    }
    for (KeyColumn part : columns) {
      Column column = table.schema().column(part.columnId());
      requireOrdered(column.name(), column.type());
    }
    return Index.Definition.of(
            IndexKind.of(TableClauses.timingOf(constraint.timing())), columns, included)
        .withNullsDistinct(key.nullsDistinct());
  }

  /** Throws TOO_MANY_COLUMNS if an index has too many columns, those of INCLUDE counted. */
  public static void requireIndexSize(int count) {
    if (count > TableSchema.INDEX_COLUMNS_MAX) {
      throw new ColonnadeException(
          ErrorCode.TOO_MANY_COLUMNS,
          "cannot use more than %d columns in an index".formatted(TableSchema.INDEX_COLUMNS_MAX));
    }
  }

  /** Returns the error of a column that a key has twice. */
  public static ColonnadeException twice(String column, boolean isPrimary, int position) {
    return new ColonnadeException(
        ErrorCode.DUPLICATE_COLUMN,
        "column \"%s\" appears twice in %s constraint"
            .formatted(column, isPrimary ? "primary key" : "unique"),
        ErrorFields.at(position + 1));
  }

  /** Throws UNSUPPORTED if a key has clauses that are not supported. */
  public static void requireSupported(TableElement.Constraint constraint, TableRule.Key key) {
    requireIndexSize(key.columns().size() + key.include().size());
    if (!key.nullsDistinct() && TableClauses.timingOf(constraint.timing()).isDeferrable()) {
      throw TableClauses.unsupported("NULLS NOT DISTINCT with DEFERRABLE", constraint.position());
    }
    String tablespace = key.storage().tablespace();
    if (tablespace != null && !tablespace.equals("pg_default")) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "tablespace \"%s\" does not exist".formatted(tablespace));
    }
  }

  /** Returns the column of a key; UNKNOWN_COLUMN if there is none. */
  public static Column keyColumn(TableSchema schema, String name, int position) {
    if (!schema.hasVisibleColumn(name)) {
      throw unknownKeyColumn(name, position);
    }
    return schema.column(name);
  }

  /** Returns the error of a key's column that does not exist. */
  public static ColonnadeException unknownKeyColumn(String name, int position) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_COLUMN,
        "column \"%s\" named in key does not exist".formatted(name),
        ErrorFields.at(position + 1));
  }

  /** Throws an error if the values of a column have no order. */
  public static void requireOrdered(String column, ColumnType type) {
    if (type instanceof ColumnType.Composite) {
      throw unordered(column, type);
    }
    if (!(type instanceof ColumnType.Packed packed)) {
      return;
    }
    if (!packed.isOrdered()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "data type %s has no default operator class for access method \"btree\""
              .formatted(TypeMapping.sqlType(packed).kind().sqlName()),
          ErrorFields.NONE.withHint(
              "You must specify an operator class for the index or define a default operator"
                  + " class for the data type."));
    }
    if (!SortKeys.isSupported(packed)) {
      throw unordered(column, packed);
    }
  }

  private static ColonnadeException unordered(String column, ColumnType type) {
    return new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "a column of this type cannot be in a key: column=%s type=%s".formatted(column, type));
  }

  /** Returns a check constraint; refused if it is no predicate of rows of the table. */
  public CheckConstraint checkOf(TableElement.Constraint constraint, TableRule.Check check) {
    Set<Column> columns = new LinkedHashSet<>();
    NameUses uses = new NameUses();
    var _ =
        new TableExpressions(analysis.recording(uses))
            .predicate(
                table,
                check.condition(),
                ClauseKind.CHECK,
                column -> {
                  columns.add(column);
                  return valueOf(column);
                });
    List<String> named =
        columns.size() == 1 ? List.of(columns.iterator().next().name()) : List.of();
    return new CheckConstraint(
        names.ofConstraint(constraint.name(), named, "check"),
        StoredText.of(check.condition(), uses, analysis.names()),
        columns.stream().map(Column::id).toList(),
        constraint.timing().noInherit(),
        !constraint.timing().notValid());
  }

  /** Throws TYPE_MISMATCH if the columns of a foreign key cannot equal those of its target. */
  public static void requireComparable(String name, List<Column> columns, List<Column> targets) {
    ForeignKeyClause.requireComparable(name, columns, targets);
  }

  /** Returns whether a foreign key of a table references rows by an index. */
  public static boolean isNeeded(Index index, ForeignKey key) {
    return ForeignKeyClause.isKey(index, new HashSet<>(key.target().columnIds()));
  }

  private static Expression valueOf(Column column) {
    return new ColumnReference(ColumnTypes.vector(column), 0);
  }
}
