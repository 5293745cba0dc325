package dev.colonnade.shell.output;

import java.io.PrintWriter;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Printer of the rows of a result. */
public interface ResultPrinter {
  /** Prints the remaining rows; returns their number. */
  long print(ResultSet rows, PrintWriter out) throws SQLException;

  /** Returns whether row counts and command tags are printed too. */
  boolean printsCounts();
}
