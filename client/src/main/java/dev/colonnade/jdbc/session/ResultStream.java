package dev.colonnade.jdbc.session;

import dev.colonnade.jdbc.wire.ConnectionException;
import dev.colonnade.jdbc.wire.ResponseStream;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlNoticeInfo;
import dev.colonnade.protocol.sql.SqlRowDescription;
import dev.colonnade.protocol.sql.SqlRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Stream of the results of one request, in order, each with its rows as they arrive. */
public final class ResultStream {
  private final ResponseStream reply;
  private final SqlRowDescription preparedShape;
  private final boolean isOnly;
  private final boolean mayChange;
  private final List<SqlNoticeInfo> notices = new ArrayList<>();

  private SqlRowDescription shape;
  private @Nullable SqlRows pending;
  private @Nullable SqlCompletion completion;
  private boolean isLast;

  /**
   * Creates a stream before the first result.
   *
   * @param preparedShape the shape of the rows if the response does not contain one
   * @param isOnly whether the request was a single statement
   * @param mayChange whether the request may change rows
   */
  public ResultStream(
      ResponseStream reply, SqlRowDescription preparedShape, boolean isOnly, boolean mayChange) {
    this.reply = reply;
    this.preparedShape = preparedShape;
    this.isOnly = isOnly;
    this.mayChange = mayChange;
    this.shape = preparedShape;
  }

  /** Returns the id of the protocol stream, by which the request can be canceled. */
  public int stream() {
    return reply.stream();
  }

  /**
   * Returns whether the request may change rows, so that its outcome is open without a response.
   */
  public boolean mayChange() {
    return mayChange;
  }

  /** Skips the rest of the current result and moves to the next; returns false if there is none. */
  public boolean advance() throws ConnectionException {
    while (completion == null && pending != null) {
      pending = nextRows();
    }
    if (isLast) {
      return false;
    }
    shape = preparedShape;
    completion = null;
    pending = accept(reply.next());
    return true;
  }

  /** Returns whether the current result is a set of rows, which may be empty. */
  public boolean returnsRows() {
    SqlCompletion ended = completion;
    return ended == null || ended.returnsRows();
  }

  /**
   * Returns the number of rows that the current result's statement changed; 0 until it has ended.
   */
  public long rowCount() {
    SqlCompletion ended = completion;
    return ended == null ? 0 : ended.rowCount();
  }

  /** Returns the command tag of the current result's statement; empty until it has ended. */
  public String command() {
    SqlCompletion ended = completion;
    return ended == null ? "" : ended.command();
  }

  public SqlRowDescription shape() {
    return shape;
  }

  /** Returns the next rows of the current result, at least one; null after the last. */
  public @Nullable SqlRows nextRows() throws ConnectionException {
    SqlRows rows = pending;
    pending = null;
    if (rows == null && completion == null) {
      rows = accept(reply.next());
    }
    while (rows != null && rows.rowCount() == 0 && completion == null) {
      rows = accept(reply.next());
    }
    return rows == null || rows.rowCount() == 0 ? null : rows;
  }

  /** Returns whether the whole response has been received. */
  public boolean isComplete() {
    return reply.isComplete();
  }

  /**
   * Discards the rest of the current result. If the request was a single statement, the server is
   * requested to stop it.
   */
  public void skip() throws ConnectionException {
    if (completion == null && isOnly) {
      abandon();
    }
  }

  /** Requests the server to stop and discards the rest of the response. */
  public void abandon() throws ConnectionException {
    pending = null;
    isLast = true;
    reply.abandon();
  }

  /** Returns and removes the notices and warnings that have arrived since the last call. */
  public List<SqlNoticeInfo> drainNotices() {
    List<SqlNoticeInfo> drained = List.copyOf(notices);
    notices.clear();
    return drained;
  }

  private SqlRows accept(Response response) {
    SqlRows rows;
    if (response instanceof SqlResponse.Page page) {
      rows = page.rows();
    } else if (response instanceof SqlResponse.Done done) {
      completion = done.completion();
      rows = done.rows();
    } else if (response instanceof SqlResponse.End end) {
      completion = end.completion();
      isLast = true;
      notices.addAll(end.state().notices());
      rows = end.rows();
    } else {
      throw new IllegalStateException(
          "unexpected response to a statement: type=" + response.type());
    }
    rows.shape().ifPresent(named -> shape = named);
    return rows;
  }
}
