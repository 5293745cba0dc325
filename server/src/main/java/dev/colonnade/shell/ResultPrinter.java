package dev.colonnade.shell;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Shows the rows of a result. */
interface ResultPrinter {
  /** Shows all rows that are left; returns how many there were. */
  long print(ResultSet rows, PrintWriter out) throws SQLException;

  /** Whether the number of rows and what statements did is told too. */
  boolean tellsCounts();
}
