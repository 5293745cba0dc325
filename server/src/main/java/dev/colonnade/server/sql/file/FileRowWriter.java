package dev.colonnade.server.sql.file;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Writer of rows in a format that stores columns, many rows together. One thread. */
public interface FileRowWriter {
  /** Appends what precedes the rows. */
  void writeStart(ByteBuf out);

  /** Adds a row, and appends the rows so far if they are enough. */
  void writeRow(ByteBuf out, @Nullable Object[] row);

  /** Appends the remaining rows and the end. */
  void writeEnd(ByteBuf out);
}
