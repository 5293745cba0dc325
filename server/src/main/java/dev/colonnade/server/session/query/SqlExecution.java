package dev.colonnade.server.session.query;

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
import dev.colonnade.server.sql.ArrowBatchBuilder;
import dev.colonnade.server.sql.ResultEncoding;
import dev.colonnade.server.sql.SqlTranslator;
import dev.colonnade.server.sql.TaggedRowEncoder;
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
 * Execution of one SQL request: cancellation, paging of its rows, and its final response. The
 * outcome of the statement determines the response: cancellation only requests that the statement
 * end.
 */
final class SqlExecution {
  /** Size at which a page is sent, in bytes. */
  static final int PAGE_BYTES = 256 * 1024;

  /** Number of rows at which a page is sent. */
  static final int PAGE_ROWS_MAX = 64 * 1024;

  private final SqlSession sql;
  private final Exchange exchange;
  private final SqlExecutionOptions terms;
  private final Cancellation cancellation = Cancellation.withoutDeadline();
  private final PageCredit credit;

  /** Reason of the cancellation; null if the request is not canceled. Written by the event loop. */
  private volatile @Nullable ErrorCode cancelReason;

  /** Creates an execution. Called on the event loop, before {@link #begin}. */
  SqlExecution(SqlSession sql, Exchange exchange, SqlExecutionOptions terms) {
    this.sql = requireNonNull(sql, "sql is null");
    this.exchange = requireNonNull(exchange, "exchange is null");
    this.terms = requireNonNull(terms, "terms is null");
    this.credit = new PageCredit(exchange, terms.creditPages());
    exchange.onCredit(credit);
    exchange.onStop(credit::stop);
  }

  /** Starts the execution; returns false if the request is canceled already. */
  boolean begin() {
    return exchange.markIrrevocable(
        reason -> {
          cancelReason = reason;
          cancellation.cancel();
          credit.cancel();
        });
  }

  public Cancellation cancellation() {
    return cancellation;
  }

  SqlExecutionOptions terms() {
    return terms;
  }

  /**
   * Sends all pages of a result but the last.
   *
   * @param encoding encoding of the rows
   * @param announced description of the rows if the client does not know it
   * @return the last page
   */
  public Page stream(
      SqlResult result, ResultEncoding encoding, Optional<SqlRowDescription> announced) {
    if (result.columns().isEmpty()) {
      return new Page(SqlRows.none(), result.updateCount(), false);
    }
    BatchSource source = result.batches();
    if (source != null) {
      Paging paging = new Paging(encoding.batch(), announced);
      return page(result, batches(source, paging), paging.take());
    }
    RowLookahead rows = RowLookahead.read(result, shortResultRowsMax());
    SqlRows shortResult = shortResult(rows, encoding, announced);
    if (shortResult != null) {
      return page(result, shortResult.rowCount(), shortResult);
    }
    Paging paging = new Paging(encoding.batch(), announced);
    return page(result, rows(result, rows, paging), paging.take());
  }

  private static Page page(SqlResult result, long rowCount, SqlRows last) {
    return new Page(last, isQuery(result) ? rowCount : result.updateCount(), true);
  }

  /** Returns the maximum number of rows of a short result, within the limits of page and result. */
  private int shortResultRowsMax() {
    if (terms.shortResultForm() == RowEncoding.BATCH) {
      return 0;
    }
    long rowsMax = terms.rowsMax() == 0 ? TaggedRowEncoder.ROWS_MAX : terms.rowsMax();
    int pageRowsMax = terms.pageRowsMax() == 0 ? TaggedRowEncoder.ROWS_MAX : terms.pageRowsMax();
    return (int) Math.min(TaggedRowEncoder.ROWS_MAX, Math.min(rowsMax, pageRowsMax));
  }

  /**
   * Returns the rows as tagged values; null if the result is long or the client requests a batch.
   */
  private @Nullable SqlRows shortResult(
      RowLookahead rows, ResultEncoding encoding, Optional<SqlRowDescription> announced) {
    List<@Nullable Object[]> all = rows.all();
    if (all == null || all.isEmpty() || terms.shortResultForm() == RowEncoding.BATCH) {
      return null;
    }
    ByteBuf payload = encoding.values().write(all, exchange.allocator());
    return payload == null ? null : new SqlRows(announced, RowEncoding.VALUES, all.size(), payload);
  }

