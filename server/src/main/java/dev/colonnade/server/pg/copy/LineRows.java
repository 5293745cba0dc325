package dev.colonnade.server.pg.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.copy.CopyTextRows;
import io.netty.buffer.ByteBuf;

/** Rows that are lines, perhaps below a line of names, perhaps above a mark of the end. */
final class LineRows implements CopyReader {
  /** Cuts a line into values. */
  sealed interface Form permits TextLine, CsvLine {
    /** Adds the values of the line from one place to another. */
    void read(byte[] bytes, int from, int to, Fields fields);
  }

  private final LineBuffer lines;
  private final Form form;
  private final Fields fields;
  private final RowPlaces places = new RowPlaces();
  private CopyOptions.Header header;
  private boolean isTaken;

  LineRows(CopyDescription terms, LineScan scan, Form form) {
    this.lines = new LineBuffer(scan);
    this.form = requireNonNull(form, "form is null");
    this.fields = new Fields(terms.columnNames());
    this.header = terms.options().header();
  }

  @Override
  public void feed(ByteBuf bytes) {
    forgetTaken();
    lines.feed(bytes);
  }

  @Override
  public void end() {
    lines.end();
  }

  @Override
  public long line() {
    return lines.line();
  }

  @Override
  public int rowCount() {
    return fields.rowCount();
  }

  @Override
  public CopyTextRows take() {
    isTaken = true;
    return fields.take();
  }

  private void forgetTaken() {
    if (isTaken) {
      isTaken = false;
      lines.release();
      places.clear();
    }
  }

  @Override
  public CopyPlace place() {
    int start = lines.keptStart();
    return new CopyPlace(line(), null, lines.keptText(start, start + length()));
  }

  @Override
  public CopyPlace place(int row) {
    String text = lines.keptText(places.start(row), places.end(row));
    return new CopyPlace(places.line(row), null, text);
  }

  private int length() {
    return lines.lineEnd() - lines.lineStart();
  }

  @Override
  public boolean next() {
    forgetTaken();
    while (lines.next()) {
      if (lines.isEndMark()) {
        lines.skipRest();
        return false;
      }
      switch (header) {
        case NONE -> {
          readRow();
          places.add(line(), lines.keptStart(), lines.keptStart() + length());
          return true;
        }
        case SKIP -> header = CopyOptions.Header.NONE;
        case MATCH -> {
          header = CopyOptions.Header.NONE;
          readRow();
          fields.requireNames(fields.take().row(0));
        }
      }
    }
    return false;
  }

  private void readRow() {
    form.read(lines.bytes(), lines.lineStart(), lines.lineEnd(), fields);
    fields.endRow();
  }
}
