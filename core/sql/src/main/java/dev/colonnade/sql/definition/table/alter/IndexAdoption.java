package dev.colonnade.sql.definition.table.alter;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexKind;
import dev.colonnade.catalog.index.IndexState;
import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.key.SortDirection;
import dev.colonnade.sql.definition.lookup.IndexLookup;
import dev.colonnade.sql.definition.table.constraint.TableClauses;
import dev.colonnade.sql.syntax.definition.TableElement;
import dev.colonnade.sql.syntax.definition.TableElement.TableRule;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import org.jspecify.annotations.Nullable;

/**
 * ALTER TABLE ... ADD PRIMARY KEY or UNIQUE with USING INDEX: a unique index of the table becomes
 * that of the constraint, and gets its name.
 */
final class IndexAdoption {
  private final TableAlteration change;
  private final TableElement.Constraint constraint;
  private final TableRule.KeyUsingIndex key;

  IndexAdoption(
      TableAlteration change, TableElement.Constraint constraint, TableRule.KeyUsingIndex key) {
    this.change = requireNonNull(change, "change is null");
    this.constraint = requireNonNull(constraint, "constraint is null");
    this.key = requireNonNull(key, "key is null");
  }

  void run() {
    if (TableClauses.timingOf(constraint.timing()).isDeferrable()) {
      throw TableClauses.unsupported("USING INDEX with DEFERRABLE", constraint.position());
    }
    change.lockRows();
    Index index = index();
    requireUsable(index);
    String given = constraint.name();
    String name = given == null ? index.name() : given;
    if (!name.equals(index.name())) {
      change
          .execution()
          .notices()
          .say(
              "ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index \"%s\" to \"%s\""
                  .formatted(index.name(), name));
      requireFree(name);
    }
    if (key.primary()) {
      requireKey(index);
    }
    change.alter(
        (edit, now) -> {
          Table named =
              edit.changeConstraints(
                  now,
                  now.descriptor()
                      .constraints()
                      .withIndexName(index.id(), name)
                      .withDefinition(
                          index.id(), index.definition().withKind(IndexKind.CONSTRAINT)));
          if (key.primary()) {
            PrimaryKeyChanges.declare(edit, named, name, index.definition().columns());
          }
        });
  }

  /** Returns the index that the statement names. */
  private Index index() {
    Table table = change.table();
    ObjectName name = new ObjectName(table.schemaId(), key.index());
    IndexLookup.Found found = IndexLookup.find(change.names().catalog(), name);
    if (found == null) {
      throw change.names().catalog().findRelation(name) == null
          ? error(ErrorCode.UNKNOWN_OBJECT, "index \"%s\" does not exist", null)
          : new ColonnadeException(
              ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not an index".formatted(key.index()));
    }
    Index index = found.index();
    if (index == null || found.isOfConstraint()) {
      throw error(
          ErrorCode.WRONG_STATE, "index \"%s\" is already associated with a constraint", null);
    }
    if (found.table().id() != table.id()) {
      throw error(
          ErrorCode.WRONG_STATE,
          "index \"%s\" does not belong to table \"" + table.name() + "\"",
          null);
    }
    return index;
  }

  private void requireUsable(Index index) {
    Index.Definition definition = index.definition();
    if (!definition.kind().isUnique()) {
      throw unusable("\"%s\" is not a unique index");
    }
    if (index.state() != IndexState.READY && !change.transaction().isInBlock()) {
      throw error(ErrorCode.WRONG_STATE, "index \"%s\" is not valid", null);
    }
    if (!definition.expressions().isEmpty()) {
      throw unusable("index \"%s\" contains expressions");
    }
    if (definition.predicate() != null) {
      throw unusable("\"%s\" is a partial index");
    }
    int number = 0;
    for (KeyColumn part : definition.columns()) {
      number++;
      if (part.direction() == SortDirection.DESCENDING) {
        throw unusable(
            "index \"%s\" column number " + number + " does not have default sorting behavior");
      }
    }
  }

  private void requireFree(String name) {
    Table table = change.table();
    if (IndexLookup.isTaken(change.names().catalog(), new ObjectName(table.schemaId(), name))) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_TABLE, "relation \"%s\" already exists".formatted(name));
    }
    if (table.descriptor().constraints().hasConstraintWithoutIndex(name)) {
      throw new ColonnadeException(
          ErrorCode.DUPLICATE_OBJECT,
          "constraint \"%s\" for relation \"%s\" already exists".formatted(name, table.name()));
    }
  }

  private void requireKey(Index index) {
    PrimaryKeyChanges.requireNone(change.table());
    for (KeyColumn part : index.definition().columns()) {
      Column column = change.table().schema().column(part.columnId());
      if (column.nullable()) {
        ColumnChanges.requireNoNulls(change, column);
      }
    }
  }

  private ColonnadeException unusable(String message) {
    return error(
        ErrorCode.WRONG_OBJECT_TYPE,
        message,
        "Cannot create a primary key or unique constraint using such an index.");
  }

  private ColonnadeException error(ErrorCode code, String message, @Nullable String detail) {
    ErrorFields fields = ErrorFields.at(constraint.position() + 1);
    return new ColonnadeException(
        code, message.formatted(key.index()), detail == null ? fields : fields.withDetail(detail));
  }
}
