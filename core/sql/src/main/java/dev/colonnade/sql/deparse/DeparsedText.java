package dev.colonnade.sql.deparse;

/** Text that grows, with the line breaks and indentation of PostgreSQL's {@code ruleutils.c}. */
final class DeparsedText {
  /** Indentation of what varies in number, such as the branches of CASE. */
  static final int VARIABLE_INDENT = 4;

  /** Largest indentation that is printed in full. */
  private static final int INDENT_MAX = 40;

  private final StringBuilder text = new StringBuilder();
  private final boolean isPretty;
  private int indent;

  /** Offset of the part that is printed. */
  private int start;

  DeparsedText(boolean isPretty) {
    this.isPretty = isPretty;
  }

  /** Returns whether parentheses that are not needed are left out. */
  boolean isPretty() {
    return isPretty;
  }

  DeparsedText add(String part) {
    text.append(part);
    return this;
  }

  /**
   * Adds a keyword on a line of its own.
   *
   * @param before change of the indentation before the line
   * @param after change of the indentation behind the line
   * @param more indentation of this line alone
   */
  DeparsedText line(String keyword, int before, int after, int more) {
    indent += before;
    trim();
    text.append('\n');
    int amount = Math.max(indent, 0);
    if (indent >= INDENT_MAX) {
      amount = INDENT_MAX + (indent - INDENT_MAX) / 4 % INDENT_MAX;
    }
    text.append(" ".repeat(amount + more)).append(keyword);
    indent = Math.max(indent + after, 0);
    return this;
  }

  /** Removes blanks at the end. */
  void trim() {
    int length = text.length();
    while (length > start && text.charAt(length - 1) == ' ') {
      length--;
    }
    text.setLength(length);
  }

  /** Begins a part that {@link #end} returns, and returns the start of the part around it. */
  int begin() {
    int outer = start;
    start = text.length();
    return outer;
  }

  /** Removes the part that began last, and returns it. */
  String end(int outer) {
    String part = text.substring(start);
    text.setLength(start);
    start = outer;
    return part;
  }

  int indent() {
    return indent;
  }

  void indent(int other) {
    indent = other;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
