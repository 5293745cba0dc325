package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.index.IndexExpression;
import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.table.TableExpressions;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.optimize.context.IndexExpressions;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Expressions of indexes, analyzed when a plan considers the index. One thread. */
final class AnalyzedIndexes implements IndexExpressions {
  private final StatementAnalysis statement;

  AnalyzedIndexes(StatementAnalysis statement) {
    this.statement = requireNonNull(statement, "statement is null");
  }

  @Override
  public @Nullable Expression predicate(Table table, TableIndex index) {
    Index.Predicate predicate = index.descriptor().definition().predicate();
    return predicate == null
        ? null
        : expressions(table)
            .predicate(table, predicate.expression(), ClauseKind.INDEX_PREDICATE, columns(table));
  }

  @Override
  public List<Expression> keys(Table table, TableIndex index) {
    TableExpressions expressions = expressions(table);
    List<Expression> keys = new ArrayList<>();
    for (IndexExpression key : index.descriptor().definition().expressions()) {
      keys.add(expressions.indexValue(table, key, columns(table)));
    }
    return List.copyOf(keys);
  }

  /** Returns the analysis of texts whose names the table resolves, not the search path. */
  private TableExpressions expressions(Table table) {
    return new TableExpressions(statement.in(NameScope.ofTable(table)));
  }

  private static Function<Column, Expression> columns(Table table) {
    return column ->
        new ColumnReference(ColumnTypes.vector(column), table.schema().ordinal(column.id()));
  }
}
