package dev.colonnade.shell.output;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** Printer of each value on a line of its own, for rows that are wider than a terminal. */
final class ExpandedPrinter implements ResultPrinter {
  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int width = 0;
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      width = Math.max(width, columns.getColumnLabel(i).length());
    }
    long count = 0;
    while (rows.next()) {
      count++;
      out.println("-[ RECORD " + count + " ]" + "-".repeat(Math.max(1, width)));
      for (int i = 1; i <= columns.getColumnCount(); i++) {
        String name = columns.getColumnLabel(i);
        String value = rows.getString(i);
        String padded = name + " ".repeat(width - name.length());
        out.println((padded + " | " + (value == null ? "" : value)).stripTrailing());
      }
    }
    if (count == 0) {
      out.println("(0 rows)");
    }
    out.println();
    return count;
  }

  @Override
  public boolean printsCounts() {
    return true;
  }
}
