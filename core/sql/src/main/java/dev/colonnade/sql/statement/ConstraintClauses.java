package dev.colonnade.sql.statement;

import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.constraint.ReferentialAction;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.SqlCreateTable;
import dev.colonnade.sql.parse.SqlTableRule;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.dialect.PostgresqlSqlDialect;
import org.jspecify.annotations.Nullable;

/** Constraints as statements write them, as rules of a table. */
public final class ConstraintClauses {
  private final Table table;
  private final ConstraintNaming names;
  private final Function<SqlIdentifier, Table> tables;
  private final TableExpressionCompiler conditions = new TableExpressionCompiler();
  private TableConstraints rules;

  /**
   * Adds to the rules of a table, which need not be in the catalogue yet.
   *
   * @param tables finds other tables by their names
   * @param isTaken whether a relation is called so
   */
  public ConstraintClauses(
      Table table, Function<SqlIdentifier, Table> tables, Predicate<String> isTaken) {
    this.table = table;
    this.rules = table.descriptor().constraints();
    this.names =
        new ConstraintNaming(table.name(), name -> rules.hasName(name) || isTaken.test(name));
    this.tables = tables;
  }

  /** The table's rules with those that were added. */
  TableConstraints rules() {
    return rules;
  }

  /** Sets the name of the primary key; null for its default name. */
  void keyName(@Nullable SqlIdentifier name) {
    if (name != null) {
      rules = rules.withKeyName(name.getSimple());
    }
  }

  /** A primary key that is an index: one whose check may be put off. */
  void addKeyIndex(SqlCreateTable.PrimaryKey key) {
    String name = nameOf(key);
    rules = rules.withIndex(name, definitionOf(key), IndexState.READY).withKeyName(name);
  }

  void add(SqlTableRule rule) {
    switch (rule) {
      case SqlTableRule.Unique unique ->
          rules = rules.withIndex(nameOf(unique), definitionOf(unique), IndexState.READY);
      case SqlTableRule.Check check -> rules = rules.withCheck(checkOf(check));
      case SqlTableRule.Reference reference ->
          rules = rules.withForeignKey(foreignKeyOf(reference));
    }
  }

  /** Returns the name of the index of a constraint. */
  public String nameOf(SqlTableRule.Unique unique) {
    return names.ofIndex(unique.name(), textsOf(unique.columns()), "key");
  }

  /** Returns the name of the index of a primary key. */
  public String nameOf(SqlCreateTable.PrimaryKey key) {
    return names.ofIndex(key.name(), List.of(), "pkey");
  }

  /** The index of a primary key. */
  public Index.Definition definitionOf(SqlCreateTable.PrimaryKey key) {
    List<KeyColumn> columns = new ArrayList<>();
    for (SqlCreateTable.KeyPart part : key.parts()) {
      int id = columnOf(table.schema(), part.column().getSimple()).id();
      columns.add(part.descending() ? KeyColumn.descending(id) : KeyColumn.ascending(id));
    }
    return Index.Definition.of(IndexKind.of(key.timing()), columns);
  }

  /** The index of a constraint. */
  public Index.Definition definitionOf(SqlTableRule.Unique unique) {
    List<KeyColumn> columns =
        columnsOf(table, unique.columns()).stream()
            .map(column -> KeyColumn.ascending(column.id()))
            .toList();
    List<Integer> included = columnsOf(table, unique.included()).stream().map(Column::id).toList();
    return Index.Definition.of(IndexKind.of(unique.timing()), columns, included);
  }

  /** A check; refused if it is no condition on rows of the table. */
  public CheckConstraint checkOf(SqlTableRule.Check check) {
    String text = textOf(check.condition());
    conditions.check(table, text, "CHECK");
    List<Integer> ids = TableExpressionCompiler.columnsOf(check.condition(), table.schema());
    List<String> columns =
        ids.size() == 1 ? List.of(table.schema().column(ids.getFirst()).name()) : List.of();
    return new CheckConstraint(names.ofConstraint(check.name(), columns, "check"), text, ids);
  }

