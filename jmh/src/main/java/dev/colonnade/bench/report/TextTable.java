package dev.colonnade.bench.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of aligned columns under one header line:
 *
 * <pre>
 *   scan           rows/s   messages
 *   ─────────────────────────────────
 *   4 of 16        12.3 M         31
 * </pre>
 *
 * <p>Columns of text stand left, columns of figures stand right. Cells hold no colours.
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

  /** Adds a column of figures. */
  public TextTable figure(String title) {
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

  /** The table as lines, the header in the console's quiet style. */
  List<String> lines(Console console) {
    int[] widths = widths();
    List<String> lines = new ArrayList<>();
    lines.add(console.dim(line(columns.stream().map(Column::title).toList(), widths)));
    lines.add(console.dim(MARGIN + "─".repeat(ruleLength(widths))));
    for (List<String> row : rows) {
      lines.add(line(row, widths));
    }
    return lines;
  }

  private TextTable column(Column column) {
    if (!rows.isEmpty()) {
      throw new IllegalStateException("columns come before rows: title=" + column.title);
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
      line.append(columns.get(i).figures ? padding + cells.get(i) : cells.get(i) + padding);
    }
    return line.toString().stripTrailing();
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private record Column(String title, boolean figures) {}
}
