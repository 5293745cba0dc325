package dev.colonnade.server.pg.copy;

import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyRows;
import io.netty.buffer.ByteBuf;

/** Reader of the rows of a COPY FROM, whose data arrive in arbitrary chunks. Single-threaded. */
public sealed interface CopyReader permits LineCopyReader, BinaryCopyReader {
  /** Returns a reader of the format that a statement specifies, in the style of a session. */
  static CopyReader of(CopyDescription terms, TextStyle style) {
    return switch (terms.options().format()) {
      case TEXT -> new LineCopyReader(terms, new LineScanner.Text(), new TextLineParser(terms));
      case CSV -> {
        LineScanner.Csv scan = new LineScanner.Csv(terms.options().quoting());
        yield new LineCopyReader(terms, scan, new CsvLineParser(terms, scan));
      }
      case JSON_LINES ->
          new LineCopyReader(terms, new LineScanner.Plain(), new JsonLineParser(terms));
      case BINARY -> new BinaryCopyReader(terms, style);
      case ARROW, ARROW_STREAM, PARQUET ->
          throw new IllegalArgumentException("columns are read as files");
    };
  }

  /** Copies the next bytes; the buffer remains the caller's. */
  void feed(ByteBuf bytes);

  /** Marks the end of the data. */
  void end();

  /**
   * Reads the next row; returns false if the bytes so far contain no further complete row.
   *
   * @throws dev.colonnade.error.ColonnadeException BAD_COPY_DATA if a row is malformed
   */
  boolean next();

  /** Returns the number of rows that were read since the last {@link #take}. */
  int rowCount();

  /** Returns the rows that were read since the last call. */
  CopyRows take();

  /** Returns the position of the row that is being read, or was read last. */
  CopyPosition position();

  /**
   * Returns the position of a row of the last {@link #take}, which must not be followed by {@link
   * #feed} or {@link #next}.
   */
  CopyPosition position(int row);

  /** Returns the number of the line, or of the binary row, that was read last, from 1. */
  long line();
}
