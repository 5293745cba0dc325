package dev.colonnade.jdbc;

import dev.colonnade.jdbc.wire.LinkException;
import dev.colonnade.jdbc.wire.SqlReply;
import dev.colonnade.protocol.response.Response;
import dev.colonnade.protocol.response.SqlResponse;
import dev.colonnade.protocol.sql.SqlCompletion;
import dev.colonnade.protocol.sql.SqlNoticeInfo;
import dev.colonnade.protocol.sql.SqlRows;
import dev.colonnade.protocol.sql.SqlShape;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of one request, one after the other, each with its rows as they come. */
final class ResultStream {
  private final SqlReply reply;
  private final SqlShape known;
  private final boolean isOnly;
  private final List<SqlNoticeInfo> notices = new ArrayList<>();

  private SqlShape shape;
  private @Nullable SqlRows pending;
  private @Nullable SqlCompletion completion;
  private boolean isLast;

  /**
   * @param known the shape of the rows where the answer does not name one
   * @param isOnly whether it is the answer to a single statement
   */
  ResultStream(SqlReply reply, SqlShape known, boolean isOnly) {
    this.reply = reply;
    this.known = known;
    this.isOnly = isOnly;
    this.shape = known;
  }

  /** Stands for the request when it is to be canceled. */
  int stream() {
    return reply.stream();
  }

  /** Goes to the next result, past what is left of this one; false if there is none. */
  boolean advance() throws LinkException {
    while (completion == null && pending != null) {
      pending = nextRows();
    }
    if (isLast) {
      return false;
    }
    shape = known;
    completion = null;
    pending = take(reply.next());
    return true;
  }

  /** Whether the current result has rows, be they none. */
  boolean returnsRows() {
    SqlCompletion ended = completion;
    return ended == null || ended.returnsRows();
  }

  /** How many rows the current result's statement changed, once it has ended. */
  long rowCount() {
    SqlCompletion ended = completion;
    return ended == null ? 0 : ended.rowCount();
  }

  /** What the current result's statement did, once it has ended. */
  String command() {
    SqlCompletion ended = completion;
    return ended == null ? "" : ended.command();
  }

  SqlShape shape() {
    return shape;
  }

  /** The next rows of the current result; null after the last. */
  @Nullable SqlRows nextRows() throws LinkException {
    SqlRows rows = pending;
    pending = null;
    if (rows == null && completion == null) {
      rows = take(reply.next());
    }
    while (rows != null && rows.rowCount() == 0 && completion == null) {
      rows = take(reply.next());
    }
    return rows == null || rows.rowCount() == 0 ? null : rows;
  }

  /** Whether nothing more has to be received. */
  boolean isWhole() {
    return reply.isWhole();
  }

  /**
   * Lets go of the rest of the current result: if it is the last one the server is told to stop.
   */
  void skip() throws LinkException {
    if (completion == null && isOnly) {
      abandon();
    }
  }

  /** Lets go of what is still to come. */
  void abandon() throws LinkException {
    pending = null;
    isLast = true;
    reply.abandon();
  }

  /** What statements said without failing, since this was asked last. */
  List<SqlNoticeInfo> takeNotices() {
    List<SqlNoticeInfo> taken = List.copyOf(notices);
    notices.clear();
    return taken;
  }

  private SqlRows take(Response response) {
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
      throw new IllegalStateException("not an answer to a statement: type=" + response.type());
    }
    rows.shape().ifPresent(named -> shape = named);
    return rows;
  }
}
