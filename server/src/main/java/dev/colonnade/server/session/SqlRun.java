package dev.colonnade.server.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.protocol.NamedText;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.session.WireTransactionState;
import dev.colonnade.protocol.sql.RowEncoding;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlExecutionOptions;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlSessionStatus;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.server.net.ErrorResponses;
import dev.colonnade.server.net.Exchange;
import dev.colonnade.server.sql.RowBatch;
import dev.colonnade.server.sql.RowForms;
import dev.colonnade.server.sql.SqlForms;
import dev.colonnade.server.sql.ValueRows;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One request in SQL while it is worked on: what gives it up, how its rows go out, and its answer.
 * A statement's effect decides what the answer is: giving up a request only asks the statement to
 * end.
 */
final class SqlRun {
  /** Bytes after which a page goes out. */
  static final int PAGE_BYTES = 256 * 1024;

  /** Rows after which a page goes out. */
  static final int PAGE_ROWS_MAX = 64 * 1024;

  private final SqlSession sql;
  private final Exchange exchange;
  private final SqlExecutionOptions terms;
  private final Cancellation cancellation = Cancellation.withoutDeadline();
  private final PageCredit credit;

  /** Why the request was given up; null if it was not. Written by the event loop. */
  private volatile @Nullable ErrorCode givenUp;

  /** Called on the event loop, before the work begins. */
  SqlRun(SqlSession sql, Exchange exchange, SqlExecutionOptions terms) {
    this.sql = requireNonNull(sql, "sql is null");
    this.exchange = requireNonNull(exchange, "exchange is null");
    this.terms = requireNonNull(terms, "terms is null");
    this.credit = new PageCredit(exchange, terms.creditPages());
    exchange.onCredit(credit);
    exchange.onStop(credit::stop);
  }

  /** Begins the work, unless the request has been given up before. */
  boolean begin() {
    return exchange.markIrrevocable(
        why -> {
          givenUp = why;
          cancellation.cancel();
          credit.giveUp();
        });
  }

  Cancellation cancellation() {
    return cancellation;
  }

  SqlExecutionOptions terms() {
    return terms;
  }

  /**
   * Sends the rows of a result, all but the last page.
   *
   * @param forms how rows of its columns are written
   * @param announced the shape, if the client does not know it
   * @return the last page
   */
  Page stream(SqlResult result, RowForms forms, Optional<SqlRowDescription> announced) {
    if (result.columns().isEmpty()) {
      return new Page(SqlRows.none(), result.updateCount(), false);
    }
    BatchSource source = result.batches();
    if (source != null) {
      Paging paging = new Paging(forms.batch(), announced);
      return page(result, batches(source, paging), paging.take());
    }
    RowsAhead rows = RowsAhead.read(result, fewRowsMax());
    SqlRows few = few(rows, forms, announced);
    if (few != null) {
      return page(result, few.rowCount(), few);
    }
    Paging paging = new Paging(forms.batch(), announced);
    return page(result, rows(result, rows, paging), paging.take());
  }

  private static Page page(SqlResult result, long rowCount, SqlRows last) {
    return new Page(last, isQuery(result) ? rowCount : result.updateCount(), true);
  }

  /** How many rows are few: not more than a page may have, or the result. */
  private int fewRowsMax() {
    if (terms.shortResultForm() == RowEncoding.BATCH) {
      return 0;
    }
    long rowsMax = terms.rowsMax() == 0 ? ValueRows.ROWS_MAX : terms.rowsMax();
    int pageRowsMax = terms.pageRowsMax() == 0 ? ValueRows.ROWS_MAX : terms.pageRowsMax();
    return (int) Math.min(ValueRows.ROWS_MAX, Math.min(rowsMax, pageRowsMax));
  }

  /** The rows as values, if they are all there are and the client takes them so. */
  private @Nullable SqlRows few(RowsAhead rows, RowForms forms, Optional<SqlRowDescription> announced) {
    List<@Nullable Object[]> all = rows.all();
    if (all == null || all.isEmpty() || terms.shortResultForm() == RowEncoding.BATCH) {
      return null;
    }
    ByteBuf payload = forms.values().write(all, exchange.allocator());
    return payload == null ? null : new SqlRows(announced, RowEncoding.VALUES, all.size(), payload);
  }

  private long rows(SqlResult result, RowsAhead rows, Paging paging) {
    long rowCount = 0;
    for (@Nullable Object[] row = rows.next(); row != null; row = rows.next()) {
      if (terms.rowsMax() > 0 && rowCount == terms.rowsMax()) {
        break;
      }
      paging.sendIfFull();
      if (credit.isStopped()) {
        if (isQuery(result)) {
          break;
        }
        continue; // a change goes on although nobody looks at its rows
      }
      paging.batch.add(row);
      rowCount++;
    }
    return rowCount;
  }

