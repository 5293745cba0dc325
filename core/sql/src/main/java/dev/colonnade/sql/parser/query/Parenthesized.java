package dev.colonnade.sql.parser.query;

import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content of parentheses: a query, or one or several expressions.
 *
 * @param query the query, null for expressions
 */
record Parenthesized(@Nullable Query query, List<Expression> expressions) {
  static Parenthesized of(Query query) {
    return new Parenthesized(query, List.of());
  }

  static Parenthesized of(List<Expression> expressions) {
    return new Parenthesized(null, expressions);
  }
}
