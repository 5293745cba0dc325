package dev.colonnade.shell.output;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Small table of text values that is printed in aligned columns. */
public final class ListingTable {
  private final String[] headers;
  private final List<@Nullable String[]> rows = new ArrayList<>();

  public ListingTable(String... headers) {
    this.headers = headers.clone();
  }

  public void add(@Nullable String... row) {
    rows.add(row.clone());
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  public void print(PrintWriter out) {
    int[] widths = new int[headers.length];
    for (int i = 0; i < widths.length; i++) {
      widths[i] = headers[i].length();
      for (@Nullable String[] row : rows) {
        widths[i] = Math.max(widths[i], text(row[i]).length());
      }
    }
    print(headers, widths, out);
    StringBuilder rule = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      rule.append(i == 0 ? "" : "+").append("-".repeat(widths[i] + 2));
    }
    out.println(rule);
    rows.forEach(row -> print(row, widths, out));
  }

  private static void print(@Nullable String[] row, int[] widths, PrintWriter out) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < widths.length; i++) {
      String text = text(row[i]);
      line.append(i == 0 ? " " : "| ").append(text);
      line.append(" ".repeat(widths[i] - text.length() + 1));
    }
    out.println(line.toString().stripTrailing());
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
