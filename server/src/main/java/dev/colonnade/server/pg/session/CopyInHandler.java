package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.copy.CopyPosition;
import dev.colonnade.server.pg.copy.CopyReader;
import dev.colonnade.server.pg.copy.CopyTranscoder;
import dev.colonnade.server.pg.copy.column.CopyColumns;
import dev.colonnade.server.pg.session.result.CommandTags;
import dev.colonnade.server.pg.session.result.OutboundBuffer;
import dev.colonnade.server.pg.type.TextStyle;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.server.sql.file.FileRows;
import dev.colonnade.sql.copy.CopyBatch;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.copy.CopyValueRows;
import dev.colonnade.sql.execute.spill.SpillSpace;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Handler of COPY ... FROM: reads rows from the client or a file of the server, and writes them in
 * batches, all in one transaction.
 */
final class CopyInHandler {
  private static final String COMMAND = "COPY";
  private static final int BATCH_ROWS = 2_000;
  private static final int BATCH_BYTES = 2 * 1024 * 1024;
  private static final long WAIT_MILLIS = 100;

  /** Bytes of a file that are read at once. */
  private static final int CHUNK_BYTES = 256 * 1024;

  private final PgSessionContext context;
  private final MessageQueue queue;

  CopyInHandler(PgSessionContext context, MessageQueue queue) {
    this.context = requireNonNull(context, "context is null");
    this.queue = requireNonNull(queue, "queue is null");
  }

  /**
   * Executes a COPY FROM.
   *
   * @param isAlone true if the copy is not part of a larger transaction
   */
  public void run(
      SqlPrepared prepared, CopyDescription terms, Cancellation cancellation, boolean isAlone) {
    long rowCount =
        context.sql().measureCopy(prepared, () -> load(prepared, terms, cancellation, isAlone));
    context.sendNotices();
    CommandTags.write(context.outbound().writer(), COMMAND, rowCount);
  }

  /** Returns the number of rows. */
  private long load(
      SqlPrepared prepared, CopyDescription terms, Cancellation cancellation, boolean isAlone) {
    try (CommandProgress progress = context.sql().reportCopy(terms)) {
      if (terms.options().format().isColumnar()) {
        return new ColumnLoad(prepared, terms, cancellation, isAlone).run(progress);
      }
      Load load = new Load(prepared, terms, cancellation, isAlone);
      load.run(progress);
      return load.rowCount;
    }
  }

  /**
   * Requests the data of the client, and passes them on until their end.
   *
   * @param receiver of pieces, which are released afterwards
   */
  private void receive(
      CopyDescription terms, Cancellation cancellation, Consumer<ByteBuf> receiver) {
    OutboundBuffer outbound = context.outbound();
    outbound.writer().copyInResponse(CopyOutHandler.formatOf(terms), terms.columnNames().size());
    outbound.flush();
    while (true) {
      FrontendMessage message = queue.poll();
      switch (message) {
        case null -> awaitMore(cancellation);
        case FrontendMessage.CopyData data -> {
          try {
            receiver.accept(data.content());
          } finally {
            data.release();
          }
        }
        case FrontendMessage.CopyDone _ -> {
          return;
        }
        case FrontendMessage.CopyFail(String reason) ->
            throw new CopyException(
                new ColonnadeException(ErrorCode.CANCELED, "COPY from stdin failed: " + reason),
                null);
        case FrontendMessage.Flush _, FrontendMessage.Sync _ -> {}
        case FrontendMessage.Malformed(ErrorCode code, String reason, boolean _) ->
            throw new ColonnadeException(code, reason);
        default -> {
          message.release();
          throw new ColonnadeException(
              ErrorCode.PROTOCOL_VIOLATION,
              "unexpected message during COPY from stdin: " + message.getClass().getSimpleName());
        }
      }
    }
  }

  private void awaitMore(Cancellation cancellation) {
    cancellation.check();
    if (queue.isClosed()) {
      throw new ColonnadeException(ErrorCode.CANCELED, "client disconnected");
    }
    try {
      queue.await(WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "interrupted while copying", e);
    }
  }

