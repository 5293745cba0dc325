package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.access.StatementLocks;
import dev.colonnade.sql.access.TableLockMode;
import dev.colonnade.sql.definition.table.constraint.ConstrainedTable;
import dev.colonnade.sql.definition.table.constraint.ConstraintClauses;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE ... ADD, ALTER, VALIDATE and DROP CONSTRAINT. */
final class ConstraintChanges {
  private ConstraintChanges() {}

  static void add(TableAlteration change, TableElement.Constraint constraint) {
    Table table = change.table();
    ConstraintClauses clauses =
        new ConstraintClauses(
            change.analysis(), table, ConstrainedTable.of(change.names().catalog(), table));
    switch (constraint.rule()) {
      case TableRule.Check check -> addCheck(change, table, clauses.checkOf(constraint, check));
      case TableRule.Key key when key.primary() ->
          PrimaryKeyChanges.add(change, clauses, constraint, key);
      case TableRule.Key key -> {
        Index.Definition definition = clauses.definitionOf(constraint, key);
        change.addIndex(clauses.nameOf(constraint, key), definition);
      }
      case TableRule.ForeignKey key ->
          addForeignKey(change, table, clauses.foreignKeyOf(constraint, key));
      case TableRule.KeyUsingIndex key -> new IndexAdoption(change, constraint, key).run();
      case TableRule.Exclude _ -> throw TableClauses.unsupported("EXCLUDE", constraint.position());
    }
  }

  static void addCheck(TableAlteration change, Table table, CheckConstraint check) {
    change.lockRows();
    if (check.isValidated()) {
      requireAll(change, table, check);
    }
    change.alter(
        (edit, now) ->
            edit.changeConstraints(now, now.descriptor().constraints().withCheck(check)));
  }

  /** Throws CHECK_VIOLATION if a row violates a constraint. */
  private static void requireAll(TableAlteration change, Table table, CheckConstraint check) {
    if (change.exists("NOT (" + check.expression() + ")")) {
      throw new ColonnadeException(
          ErrorCode.CHECK_VIOLATION,
          "check constraint \"%s\" of relation \"%s\" is violated by some row"
              .formatted(check.name(), table.name()),
          ErrorFields.NONE.withTable(table.name(), table.schemaId()).withConstraint(check.name()));
    }
  }

  static void addForeignKey(TableAlteration change, Table table, ForeignKey key) {
    Table target = change.of(key.target().tableId()).table();
    ConstraintClauses.requireComparable(
        key.name(), columnsOf(table, key.columnIds()), columnsOf(target, key.target().columnIds()));
    StatementLocks locks = change.transaction().locks();
    locks.lockForDefinition(table, TableLockMode.EXCLUSIVE);
    locks.lockForDefinition(target, TableLockMode.EXCLUSIVE);
    if (key.isValidated()) {
      requireTargets(change, table, key, target);
    }
    change.alter(
        (edit, now) ->
            edit.changeConstraints(now, now.descriptor().constraints().withForeignKey(key)));
  }

  /** Throws FOREIGN_KEY_VIOLATION if a row refers to a row that does not exist. */
  private static void requireTargets(
      TableAlteration change, Table table, ForeignKey key, Table target) {
    List<String> values = change.firstRow(keyTexts(table, key), withoutTarget(change, table, key));
    if (values != null) {
      List<Column> columns = columnsOf(table, key.columnIds());
      String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
      throw new ColonnadeException(
          ErrorCode.FOREIGN_KEY_VIOLATION,
          "insert or update on table \"%s\" violates foreign key constraint \"%s\""
              .formatted(table.name(), key.name()),
          ErrorFields.NONE
              .withTable(table.name(), table.schemaId())
              .withConstraint(key.name())
              .withDetail(
                  "Key (%s)=(%s) is not present in table \"%s\"."
                      .formatted(names, String.join(", ", values), target.name())));
    }
  }

  private static List<Column> columnsOf(Table table, List<Integer> ids) {
    return ids.stream().map(table.schema()::column).toList();
  }

  /** Returns the expressions of the texts of a key's values. */
  private static String keyTexts(Table table, ForeignKey key) {
    return columnsOf(table, key.columnIds()).stream()
        .map(column -> "CAST(%s AS text)".formatted(TableAlteration.quoted(column.name())))
        .collect(Collectors.joining(", "));
  }

