package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** What the end of a request says of its session. */
public record SqlState(TransactionState transaction, List<SqlNoticeInfo> notices) {
  public SqlState {
    requireNonNull(transaction, "transaction is null");
    notices = List.copyOf(notices);
  }
}
