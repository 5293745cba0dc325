package dev.colonnade.sql.analyze.query.draft;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Draft of a query whose types are decided.
 *
 * @param positions offsets of its columns, for errors
 */
public record AnalyzedDraft(AnalyzedQuery query, List<Integer> positions) implements QueryDraft {
  public AnalyzedDraft {
    requireNonNull(query, "query is null");
    positions = List.copyOf(positions);
  }

  /** Returns a draft whose columns have the position of the query. */
  public static AnalyzedDraft of(AnalyzedQuery query, int position) {
    return new AnalyzedDraft(query, Collections.nCopies(query.columns().size(), position));
  }

  @Override
  public List<TypedExpression> values() {
    List<TypedExpression> values = new ArrayList<>();
    for (int i = 0; i < positions.size(); i++) {
      values.add(query.columns().get(i).value(positions.get(i)));
    }
    return values;
  }

  @Override
  public AnalyzedQuery finish(List<TypeReference> wanted) {
    return query;
  }
}
