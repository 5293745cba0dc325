package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.definition.index.IndexCreation;
import dev.colonnade.sql.parse.SqlTableRule;
import dev.colonnade.sql.parse.definition.TableAction;
import dev.colonnade.sql.statement.ConstraintClauses;
import dev.colonnade.sql.statement.TableStatements;
import dev.colonnade.type.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;

/** ALTER TABLE ... ADD, ALTER and DROP CONSTRAINT. */
final class ConstraintChanges {
  private ConstraintChanges() {}

  public static void add(TableAlteration change, SqlTableRule rule) {
    Table table = change.table();
    CatalogSnapshot catalog = change.transaction().catalog();
    ConstraintClauses clauses =
        new ConstraintClauses(
            table,
            name -> change.names().table(name.names),
            name -> isTaken(catalog, new ObjectName(table.schemaId(), name)));
    switch (rule) {
      case SqlTableRule.Unique unique ->
          new IndexCreation(change.preparer(), change.execution())
              .run(table, clauses.nameOf(unique), clauses.definitionOf(unique));
      case SqlTableRule.Check check -> addCheck(change, table, clauses.checkOf(check));
      case SqlTableRule.Reference reference -> {
        ForeignKey key = clauses.foreignKeyOf(reference);
        requireSameLife(change.names(), table, key);
        addForeignKey(change, table, key);
      }
    }
  }

  private static void requireSameLife(NameScope names, Table table, ForeignKey key) {
    SchemaEntry schema = names.catalog().findSchema(table.schemaId());
    boolean isTemporary = schema != null && schema.isTemporary();
    Table target = names.catalog().findTable(key.target().tableId());
    if (target != null) {
      TableStatements.requireSameLife(names, isTemporary, target);
    }
  }

  public static boolean isTaken(CatalogSnapshot catalog, ObjectName name) {
    return catalog.findRelation(name) != null || catalog.findTableOfIndex(name) != null;
  }

  static void addCheck(TableAlteration change, Table table, CheckConstraint check) {
    if (change.hasRows("NOT (" + check.expression() + ")")) {
      throw new ColonnadeException(
          ErrorCode.CHECK_VIOLATION,
          "check constraint \"%s\" of relation \"%s\" is violated by some row"
              .formatted(check.name(), table.name()),
          ErrorFields.NONE.withTable(table.name()).withConstraint(check.name()));
    }
    change.alter(
        (edit, now) ->
            edit.changeConstraints(now, now.descriptor().constraints().withCheck(check)));
  }

  static void addForeignKey(TableAlteration change, Table table, ForeignKey key) {
    if (change.hasRows(withoutTarget(change, table, key))) {
      throw new ColonnadeException(
          ErrorCode.FOREIGN_KEY_VIOLATION,
          "insert or update on table \"%s\" violates foreign key constraint \"%s\""
              .formatted(table.name(), key.name()),
          ErrorFields.NONE.withTable(table.name()).withConstraint(key.name()));
    }
    change.alter(
        (edit, now) ->
            edit.changeConstraints(now, now.descriptor().constraints().withForeignKey(key)));
  }

  /** Returns the predicate of rows whose foreign key refers to a row that does not exist. */
  private static String withoutTarget(TableAlteration change, Table table, ForeignKey key) {
    int targetId = key.target().tableId();
    TableAlteration target =
        new TableAlteration(change.preparer(), change.sql(), change.execution(), targetId);
    List<String> parts = new ArrayList<>();
    List<String> equal = new ArrayList<>();
    for (int i = 0; i < key.columnIds().size(); i++) {
      String column =
          NameScope.quoted(table.name()) + "." + nameOf(table.schema(), key.columnIds().get(i));
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
    return NameScope.quoted(schema.column(columnId).name());
  }

  public static void drop(TableAlteration change, TableAction.DropConstraint drop) {
    Table table = change.table();
    TableConstraints rules = table.descriptor().constraints();
    Index index = rules.findIndex(drop.name());
    if (index != null && index.definition().kind().isConstraint()) {
      change.alter((edit, now) -> dropIndex(edit, now, index, drop.cascade()));
    } else if (index == null && rules.hasName(drop.name()) && !isKey(table, drop.name())) {
      change.alter(
          (edit, now) ->
              edit.changeConstraints(
                  now, now.descriptor().constraints().withoutConstraint(drop.name())));
    } else if (isKey(table, drop.name())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "the primary key of a table cannot be dropped");
    } else {
      String message =
          "constraint \"%s\" of relation \"%s\" does not exist"
              .formatted(drop.name(), table.name());
      if (!drop.ifExists()) {
        throw new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, message);
      }
      change.execution().notices().skipped(message);
    }
  }

  /** Runs ALTER CONSTRAINT, which applies to foreign keys only, as in PostgreSQL. */
  public static void alter(TableAlteration change, TableAction.AlterConstraint alter) {
    Table table = change.table();
    TableConstraints rules = table.descriptor().constraints();
    ForeignKey key =
        rules.foreignKeys().stream()
            .filter(known -> known.name().equals(alter.name()))
            .findFirst()
            .orElse(null);
    if (key != null) {
      change.alter(
          (edit, now) ->
              edit.changeConstraints(
                  now,
                  now.descriptor()
                      .constraints()
                      .withoutConstraint(key.name())
                      .withForeignKey(key.withTiming(alter.timing()))));
      return;
    }
    boolean isThere = rules.hasName(alter.name()) || isKey(table, alter.name());
    throw new ColonnadeException(
        isThere ? ErrorCode.WRONG_OBJECT_TYPE : ErrorCode.UNKNOWN_OBJECT,
        "constraint \"%s\" of relation \"%s\" %s"
            .formatted(
                alter.name(),
                table.name(),
                isThere ? "is not a foreign key constraint" : "does not exist"));
  }

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
                .formatted(index.name(), table.name()));
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
