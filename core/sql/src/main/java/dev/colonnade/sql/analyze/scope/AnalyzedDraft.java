package dev.colonnade.sql.analyze.scope;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/**
 * Draft of a query whose types are decided.
 *
 * @param position offset of its first column, for errors
 */
public record AnalyzedDraft(AnalyzedQuery query, int position) implements QueryDraft {
  public AnalyzedDraft {
    requireNonNull(query, "query is null");
  }

  @Override
  public List<TypedExpression> values() {
    return query.columns().stream()
        .map(column -> TypedExpression.of(column.variable(), column.type(), position))
        .toList();
  }

  @Override
  public AnalyzedQuery finish(List<TypeReference> wanted) {
    return query;
  }
}
