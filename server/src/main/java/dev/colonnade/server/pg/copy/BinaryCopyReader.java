package dev.colonnade.server.pg.copy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.pg.type.PgType;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.type.ValueFormat;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.type.SqlType;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the binary format. */
final class BinaryCopyReader implements CopyReader {
  private List<@Nullable Object[]> rows = new ArrayList<>();
  private final List<String> names;
  private final List<ValueFormat> formats = new ArrayList<>();
  private final ByteBuf buffer = Unpooled.buffer();

  /** Number of the first row of the last {@link #take}. */
  private long batchStart;

  private boolean isHeaderRead;
  private boolean isEnded;

  /** True after the end marker. */
  private boolean isEndMarkerRead;

  private long row;

  /** Column that is being read; null between rows. */
  private @Nullable String column;

  BinaryCopyReader(CopyDescription terms, TextStyle style) {
    names = terms.columnNames();
    for (SqlType type : terms.columnTypes()) {
      formats.add(new ValueFormat(PgType.of(type), true, style));
    }
  }

  @Override
  public void feed(ByteBuf bytes) {
    if (isEndMarkerRead) {
      bytes.skipBytes(bytes.readableBytes());
      return;
    }
    buffer.discardReadBytes();
    if ((long) buffer.readableBytes() + bytes.readableBytes() > LineBuffer.LINE_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "a row to copy is too long: bytesMax=" + LineBuffer.LINE_BYTES_MAX);
    }
    buffer.writeBytes(bytes);
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
  public CopyPosition position() {
    return new CopyPosition(row, column, null);
  }

  @Override
  public CopyPosition position(int index) {
    return CopyPosition.ofLine(batchStart + index);
  }

  @Override
  public int rowCount() {
    return rows.size();
  }

  @Override
  @SuppressWarnings(
      "NullAway") // it does not read nullness of array elements in lists from class files
  public CopyValueRows take() {
    CopyValueRows batch = new CopyValueRows(rows);
    batchStart = row - rows.size() + 1;
    rows = new ArrayList<>();
    return batch;
  }

  @Override
  public boolean next() {
    if (isEndMarkerRead || (!isHeaderRead && !readHeader())) {
      return false;
    }
    int start = buffer.readerIndex();
    @Nullable Object[] values = readRow();
    if (values == null && !isEndMarkerRead) {
      boolean isBetweenRows = buffer.writerIndex() - start < Short.BYTES;
      buffer.readerIndex(start);
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
    if (buffer.readableBytes() < BinaryCopyLayout.HEADER_BYTES) {
      requireMore();
      return false;
    }
    for (byte expected : BinaryCopyLayout.SIGNATURE) {
      if (buffer.readByte() != expected) {
        throw TextFieldBuilder.wrong("COPY file signature not recognized");
      }
    }
    if ((buffer.readInt() & BinaryCopyLayout.CRITICAL_FLAGS) != 0) {
      throw TextFieldBuilder.wrong("unrecognized critical flags in COPY file header");
    }
    int extension = buffer.readInt();
    if (extension < 0 || extension > buffer.readableBytes()) {
      throw TextFieldBuilder.wrong("invalid COPY file header (wrong length)");
    }
    buffer.skipBytes(extension);
    isHeaderRead = true;
    return true;
  }

  private @Nullable Object @Nullable [] readRow() {
    if (buffer.readableBytes() < Short.BYTES) {
      return null;
    }
    short count = buffer.readShort();
    if (count == BinaryCopyLayout.END) {
      isEndMarkerRead = true;
      return null;
    }
    if (count != formats.size()) {
      row++;
      throw TextFieldBuilder.wrong(
          "row field count is %d, expected %d".formatted(count, formats.size()));
    }
    if (!isWhole()) {
      return null;
    }
    row++;
    @Nullable Object[] values = new @Nullable Object[formats.size()];
    for (int i = 0; i < values.length; i++) {
      int length = buffer.readInt();
      column = names.get(i);
      values[i] = length < 0 ? null : formats.get(i).read(bytes(length));
    }
    column = null;
    return values;
  }

  /** Returns whether all values of the row are buffered. */
  private boolean isWhole() {
    int at = buffer.readerIndex();
    for (int i = 0; i < formats.size(); i++) {
      if (buffer.writerIndex() - at < Integer.BYTES) {
        return false;
      }
      int length = buffer.getInt(at);
      if (length < -1) {
        row++;
        throw TextFieldBuilder.wrong("invalid field size");
      }
      at += Integer.BYTES;
      if (buffer.writerIndex() - at < length) {
        return false;
      }
      at += Math.max(0, length);
    }
    return true;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    buffer.readBytes(bytes);
    return bytes;
  }

  private void requireMore() {
    if (isEnded) {
      row += isHeaderRead ? 1 : 0;
      throw TextFieldBuilder.wrong("unexpected EOF in COPY data");
    }
  }
}
