package dev.colonnade.shell.output;

import dev.colonnade.shell.output.DisplaySettings.Expanded;
import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/** Printer of rows as lines of values with a separator between them, as psql does with -A. */
final class UnalignedPrinter implements ResultPrinter {
  private final DisplaySettings settings;

  UnalignedPrinter(DisplaySettings settings) {
    this.settings = settings;
  }

  @Override
  public long print(ResultSet rows, PrintWriter out) throws SQLException {
    RowBlocks blocks = new RowBlocks(rows, settings.nullText());
    boolean isExpanded = settings.expanded() == Expanded.ON;
    String[] labels = new String[blocks.columnCount()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = blocks.label(i);
    }
    Records records = new Records(out);
    if (!settings.isTuplesOnly()) {
      settings.title().ifPresent(records::add);
      if (!isExpanded) {
        records.add(String.join(settings.fieldSeparator(), labels));
      }
    }
    long printed = 0;
    for (List<String[]> block = blocks.next(); !block.isEmpty(); block = blocks.next()) {
      for (String[] row : block) {
        if (isExpanded) {
          addExpanded(labels, row, printed > 0, records);
        } else {
          records.add(String.join(settings.fieldSeparator(), row));
        }
        printed++;
      }
    }
    if (settings.showsFooter() && !isExpanded) {
      records.add(printed == 1 ? "(1 row)" : "(" + printed + " rows)");
    }
    records.end();
    return printed;
  }

  private void addExpanded(String[] labels, String[] row, boolean isLater, Records records) {
    if (isLater) {
      records.add("");
    }
    for (int i = 0; i < row.length; i++) {
      records.add(labels[i] + settings.fieldSeparator() + row[i]);
    }
  }

  @Override
  public boolean printsCounts() {
    return true;
  }

  /** Printed records, with the record separator between them and a newline at the end. */
  private final class Records {
    private final PrintWriter out;
    private boolean isEmpty = true;

    Records(PrintWriter out) {
      this.out = out;
    }

    void add(String record) {
      if (!isEmpty) {
        out.print(settings.recordSeparator());
      }
      isEmpty = false;
      out.print(record);
    }

    void end() {
      if (!isEmpty) {
        out.println();
      }
    }
  }
}
