package dev.colonnade.shell.output;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;

/**
 * Reader of a result in blocks of rows of text, so that a result of any length needs the memory of
 * one block. Lines of a value, and of a label, are separated by newlines.
 */
final class RowBlocks {
  static final int BLOCK_ROWS = 2_000;

  private final ResultSet rows;
  private final String nullText;
  private final String[] labels;
  private final boolean[] isNumber;
  private boolean isAtEnd;

  RowBlocks(ResultSet rows, String nullText) throws SQLException {
    this.rows = rows;
    this.nullText = nullText;
    ResultSetMetaData columns = rows.getMetaData();
    labels = new String[columns.getColumnCount()];
    isNumber = new boolean[labels.length];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = columns.getColumnLabel(i + 1);
      isNumber[i] = isNumberType(columns.getColumnType(i + 1));
    }
  }

  int columnCount() {
    return labels.length;
  }

  String label(int column) {
    return labels[column];
  }

  /** Returns whether the values of a column are numbers, which are aligned to the right. */
  boolean isNumber(int column) {
    return isNumber[column];
  }

  /** Returns the next rows; empty if there are no more. */
  List<String[]> next() throws SQLException {
    List<String[]> block = new ArrayList<>();
    while (!isAtEnd && block.size() < BLOCK_ROWS) {
      isAtEnd = !rows.next();
      if (!isAtEnd) {
        block.add(row());
      }
    }
    return block;
  }

  private String[] row() throws SQLException {
    String[] row = new String[labels.length];
    for (int i = 0; i < row.length; i++) {
      String value = rows.getString(i + 1);
      row[i] = value == null ? nullText : value;
    }
    return row;
  }

  static String[] lines(String value) {
    return value.indexOf('\n') < 0 ? new String[] {value} : value.split("\n", -1);
  }

  /** Returns the width of the widest line of a value. */
  static int widthOf(String value) {
    int width = 0;
    for (String line : lines(value)) {
      width = Math.max(width, width(line));
    }
    return width;
  }

  static int width(String line) {
    return line.codePointCount(0, line.length());
  }

  private static boolean isNumberType(int type) {
    return switch (type) {
      case Types.SMALLINT, Types.INTEGER, Types.BIGINT, Types.REAL, Types.DOUBLE, Types.NUMERIC ->
          true;
      default -> false;
    };
  }
}
