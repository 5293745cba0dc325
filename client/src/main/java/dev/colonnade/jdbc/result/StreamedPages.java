package dev.colonnade.jdbc.result;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.cell.CellPage;
import dev.colonnade.jdbc.cell.ResultDecoder;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.session.ResultStream;
import dev.colonnade.jdbc.wire.ConnectionException;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.sql.SqlRows;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Source of the pages of a stream's current result, which it decodes as they arrive. */
public final class StreamedPages implements PageSource {
  private static final ByteBuffer NO_MESSAGE = ByteBuffer.allocate(0);

  private final ResultStream stream;
  private final ResultDecoder decoder;
  private ByteBuffer message = NO_MESSAGE;

  public StreamedPages(ResultStream stream, ResultDecoder decoder) {
    this.stream = stream;
    this.decoder = decoder;
  }

  @Override
  public @Nullable CellPage next() throws SQLException {
    return next(decoder::cells);
  }

  /** Returns the next page as an Arrow record batch; null after the last. */
  public @Nullable ResultPage nextPage() throws SQLException {
    message = NO_MESSAGE;
    return next(
        rows -> {
          SqlRows batch = decoder.toBatch(rows);
          message = batch.payload().nioBuffer();
          return decoder.decode(batch);
        });
  }

  private <P> @Nullable P next(Function<SqlRows, P> read) throws SQLException {
    try {
      SqlRows rows = stream.nextRows();
      return rows == null ? null : read.apply(rows);
    } catch (ConnectionException failed) {
      throw SqlFailures.of(failed, false);
    } catch (ProtocolException malformed) {
      throw SqlFailures.malformed(malformed);
    }
  }

  /** Returns the message of the last batch; empty if there is none. */
  public ByteBuffer message() {
    return message.duplicate();
  }

  @Override
  public void close() throws SQLException {
    if (!stream.isComplete()) {
      try {
        stream.skip();
      } catch (ConnectionException failed) {
        throw SqlFailures.of(failed, false);
      }
    }
  }
}