  private long rows(SqlResult result, RowLookahead rows, Paging paging) {
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
        continue; // a DML statement runs to its end although its rows are not sent
      }
      paging.batch.add(row);
      rowCount++;
    }
    return rowCount;
  }

  /** Variant of {@link #rows} for a query that returns vector batches. */
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

  /** Page in progress. */
  private final class Paging {
    final ArrowBatchBuilder batch;
    private Optional<SqlRowDescription> head;

    Paging(ArrowBatchBuilder batch, Optional<SqlRowDescription> announced) {
      this.batch = batch;
      this.head = announced;
    }

    void sendIfFull() {
      if (batch.rowCount() >= rowsMax() || batch.byteCount() >= PAGE_BYTES) {
        send(take());
      }
    }

    /** Returns the end of the rows from {@code from} on that fit into this page. */
    int endOf(VectorBatch rows, int from) {
      int capacity = rowsMax() - batch.rowCount();
      return (int) Math.min((long) from + capacity, batch.endWithin(rows, from, PAGE_BYTES));
    }

    SqlRows take() {
      SqlRows rows = SqlExecution.this.take(batch, head);
      head = Optional.empty();
      return rows;
    }

    private int rowsMax() {
      int rowsMax = terms.pageRowsMax() == 0 ? PAGE_ROWS_MAX : terms.pageRowsMax();
      return Math.min(rowsMax, PAGE_ROWS_MAX);
    }
  }

  /** Last page of a statement, with the number of all rows that were returned or changed. */
  public record Page(SqlRows rows, long rowCount, boolean returnsRows) {
    SqlCompletion completion(String command) {
      return new SqlCompletion(command, returnsRows, rowCount);
    }

    public void release() {
      rows.payload().release();
    }
  }

  /** Sends a response part before the final response. */
  public void send(Response part) {
    exchange.send(part, () -> {});
  }

  private void send(SqlRows rows) {
    try {
      credit.acquire();
    } catch (InterruptedException interrupted) {
      rows.payload().release();
      Thread.currentThread().interrupt();
      throw new ColonnadeException(
          ErrorCode.SHUTTING_DOWN, "the server is shutting down", interrupted);
    }
    if (cancelReason != null) {
      rows.payload().release();
      cancellation.check();
    }
    if (credit.isStopped()) {
      rows.payload().release();
    } else {
      send(new SqlResponse.Page(rows));
    }
  }

  /** Encodes the rows of a batch; throws LIMIT_EXCEEDED if they exceed the frame length. */
  public SqlRows take(ArrowBatchBuilder batch, Optional<SqlRowDescription> announced) {
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
          "rows exceed the frame length that client and server accept: rows="
              + rowCount
              + " bytes="
              + bytes
              + " max="
              + bytesMax);
    }
    return new SqlRows(announced, rowCount, payload);
  }

  /** Sends the final response of a successful statement. */
  public void end(Page last, String command) {
    exchange.answer(new SqlResponse.End(state(), last.completion(command), last.rows()));
  }

  public void answer(Response last) {
    exchange.answer(last);
  }

  SqlSessionStatus state() {
    return new SqlSessionStatus(transaction(), SqlTranslator.notices(sql.takeNotices()));
  }

  /** Sends the final response of a failed statement. */
  public void fail(Throwable failure, List<NamedText> more) {
    Throwable reported = failure;
    if (failure instanceof ColonnadeException exception && exception.code() == ErrorCode.CANCELED) {
      reported = canceled(exception);
    }
    List<NamedText> fields = new ArrayList<>(SqlTranslator.fields(failure));
    fields.addAll(more);
    exchange.answer(
        new SqlResponse.Failed(
            ErrorResponses.response(reported, SqlTranslator.detail(failure)),
            transaction(),
            fields));
  }

  private ColonnadeException canceled(ColonnadeException failure) {
    ErrorCode reason = cancelReason;
    if (reason == null) {
      return failure;
    }
    return reason == ErrorCode.DEADLINE_EXCEEDED
        ? new ColonnadeException(reason, "canceling statement due to statement timeout", failure)
        : new ColonnadeException(reason, "canceling statement due to user request", failure);
  }

  private WireTransactionState transaction() {
    return SqlTranslator.transaction(sql.transactionStatus());
  }

  private static boolean isQuery(SqlResult result) {
    return result.command().equals("SELECT");
  }
}