  /** As {@link #rows}, of a query whose rows come in columns. */
  private long batches(BatchSource source, Paging paging) {
    long left = terms.rowsMax() == 0 ? Long.MAX_VALUE : terms.rowsMax();
    long rowCount = 0;
    for (VectorBatch rows = source.next(); rows != null; rows = source.next()) {
      int end = (int) Math.min(rows.rowCount(), left);
      for (int from = 0; from < end; ) {
        paging.sendIfFull();
        if (credit.isStopped()) {
          return rowCount;
        }
        int to = Math.min(paging.endOf(rows, from), end);
        paging.batch.addAll(rows, source.types(), from, to);
        rowCount += to - from;
        from = to;
      }
      left -= end;
      if (left == 0) {
        break;
      }
    }
    return rowCount;
  }

  /** The page that is being made. */
  private final class Paging {
    final RowBatch batch;
    private Optional<SqlRowDescription> head;

    Paging(RowBatch batch, Optional<SqlRowDescription> announced) {
      this.batch = batch;
      this.head = announced;
    }

    void sendIfFull() {
      if (batch.rowCount() >= rowsMax() || batch.byteCount() >= PAGE_BYTES) {
        send(take());
      }
    }

    /** Up to where rows go into this page, which is not full. */
    int endOf(VectorBatch rows, int from) {
      int room = rowsMax() - batch.rowCount();
      return (int) Math.min((long) from + room, batch.endWithin(rows, from, PAGE_BYTES));
    }

    SqlRows take() {
      SqlRows rows = SqlRun.this.take(batch, head);
      head = Optional.empty();
      return rows;
    }

    private int rowsMax() {
      int rowsMax = terms.pageRowsMax() == 0 ? PAGE_ROWS_MAX : terms.pageRowsMax();
      return Math.min(rowsMax, PAGE_ROWS_MAX);
    }
  }

  /** The last rows of a statement, and how many there were or were changed. */
  record Page(SqlRows rows, long rowCount, boolean returnsRows) {
    SqlCompletion completion(String command) {
      return new SqlCompletion(command, returnsRows, rowCount);
    }

    void release() {
      rows.payload().release();
    }
  }

  /** Sends what is not the end of the answer. */
  void send(Response part) {
    exchange.send(part, () -> {});
  }

  private void send(SqlRows rows) {
    try {
      credit.take();
    } catch (InterruptedException interrupted) {
      rows.payload().release();
      Thread.currentThread().interrupt();
      throw new ColonnadeException(
          ErrorCode.SHUTTING_DOWN, "the server is shutting down", interrupted);
    }
    if (givenUp != null) {
      rows.payload().release();
      cancellation.check();
    }
    if (credit.isStopped()) {
      rows.payload().release();
    } else {
      send(new SqlResponse.Page(rows));
    }
  }

  /** The rows of a batch. */
  SqlRows take(RowBatch batch, Optional<SqlRowDescription> announced) {
    int rowCount = batch.rowCount();
    if (rowCount == 0) {
      return new SqlRows(announced, 0, Unpooled.EMPTY_BUFFER);
    }
    ByteBuf payload = batch.take(exchange.allocator(), terms.compression());
    int bytesMax = exchange.payloadBytesMax();
    if (payload.readableBytes() > bytesMax) {
      int bytes = payload.readableBytes();
      payload.release();
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "rows are longer than a frame that client and server take: rows="
              + rowCount
              + " bytes="
              + bytes
              + " max="
              + bytesMax);
    }
    return new SqlRows(announced, rowCount, payload);
  }

  /** Ends the answer well. */
  void end(Page last, String command) {
    exchange.answer(new SqlResponse.End(state(), last.completion(command), last.rows()));
  }

  void answer(Response last) {
    exchange.answer(last);
  }

  SqlSessionStatus state() {
    return new SqlSessionStatus(transaction(), SqlForms.notices(sql.takeNotices()));
  }

  /** Ends the answer with what went wrong. */
  void fail(Throwable failure, List<NamedText> more) {
    Throwable told = failure;
    if (failure instanceof ColonnadeException ours && ours.code() == ErrorCode.CANCELED) {
      told = canceled(ours);
    }
    List<NamedText> fields = new ArrayList<>(SqlForms.fields(failure));
    fields.addAll(more);
    exchange.answer(
        new SqlResponse.Failed(
            ErrorResponses.response(told, SqlForms.detail(failure)), transaction(), fields));
  }

  private ColonnadeException canceled(ColonnadeException failure) {
    ErrorCode why = givenUp;
    if (why == null) {
      return failure;
    }
    return why == ErrorCode.DEADLINE_EXCEEDED
        ? new ColonnadeException(why, "canceling statement due to statement timeout", failure)
        : new ColonnadeException(why, "canceling statement due to user request", failure);
  }

  private WireTransactionState transaction() {
    return SqlForms.transaction(sql.transactionStatus());
  }

  private static boolean isQuery(SqlResult result) {
    return result.command().equals("SELECT");
  }
}
