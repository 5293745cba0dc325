package dev.colonnade.shell;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows in columns as wide as their values, as psql shows them. Long results are measured and shown
 * in blocks, so that a result of any length takes the memory of one.
 */
final class AlignedPrinter implements ResultPrinter {
  static final int BLOCK_ROWS = 2_000;

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int count = columns.getColumnCount();
    boolean[] isRight = new boolean[count];
    int[] widths = new int[count];
    String[] heads = new String[count];
    for (int i = 0; i < count; i++) {
      heads[i] = columns.getColumnLabel(i + 1);
      isRight[i] = isNumber(columns.getColumnType(i + 1));
      widths[i] = width(heads[i]);
    }
    long shown = 0;
    List<String[]> block = read(rows, count);
    do {
      boolean isWider = measure(block, widths);
      if (shown == 0 || isWider) {
        printHead(heads, widths, out);
      }
      block.forEach(row -> printRow(row, widths, isRight, out));
      shown += block.size();
      block = block.size() < BLOCK_ROWS ? List.of() : read(rows, count);
    } while (!block.isEmpty());
    out.println(shown == 1 ? "(1 row)" : "(" + shown + " rows)");
    out.println();
    return shown;
  }

  @Override
  public boolean tellsCounts() {
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

  /** Widens columns; true if one has become wider. */
  private static boolean measure(List<String[]> block, int[] widths) {
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

  private static void printHead(String[] heads, int[] widths, PrintWriter out) {
    StringBuilder line = new StringBuilder();
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < heads.length; i++) {
      int left = (widths[i] - width(heads[i])) / 2;
      line.append(i == 0 ? " " : "| ").append(" ".repeat(left)).append(heads[i]);
      line.append(" ".repeat(widths[i] - width(heads[i]) - left + 1));
      rule.append(i == 0 ? "" : "+").append("-".repeat(widths[i] + 2));
    }
    out.println(line.toString().stripTrailing());
    out.println(rule);
  }

  private static void printRow(String[] row, int[] widths, boolean[] isRight, PrintWriter out) {
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
        line.append(isRight[i] ? padding + text : text + padding);
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
