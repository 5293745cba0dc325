package dev.colonnade.jdbc;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.wire.LinkException;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.sql.SqlRows;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** The pages of the current result of a stream. */
final class StreamedPages implements PageSource {
  private final ResultStream stream;
  private final ResultForm form;
  private ByteBuffer message = ByteBuffer.allocate(0);

  StreamedPages(ResultStream stream, ResultForm form) {
    this.stream = stream;
    this.form = form;
  }

  @Override
  public @Nullable CellPage next() throws SQLException {
    ResultPage page = nextPage();
    return page == null ? null : CellPage.of(page, form.columns());
  }

  /** The next page as it came; null after the last. */
  @Nullable ResultPage nextPage() throws SQLException {
    try {
      SqlRows rows = stream.nextRows();
      if (rows == null) {
        message = Unpooled.EMPTY_BUFFER.nioBuffer();
        return null;
      }
      message = rows.payload().nioBuffer();
      return form.decode(rows);
    } catch (LinkException failed) {
      throw SqlFailures.of(failed, false);
    } catch (ProtocolException malformed) {
      throw SqlFailures.malformed(malformed);
    }
  }

  /** The message that the last page came as. */
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
