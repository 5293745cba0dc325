package dev.colonnade.sql.ddl;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.ddl.table.ColumnRename;
import dev.colonnade.sql.ddl.table.ConstraintRename;
import dev.colonnade.sql.ddl.table.RelationTargets;
import dev.colonnade.sql.ddl.table.TableColumns;
import dev.colonnade.sql.parse.definition.Definition;
import dev.colonnade.sql.parse.definition.ObjectKind;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.statement.HiddenKey;
import dev.colonnade.type.EnumType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** RENAME TO, SET SCHEMA, RENAME COLUMN and RENAME CONSTRAINT: changes of names only. */
final class RenameStatements {
  private RenameStatements() {}

  static void rename(Definition.Rename rename, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    NameScope names = transaction.names();
    String newName = rename.newName();
    Definition.Target target = rename.target();
    String name = target.name().names.getLast();
    switch (target.kind()) {
      case SCHEMA -> {
        SchemaEntry schema = names.schema(name);
        alter(transaction, edit -> new NamespaceEdit(edit).renameSchema(schema, newName));
      }
      case DATABASE -> {
        var database = names.catalog().database(name);
        if (database.equals(names.database())) {
          throw new ColonnadeException(ErrorCode.UNSUPPORTED, "current database cannot be renamed");
        }
        alter(transaction, edit -> new NamespaceEdit(edit).renameDatabase(database, newName));
      }
      case ROLE -> {
        var role = RoleStatements.require(names.catalog(), name);
        alter(transaction, edit -> new NamespaceEdit(edit).changeRole(role.withName(newName)));
      }
      case TYPE -> {
        EnumType type = names.enumType(target.name().names);
        int schemaId = names.catalog().enumName(type.id()).schemaId();
        alter(transaction, edit -> edit.renameEnum(type, new ObjectName(schemaId, newName)));
      }
      case TABLE, VIEW, SEQUENCE -> {
        Relation relation = RelationTargets.relation(target, execution);
        if (relation != null) {
          requireUnused(names, relation, "rename");
          alter(
              transaction,
              edit -> {
                Relation renamed =
                    edit.rename(relation, new ObjectName(relation.schemaId(), newName));
                if (relation instanceof Table before && renamed instanceof Table after) {
                  keepKeyName(edit, before, after);
                }
              });
        }
      }
      case INDEX, COLUMN, CONSTRAINT ->
          throw new IllegalStateException("not renamed here: " + target.kind());
    }
  }

  /** Keeps the name of the primary key, which by default derives from the table's old name. */
  private static void keepKeyName(CatalogEdit edit, Table before, Table after) {
    String name = before.rowKeyName();
    if (name != null) {
      edit.changeConstraints(after, after.descriptor().constraints().withKeyName(name));
    }
  }

  static void setSchema(Definition.SetSchema set, Execution execution) {
    StatementTransaction transaction = execution.transaction();
    NameScope names = transaction.names();
    int schemaId = names.schema(set.schema()).id();
    if (set.target().kind() == ObjectKind.TYPE) {
      EnumType type = names.enumType(set.target().name().names);
      alter(transaction, edit -> edit.renameEnum(type, new ObjectName(schemaId, type.name())));
      return;
    }
    Relation relation = RelationTargets.relation(set.target(), execution);
    if (relation == null || relation.schemaId() == schemaId) {
      return;
    }
    if (relation instanceof SequenceEntry sequence && sequence.owner() != null) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "cannot move an owned sequence into another schema");
    }
    requireUnused(names, relation, "move");
    alter(
        transaction,
        edit -> {
          edit.rename(relation, new ObjectName(schemaId, relation.name()));
          for (Relation other : List.copyOf(edit.snapshot().relations())) {
            if (other instanceof SequenceEntry sequence && sequence.isOwnedBy(relation.id())) {
              edit.rename(sequence, new ObjectName(schemaId, sequence.name()));
            }
          }
        });
  }

  static void rename(Definition.RenameColumn rename, Execution execution) {
    HiddenKey.requireOther(rename.newName());
    NameScope names = execution.transaction().names();
    Relation relation = RelationTargets.relation(rename.target(), execution);
    if (relation instanceof View view) {
      renameColumn(view, rename, execution);
    } else if (relation instanceof Table table) {
      Column column = TableColumns.require(table, rename.column());
      TableColumns.requireUnused(names, table, column);
      alter(
          execution.transaction(),
          edit -> {
            Table renamed =
                edit.changeColumns(
                    table, table.history().renameColumn(column.name(), rename.newName()));
            edit.changeConstraints(renamed, new ColumnRename(column, rename.newName()).in(table));
          });
    } else if (relation != null) {
      throw NameScope.wrongKind(relation, "table");
    }
  }

  private static void renameColumn(View view, Definition.RenameColumn rename, Execution execution) {
    List<String> columns = new ArrayList<>(view.columnNames());
    int index = columns.indexOf(rename.column());
    if (index < 0) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_COLUMN, "column \"%s\" does not exist".formatted(rename.column()));
    }
    if (columns.contains(rename.newName())) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_COLUMN,
          "column \"%s\" of relation \"%s\" already exists"
              .formatted(rename.newName(), view.name()));
    }
    requireUnused(execution.transaction().names(), view, "rename a column of");
    columns.set(index, rename.newName());
    alter(execution.transaction(), edit -> edit.replace(view.withColumnNames(columns)));
  }

  static void rename(Definition.RenameConstraint rename, Execution execution) {
    Relation relation = RelationTargets.relation(rename.target(), execution);
    if (!(relation instanceof Table table)) {
      return;
    }
    TableConstraints rules = table.descriptor().constraints();
    boolean isKey = rename.constraint().equals(table.rowKeyName());
    if (!isKey && !rules.hasName(rename.constraint())) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT,
          "constraint \"%s\" for table \"%s\" does not exist"
              .formatted(rename.constraint(), table.name()));
    }
    if (rules.hasName(rename.newName())) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "constraint \"%s\" for relation \"%s\" already exists"
              .formatted(rename.newName(), table.name()));
    }
    TableConstraints renamed =
        isKey
            ? rules.withKeyName(rename.newName())
            : ConstraintRename.of(rules, rename.constraint(), rename.newName());
    alter(execution.transaction(), edit -> edit.changeConstraints(table, renamed));
  }

  /** Throws if the object does not exist; changes nothing. */
  public static void require(Definition.LeaveAsIs leave, Execution execution) {
    NameScope names = execution.transaction().names();
    List<String> name = leave.target().name().names;
    switch (leave.target().kind()) {
      case SCHEMA -> names.schema(name.getLast());
      case DATABASE -> names.catalog().database(name.getLast());
      case ROLE -> RoleStatements.require(names.catalog(), name.getLast());
      case TYPE -> names.enumType(name);
      case TABLE, VIEW, SEQUENCE -> RelationTargets.relation(leave.target(), execution);
      case INDEX, COLUMN, CONSTRAINT -> {} // accepted only for objects with an owner
    }
  }

  /**
   * Throws UNSUPPORTED if a view uses the relation: views are stored as text, which contains names.
   */
  private static void requireUnused(NameScope names, Relation relation, String what) {
    for (Relation other : names.catalog().relations()) {
      if (other instanceof View view && view.dependsOn(relation.id())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "cannot %s %s %s because view %s uses it by its name"
                .formatted(what, relation.kind(), relation.name(), view.name()));
      }
    }
  }

  private static void alter(StatementTransaction transaction, Consumer<CatalogEdit> steps) {
    transaction
        .catalogChanges()
        .alter(
            edit -> {
              steps.accept(edit);
              return edit;
            });
  }
}
