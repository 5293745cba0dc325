package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.copy.CopyWriter;
import dev.colonnade.server.pg.type.ClientText;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.result.SqlResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.channels.FileChannel;
import org.jspecify.annotations.Nullable;

/** Output of a COPY TO to a file of the server. One thread. */
final class CopyFileOutput {
  /** Bytes that are written at once. */
  private static final int PART_BYTES = 256 * 1024;

  private final CopyWriter rows;
  private final TextStyle style;
  private final boolean isText;
  private final CommandProgress progress;
  private final ByteBuf part = Unpooled.buffer(PART_BYTES);
  private long rowCount;

  CopyFileOutput(CopyDescription terms, TextStyle style, CommandProgress progress) {
    this.rows = new CopyWriter(terms, style);
    this.style = style;
    this.isText = terms.options().format().isText();
    this.progress = requireNonNull(progress, "progress is null");
  }

  /**
   * Writes all rows to a file.
   *
   * @return the number of rows
   */
  long write(SqlResult result, String file, Cancellation cancellation) {
    try (FileChannel channel = CopyFiles.openToWrite(file)) {
      rows.writeStart(part);
      for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
        rows.writeRow(part, row);
        rowCount++;
        if (part.readableBytes() >= PART_BYTES) {
          cancellation.check();
          flush(channel);
        }
      }
      rows.writeEnd(part);
      flush(channel);
      return rowCount;
    } catch (IOException e) {
      throw CopyFiles.unwritable(e);
    }
  }

  private void flush(FileChannel channel) throws IOException {
    if (isText) {
      ClientText.convert(part, 0, style.encoding());
    }
    progress.set(ProgressCounter.ROWS_DONE, rowCount);
    progress.add(ProgressCounter.BYTES_DONE, part.readableBytes());
    while (part.isReadable()) {
      part.readBytes(channel, part.readableBytes());
    }
    part.clear();
  }
}
