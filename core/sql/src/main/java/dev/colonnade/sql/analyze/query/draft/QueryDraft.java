package dev.colonnade.sql.analyze.query.draft;

import dev.colonnade.sql.analyze.bind.AnalyzedQuery;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/**
 * Query whose undecided columns, strings and parameters without a type, get their types from
 * outside: from the other side of a set operation, or from the table of INSERT.
 */
public interface QueryDraft {
  /** Returns the values of the columns, of unknown type where they are undecided. */
  List<TypedExpression> values();

  /**
   * Returns the query.
   *
   * @param wanted types of the columns, of which undecided ones become values; empty for text
   */
  AnalyzedQuery finish(List<TypeReference> wanted);
}
