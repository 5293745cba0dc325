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
    while (length > 0 && text.charAt(length - 1) == ' ') {
      length--;
    }
    text.setLength(length);
  }

  /** Returns the number of characters. */
  int length() {
    return text.length();
  }

  int indent() {
    return indent;
  }

  void indent(int other) {
    indent = other;
  }

  /** Returns the text from an offset on. */
  String from(int offset) {
    return text.substring(offset);
  }

  /** Inserts text at an offset. */
  void insert(int offset, String part) {
    text.insert(offset, part);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
