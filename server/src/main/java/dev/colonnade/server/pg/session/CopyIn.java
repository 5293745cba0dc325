package dev.colonnade.server.pg.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.pg.copy.CopyPlace;
import dev.colonnade.server.pg.copy.CopyReader;
import dev.colonnade.server.pg.wire.FrontendMessage;
import dev.colonnade.sql.copy.CopyBatch;
import dev.colonnade.sql.copy.CopyDescription;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import java.util.List;

/**
 * COPY ... FROM STDIN: rows from the client, written in batches.
 *
 * <p>Within a transaction all of them are a part of it. A copy on its own is one transaction as
 * long as it has no more than {@link #COMMIT_BYTES} of data or {@link #COMMIT_ROWS}; a larger one
 * is committed each time it has read so much.
 */
final class CopyIn {
  static final int COMMIT_BYTES = 16 * 1024 * 1024;
  static final int COMMIT_ROWS = 200_000;

  private static final String COMMAND = "COPY";
  private static final int BATCH_ROWS = 2_000;
  private static final int BATCH_BYTES = 2 * 1024 * 1024;
  private static final long WAIT_MILLIS = 100;

  private final SessionGround ground;
  private final Mailbox mailbox;

  CopyIn(SessionGround ground, Mailbox mailbox) {
    this.ground = requireNonNull(ground, "ground is null");
    this.mailbox = requireNonNull(mailbox, "mailbox is null");
  }

  /**
   * Copies rows in.
   *
   * @param isAlone whether the copy is not a part of a greater transaction
   */
  void run(SqlPrepared prepared, CopyDescription terms, Cancellation cancellation, boolean isAlone) {
    Outlet outlet = ground.outlet();
    outlet.writer().copyInResponse(CopyOut.formatOf(terms), terms.columnNames().size());
    outlet.flush();
    Load load = new Load(prepared, terms, cancellation, isAlone);
    load.run();
    ground.sendNotices();
    CommandTags.write(outlet.writer(), COMMAND, load.rowCount);
  }

  /** One copy while it goes on. */
  private final class Load {
    private final SqlPrepared prepared;
    private final CopyDescription terms;
    private final Cancellation cancellation;
    private final boolean isAlone;
    private final CopyReader reader;
    private long rowCount;
    private long committedCount;
    private long batchBytes;
    private long uncommittedBytes;

    Load(SqlPrepared prepared, CopyDescription terms, Cancellation cancellation, boolean isAlone) {
      this.prepared = prepared;
      this.terms = terms;
      this.cancellation = cancellation;
      this.isAlone = isAlone;
      this.reader = CopyReader.of(terms);
    }

    void run() {
      boolean done = false;
      if (isAlone) {
        ground.sql().beginImplicit();
      }
      try {
        readAll();
        reader.end();
        takeRows();
        write();
        done = true;
      } finally {
        if (isAlone && !done) {
          ground.sql().endImplicit();
        }
      }
      if (isAlone) {
        commit();
      }
    }

    private void readAll() {
      while (true) {
        FrontendMessage message = mailbox.poll();
        switch (message) {
          case null -> awaitMore();
          case FrontendMessage.CopyData data -> take(data);
          case FrontendMessage.CopyDone _ -> {
            return;
          }
          case FrontendMessage.CopyFail(String reason) ->
              throw new ColonnadeException(ErrorCode.CANCELED, "COPY from stdin failed: " + reason);
          case FrontendMessage.Flush _, FrontendMessage.Sync _ -> {}
          default -> {
            message.release();
            throw new ColonnadeException(
                ErrorCode.PROTOCOL_VIOLATION,
                "unexpected message during COPY from stdin: " + message.getClass().getSimpleName());
          }
        }
      }
    }

    private void awaitMore() {
      cancellation.check();
      if (mailbox.isClosed()) {
        throw new ColonnadeException(ErrorCode.CANCELED, "the client has gone");
      }
      try {
        mailbox.await(WAIT_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "interrupted while copying", e);
      }
    }

    private void take(FrontendMessage.CopyData data) {
      try {
        batchBytes += data.content().readableBytes();
        reader.feed(data.content());
      } finally {
        data.release();
      }
      takeRows();
    }

    private void takeRows() {
      try {
        while (reader.next()) {
          if (reader.rowCount() == BATCH_ROWS) {
            write();
          }
        }
      } catch (ColonnadeException e) {
        throw new CopyFailure(e, where(reader.place()));
      }
      if (batchBytes >= BATCH_BYTES) {
        write();
      }
    }

    private void write() {
      cancellation.check();
      if (reader.rowCount() > 0) {
        CopyBatch batch = new CopyBatch(reader.take());
        try (SqlResult result = ground.sql().execute(prepared, cancellation, List.of(batch))) {
          rowCount += result.updateCount();
        } catch (ColonnadeException e) {
          throw new CopyFailure(e, where(placeOf(e, batch)));
        }
      }
      uncommittedBytes += batchBytes;
      batchBytes = 0;
      if (isAlone
          && (uncommittedBytes >= COMMIT_BYTES || rowCount - committedCount >= COMMIT_ROWS)) {
        commit();
        ground.sql().beginImplicit();
      }
    }

    private void commit() {
      try {
        ground.sql().endImplicit();
      } catch (ColonnadeException e) {
        // Who has been told of no rows yet is not told where: none of them is there.
        throw committedCount == 0 ? e : new CopyFailure(e, where(reader.place().withoutText()));
      }
      committedCount = rowCount;
      uncommittedBytes = 0;
    }

    /** The place of the row that is wrong, or of the first if it may be any of them. */
    private CopyPlace placeOf(ColonnadeException failure, CopyBatch batch) {
      if (batch.position() >= batch.size()) {
        return reader.place(0).withoutText();
      }
      CopyPlace place = reader.place(batch.position());
      int column = batch.failedColumn();
      if (column != CopyBatch.NO_COLUMN) {
        Object value = batch.row(batch.position())[column];
        return place.of(
            terms.columnNames().get(column), value instanceof String text ? text : null);
      }
      return isOfOtherRows(failure) ? place.withoutText() : place;
    }

    /** Whether the row is wrong only because of others, and its text says nothing of that. */
    private static boolean isOfOtherRows(ColonnadeException failure) {
      return failure.code() == ErrorCode.UNIQUE_VIOLATION
          || failure.code() == ErrorCode.FOREIGN_KEY_VIOLATION;
    }

    private String where(CopyPlace place) {
      String words = "COPY %s, %s".formatted(terms.name(), place);
      return committedCount == 0
          ? words
          : words + "; %d rows before it are committed".formatted(committedCount);
    }
  }
}
