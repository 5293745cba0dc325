package dev.colonnade.sql.definition.table.alter;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.IdentityColumn;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.table.StoredText;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.definition.table.column.ColumnTypeResolver;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.syntax.definition.TableAction;
import dev.colonnade.sql.syntax.definition.TableAction.ColumnAction;
import dev.colonnade.sql.syntax.print.SqlPrinter;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.DeclaredType;
import dev.colonnade.type.schema.SchemaHistory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE ... ALTER COLUMN ... TYPE. A new column gets the converted values of the old one,
 * then its position and name. This is one change of the catalog and one write of the rows, in one
 * transaction. A text type with a larger maximum length is a change of the catalog only.
 */
final class ColumnTypeChange {
  private static final String TEMPORARY = "column with another type";

  private final TableAlteration change;
  private final String name;
  private final ColumnAction.SetType action;

  ColumnTypeChange(
      TableAlteration change, TableAction.AlterColumn alter, ColumnAction.SetType action) {
    this.change = change;
    this.name = alter.column();
    this.action = action;
  }

  void run() {
    Table table = change.table();
    Column column = change.column(name);
    DeclaredType type = resolvedType();
    refuseCollation();
    if (action.using() != null
        && table.descriptor().properties().generated().containsKey(column.id())) {
      throw new ColonnadeException(
          ErrorCode.INVALID_COLUMN_DEFINITION,
          "cannot specify USING when altering type of generated column",
          ErrorFields.NONE.withDetail("Column \"%s\" is a generated column.".formatted(name)));
    }
    Column target =
        new Column(column.id(), name, type.stored(), true, null, type.domain(), type.modifier());
    requireConvertible(table, column, target);
    requireUnused(change.names(), table, column);
    requireNoGeneratedColumn(table, column);
    if (type.equals(column.declaredType()) && action.using() == null) {
      return;
    }
    if (action.using() == null
        && type.domain() == null
        && column.domain() == null
        && SchemaHistory.isWider(column.type(), type.stored())) {
      change.alter(
          (edit, now) -> edit.changeColumns(now, now.history().widenColumn(name, type.stored())));
      return;
    }
    IdentityChanges.changeType(change, column, type.stored());
    if (table.schema().isKey(column.id())) {
      change.releaseRowKey();
    }
    requireOutsideKey(table, column);
    requireDefaultConvertible(table, column, target);
    change.lockRowsForChange();
    ColumnDependents dependents =
        ColumnDependents.of(table, change.names().catalog().referencesTo(table.id()), column.id());
    Map<CommentTarget, String> comments = change.names().catalog().partComments(table.id());
    change.alter(dependents::drop);
    change.alter(
        (edit, now) ->
            edit.changeColumns(now, now.history().addColumn(TEMPORARY, type, true, null)));
    copy();
    change.alter((edit, now) -> putInPlace(edit, now, column));
    dependents.restore(change, change.table().schema().column(name).id());
    change.alter((edit, now) -> restore(edit, now, comments));
  }

  /** Restores the comments on indexes and constraints that were dropped and created again. */
  private static void restore(CatalogEdit edit, Table table, Map<CommentTarget, String> comments) {
    comments.forEach(
        (target, text) -> {
          if (table.descriptor().constraints().hasName(target.name())
              || target.name().equals(table.rowKeyName())) {
            edit.comment(target, text);
          }
        });
  }

  private DeclaredType resolvedType() {
    try {
      return new ColumnTypeResolver(change.analysis()).of(name, action.type());
    } catch (ColonnadeException e) {
      throw e.with(e.fields().withPosition(0));
    }
  }

  private void refuseCollation() {
    var collation = action.collation();
    if (collation != null && !collation.last().equals("default")) {
      throw TableClauses.unsupported("COLLATE", collation.position());
    }
  }

  private Expression source(Column column) {
    Expression using = action.using();
    return using == null ? new Reference.Column(List.of(column.name()), 0) : using;
  }

