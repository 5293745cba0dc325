package dev.colonnade.sql.definition.object;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.GeneratedColumn;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.catalog.relation.TableProperties;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.lexer.Lexer;
import dev.colonnade.sql.lexer.Tokens;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Rename of a column in the expressions of check constraints, indexes and generated columns, which
 * are stored as text. Everything else in them stays as it was written.
 */
record ColumnRename(Table table, Column column, String newName, TableExpressions analysis) {
  ColumnRename {
    requireNonNull(table, "table is null");
    requireNonNull(column, "column is null");
    requireNonNull(newName, "newName is null");
    requireNonNull(analysis, "analysis is null");
  }

  /** Returns the constraints of the table with the new name. */
  TableConstraints constraints() {
    TableConstraints constraints = table.descriptor().constraints();
    for (CheckConstraint check : constraints.checks()) {
      if (check.columnIds().contains(column.id())) {
        constraints =
            constraints.withCheckText(check.name(), in(check.expression(), ClauseKind.CHECK));
      }
    }
    for (Index index : constraints.indexes()) {
      if (index.uses(column.id())) {
        constraints = constraints.withDefinition(index.id(), in(index.definition()));
      }
    }
    return constraints;
  }

  /** Returns the properties of the table with the new name. */
  TableProperties properties() {
    TableProperties properties = table.descriptor().properties();
    Map<Integer, GeneratedColumn> generated = new HashMap<>(properties.generated());
    generated.replaceAll(
        (_, definition) ->
            definition.columnIds().contains(column.id())
                ? new GeneratedColumn(
                    in(definition.text(), ClauseKind.GENERATED), definition.columnIds())
                : definition);
    return properties.withGenerated(generated);
  }

  private Index.Definition in(Index.Definition definition) {
    Index.Predicate condition = definition.predicate();
    List<IndexExpression> expressions =
        definition.expressions().stream()
            .map(
                expression ->
                    expression.withTexts(
                        in(expression.text(), ClauseKind.INDEX_EXPRESSION),
                        in(expression.displayText(), ClauseKind.INDEX_EXPRESSION)))
            .toList();
    return definition
        .withExpressions(expressions)
        .withPredicate(
            condition == null
                ? null
                : new Index.Predicate(
                    in(condition.expression(), ClauseKind.INDEX_PREDICATE), condition.columnIds()));
  }

  /** Returns an expression with the new name. */
  private String in(String expression, ClauseKind clause) {
    Tokens tokens = Lexer.read(expression);
    StringBuilder text = new StringBuilder();
    int done = 0;
    for (Reference.Column reference : analysis.referencesTo(table, column, expression, clause)) {
      int last = tokenAt(tokens, reference.position()) + 2 * (reference.names().size() - 1);
      text.append(expression, done, tokens.start(last)).append(NameScope.quoted(newName));
      done = tokens.end(last);
    }
    return text.append(expression, done, expression.length()).toString();
  }

  private static int tokenAt(Tokens tokens, int position) {
    int index = 0;
    while (tokens.start(index) < position) {
      index++;
    }
    return index;
  }
}
