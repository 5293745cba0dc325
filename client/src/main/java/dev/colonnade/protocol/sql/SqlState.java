package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import java.util.List;

/** Session state and notices at the end of a request. */
public record SqlState(TransactionState transaction, List<SqlNoticeInfo> notices) {
  public SqlState {
    requireNonNull(transaction, "transaction is null");
    notices = List.copyOf(notices);
  }
}
