package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.parse.definition.TableAction;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.statement.ColumnDefaultExpressions;
import dev.colonnade.sql.statement.ColumnTypes;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE ... ALTER COLUMN ... TYPE. A new column gets the converted values of the old one,
 * then its position and name. This is one change of the catalog and one write of the rows, in one
 * transaction. A text type with a larger maximum length is a change of the catalog only.
 */
final class ColumnTypeChange {
  private static final String TEMPORARY = "column with another type";

  private ColumnTypeChange() {}

  public static void run(TableAlteration change, TableAction.ChangeType action) {
    Table table = change.table();
    Column column = TableColumns.require(table, action.column());
    ColumnType type = ColumnTypes.of(action.type(), change.names());
    if (type.equals(column.type()) && action.using() == null) {
      return;
    }
    requireFree(change.names(), table, column);
    if (action.using() == null && SchemaHistory.isWider(column.type(), type)) {
      change.alter(
          (edit, now) -> edit.changeColumns(now, now.history().widenColumn(column.name(), type)));
      return;
    }
    requireOutsideKey(table, column);
    ColumnConstraints rules =
        ColumnConstraints.of(table, change.names().catalog().referencesTo(table.id()), column.id());
    change.alter(rules::drop);
    change.alter(
        (edit, now) ->
            edit.changeColumns(now, now.history().addColumn(TEMPORARY, type, true, null)));
    copy(change, column, action.using(), type);
    change.alter((edit, now) -> putInPlace(edit, now, column));
    rules.restore(change, change.table().schema().column(column.name()).id());
  }

  private static void requireFree(NameScope names, Table table, Column column) {
    for (Relation other : names.catalog().relations()) {
      if (other instanceof View view && view.dependsOn(table.id(), column.id())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "cannot alter type of a column used by a view or rule");
      }
    }
  }

  private static void requireOutsideKey(Table table, Column column) {
    if (table.schema().isKey(column.id())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot alter type of column %s, which the table's rows are under"
              .formatted(column.name()));
    }
  }

  private static void copy(
      TableAlteration change, Column column, @Nullable SqlNode using, ColumnType type) {
    String value =
        using == null
            ? NameScope.quoted(column.name())
            : ColumnDefaultExpressions.text(using, change.names());
    try {
      change.update(TEMPORARY, value);
    } catch (ColonnadeException e) {
      if (e.code() != ErrorCode.TYPE_MISMATCH) {
        throw e;
      }
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "column \"%s\" cannot be cast automatically to type %s"
              .formatted(column.name(), CalciteTypes.sqlType(type)),
          ErrorFields.NONE.withHint("You might need to specify \"USING\" with a cast."),
          e);
    }
  }

  private static void putInPlace(CatalogEdit edit, Table table, Column column) {
    int successor = table.schema().column(TEMPORARY).id();
    TableProperties clauses = table.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(clauses.defaults());
    String text = defaults.remove(column.id());
    Map<Integer, IdentityColumn> identities = new HashMap<>(clauses.identities());
    IdentityColumn identity = identities.remove(column.id());
    Table changed =
        edit.changeColumns(table, table.history().replaceColumn(column.name(), TEMPORARY));
    if (text != null) {
      defaults.put(successor, text);
    }
    if (identity != null) {
      identities.put(successor, identity);
    }
    edit.changeProperties(
        changed,
        changed.descriptor().properties().withDefaults(defaults).withIdentities(identities));
    for (Relation relation : List.copyOf(edit.snapshot().relations())) {
      if (relation instanceof SequenceEntry sequence
          && sequence.isOwnedBy(table.id(), column.id())) {
        edit.replace(
            sequence.ownedBy(
                new SequenceEntry.Owner(table.id(), successor, sequence.isIdentity())));
      }
    }
    String comment = edit.snapshot().comment(new CommentTarget(table.id(), column.id()));
    if (comment != null) {
      edit.comment(new CommentTarget(table.id(), column.id()), null);
      edit.comment(new CommentTarget(table.id(), successor), comment);
    }
  }
}
