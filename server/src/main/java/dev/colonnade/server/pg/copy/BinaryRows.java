package dev.colonnade.server.pg.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.type.ValueFormat;
import dev.colonnade.server.pg.type.WireType;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.type.SqlType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows in binary. */
final class BinaryRows implements CopyReader {
  private List<@Nullable Object[]> rows = new ArrayList<>();
  private final List<String> names;
  private final List<ValueFormat> formats = new ArrayList<>();
  private final ByteBuf held = Unpooled.buffer();

  /** The number of the first row of those that were taken last. */
  private long firstTaken;

  private boolean isHeaderRead;
  private boolean isEnded;
  private boolean isMarked;
  private long row;

  /** Of the row that is read, the column; null between two. */
  private @Nullable String column;

  BinaryRows(CopyDescription terms) {
    names = terms.columnNames();
    for (SqlType type : terms.columnTypes()) {
      formats.add(new ValueFormat(WireType.of(type), true, TextStyle.DEFAULT));
    }
  }

  @Override
  public void feed(ByteBuf bytes) {
    if (isMarked) {
      bytes.skipBytes(bytes.readableBytes());
      return;
    }
    held.discardReadBytes();
    if ((long) held.readableBytes() + bytes.readableBytes() > LineBuffer.LINE_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "a row to copy is too long: bytesMax=" + LineBuffer.LINE_BYTES_MAX);
    }
    held.writeBytes(bytes);
  }

  @Override
  public void end() {
    isEnded = true;
  }

  @Override
  public long line() {
    return row;
  }

  @Override
  public CopyPlace place() {
    return new CopyPlace(row, column, null);
  }

  @Override
  public CopyPlace place(int index) {
    return CopyPlace.ofLine(firstTaken + index);
  }

  @Override
  public int rowCount() {
    return rows.size();
  }

  @Override
  @SuppressWarnings("NullAway") // it does not read from class files that arrays in lists hold null
  public CopyValueRows take() {
    CopyValueRows taken = new CopyValueRows(rows);
    firstTaken = row - rows.size() + 1;
    rows = new ArrayList<>();
    return taken;
  }

  @Override
  public boolean next() {
    if (isMarked || (!isHeaderRead && !readHeader())) {
      return false;
    }
    int start = held.readerIndex();
    @Nullable Object[] values = readRow();
    if (values == null && !isMarked) {
      boolean isBetweenRows = held.writerIndex() - start < Short.BYTES;
      held.readerIndex(start);
      if (!isBetweenRows) {
        requireMore();
      }
    }
    if (values != null) {
      rows.add(values);
    }
    return values != null;
  }

  private boolean readHeader() {
    if (held.readableBytes() < BinaryRowsLayout.HEADER_BYTES) {
      requireMore();
      return false;
    }
    for (byte expected : BinaryRowsLayout.SIGNATURE) {
      if (held.readByte() != expected) {
        throw Fields.wrong("COPY file signature not recognized");
      }
    }
    if ((held.readInt() & BinaryRowsLayout.CRITICAL_FLAGS) != 0) {
      throw Fields.wrong("unrecognized critical flags in COPY file header");
    }
    int extension = held.readInt();
    if (extension < 0 || extension > held.readableBytes()) {
      throw Fields.wrong("invalid COPY file header (wrong length)");
    }
    held.skipBytes(extension);
    isHeaderRead = true;
    return true;
  }

  private @Nullable Object @Nullable [] readRow() {
    if (held.readableBytes() < Short.BYTES) {
      return null;
    }
    short count = held.readShort();
    if (count == BinaryRowsLayout.END) {
      isMarked = true;
      return null;
    }
    if (count != formats.size()) {
      row++;
      throw Fields.wrong("row field count is %d, expected %d".formatted(count, formats.size()));
    }
    if (!isWhole()) {
      return null;
    }
    row++;
    @Nullable Object[] values = new @Nullable Object[formats.size()];
    for (int i = 0; i < values.length; i++) {
      int length = held.readInt();
      column = names.get(i);
      values[i] = length < 0 ? null : formats.get(i).read(bytes(length));
    }
    column = null;
    return values;
  }

  /** Whether all values of the row have come. */
  private boolean isWhole() {
    int at = held.readerIndex();
    for (int i = 0; i < formats.size(); i++) {
      if (held.writerIndex() - at < Integer.BYTES) {
        return false;
      }
      int length = held.getInt(at);
      if (length < -1) {
        row++;
        throw Fields.wrong("invalid field size");
      }
      at += Integer.BYTES;
      if (held.writerIndex() - at < length) {
        return false;
      }
      at += Math.max(0, length);
    }
    return true;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    held.readBytes(bytes);
    return bytes;
  }

  private void requireMore() {
    if (isEnded) {
      row += isHeaderRead ? 1 : 0;
      throw Fields.wrong("unexpected EOF in COPY data");
    }
  }
}