  /** Returns the predicate of rows whose foreign key refers to a row that does not exist. */
  private static String withoutTarget(TableAlteration change, Table table, ForeignKey key) {
    TableAlteration target = change.of(key.target().tableId());
    List<String> parts = new ArrayList<>();
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < key.columnIds().size(); i++) {
      String column =
          TableAlteration.quoted(table.name())
              + "."
              + nameOf(table.schema(), key.columnIds().get(i));
      parts.add(column + " IS NOT NULL");
      int targetColumn = key.target().columnIds().get(i);
      equal.add("\"target\"." + nameOf(target.table().schema(), targetColumn) + " = " + column);
    }
    parts.add(
        "NOT EXISTS (SELECT 1 FROM %s AS \"target\" WHERE %s)"
            .formatted(target.wholeName(), String.join(" AND ", equal)));
    return String.join(" AND ", parts);
  }

  private static String nameOf(TableSchema schema, int columnId) {
    return TableAlteration.quoted(schema.column(columnId).name());
  }

  static void drop(TableAlteration change, TableAction.DropConstraint drop) {
    Table table = change.table();
    String name = drop.name();
    TableConstraints constraints = table.descriptor().constraints();
    Index index = constraints.findIndex(name);
    if (isKey(table, name)) {
      change.releaseRowKey();
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "the primary key of a table cannot be dropped");
    }
    if (index != null && index.definition().kind().isConstraint()) {
      boolean cascade = drop.behavior() == DropBehavior.CASCADE;
      change.alter((edit, now) -> dropIndex(edit, now, index, cascade));
    } else if (index == null && constraints.hasName(name)) {
      change.alter(
          (edit, now) ->
              edit.changeConstraints(now, now.descriptor().constraints().withoutConstraint(name)));
    } else {
      ColonnadeException unknown = unknown(table, name);
      if (!drop.ifExists()) {
        throw unknown;
      }
      change.execution().notices().skipped(String.valueOf(unknown.getMessage()));
    }
  }

  /** Runs ALTER CONSTRAINT, which applies to foreign keys only, as in PostgreSQL. */
  static void alter(TableAlteration change, TableAction.AlterConstraint alter) {
    Table table = change.table();
    ForeignKey key = foreignKey(table, alter.name());
    if (key == null) {
      throw isConstraint(table, alter.name())
          ? wrongKind(table, alter.name(), "is not a foreign key constraint")
          : unknown(table, alter.name());
    }
    change.alter(
        (edit, now) ->
            edit.changeConstraints(
                now,
                now.descriptor()
                    .constraints()
                    .withoutConstraint(key.name())
                    .withForeignKey(key.withTiming(TableClauses.timingOf(alter.timing())))));
  }

  /**
   * Runs VALIDATE CONSTRAINT. Others write meanwhile: the rows that they write satisfy a constraint
   * that is NOT VALID.
   */
  static void validate(TableAlteration change, String name) {
    Table table = change.table();
    StatementLocks locks = change.transaction().locks();
    locks.lockForDefinition(table, TableLockMode.ONE_BESIDE_ROWS);
    CheckConstraint check = check(table, name);
    ForeignKey key = foreignKey(table, name);
    if (check != null && !check.isValidated()) {
      requireAll(change, table, check);
    } else if (key != null && !key.isValidated()) {
      Table target = change.of(key.target().tableId()).table();
      locks.lockForDefinition(target, TableLockMode.ROWS);
      requireTargets(change, table, key, target);
    } else if (check != null || key != null) {
      return;
    } else {
      throw isConstraint(table, name)
          ? wrongKind(table, name, "is not a foreign key or check constraint")
          : unknown(table, name);
    }
    change.alter(
        (edit, now) ->
            edit.changeConstraints(now, now.descriptor().constraints().withValidated(name)));
  }

  private static @Nullable CheckConstraint check(Table table, String name) {
    for (CheckConstraint check : table.descriptor().constraints().checks()) {
      if (check.name().equals(name)) {
        return check;
      }
    }
    return null;
  }

  private static @Nullable ForeignKey foreignKey(Table table, String name) {
    for (ForeignKey key : table.descriptor().constraints().foreignKeys()) {
      if (key.name().equals(name)) {
        return key;
      }
    }
    return null;
  }

  private static boolean isConstraint(Table table, String name) {
    return table.descriptor().constraints().hasName(name) || isKey(table, name);
  }

  private static ColonnadeException unknown(Table table, String name) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "constraint \"%s\" of relation \"%s\" does not exist".formatted(name, table.name()));
  }

  private static ColonnadeException wrongKind(Table table, String name, String what) {
    return new ColonnadeException(
        ErrorCode.WRONG_OBJECT_TYPE,
        "constraint \"%s\" of relation \"%s\" %s".formatted(name, table.name(), what));
  }

  /** Returns whether a name is that of the key of the rows. */
  private static boolean isKey(Table table, String name) {
    return name.equals(table.rowKeyName());
  }

  private static void dropIndex(CatalogEdit edit, Table table, Index index, boolean cascade) {
    for (Reference reference : edit.snapshot().referencesTo(table.id())) {
      if (!ConstraintClauses.isNeeded(index, reference.key())) {
        continue;
      }
      if (!cascade) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "cannot drop constraint %s on table %s because other objects depend on it"
                .formatted(index.name(), table.name()),
            ErrorFields.NONE
                .withDetail(
                    "constraint %s on table %s depends on index %s"
                        .formatted(reference.key().name(), reference.table().name(), index.name()))
                .withHint("Use DROP ... CASCADE to drop the dependent objects too."));
      }
      Table referring = edit.snapshot().table(reference.table().id());
      edit.changeConstraints(
          referring,
          referring.descriptor().constraints().withoutConstraint(reference.key().name()));
    }
    Table now = edit.snapshot().table(table.id());
    edit.changeConstraints(now, now.descriptor().constraints().withoutIndex(index.id()));
  }
}
