package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Statement that a client has announced, and whose result it requests by a handle, once.
 *
 * @param text text of the statement
 * @param transaction handle of its transaction; empty for none
 * @param completed result of a statement that is executed already; null for one that is executed
 *     when its result is requested
 */
public record PendingStatement(
    String text, String transaction, @Nullable CompletedResult completed) {
  public PendingStatement {
    requireNonNull(text, "text is null");
    requireNonNull(transaction, "transaction is null");
  }
}
