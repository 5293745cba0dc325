package dev.colonnade.catalog.index;

import static java.util.Objects.requireNonNull;

import dev.colonnade.type.ColumnType;
import java.util.List;

/**
 * Expression in the key of an index, computed from the columns of a row.
 *
 * @param name name of the index column, unless another column of the index has the same name
 * @param text SQL text over the columns of the table
 * @param displayText text of the same expression for error messages
 * @param type type of its values
 * @param columnIds ids of the columns that it references
 */
public record IndexExpression(
    String name, String text, String displayText, ColumnType type, List<Integer> columnIds) {
  /** Column id of the first expression of an index; the ids of the further expressions follow. */
  private static final int FIRST_ID = 1 << 23;

  public IndexExpression {
    requireNonNull(name, "name is null");
    requireNonNull(text, "text is null");
    requireNonNull(displayText, "displayText is null");
    requireNonNull(type, "type is null");
    columnIds = List.copyOf(columnIds);
  }

  /** Returns the column id of the expression at a position in its index. */
  public static int idAt(int position) {
    return FIRST_ID + position;
  }

  /** Returns whether a column id of an index is that of an expression. */
  public static boolean isId(int columnId) {
    return columnId >= FIRST_ID;
  }

  /** Returns the position in its index of the expression with this column id. */
  public static int positionOf(int columnId) {
    if (!isId(columnId)) {
      throw new IllegalArgumentException(
          "column id is not that of an expression: columnId=" + columnId);
    }
    return columnId - FIRST_ID;
  }

  /** Returns the expression with other texts of the same meaning. */
  public IndexExpression withTexts(String newText, String newDisplayText) {
    return new IndexExpression(name, newText, newDisplayText, type, columnIds);
  }

  /**
   * Returns the expression as an element of a column list: in parentheses, unless it is one
   * function call.
   */
  public static String asKeyPart(String expression) {
    return isCall(expression) ? expression : "(" + expression + ")";
  }

  private static boolean isCall(String expression) {
    int open = expression.indexOf('(');
    boolean isNamed =
        open > 0
            && expression.substring(0, open).chars().allMatch(IndexExpression::isNameCharacter)
            && !Character.isDigit(expression.charAt(0));
    return isNamed && closingParenthesis(expression, open) == expression.length() - 1;
  }

  private static boolean isNameCharacter(int c) {
    return Character.isLetterOrDigit(c) || c == '_' || c == '.' || c == '"';
  }

  /**
   * Returns the index of the matching closing parenthesis, or the length of the text if there is
   * none.
   */
  private static int closingParenthesis(String expression, int open) {
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
