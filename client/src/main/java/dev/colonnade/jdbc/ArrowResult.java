package dev.colonnade.jdbc;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.protocol.sql.SqlShape;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A result as the Arrow record batches that it comes in: {@code
 * resultSet.unwrap(ArrowResult.class)} before its first row is read. The messages are those of
 * Arrow's IPC stream format: the schema, and then one for each batch, so that any Arrow reader
 * takes them.
 *
 * <p>What Arrow has no column for is a column of text: numbers without a limit of digits,
 * intervals, arrays.
 */
public interface ArrowResult {
  /** The columns. */
  SqlShape shape();

  /** The encapsulated Schema message; each call gives a buffer of its own. */
  ByteBuffer schemaMessage();

  /** Goes to the next batch; false after the last. The batch before it is closed. */
  boolean nextBatch() throws SQLException;

  /** The encapsulated RecordBatch message with its body; it stays valid. */
  ByteBuffer batchMessage();

  /** The batch as columns that are read in place; valid until the next one is asked for. */
  ResultPage page();

  /** The next batch as columns, or null after the last. */
  default @Nullable ResultPage nextPage() throws SQLException {
    return nextBatch() ? page() : null;
  }
}
