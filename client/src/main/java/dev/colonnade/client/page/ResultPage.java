package dev.colonnade.client.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.result.ResultColumn;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Page of whole rows, which are read in place from the received memory (zero-copy). Must be closed,
 * after which nothing can be read. Not thread-safe.
 */
public final class ResultPage implements AutoCloseable {
  private final List<ResultColumn> columns;
  private final PageInfo info;
  private final IntFunction<ColumnReader> openColumn;
  private final @Nullable ColumnReader[] readers;
  private final ByteBuf payload;
  private boolean closed;

  /**
   * Creates a page over a payload, whose reference it consumes.
   *
   * @param openColumn creates the reader of a column when it is first accessed
   */
  public ResultPage(
      List<ResultColumn> columns,
      PageInfo info,
      IntFunction<ColumnReader> openColumn,
      ByteBuf payload) {
    this.columns = List.copyOf(columns);
    this.info = requireNonNull(info, "info is null");
    this.openColumn = requireNonNull(openColumn, "openColumn is null");
    this.readers = new @Nullable ColumnReader[columns.size()];
    this.payload = requireNonNull(payload, "payload is null");
  }

  /** Returns the number of rows. */
  public int rowCount() {
    return info.rowCount();
  }

  /** Returns the metadata of this page. */
  public PageInfo info() {
    return info;
  }

  /** Returns the columns, in the order of their values. */
  public List<ResultColumn> columns() {
    return columns;
  }

  /** Returns the size of the payload in bytes. */
  public int payloadBytes() {
    return payload.readableBytes();
  }

  /** Returns the position of the column of that name. */
  public int columnIndex(String name) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new NoSuchElementException("result has no such column: column=" + name);
  }

  /** Returns the column at a position of {@link #columns()}. */
  public ColumnReader column(int index) {
    if (closed) {
      throw new IllegalStateException("page is closed");
    }
    ColumnReader reader = readers[index];
    if (reader == null) {
      reader = openColumn.apply(index);
      readers[index] = reader;
    }
    return reader;
  }

  /** Returns the column of that name. */
  public ColumnReader column(String name) {
    return column(columnIndex(name));
  }

  /** Returns a cursor before the first row. */
  public RowCursor rows() {
    ColumnReader[] all = new ColumnReader[columns.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = column(i);
    }
    return new RowCursor(all, info.rowCount());
  }

  /** Returns the payload with a reference that the receiver owns, so that it outlives the page. */
  public ByteBuf retainedPayload() {
    if (closed) {
      throw new IllegalStateException("page is closed");
    }
    return payload.retainedSlice();
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    for (ColumnReader reader : readers) {
      if (reader != null) {
        reader.detach();
      }
    }
    payload.release();
  }
}
