package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.session.WireTransactionState;
import java.util.List;

/** Session state and notices at the end of a request. */
public record SqlSessionStatus(WireTransactionState transaction, List<SqlNoticeInfo> notices) {
  public SqlSessionStatus {
    requireNonNull(transaction, "transaction is null");
    notices = List.copyOf(notices);
  }
}