  /**
   * Copy of columns in progress, from a file of the server, or from data of the client that are a
   * temporary file first: a reader needs the end of the data before their beginning.
   */
  private final class ColumnLoad {
    private final SqlPrepared prepared;
    private final CopyDescription terms;
    private final Cancellation cancellation;
    private final boolean isAlone;
    private long rowCount;

    ColumnLoad(
        SqlPrepared prepared, CopyDescription terms, Cancellation cancellation, boolean isAlone) {
      this.prepared = prepared;
      this.terms = terms;
      this.cancellation = cancellation;
      this.isAlone = isAlone;
    }

    /** Returns the number of rows. */
    long run(CommandProgress progress) {
      boolean done = false;
      if (isAlone) {
        context.sql().beginImplicit();
      }
      try {
        write(new CopyValueRows(List.of()), progress); // privileges, before the file is opened
        String file = terms.file();
        if (file == null) {
          readClient(progress);
        } else {
          readFile(file, progress);
        }
        done = true;
      } finally {
        if (isAlone && !done) {
          context.sql().abandonImplicit();
        }
      }
      if (isAlone) {
        context.sql().endImplicit(cancellation);
      }
      return rowCount;
    }

    private void readFile(String file, CommandProgress progress) {
      try (FileChannel channel = CopyFiles.openToRead(file)) {
        progress.set(ProgressCounter.BYTES_TOTAL, channel.size());
        readRows(channel, progress);
      } catch (IOException e) {
        throw CopyFiles.unreadable(e);
      }
    }

    private void readClient(CommandProgress progress) {
      try (SpillSpace space = context.sql().newTemporaryFiles();
          SeekableByteChannel data = space.newChannel()) {
        receive(terms, cancellation, bytes -> append(bytes, data));
        progress.set(ProgressCounter.BYTES_TOTAL, data.size());
        readRows(data, progress);
      } catch (IOException e) {
        throw CopyFiles.unreadable(e);
      }
    }

    private static void append(ByteBuf bytes, SeekableByteChannel data) {
      try {
        for (ByteBuffer piece : bytes.nioBuffers()) {
          data.write(piece);
        }
      } catch (IOException e) {
        throw CopyFiles.unwritable(e);
      }
    }

    private void readRows(SeekableByteChannel channel, CommandProgress progress) {
      try (FileRows rows = CopyColumns.open(terms, channel)) {
        CopyValueRows next = rows.next(BATCH_ROWS);
        while (next != null) {
          write(next, progress);
          progress.set(ProgressCounter.BYTES_DONE, rows.bytesRead());
          next = rows.next(BATCH_ROWS);
        }
      }
    }

    private void write(CopyValueRows rows, CommandProgress progress) {
      cancellation.check();
      CopyBatch batch = new CopyBatch(rows);
      try (SqlResult result = context.sql().execute(prepared, cancellation, List.of(batch))) {
        rowCount += result.updateCount();
        progress.set(ProgressCounter.ROWS_DONE, rowCount);
        progress.add(ProgressCounter.ROWS_EXCLUDED, batch.size() - result.updateCount());
      } catch (ColonnadeException e) {
        throw new CopyException(
            e,
            rows.size() == 0
                ? null
                : "COPY %s, a row after row %d".formatted(terms.name(), rowCount));
      }
    }
  }

  /** Copy in progress. */
  private final class Load {
    private final SqlPrepared prepared;
    private final CopyDescription terms;
    private final Cancellation cancellation;
    private final boolean isAlone;
    private final CopyReader reader;

    /** Null if the data are binary or in UTF-8. */
    private final @Nullable CopyTranscoder transcoder;

    private long rowCount;
    private long batchBytes;

    Load(SqlPrepared prepared, CopyDescription terms, Cancellation cancellation, boolean isAlone) {
      this.prepared = prepared;
      this.terms = terms;
      this.cancellation = cancellation;
      this.isAlone = isAlone;
      TextStyle style = context.styles().current();
      this.reader = CopyReader.of(terms, style);
      this.transcoder =
          !terms.options().format().isText() || style.encoding().isUtf8()
              ? null
              : new CopyTranscoder(style.encoding());
    }

