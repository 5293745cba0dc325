package dev.colonnade.bench.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Text table of aligned columns below one header line:
 *
 * <pre>
 *   scan           rows/s   messages
 *   ─────────────────────────────────
 *   4 of 16        12.3 M         31
 * </pre>
 *
 * <p>Text is aligned left, numbers are aligned right. Cells contain no colours. Not thread-safe.
 */
public final class TextTable {
  private static final String MARGIN = "  ";
  private static final String GAP = "   ";

  private final List<Column> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();

  /** Adds a column of text. */
  public TextTable text(String title) {
    return column(new Column(title, false));
  }

  /** Adds a column of numbers. */
  public TextTable number(String title) {
    return column(new Column(title, true));
  }

  /** Adds a row with a cell for each column. */
  public TextTable row(String... cells) {
    if (cells.length != columns.size()) {
      throw new IllegalArgumentException(
          "a row needs a cell for each column: cells="
              + cells.length
              + " columns="
              + columns.size());
    }
    rows.add(List.of(cells));
    return this;
  }

  /**
   * Returns the lines of the table.
   *
   * @param headerStyle applied to the header line and to the rule below it
   */
  List<String> lines(UnaryOperator<String> headerStyle) {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    lines.add(headerStyle.apply(line(columns.stream().map(Column::title).toList(), widths)));
    lines.add(headerStyle.apply(MARGIN + "─".repeat(ruleLength(widths))));
    for (List<String> row : rows) {
      lines.add(line(row, widths));
    }
    return lines;
  }

  private TextTable column(Column column) {
    if (!rows.isEmpty()) {
      throw new IllegalStateException("columns must be added before rows: title=" + column.title);
    }
    columns.add(column);
    return this;
  }

  private int[] widths() {
    int[] widths = new int[columns.size()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = width(columns.get(i).title);
      for (List<String> row : rows) {
        widths[i] = Math.max(widths[i], width(row.get(i)));
      }
    }
    return widths;
  }

  private int ruleLength(int[] widths) {
    int length = GAP.length() * (widths.length - 1);
    for (int width : widths) {
      length += width;
    }
    return Math.max(0, length);
  }

  private String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder(MARGIN);
    for (int i = 0; i < widths.length; i++) {
      String padding = " ".repeat(widths[i] - width(cells.get(i)));
      line.append(i == 0 ? "" : GAP);
      line.append(columns.get(i).isNumber ? padding + cells.get(i) : cells.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private record Column(String title, boolean isNumber) {}
}
