package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.parse.definition.TableAction;
import dev.colonnade.sql.statement.GeneratedColumns;
import dev.colonnade.sql.statement.SequenceClauses;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE ... ADD GENERATED, SET GENERATED and DROP IDENTITY. */
final class IdentityChanges {
  private IdentityChanges() {}

  public static void add(TableAlteration change, TableAction.AddIdentity add) {
    Table table = change.table();
    Column column = TableColumns.require(table, add.column());
    if (column.nullable()) {
      throw wrongState(table, column, "must be declared NOT NULL before identity can be added");
    }
    if (identity(table, column) != null) {
      throw wrongState(table, column, "is already an identity column");
    }
    if (table.descriptor().defaults().containsKey(column.id())) {
      throw wrongState(table, column, "already has a default value");
    }
    GeneratedColumns generated = new GeneratedColumns();
    generated.addIdentity(column, add.always(), add.clauses());
    generated.define(change.execution(), edit -> edit.snapshot().table(change.tableId()));
  }

  public static void alter(TableAlteration change, TableAction.ChangeIdentity action) {
    Table table = change.table();
    Column column = TableColumns.require(table, action.column());
    IdentityColumn identity = identity(table, column);
    if (identity == null) {
      throw wrongState(table, column, "is not an identity column");
    }
    Boolean always = action.always();
    if (always != null && always != identity.always()) {
      change.alter(
          (edit, now) ->
              setIdentity(edit, now, column, new IdentityColumn(always, identity.sequenceId())));
    }
    if (!action.clauses().isEmpty()
        && change.transaction().catalog().findRelation(identity.sequenceId())
            instanceof SequenceEntry sequence) {
      change
          .transaction()
          .catalogChanges()
          .alterSequence(sequence.sequenceId(), SequenceClauses.change(action.clauses()));
    }
  }

  public static void drop(TableAlteration change, TableAction.DropIdentity drop) {
    Table table = change.table();
    Column column = TableColumns.require(table, drop.column());
    IdentityColumn identity = identity(table, column);
    if (identity == null) {
      if (drop.ifExists()) {
        change
            .execution()
            .notices()
            .skipped(
                "column \"%s\" of relation \"%s\" is not an identity column"
                    .formatted(column.name(), table.name()));
        return;
      }
      throw wrongState(table, column, "is not an identity column");
    }
    change.alter(
        (edit, now) -> {
          setIdentity(edit, now, column, null);
          Relation sequence = edit.snapshot().findRelation(identity.sequenceId());
          if (sequence != null) {
            edit.dropSequence((SequenceEntry) sequence);
          }
        });
  }

  private static void setIdentity(
      CatalogEdit edit, Table table, Column column, @Nullable IdentityColumn identity) {
    TableProperties clauses = table.descriptor().properties();
    Map<Integer, IdentityColumn> identities = new HashMap<>(clauses.identities());
    Map<Integer, String> defaults = new HashMap<>(clauses.defaults());
    if (identity == null) {
      identities.remove(column.id());
      defaults.remove(column.id());
    } else {
      identities.put(column.id(), identity);
    }
    edit.changeProperties(table, clauses.withIdentities(identities).withDefaults(defaults));
  }

  private static @Nullable IdentityColumn identity(Table table, Column column) {
    return table.descriptor().properties().identities().get(column.id());
  }

  private static ColonnadeException wrongState(Table table, Column column, String what) {
    return new ColonnadeException(
        ErrorCode.WRONG_STATE,
        "column \"%s\" of relation \"%s\" %s".formatted(column.name(), table.name(), what));
  }
}
