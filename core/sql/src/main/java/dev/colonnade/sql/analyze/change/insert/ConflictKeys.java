package dev.colonnade.sql.analyze.change.insert;

import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.change.relation.ChangedRelation;
import dev.colonnade.sql.analyze.change.row.ChangeErrors;
import dev.colonnade.sql.analyze.scope.Conjuncts;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.comparison.Implication;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Choice of the unique keys that ON CONFLICT refers to. */
final class ConflictKeys {
  private final ChangedRelation target;
  private final Table table;
  private final TableExpressions definitions;

  ConflictKeys(ChangedRelation target, StatementAnalysis statement) {
    this.target = target;
    this.table = target.table();
    this.definitions = new TableExpressions(statement);
  }

  /** Returns all keys of the table, or the one that the clause names. */
  List<ConflictKey> of(Change.@Nullable ConflictTarget target) {
    List<ConflictKey> all = all();
    if (target == null) {
      all.forEach(this::requireImmediate);
      return all;
    }
    String constraint = target.constraint();
    ConflictKey found = constraint == null ? inferred(all, target) : named(all, constraint);
    requireImmediate(found);
    return List.of(found);
  }

  /** Returns the unique keys: of all rows first, then those of partial indexes. */
  private List<ConflictKey> all() {
    List<ConflictKey> keys = new ArrayList<>();
    List<ConflictKey> partial = new ArrayList<>();
    ConflictKey rows = ConflictKey.ofRows(table);
    if (rows != null) {
      keys.add(rows);
    }
    for (Index index : table.descriptor().constraints().indexes()) {
      if (index.definition().kind().isUniqueAtCommit()) {
        ConflictKey key = ConflictKey.of(table, index);
        (key.predicate() == null ? keys : partial).add(key);
      }
    }
    keys.addAll(partial);
    return keys;
  }

  private ConflictKey named(List<ConflictKey> all, String constraint) {
    for (ConflictKey key : all) {
      if (!target.isView() && key.name().equals(constraint) && key.isConstraint(table)) {
        return key;
      }
    }
    if (!target.isView()
        && table.descriptor().constraints().hasConstraintWithoutIndex(constraint)) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "constraint in ON CONFLICT clause has no associated index");
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_OBJECT,
        "constraint \"%s\" for table \"%s\" does not exist".formatted(constraint, target.name()));
  }

  private ConflictKey inferred(List<ConflictKey> all, Change.ConflictTarget target) {
    Set<Column> columns = new HashSet<>();
    Set<Expression> expressions = new HashSet<>();
    for (Change.IndexElement element : target.elements()) {
      addElement(element, target.position(), columns, expressions);
    }
    dev.colonnade.sql.syntax.query.Expression condition = target.predicate();
    List<Expression> given =
        condition == null
            ? List.of()
            : Conjuncts.of(
                definitions.predicate(
                    table, condition, ClauseKind.INDEX_PREDICATE, ConflictKeys::column));
    for (ConflictKey key : all) {
      if (columns.equals(Set.copyOf(key.columns()))
          && expressions.equals(expressionsOf(key))
          && isImplied(key, given)) {
        return key;
      }
    }
    throw noKey();
  }

  private static ColonnadeException noKey() {
    return new ColonnadeException(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "there is no unique or exclusion constraint matching the ON CONFLICT specification");
  }

  private void addElement(
      Change.IndexElement element, int position, Set<Column> columns, Set<Expression> expressions) {
    String name = element.column();
    dev.colonnade.sql.syntax.query.Expression value = element.expression();
    if (value instanceof Reference.Column reference && reference.names().size() == 1) {
      name = reference.names().getFirst();
    }
    if (name != null) {
      if (!target.columnNames().contains(name)) {
        throw ChangeErrors.at(
            position, ErrorCode.UNKNOWN_COLUMN, "column \"%s\" does not exist".formatted(name));
      }
      Column column = target.findColumn(name);
      if (column == null) {
        throw noKey();
      }
      columns.add(column);
    } else if (value != null) {
      expressions.add(
          definitions
              .value(table, value, ClauseKind.INDEX_EXPRESSION, ConflictKeys::column)
              .expression());
    }
  }

  private Set<Expression> expressionsOf(ConflictKey key) {
    Set<Expression> found = new HashSet<>();
    for (IndexExpression expression : key.expressions()) {
      found.add(
          definitions
              .value(table, expression.text(), ClauseKind.INDEX_EXPRESSION, ConflictKeys::column)
              .expression());
    }
    return found;
  }

  /** Returns whether the predicate of the clause implies that of a partial index. */
  private boolean isImplied(ConflictKey key, List<Expression> given) {
    String predicate = key.predicate();
    return predicate == null
        || Implication.implies(
            given,
            definitions.predicate(
                table, predicate, ClauseKind.INDEX_PREDICATE, ConflictKeys::column));
  }

  /** Returns a column by its id, so that equal expressions are equal records. */
  private static Expression column(Column column) {
    return new ColumnReference(ColumnTypes.vector(column), column.id());
  }

  private void requireImmediate(ConflictKey key) {
    if (!key.isImmediate()) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "ON CONFLICT does not support deferrable unique constraints/exclusion constraints"
              + " as arbiters",
          ErrorFields.NONE.withTable(table.name(), table.schemaId()).withConstraint(key.name()));
    }
  }
}
