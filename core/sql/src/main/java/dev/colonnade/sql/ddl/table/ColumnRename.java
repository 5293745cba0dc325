package dev.colonnade.sql.ddl.table;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.TableConstraints;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.parse.StatementParser;
import dev.colonnade.type.schema.Column;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.jspecify.annotations.Nullable;

/**
 * Rename of a column in the expressions of check constraints and indexes, which are stored as text.
 * Everything else in them stays as it was written.
 */
public record ColumnRename(Column column, String newName) {
  /** Returns the constraints of the column's table with the new name. */
  public TableConstraints in(Table table) {
    TableConstraints rules = table.descriptor().constraints();
    for (CheckConstraint check : rules.checks()) {
      if (check.columnIds().contains(column.id())) {
        rules = rules.withCheckText(check.name(), in(check.expression()));
      }
    }
    for (Index index : rules.indexes()) {
      if (index.uses(column.id())) {
        rules = rules.withDefinition(index.id(), in(index.definition()));
      }
    }
    return rules;
  }

  private Index.Definition in(Index.Definition definition) {
    Index.Predicate condition = definition.predicate();
    List<IndexExpression> expressions =
        definition.expressions().stream()
            .map(
                expression ->
                    expression.withTexts(in(expression.text()), in(expression.displayText())))
            .toList();
    return definition
        .withExpressions(expressions)
        .withPredicate(
            condition == null
                ? null
                : new Index.Predicate(in(condition.expression()), condition.columnIds()));
  }

  /** Returns an expression over the columns of the table with the new name. */
  public String in(String expression) {
    Map<Integer, Integer> places = new TreeMap<>();
    StatementParser.parseExpression(expression)
        .accept(
            new SqlBasicVisitor<@Nullable Void>() {
              @Override
              public @Nullable Void visit(SqlIdentifier name) {
                int last = name.names.size() - 1;
                if (name.names.get(last).equals(column.name())) {
                  SqlParserPos pos = name.getComponentParserPosition(last);
                  places.put(
                      SqlErrors.position(expression, pos) - 1,
                      SqlErrors.position(
                          expression,
                          new SqlParserPos(pos.getEndLineNum(), pos.getEndColumnNum())));
                }
                return null;
              }
            });
    StringBuilder text = new StringBuilder();
    int done = 0;
    for (Map.Entry<Integer, Integer> place : places.entrySet()) {
      text.append(expression, done, place.getKey()).append(NameScope.quoted(newName));
      done = place.getValue();
    }
    return text.append(expression, done, expression.length()).toString();
  }
}
