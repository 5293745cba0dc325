package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sequence.definition.SequenceChange;
import dev.colonnade.sql.definition.sequence.SequenceClauses;
import dev.colonnade.sql.definition.table.column.NewColumns;
import dev.colonnade.sql.definition.table.column.SequenceColumns;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE ... ADD GENERATED, SET GENERATED, DROP IDENTITY and DROP EXPRESSION. */
final class IdentityChanges {
  private IdentityChanges() {}

  static void add(TableAlteration change, String name, ColumnAction.AddIdentity add) {
    Table table = change.table();
    Column column = change.column(name);
    SequenceColumns sequences = new SequenceColumns(change.analysis());
    sequences.add(column.name(), NewColumns.identity(column.type(), add.always(), add.options()));
    if (column.nullable()) {
      throw wrongState(table, column, "must be declared NOT NULL before identity can be added");
    }
    if (identity(table, column) != null) {
      throw wrongState(table, column, "is already an identity column");
    }
    if (table.descriptor().defaults().containsKey(column.id())
        || table.descriptor().properties().generated().containsKey(column.id())) {
      throw wrongState(table, column, "already has a default value");
    }
    sequences.define(change.execution(), edit -> edit.snapshot().table(change.tableId()));
  }

  static void alter(TableAlteration change, String name, ColumnAction.AlterIdentity action) {
    Table table = change.table();
    Column column = change.column(name);
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
    if (!action.options().isEmpty()) {
      change(change, identity, new SequenceClauses(change.analysis()).change(action.options()));
    }
  }

  private static void change(
      TableAlteration change, IdentityColumn identity, SequenceChange options) {
    if (change.transaction().catalog().findRelation(identity.sequenceId())
        instanceof SequenceEntry sequence) {
      change.transaction().catalogChanges().alterSequence(sequence.sequenceId(), options);
    }
  }

  /** Gives the sequence of an identity column the type that the column gets. */
  static void changeType(TableAlteration change, Column column, ColumnType type) {
    IdentityColumn identity = identity(change.table(), column);
    if (identity != null) {
      change(change, identity, SequenceChange.builder().as(NewColumns.valuesOf(type)).build());
    }
  }

  static void drop(TableAlteration change, String name, ColumnAction.DropGenerated drop) {
    Table table = change.table();
    Column column = change.column(name);
    if (!drop.identity() && table.descriptor().properties().generated().containsKey(column.id())) {
      change.alter((edit, now) -> dropExpression(edit, now, column));
      return;
    }
    IdentityColumn identity = drop.identity() ? identity(table, column) : null;
    if (identity == null) {
      String what =
          drop.identity() ? "is not an identity column" : "is not a stored generated column";
      if (!drop.ifExists()) {
        throw wrongState(table, column, what);
      }
      change
          .execution()
          .notices()
          .skipped(
              "column \"%s\" of relation \"%s\" %s".formatted(column.name(), table.name(), what));
      return;
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

  private static void dropExpression(CatalogEdit edit, Table table, Column column) {
    TableProperties properties = table.descriptor().properties();
    Map<Integer, GeneratedColumn> generated = new HashMap<>(properties.generated());
    generated.remove(column.id());
    edit.changeProperties(table, properties.withGenerated(generated));
  }

  private static void setIdentity(
      CatalogEdit edit, Table table, Column column, @Nullable IdentityColumn identity) {
    TableProperties properties = table.descriptor().properties();
    Map<Integer, IdentityColumn> identities = new HashMap<>(properties.identities());
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    if (identity == null) {
      identities.remove(column.id());
      defaults.remove(column.id());
    } else {
      identities.put(column.id(), identity);
    }
    edit.changeProperties(table, properties.withIdentities(identities).withDefaults(defaults));
  }

  /** Returns the identity of a column; null if it is no identity column. */
  static @Nullable IdentityColumn identity(Table table, Column column) {
    return table.descriptor().properties().identities().get(column.id());
  }

  private static ColonnadeException wrongState(Table table, Column column, String what) {
    return new ColonnadeException(
        ErrorCode.WRONG_STATE,
        "column \"%s\" of relation \"%s\" %s".formatted(column.name(), table.name(), what));
  }
}
