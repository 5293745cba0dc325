package dev.colonnade.sql.analyze.view;

import dev.colonnade.sql.analyze.bind.TextChanges;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.Tokens;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Columns in place of the stars of a text: columns that a table gets later are none of a view that
 * was made before.
 */
final class ExpandedStars {
  private ExpandedStars() {}

  /** Replaces the stars of a query. */
  static void replace(QueryText text, Map<Integer, List<List<String>>> stars, TextChanges changes) {
    Tokens tokens = changes.tokens();
    for (int i = 0; i < tokens.count() && tokens.start(i) < text.end(); i++) {
      List<List<String>> columns = stars.get(tokens.start(i));
      if (columns != null && tokens.start(i) >= text.start()) {
        boolean isTable = tokens.is(i, Keyword.TABLE);
        int last = isTable ? i : starFrom(tokens, i);
        changes.replace(
            tokens.start(i),
            tokens.end(last),
            isTable ? "SELECT " + list(columns) + " FROM" : list(columns));
      }
    }
  }

  /** Returns the star at a token or behind its qualifier. */
  private static int starFrom(Tokens tokens, int index) {
    int star = index;
    while (!tokens.source(star).equals("*")) {
      star++;
    }
    return star;
  }

  private static String list(List<List<String>> columns) {
    return columns.stream()
        .map(names -> names.stream().map(Identifiers::quote).collect(Collectors.joining(".")))
        .collect(Collectors.joining(", "));
  }
}