  /** A foreign key; refused if what it refers to is no key. */
  public ForeignKey foreignKeyOf(SqlTableRule.Reference reference) {
    SqlIdentifier named = reference.target().table();
    boolean isSelf = named.isSimple() && named.getSimple().equals(table.name());
    Table target = isSelf ? table : tables.apply(named);
    List<Column> columns = columnsOf(table, reference.columns());
    List<Column> targets =
        reference.target().columns().isEmpty()
            ? target.declaredKey()
            : columnsOf(target, reference.target().columns());
    if (targets.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "there is no primary key for referenced table \"%s\"".formatted(target.name()));
    }
    String name = names.ofConstraint(reference.name(), textsOf(reference.columns()), "fkey");
    requireKey(target, targets, columns.size());
    requireComparable(name, columns, targets);
    return new ForeignKey(
        name,
        columns.stream().map(Column::id).toList(),
        new ForeignKey.Target(target.id(), targets.stream().map(Column::id).toList()),
        new ForeignKey.Actions(
            actionOf(reference.actions().onDelete()), actionOf(reference.actions().onUpdate())),
        reference.timing());
  }

  private void requireKey(Table target, List<Column> columns, int count) {
    if (columns.size() != count) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FOREIGN_KEY,
          "number of referencing and referenced columns for foreign key disagree");
    }
    Set<Integer> ids = new HashSet<>();
    columns.forEach(column -> ids.add(column.id()));
    Set<Integer> key = new HashSet<>();
    target.schema().primaryKey().forEach(part -> key.add(part.columnId()));
    List<Index> indexes =
        target.id() == table.id() ? rules.indexes() : target.descriptor().constraints().indexes();
    boolean isKey = ids.equals(key) || indexes.stream().anyMatch(index -> isKey(index, ids));
    if (!isKey && indexes.stream().anyMatch(index -> isDeferrableKey(index, ids))) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "cannot use a deferrable unique constraint for referenced table \"%s\""
              .formatted(target.name()));
    }
    if (!isKey || ids.size() != count) {
      throw new ColonnadeException(
          ErrorCode.INVALID_FOREIGN_KEY,
          "there is no unique constraint matching given keys for referenced table \"%s\""
              .formatted(target.name()));
    }
  }

  private static boolean isKey(Index index, Set<Integer> ids) {
    return index.isUnique() && index.definition().predicate() == null && isOf(index, ids);
  }

  private static boolean isDeferrableKey(Index index, Set<Integer> ids) {
    return index.definition().kind().timing().isDeferrable() && isOf(index, ids);
  }

  private static boolean isOf(Index index, Set<Integer> ids) {
    Set<Integer> own = new HashSet<>();
    index.definition().columns().forEach(part -> own.add(part.columnId()));
    return own.equals(ids);
  }

  private static void requireComparable(String name, List<Column> columns, List<Column> targets) {
    for (int i = 0; i < columns.size(); i++) {
      TypeKind left = CalciteTypes.sqlType(columns.get(i).type()).kind();
      TypeKind right = CalciteTypes.sqlType(targets.get(i).type()).kind();
      boolean isComparable =
          left == right
              || (left.isNumber() && right.isNumber())
              || (left.isText() && right.isText());
      if (!isComparable) {
        throw new ColonnadeException(
            ErrorCode.TYPE_MISMATCH,
            "foreign key constraint \"%s\" cannot be implemented".formatted(name));
      }
    }
  }

  private static ReferentialAction actionOf(SqlTableRule.Action action) {
    return switch (action) {
      case NO_ACTION -> ReferentialAction.NO_ACTION;
      case RESTRICT -> ReferentialAction.RESTRICT;
      case CASCADE -> ReferentialAction.CASCADE;
      case SET_NULL -> ReferentialAction.SET_NULL;
      case SET_DEFAULT -> ReferentialAction.SET_DEFAULT;
    };
  }

  /** The text that an expression is kept as. */
  static String textOf(SqlNode expression) {
    return expression.toSqlString(PostgresqlSqlDialect.DEFAULT).getSql();
  }

  static List<Column> columnsOf(Table table, List<SqlIdentifier> names) {
    List<Column> columns = new ArrayList<>();
    for (SqlIdentifier name : names) {
      columns.add(columnOf(table.schema(), name.getSimple()));
    }
    return columns;
  }

  static Column columnOf(TableSchema schema, String name) {
    if (!schema.hasVisibleColumn(name)) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN, "column \"%s\" does not exist".formatted(name));
    }
    return schema.column(name);
  }

  private static List<String> textsOf(List<SqlIdentifier> names) {
    return names.stream().map(SqlIdentifier::getSimple).toList();
  }

  /** Returns whether a foreign key of another table uses an index to find its rows. */
  public static boolean isNeeded(Index index, ForeignKey key) {
    return isKey(index, new HashSet<>(key.target().columnIds()));
  }
}
