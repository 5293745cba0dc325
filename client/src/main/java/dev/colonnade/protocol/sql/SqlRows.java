package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/**
 * Batch of rows of a result.
 *
 * @param shape columns of the result; absent after its first rows, and if the client knows them
 *     from the preparation of the statement
 * @param payload rows in the encoding {@code form}; empty without rows
 */
public record SqlRows(
    Optional<SqlRowDescription> shape, RowEncoding form, int rowCount, ByteBuf payload) {
  public SqlRows {
    requireNonNull(shape, "shape is null");
    requireNonNull(form, "form is null");
    requireNonNull(payload, "payload is null");
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
    }
    if (form == RowEncoding.VALUES && rowCount > payload.readableBytes()) {
      throw new IllegalArgumentException(
          "values do not fit their payload: rowCount="
              + rowCount
              + " bytes="
              + payload.readableBytes());
    }
  }

  /** Creates rows that are encoded as an Arrow batch. */
  public SqlRows(Optional<SqlRowDescription> shape, int rowCount, ByteBuf payload) {
    this(shape, RowEncoding.BATCH, rowCount, payload);
  }

  /** Returns an empty batch of a known result, or of no result. */
  public static SqlRows none() {
    return new SqlRows(Optional.empty(), 0, Unpooled.EMPTY_BUFFER);
  }
}
