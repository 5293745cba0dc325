package dev.colonnade.shell.output;

import dev.colonnade.shell.output.DisplaySettings.Expanded;
import dev.colonnade.shell.output.LineStyle.Line;
import dev.colonnade.shell.output.LineStyle.Place;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Printer of aligned columns, as psql prints them. The widths are computed for blocks of rows; the
 * header is printed again when a column becomes wider.
 */
final class AlignedPrinter implements ResultPrinter {
  private static final int BORDER_AROUND = 2;

  private final DisplaySettings settings;
  private final LineStyle style;
  private final int border;

  AlignedPrinter(DisplaySettings settings) {
    this.settings = settings;
    this.style = settings.lineStyle();
    this.border = settings.border();
  }

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    RowBlocks blocks = new RowBlocks(rows, settings.nullText());
    List<String[]> block = blocks.next();
    int[] widths = new int[blocks.columnCount()];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = RowBlocks.widthOf(blocks.label(i));
    }
    widen(block, widths);
    if (settings.expanded() == Expanded.AUTO && isTooWide(widths)) {
      return new ExpandedPrinter(settings).print(blocks, block, out);
    }
    return print(blocks, block, widths, out);
  }

  private long print(RowBlocks blocks, List<String[]> first, int[] widths, PrintWriter out)
      throws SQLException {
    printTitle(widths, out);
    printHeader(blocks, widths, out);
    long printed = 0;
    for (List<String[]> block = first; !block.isEmpty(); block = blocks.next()) {
      if (widen(block, widths)) {
        printHeader(blocks, widths, out);
      }
      for (String[] row : block) {
        printRow(row, blocks, widths, out);
      }
      printed += block.size();
    }
    if (border == BORDER_AROUND) {
      printRule(Line.BOTTOM, widths, out);
    }
    if (settings.showsFooter()) {
      out.println(printed == 1 ? "(1 row)" : "(" + printed + " rows)");
    }
    out.println();
    return printed;
  }

  @Override
  public boolean printsCounts() {
    return true;
  }

  private boolean isTooWide(int[] widths) {
    return settings.columns() > 0 && total(widths) > settings.columns();
  }

  /** Returns the width of a line of the table. */
  private int total(int[] widths) {
    int perColumn = border == 0 ? 1 : BORDER_AROUND + 1;
    int around = border == BORDER_AROUND ? 1 : -1;
    return Arrays.stream(widths).sum() + perColumn * widths.length + around;
  }

  /** Widens columns to the values of a block; returns whether a column has become wider. */
  private static boolean widen(List<String[]> block, int[] widths) {
    int[] before = widths.clone();
    for (String[] row : block) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], RowBlocks.widthOf(row[i]));
      }
    }
    return !Arrays.equals(before, widths);
  }

  private void printTitle(int[] widths, PrintWriter out) {
    if (!settings.isTuplesOnly() && settings.title().isPresent()) {
      String title = settings.title().orElseThrow();
      int left = Math.max(0, (total(widths) - RowBlocks.width(title)) / 2);
      out.println(" ".repeat(left) + title);
    }
  }

  private void printHeader(RowBlocks blocks, int[] widths, PrintWriter out) {
    if (settings.isTuplesOnly()) {
      return;
    }
    if (border == BORDER_AROUND) {
      printRule(Line.TOP, widths, out);
    }
    String[] labels = new String[widths.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = blocks.label(i);
    }
    printLines(labels, widths, out, (text, column) -> centered(text, widths[column]) + ' ');
    printRule(Line.MIDDLE, widths, out);
  }

  private static String centered(String text, int width) {
    int left = (width - RowBlocks.width(text)) / 2;
    return " ".repeat(left) + text + " ".repeat(width - RowBlocks.width(text) - left);
  }

  private void printRule(Line line, int[] widths, PrintWriter out) {
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      if (i > 0) {
        rule.append(border == 0 ? ' ' : style.junction(line, Place.INNER));
      } else if (border == BORDER_AROUND) {
        rule.append(style.junction(line, Place.LEFT));
      }
      rule.append(style.horizontal(border == 0 ? widths[i] : widths[i] + 2));
    }
    if (border == BORDER_AROUND) {
      rule.append(style.junction(line, Place.RIGHT));
    }
    out.println(rule);
  }

  private void printRow(String[] row, RowBlocks blocks, int[] widths, PrintWriter out) {
    printLines(
        row,
        widths,
        out,
        (text, column) -> {
          String padding = " ".repeat(widths[column] - RowBlocks.width(text));
          if (blocks.isNumber(column)) {
            return padding + text + (isOpen(column, widths) ? "" : " ");
          }
          return isOpen(column, widths) ? text : text + padding + ' ';
        });
  }

  /** Returns whether lines end with the value of a column. */
  private boolean isOpen(int column, int[] widths) {
    return column == widths.length - 1 && border < BORDER_AROUND;
  }

  /** Padding of a line of a value, with the blank that follows it. */
  private interface Padding {
    String pad(String text, int column);
  }

  private void printLines(String[] row, int[] widths, PrintWriter out, Padding padding) {
    int height = 1;
    String[][] lines = new String[row.length][];
    for (int i = 0; i < row.length; i++) {
      lines[i] = RowBlocks.lines(row[i]);
      height = Math.max(height, lines[i].length);
    }
    for (int at = 0; at < height; at++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        appendSeparator(line, i);
        if (at + 1 < lines[i].length) {
          String text = padding.pad(lines[i][at], i).stripTrailing();
          line.append(text).append(" ".repeat(widths[i] - RowBlocks.width(text)));
          line.append(style.continuation());
        } else if (at < lines[i].length) {
          line.append(padding.pad(lines[i][at], i));
        } else if (!isOpen(i, widths)) {
          line.append(" ".repeat(widths[i] + 1));
        }
      }
      if (border == BORDER_AROUND) {
        line.append(style.vertical());
      }
      out.println(line);
    }
  }

  private void appendSeparator(StringBuilder line, int column) {
    if ((column > 0 && border > 0) || border == BORDER_AROUND) {
      line.append(style.vertical());
    }
    if (border > 0) {
      line.append(' ');
    }
  }
}
