package dev.colonnade.sql.analyze.table;

import dev.colonnade.sql.parser.SqlParser;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Texts of expressions as the catalog stores them. A sequence is referenced by its id, {@code
 * nextval_of(123)}, which is parsed as a reference to a column with a name that no column has.
 */
final class StoredText {
  private static final Pattern NEXT_VALUE = Pattern.compile("\\bnextval_of\\((\\d{1,9})\\)");
  private static final String MARK = "next value of the sequence ";

  private StoredText() {}

  /** Returns the syntax of a stored expression. */
  static Expression parse(String text) {
    String marked = NEXT_VALUE.matcher(text).replaceAll("\"" + MARK + "$1\"");
    return SqlParser.parseExpression(marked);
  }

  /** Returns the id of the sequence that a name of the syntax stands for; 0 for other names. */
  static int sequenceOf(String name) {
    Matcher digits = Pattern.compile(Pattern.quote(MARK) + "(\\d+)").matcher(name);
    return digits.matches() ? Integer.parseInt(digits.group(1)) : 0;
  }
}
