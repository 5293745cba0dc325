package dev.colonnade.sql.activity;

import static java.util.Objects.requireNonNull;

/**
 * Statement without the values of its literals: statements of equal ids have equal tokens except
 * for literals, blanks, comments and the case of keywords.
 *
 * @param id hash of the tokens; never 0
 * @param text of one such statement, with parameters in place of literals
 */
public record StatementShape(long id, String text) {
  public StatementShape {
    requireNonNull(text, "text is null");
    if (id == 0) {
      throw new IllegalArgumentException("id is 0: text=" + text);
    }
  }
}
