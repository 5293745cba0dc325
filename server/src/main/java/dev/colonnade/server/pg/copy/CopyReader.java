package dev.colonnade.server.pg.copy;

import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyRows;
import io.netty.buffer.ByteBuf;

/** Rows from the bytes of a copy, which may be cut anywhere. One thread. */
public sealed interface CopyReader permits LineRows, BinaryRows {
  /** A reader for the form that a statement asks for. */
  static CopyReader of(CopyDescription terms) {
    return switch (terms.options().format()) {
      case TEXT -> new LineRows(terms, new LineScan.Text(), new TextLine(terms));
      case CSV -> {
        LineScan.Csv scan = new LineScan.Csv(terms.options().quoting());
        yield new LineRows(terms, scan, new CsvLine(terms, scan));
      }
      case BINARY -> new BinaryRows(terms);
    };
  }

  /** Takes bytes; they are the caller's again when this returns. */
  void feed(ByteBuf bytes);

  /** No bytes follow. */
  void end();

  /**
   * Reads the next row; false if the bytes that came do not hold another.
   *
   * @throws dev.colonnade.error.ColonnadeException BAD_COPY_DATA if there is a row of another form
   */
  boolean next();

  /** How many rows were read and not taken yet. */
  int rowCount();

  /** The rows that were read since they were last taken. */
  CopyRows take();

  /** Where the row stands that is being read, or was read last. */
  CopyPlace place();

  /** Where a row stands of those that were taken last; nothing may have been fed or read since. */
  CopyPlace place(int row);

  /** The line, or row, that was read last, counted from 1. */
  long line();
}
