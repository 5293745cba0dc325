package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.copy.CopyWriter;
import dev.colonnade.server.pg.session.result.CommandTags;
import dev.colonnade.server.pg.session.result.OutboundBuffer;
import dev.colonnade.server.pg.type.ClientText;
import dev.colonnade.server.pg.wire.BackendWriter;
import dev.colonnade.server.pg.wire.PgProtocolLayout;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyFormat;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handler of COPY ... TO STDOUT, which sends each row in a message of its own, and of COPY ... TO a
 * file of the server.
 */
final class CopyOutHandler {
  private static final String COMMAND = "COPY";

  /** Number of rows between two reports of the progress. */
  private static final int PROGRESS_ROWS = 256;

  private final PgSessionContext context;

  CopyOutHandler(PgSessionContext context) {
    this.context = requireNonNull(context, "context is null");
  }

  static short formatOf(CopyDescription terms) {
    return terms.options().format().isText()
        ? PgProtocolLayout.TEXT_FORMAT
        : PgProtocolLayout.BINARY_FORMAT;
  }

  public void run(
      SqlPrepared prepared,
      CopyDescription terms,
      Cancellation cancellation,
      List<@Nullable Object> parameters) {
    String file = terms.file();
    if (file != null) {
      write(prepared, terms, file, cancellation);
      return;
    }
    OutboundBuffer outbound = context.outbound();
    try (CommandProgress progress = context.sql().reportCopy(terms);
        SqlResult result = context.sql().execute(prepared, cancellation, parameters)) {
      CopyWriter rows = new CopyWriter(terms, context.styles().current());
      outbound.writer().copyOutResponse(formatOf(terms), terms.columnNames().size());
      CopyFormat format = terms.options().format();
      boolean isBinary = format == CopyFormat.BINARY;
      if (!isBinary) {
        send(format.isText(), rows::writeStart);
      }
      long count =
          InterruptionPoint.call(
              cancellation::check,
              () -> sendRows(result, rows, format, new Report(progress), cancellation));
      boolean withStart = isBinary && count == 0;
      send(
          format.isText(),
          out -> {
            if (withStart) {
              rows.writeStart(out);
            }
            rows.writeEnd(out);
          });
      outbound.writer().copyDone();
      context.sendNotices();
      CommandTags.write(outbound.writer(), COMMAND, count);
    }
  }

  /** Writes the rows to a file, which the statement permits before the file is opened. */
  private void write(
      SqlPrepared prepared, CopyDescription terms, String file, Cancellation cancellation) {
    try (CommandProgress progress = context.sql().reportCopy(terms);
        SqlResult result = context.sql().execute(prepared, cancellation, List.of(file))) {
      CopyFileOutput output = new CopyFileOutput(terms, context.styles().current(), progress);
      long count =
          InterruptionPoint.call(
              cancellation::check, () -> output.write(result, file, cancellation));
      context.sendNotices();
      CommandTags.write(context.outbound().writer(), COMMAND, count);
    }
  }

  /** Sends all rows and returns their number. */
  private long sendRows(
      SqlResult result,
      CopyWriter rows,
      CopyFormat format,
      Report report,
      Cancellation cancellation) {
    long count = 0;
    for (@Nullable Object[] row = result.next(); row != null; row = result.next()) {
      @Nullable Object[] sent = row;
      // Clients expect the header of the binary format in the message of the first row.
      boolean withStart = format == CopyFormat.BINARY && count == 0;
      int bytes =
          send(
              format.isText(),
              out -> {
                if (withStart) {
                  rows.writeStart(out);
                }
                rows.writeRow(out, sent);
              });
      report.sent(bytes);
      context.outbound().flushIfFull(cancellation);
      count++;
    }
    return count;
  }

  /**
   * Writes a message with the bytes that {@code write} appends; no message if it appends none.
   *
   * @return the number of bytes
   */
  private int send(boolean isText, Consumer<ByteBuf> write) {
    BackendWriter writer = context.outbound().writer();
    ByteBuf bytes = writer.begin('d');
    int start = bytes.writerIndex();
    int count = 0;
    try {
      write.accept(bytes);
      if (isText) {
        ClientText.convert(bytes, start, context.styles().current().encoding());
      }
      count = bytes.writerIndex() - start;
    } finally {
      if (count == 0) {
        writer.undo();
      }
    }
    if (count > 0) {
      writer.end();
    }
    return count;
  }

  /** Report of the progress, which is made once for many rows. */
  private static final class Report {
    private final CommandProgress progress;
    private int rows;
    private long bytes;

    Report(CommandProgress progress) {
      this.progress = progress;
    }

    void sent(int byteCount) {
      rows++;
      bytes += byteCount;
      if (rows == PROGRESS_ROWS) {
        progress.add(ProgressCounter.ROWS_DONE, rows);
        progress.add(ProgressCounter.BYTES_DONE, bytes);
        rows = 0;
        bytes = 0;
      }
    }
  }
}
