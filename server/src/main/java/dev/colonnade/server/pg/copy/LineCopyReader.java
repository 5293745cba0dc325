package dev.colonnade.server.pg.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyOptions;
import dev.colonnade.sql.copy.CopyTextRows;
import io.netty.buffer.ByteBuf;

/**
 * Reader of the text and CSV formats: lines, with an optional header and an optional end marker.
 */
final class LineCopyReader implements CopyReader {
  private final LineBuffer lines;
  private final LineParser parser;
  private final TextFieldBuilder fields;
  private final RowPositions positions = new RowPositions();
  private CopyOptions.Header header;

  /** True once the caller has taken the rows of the batch; their bytes are released next. */
  private boolean isBatchTaken;

  LineCopyReader(CopyDescription terms, LineScanner scan, LineParser parser) {
    this.lines = new LineBuffer(scan);
    this.parser = requireNonNull(parser, "parser is null");
    this.fields = new TextFieldBuilder(terms.columnNames());
    this.header = terms.options().header();
  }

  @Override
  public void feed(ByteBuf bytes) {
    releaseTaken();
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
    isBatchTaken = true;
    return fields.take();
  }

  private void releaseTaken() {
    if (isBatchTaken) {
      isBatchTaken = false;
      lines.release();
      positions.clear();
    }
  }

  @Override
  public CopyPosition position() {
    int start = lines.retainedStart();
    return new CopyPosition(line(), null, lines.retainedText(start, start + length()));
  }

  @Override
  public CopyPosition position(int row) {
    String text = lines.retainedText(positions.start(row), positions.end(row));
    return new CopyPosition(positions.line(row), null, text);
  }

  private int length() {
    return lines.lineEnd() - lines.lineStart();
  }

  @Override
  public boolean next() {
    releaseTaken();
    while (lines.next()) {
      if (lines.isEndMarker()) {
        lines.skipRest();
        return false;
      }
      switch (header) {
        case NONE -> {
          readRow();
          positions.add(line(), lines.retainedStart(), lines.retainedStart() + length());
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
    parser.read(lines.bytes(), lines.lineStart(), lines.lineEnd(), fields);
    fields.endRow();
  }
}
