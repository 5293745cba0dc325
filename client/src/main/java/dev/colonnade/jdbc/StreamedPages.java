package dev.colonnade.jdbc;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.wire.LinkException;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.sql.SqlRows;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pages of the current result of a stream. */
final class StreamedPages implements PageSource {
  private static final ByteBuffer NO_MESSAGE = ByteBuffer.allocate(0);

  private final ResultStream stream;
  private final ResultForm form;
  private ByteBuffer message = NO_MESSAGE;

  StreamedPages(ResultStream stream, ResultForm form) {
    this.stream = stream;
    this.form = form;
  }

  @Override
  public @Nullable CellPage next() throws SQLException {
    return next(form::cells);
  }

  /** The next page as a batch; null after the last. */
  @Nullable ResultPage nextPage() throws SQLException {
    message = NO_MESSAGE;
    return next(
        rows -> {
          SqlRows batch = form.batch(rows);
          message = batch.payload().nioBuffer();
          return form.decode(batch);
        });
  }

  private <P> @Nullable P next(Function<SqlRows, P> read) throws SQLException {
    try {
      SqlRows rows = stream.nextRows();
      return rows == null ? null : read.apply(rows);
    } catch (LinkException failed) {
      throw SqlFailures.of(failed, false);
    } catch (ProtocolException malformed) {
      throw SqlFailures.malformed(malformed);
    }
  }

  /** The message of the last batch; empty if there is none. */
  ByteBuffer message() {
    return message.duplicate();
  }

  @Override
  public void close() throws SQLException {
    if (!stream.isWhole()) {
      try {
        stream.skip();
      } catch (LinkException failed) {
        throw SqlFailures.of(failed, false);
      }
    }
  }
}
