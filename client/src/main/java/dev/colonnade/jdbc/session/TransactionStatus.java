package dev.colonnade.jdbc.session;

import dev.colonnade.protocol.session.WireTransactionState;
import java.sql.SQLException;

/** State of the transaction block of a connection, which {@code Connection.unwrap} returns. */
public interface TransactionStatus {
  /** Returns the state after the last response of the server. */
  WireTransactionState transactionState() throws SQLException;
}
