package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

/**
 * Statement that a client has announced and not executed yet: its result is requested by a handle,
 * once.
 *
 * @param text text of the statement
 * @param transaction handle of its transaction; empty for none
 */
public record PendingStatement(String text, String transaction) {
  public PendingStatement {
    requireNonNull(text, "text is null");
    requireNonNull(transaction, "transaction is null");
  }
}
