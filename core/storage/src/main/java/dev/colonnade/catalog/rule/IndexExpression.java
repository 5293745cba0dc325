package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.ColumnType;
import java.util.List;

/**
 * A column of an index's key that is no column of the table, but worked out of its rows.
 *
 * @param name what the index calls it, if nothing else in the index is called so
 * @param text of SQL, over the table's columns
 * @param shown the same as errors show it
 * @param type of its values
 * @param columnIds the table's columns that it looks at
 */
public record IndexExpression(
    String name, String text, String shown, ColumnType type, List<Integer> columnIds) {
  /** Ids of columns from here on are those of expressions, by their places in their index. */
  private static final int FIRST_ID = 1 << 23;

  public IndexExpression {
    requireNonNull(name, "name is null");
    requireNonNull(text, "text is null");
    requireNonNull(shown, "shown is null");
    requireNonNull(type, "type is null");
    columnIds = List.copyOf(columnIds);
  }

  /** The id by which the key of an index has its expression at a place. */
  public static int idAt(int place) {
    return FIRST_ID + place;
  }

  /** Whether a column of an index's key is an expression. */
  public static boolean isId(int columnId) {
    return columnId >= FIRST_ID;
  }

  /** Where the expression with this id is among those of its index. */
  public static int placeOf(int columnId) {
    if (!isId(columnId)) {
      throw new IllegalArgumentException("not the id of an expression: columnId=" + columnId);
    }
    return columnId - FIRST_ID;
  }

  /** With other texts for the same. */
  public IndexExpression withTexts(String otherText, String otherShown) {
    return new IndexExpression(name, otherText, otherShown, type, columnIds);
  }

  /** An expression as it stands in a list of columns: in parentheses, unless it is one call. */
  public static String asPart(String expression) {
    return isCall(expression) ? expression : "(" + expression + ")";
  }

  private static boolean isCall(String expression) {
    int open = expression.indexOf('(');
    boolean isNamed =
        open > 0
            && expression.substring(0, open).chars().allMatch(IndexExpression::isOfName)
            && !Character.isDigit(expression.charAt(0));
    return isNamed && endOf(expression, open) == expression.length() - 1;
  }

  private static boolean isOfName(int c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '"';
  }

  /** Where a parenthesis is closed; the text's length if it is not. */
  private static int endOf(String expression, int open) {
    int depth = 0;
    char quote = 0;
    for (int i = open; i < expression.length(); i++) {
      char c = expression.charAt(i);
      if (quote != 0) {
        quote = c == quote ? 0 : quote;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == '(') {
        depth++;
      } else if (c == ')' && --depth == 0) {
        return i;
      }
    }
    return expression.length();
  }
}
