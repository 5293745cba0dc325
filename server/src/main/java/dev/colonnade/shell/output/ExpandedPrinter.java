package dev.colonnade.shell.output;

import dev.colonnade.shell.output.LineStyle.Line;
import dev.colonnade.shell.output.LineStyle.Place;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * Printer of each value on a line of its own, as psql does, for rows that are wider than a
 * terminal.
 */
final class ExpandedPrinter implements ResultPrinter {
  private static final int BORDER_AROUND = 2;

  private final DisplaySettings settings;
  private final LineStyle style;
  private final int border;

  ExpandedPrinter(DisplaySettings settings) {
    this.settings = settings;
    this.style = settings.lineStyle();
    this.border = settings.border();
  }

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    RowBlocks blocks = new RowBlocks(rows, settings.nullText());
    return print(blocks, blocks.next(), out);
  }

  @Override
  public boolean printsCounts() {
    return true;
  }

  /** Prints a block of rows and those that follow it. */
  long print(RowBlocks blocks, List<String[]> first, PrintWriter out) throws SQLException {
    if (!settings.isTuplesOnly() && !first.isEmpty()) {
      settings.title().ifPresent(out::println);
    }
    int labelWidth = 0;
    for (int i = 0; i < blocks.columnCount(); i++) {
      labelWidth = Math.max(labelWidth, RowBlocks.widthOf(blocks.label(i)));
    }
    int valueWidth = 0;
    long count = 0;
    for (List<String[]> block = first; !block.isEmpty(); block = blocks.next()) {
      valueWidth = Math.max(valueWidth, widest(block));
      for (String[] row : block) {
        count++;
        printRecord(row, blocks, new int[] {labelWidth, valueWidth}, count, out);
      }
    }
    if (count > 0 && border == BORDER_AROUND) {
      printRule(Line.BOTTOM, new int[] {labelWidth, valueWidth}, "", out);
    }
    if (count == 0 && settings.showsFooter()) {
      out.println("(0 rows)");
    }
    out.println();
    return count;
  }

  private static int widest(List<String[]> block) {
    int width = 0;
    for (String[] row : block) {
      for (String value : row) {
        width = Math.max(width, RowBlocks.widthOf(value));
      }
    }
    return width;
  }

  /**
   * Prints a row.
   *
   * @param widths widths of labels and of values
   */
  private void printRecord(
      String[] row, RowBlocks blocks, int[] widths, long number, PrintWriter out) {
    if (!settings.isTuplesOnly()) {
      Line line = number == 1 ? Line.TOP : Line.MIDDLE;
      String record = border == 0 ? "* Record " + number : "[ RECORD " + number + " ]";
      printRule(line, widths, record, out);
    } else if (number > 1 || border == BORDER_AROUND) {
      printRule(number == 1 ? Line.TOP : Line.MIDDLE, widths, "", out);
    }
    for (int i = 0; i < row.length; i++) {
      printValue(blocks.label(i), row[i], widths, out);
    }
  }

  /** Prints a line above a record that contains its number. */
  private void printRule(Line line, int[] widths, String record, PrintWriter out) {
    if (border == 0) {
      String padding = " ".repeat(Math.max(0, widths[0] + widths[1] - record.length()));
      out.println(record + padding);
      return;
    }
    int around = border == BORDER_AROUND ? 1 : 0;
    String plain =
        style.horizontal(widths[0] + 1 + around)
            + style.junction(line, Place.INNER)
            + style.horizontal(widths[1] + 1 + around);
    String marked = record.isEmpty() ? "" : style.horizontal(1) + record;
    StringBuilder rule = new StringBuilder(marked);
    if (marked.length() < plain.length()) {
      rule.append(plain, marked.length(), plain.length());
    }
    if (border == BORDER_AROUND) {
      rule.insert(0, style.junction(line, Place.LEFT)).append(style.junction(line, Place.RIGHT));
    }
    out.println(rule);
  }

  private void printValue(String label, String value, int[] widths, PrintWriter out) {
    String[] labels = RowBlocks.lines(label);
    String[] values = RowBlocks.lines(value);
    for (int at = 0; at < Math.max(labels.length, values.length); at++) {
      String name = at < labels.length ? labels[at] : "";
      String text = at < values.length ? values[at] : "";
      StringBuilder line = new StringBuilder();
      if (border == BORDER_AROUND) {
        line.append(style.vertical()).append(' ');
      }
      line.append(name).append(" ".repeat(widths[0] - RowBlocks.width(name)));
      line.append(at + 1 < labels.length ? style.continuation() : " ");
      if (border > 0) {
        line.append(style.vertical()).append(' ');
      }
      line.append(text);
      boolean continues = at + 1 < values.length;
      if (continues || border == BORDER_AROUND) {
        line.append(" ".repeat(widths[1] - RowBlocks.width(text)));
        line.append(continues ? style.continuation() : " ");
      }
      if (border == BORDER_AROUND) {
        line.append(style.vertical());
      }
      out.println(line);
    }
  }
}
