package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Optional;

/**
 * Some rows of a result.
 *
 * @param shape of the result; left out after its first rows, and where the client knows it from the
 *     preparation of the statement
 * @param payload of that form; empty without rows
 */
public record SqlRows(Optional<SqlShape> shape, RowForm form, int rowCount, ByteBuf payload) {
  public SqlRows {
    requireNonNull(shape, "shape is null");
    requireNonNull(form, "form is null");
    requireNonNull(payload, "payload is null");
    if (rowCount < 0) {
      throw new IllegalArgumentException("rowCount=" + rowCount + " is below 0");
    }
    if (form == RowForm.VALUES && rowCount > payload.readableBytes()) {
      throw new IllegalArgumentException(
          "values do not fit their payload: rowCount="
              + rowCount
              + " bytes="
              + payload.readableBytes());
    }
  }

  /** Rows that come as a batch. */
  public SqlRows(Optional<SqlShape> shape, int rowCount, ByteBuf payload) {
    this(shape, RowForm.BATCH, rowCount, payload);
  }

  /** No rows of a known result, or of none. */
  public static SqlRows none() {
    return new SqlRows(Optional.empty(), 0, Unpooled.EMPTY_BUFFER);
  }
}
