package dev.colonnade.jdbc;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.protocol.sql.SqlRowDescription;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Result as a stream of Arrow record batches, obtained by {@code
 * resultSet.unwrap(ArrowResult.class)} before the first row is read. The messages are those of
 * Arrow's IPC stream format, the schema and then one for each batch, so that any Arrow reader can
 * read them.
 *
 * <p>Values of types that Arrow has no column type for are a column of text: NUMERIC without a
 * precision, intervals and arrays.
 */
public interface ArrowResult {
  /** Returns the columns. */
  SqlRowDescription shape();

  /** Returns the encapsulated Schema message; each call returns another buffer. */
  ByteBuffer schemaMessage();

  /** Moves to the next batch and closes the previous one; returns false after the last. */
  boolean nextBatch() throws SQLException;

  /**
   * Returns the encapsulated RecordBatch message with its body; it stays valid after the batch is
   * closed.
   */
  ByteBuffer batchMessage();

  /**
   * Returns the batch as columns that are read in place; valid until {@link #nextBatch} is called.
   */
  ResultPage page();

  /** Moves to the next batch and returns its columns, or null after the last batch. */
  default @Nullable ResultPage nextPage() throws SQLException {
    return nextBatch() ? page() : null;
  }
}