  private void requireConvertible(Table table, Column column, Column target) {
    if (isConvertible(table, source(column), ClauseKind.ALTER_TYPE, target)) {
      return;
    }
    String type = ColumnTypes.of(target, change.analysis().registry()).toString();
    boolean hasUsing = action.using() != null;
    throw new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        hasUsing
            ? "result of USING clause for column \"%s\" cannot be cast automatically to type %s"
                .formatted(name, withoutModifier(target))
            : "column \"%s\" cannot be cast automatically to type %s"
                .formatted(name, withoutModifier(target)),
        ErrorFields.NONE.withHint(
            hasUsing
                ? "You might need to add an explicit cast."
                : "You might need to specify \"USING %s::%s\"."
                    .formatted(NameScope.quoted(name), type)));
  }

  private String withoutModifier(Column target) {
    return ColumnTypes.of(target, change.analysis().registry()).type().toString();
  }

  private boolean isConvertible(Table table, Expression value, ClauseKind clause, Column target) {
    return new TableExpressions(change.analysis())
            .assigned(
                table,
                value,
                clause,
                column ->
                    new ColumnReference(
                        ColumnTypes.vector(column), table.schema().ordinal(column.id())),
                target)
        != null;
  }

  private void requireDefaultConvertible(Table table, Column column, Column target) {
    String text = table.descriptor().defaults().get(column.id());
    if (text == null) {
      return;
    }
    Expression value = StoredText.parse(text);
    boolean isText = value instanceof Constant.StringConstant;
    Expression typed = isText ? new Reference.Column(List.of(column.name()), 0) : value;
    ClauseKind clause = isText ? ClauseKind.ALTER_TYPE : ClauseKind.DEFAULT;
    if (!isConvertible(table, typed, clause, target)) {
      throw new ColonnadeException(
          ErrorCode.TYPE_MISMATCH,
          "default for column \"%s\" cannot be cast automatically to type %s"
              .formatted(name, withoutModifier(target)));
    }
  }

  private static void requireUnused(NameScope names, Table table, Column column) {
    for (Relation other : names.catalog().relations()) {
      if (other instanceof View view && view.dependsOn(table.id(), column.id())) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED,
            "cannot alter type of a column used by a view or rule",
            ErrorFields.NONE.withDetail(
                "rule _RETURN on view %s depends on column \"%s\""
                    .formatted(names.nameOf(view), column.name())));
      }
    }
  }

  private static void requireNoGeneratedColumn(Table table, Column column) {
    Map<Integer, GeneratedColumn> generated = table.descriptor().properties().generated();
    generated.forEach(
        (columnId, definition) -> {
          if (definition.columnIds().contains(column.id())) {
            throw new ColonnadeException(
                ErrorCode.UNSUPPORTED,
                "cannot alter type of a column used by a generated column",
                ErrorFields.NONE.withDetail(
                    "Column \"%s\" is used by generated column \"%s\"."
                        .formatted(column.name(), table.schema().column(columnId).name())));
          }
        });
  }

  private static void requireOutsideKey(Table table, Column column) {
    if (table.schema().isKey(column.id())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "cannot alter type of column %s, which the table's rows are under"
              .formatted(column.name()));
    }
  }

  private void copy() {
    Expression using = action.using();
    Table table = change.table();
    GeneratedColumn generated =
        table.descriptor().properties().generated().get(table.schema().column(name).id());
    String value =
        generated != null
            ? "(" + generated.text() + ")"
            : using == null ? TableAlteration.quoted(name) : SqlPrinter.print(using);
    change.update(TEMPORARY, value);
  }

  private static void putInPlace(CatalogEdit edit, Table table, Column column) {
    int successor = table.schema().column(TEMPORARY).id();
    TableProperties properties = table.descriptor().properties();
    Map<Integer, String> defaults = new HashMap<>(properties.defaults());
    @Nullable String text = defaults.remove(column.id());
    Map<Integer, IdentityColumn> identities = new HashMap<>(properties.identities());
    @Nullable IdentityColumn identity = identities.remove(column.id());
    Map<Integer, GeneratedColumn> generated = new HashMap<>(properties.generated());
    GeneratedColumn expression = generated.remove(column.id());
    Table changed =
        edit.changeColumns(table, table.history().replaceColumn(column.name(), TEMPORARY));
    if (text != null) {
      defaults.put(successor, text);
    }
    if (identity != null) {
      identities.put(successor, identity);
    }
    if (expression != null) {
      generated.put(successor, expression);
    }
    edit.changeProperties(
        changed,
        changed
            .descriptor()
            .properties()
            .withDefaults(defaults)
            .withIdentities(identities)
            .withGenerated(generated));
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
