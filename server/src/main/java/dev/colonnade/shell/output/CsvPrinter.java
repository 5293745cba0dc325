package dev.colonnade.shell.output;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Printer of comma-separated values as in RFC 4180. NULL is an empty field, and an empty text is
 * quoted.
 */
final class CsvPrinter implements ResultPrinter {
  private final DisplaySettings settings;

  CsvPrinter(DisplaySettings settings) {
    this.settings = settings;
  }

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    ResultSetMetaData columns = rows.getMetaData();
    int columnCount = columns.getColumnCount();
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= columnCount; i++) {
      append(columns.getColumnLabel(i), i, line);
    }
    if (!settings.isTuplesOnly()) {
      out.println(line);
    }
    long count = 0;
    while (rows.next()) {
      line.setLength(0);
      for (int i = 1; i <= columnCount; i++) {
        append(rows.getString(i), i, line);
      }
      out.println(line);
      count++;
    }
    return count;
  }

  @Override
  public boolean printsCounts() {
    return false;
  }

  private void append(@Nullable String value, int column, StringBuilder line) {
    String separator = String.valueOf(settings.csvSeparator());
    if (column > 1) {
      line.append(separator);
    }
    if (value == null) {
      line.append(settings.nullText());
      return;
    }
    String special = separator + "\"\r\n";
    boolean isPlain = !value.isEmpty() && value.chars().noneMatch(c -> special.indexOf(c) >= 0);
    line.append(isPlain ? value : '"' + value.replace("\"", "\"\"") + '"');
  }
}
