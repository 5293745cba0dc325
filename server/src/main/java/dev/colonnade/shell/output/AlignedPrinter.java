package dev.colonnade.shell.output;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Printer of aligned columns in psql's format. The widths are computed for blocks of rows, so that
 * a result of any length needs the memory of one block; the header is printed again when a column
 * becomes wider.
 */
final class AlignedPrinter implements ResultPrinter {
  static final int BLOCK_ROWS = 2_000;

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int count = columns.getColumnCount();
    boolean[] isRightAligned = new boolean[count];
    int[] widths = new int[count];
    String[] headers = new String[count];
    for (int i = 0; i < count; i++) {
      headers[i] = columns.getColumnLabel(i + 1);
      isRightAligned[i] = isNumber(columns.getColumnType(i + 1));
      widths[i] = width(headers[i]);
    }
    long printed = 0;
    List<String[]> block = read(rows, count);
    do {
      boolean isWider = widen(block, widths);
      if (printed == 0 || isWider) {
        printHeader(headers, widths, out);
      }
      block.forEach(row -> printRow(row, widths, isRightAligned, out));
      printed += block.size();
      block = block.size() < BLOCK_ROWS ? List.of() : read(rows, count);
    } while (!block.isEmpty());
    out.println(printed == 1 ? "(1 row)" : "(" + printed + " rows)");
    out.println();
    return printed;
  }

  @Override
  public boolean printsCounts() {
    return true;
  }

  private static List<String[]> read(ResultSet rows, int count) throws SQLException {
    List<String[]> block = new ArrayList<>();
    while (block.size() < BLOCK_ROWS && rows.next()) {
      String[] row = new String[count];
      for (int i = 0; i < count; i++) {
        String value = rows.getString(i + 1);
        row[i] = value == null ? "" : value;
      }
      block.add(row);
    }
    return block;
  }

  /** Widens columns to the values of a block; returns whether a column has become wider. */
  private static boolean widen(List<String[]> block, int[] widths) {
    int[] before = widths.clone();
    for (String[] row : block) {
      for (int i = 0; i < widths.length; i++) {
        for (String line : lines(row[i])) {
          widths[i] = Math.max(widths[i], width(line));
        }
      }
    }
    return !Arrays.equals(before, widths);
  }

  private static void printHeader(String[] headers, int[] widths, PrintWriter out) {
    StringBuilder line = new StringBuilder();
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < headers.length; i++) {
      int left = (widths[i] - width(headers[i])) / 2;
      line.append(i == 0 ? " " : "| ").append(" ".repeat(left)).append(headers[i]);
      line.append(" ".repeat(widths[i] - width(headers[i]) - left + 1));
      rule.append(i == 0 ? "" : "+").append("-".repeat(widths[i] + 2));
    }
    out.println(line.toString().stripTrailing());
    out.println(rule);
  }

  private static void printRow(
      String[] row, int[] widths, boolean[] isRightAligned, PrintWriter out) {
    int height = 1;
    String[][] lines = new String[row.length][];
    for (int i = 0; i < row.length; i++) {
      lines[i] = lines(row[i]);
      height = Math.max(height, lines[i].length);
    }
    for (int at = 0; at < height; at++) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String text = at < lines[i].length ? lines[i][at] : "";
        String padding = " ".repeat(widths[i] - width(text));
        line.append(i == 0 ? " " : "| ");
        line.append(isRightAligned[i] ? padding + text : text + padding);
        line.append(at + 1 < lines[i].length ? "+" : " ");
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private static String[] lines(String value) {
    return value.indexOf('\n') < 0 ? new String[] {value} : value.split("\n", -1);
  }

  private static int width(String text) {
    return text.codePointCount(0, text.length());
  }

  private static boolean isNumber(int type) {
    return switch (type) {
      case Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.DOUBLE, Types.NUMERIC ->
          true;
      default -> false;
    };
  }
}
