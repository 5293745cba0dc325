package dev.colonnade.sql.analyze.view;

import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.lexer.Keyword;
import dev.colonnade.sql.lexer.Lexer;
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

  /**
   * Returns the text of a query.
   *
   * @param stars names of the columns by the positions of the stars
   */
  static String replace(QueryText text, Map<Integer, List<List<String>>> stars) {
    StringBuilder result = new StringBuilder();
    int copied = text.start();
    Tokens tokens = Lexer.read(text.whole());
    for (int i = 0; i < tokens.count() && tokens.start(i) < text.end(); i++) {
      List<List<String>> columns = tokens.start(i) < copied ? null : stars.get(tokens.start(i));
      if (columns != null) {
        boolean isTable = tokens.is(i, Keyword.TABLE);
        int last = isTable ? i : starFrom(tokens, i);
        result.append(text.whole(), copied, tokens.start(i));
        result.append(isTable ? "SELECT " : "").append(list(columns));
        result.append(isTable ? " FROM" : "");
        copied = tokens.end(last);
      }
    }
    return result.append(text.whole(), copied, text.end()).toString();
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
