package dev.colonnade.shell.output;

/** Characters that draw the lines of a table. */
public enum LineStyle {
  /** Lines of ASCII characters. */
  ASCII('-', '|', "+", "+"),
  /** Lines of Unicode's box drawing characters. */
  UNICODE('\u2500', '\u2502', "\u250c\u252c\u2510\u251c\u253c\u2524\u2514\u2534\u2518", "\u21b5");

  private static final int JUNCTIONS_PER_LINE = 3;

  private final char horizontal;
  private final char vertical;

  /** Junctions of the top line, the line below the header and the bottom line. */
  private final String junctions;

  private final String continuation;

  LineStyle(char horizontal, char vertical, String junctions, String continuation) {
    this.horizontal = horizontal;
    this.vertical = vertical;
    this.junctions = junctions;
    this.continuation = continuation;
  }

  char vertical() {
    return vertical;
  }

  /** Returns the mark of a value that continues in the next line. */
  String continuation() {
    return continuation;
  }

  String horizontal(int length) {
    return String.valueOf(horizontal).repeat(length);
  }

  /** Returns a junction of a line. */
  char junction(Line line, Place place) {
    return junctions.length() == 1
        ? junctions.charAt(0)
        : junctions.charAt(line.row * JUNCTIONS_PER_LINE + place.column);
  }

  /** Horizontal line of a table. */
  enum Line {
    TOP(0),
    MIDDLE(1),
    BOTTOM(2);

    /** Index of the line's junctions. */
    private final int row;

    Line(int row) {
      this.row = row;
    }
  }

  /** Place of a junction in a line. */
  enum Place {
    LEFT(0),
    INNER(1),
    RIGHT(2);

    /** Index of the junction in its line. */
    private final int column;

    Place(int column) {
      this.column = column;
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