    void run(CommandProgress progress) {
      boolean done = false;
      if (isAlone) {
        context.sql().beginImplicit();
      }
      try {
        requirePrivileges();
        String file = terms.file();
        if (file == null) {
          receive(terms, cancellation, bytes -> feed(bytes, progress));
        } else {
          readFile(file, progress);
        }
        if (transcoder != null) {
          transcoder.end();
        }
        reader.end();
        readRows(progress);
        write(progress);
        done = true;
      } finally {
        if (isAlone && !done) {
          context.sql().abandonImplicit();
        }
      }
      if (isAlone) {
        context.sql().endImplicit(cancellation);
      }
    }

    /**
     * Executes an empty batch: an error is reported before the client sends rows, or a file opens.
     */
    private void requirePrivileges() {
      context.sql().execute(prepared, cancellation, List.of(new CopyBatch(reader.take()))).close();
    }

    private void readFile(String file, CommandProgress progress) {
      try (FileChannel channel = CopyFiles.openToRead(file)) {
        progress.set(ProgressCounter.BYTES_TOTAL, channel.size());
        ByteBuf chunk = Unpooled.buffer(CHUNK_BYTES, CHUNK_BYTES);
        while (chunk.clear().writeBytes(channel, CHUNK_BYTES) >= 0) {
          cancellation.check();
          feed(chunk, progress);
        }
      } catch (IOException e) {
        throw CopyFiles.unreadable(e);
      }
    }

    private void feed(ByteBuf bytes, CommandProgress progress) {
      batchBytes += bytes.readableBytes();
      reader.feed(transcoder == null ? bytes : transcoder.next(bytes));
      readRows(progress);
    }

    private void readRows(CommandProgress progress) {
      try {
        while (reader.next()) {
          if (reader.rowCount() == BATCH_ROWS) {
            write(progress);
          }
        }
      } catch (ColonnadeException e) {
        throw new CopyException(e, where(reader.position()));
      }
      if (batchBytes >= BATCH_BYTES) {
        write(progress);
      }
    }

    private void write(CommandProgress progress) {
      cancellation.check();
      if (reader.rowCount() > 0) {
        CopyBatch batch = new CopyBatch(reader.take());
        try (SqlResult result = context.sql().execute(prepared, cancellation, List.of(batch))) {
          rowCount += result.updateCount();
          progress.set(ProgressCounter.ROWS_DONE, rowCount);
          progress.add(ProgressCounter.ROWS_EXCLUDED, batch.size() - result.updateCount());
        } catch (ColonnadeException e) {
          throw new CopyException(e, where(positionOf(e, batch)));
        }
      }
      progress.add(ProgressCounter.BYTES_DONE, batchBytes);
      batchBytes = 0;
    }

    /** Returns the position of the invalid row; of the first row if it is unknown. */
    private CopyPosition positionOf(ColonnadeException failure, CopyBatch batch) {
      if (batch.position() >= batch.size()) {
        return reader.position(0).withoutText();
      }
      CopyPosition position = reader.position(batch.position());
      int column = batch.failedColumn();
      if (column != CopyBatch.NO_COLUMN) {
        Object value = batch.row(batch.position())[column];
        return position.of(
            terms.columnNames().get(column), value instanceof String text ? text : null);
      }
      return dependsOnOtherRows(failure) ? position.withoutText() : position;
    }

    /**
     * Returns whether a failure depends on other rows, so that the row's text does not explain it.
     */
    private static boolean dependsOnOtherRows(ColonnadeException failure) {
      return failure.code() == ErrorCode.UNIQUE_VIOLATION
          || failure.code() == ErrorCode.FOREIGN_KEY_VIOLATION;
    }

    private String where(CopyPosition position) {
      return "COPY %s, %s".formatted(terms.name(), position);
    }
  }
}
