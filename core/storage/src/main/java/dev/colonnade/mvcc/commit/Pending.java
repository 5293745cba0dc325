package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.store.Durability;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Something that waits for the leader. First {@linkplain #succeed} or {@linkplain #fail}, which the
 * leader calls exactly once, then {@linkplain #complete}, which tells whoever waits.
 *
 * @param <T> what it results in
 */
abstract sealed class Pending<T> {
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private @Nullable T result;
  private @Nullable ColonnadeException failure;

  CompletableFuture<T> future() {
    return future;
  }

  /** Waits for the outcome, whatever interrupts: it would be unknown otherwise. */
  T await() {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Whether strangers' code may hang on the future. */
  abstract boolean isAsync();

  void succeed(T value) {
    assert !isSettled() : "settled twice";
    result = value;
  }

  /** Fails with an exception of its own, so that those who fail together share no stack trace. */
  void fail(ColonnadeException cause) {
    assert !isSettled() : "settled twice";
    failure =
        new ColonnadeException(cause.code(), requireNonNullElse(cause.getMessage(), ""), cause);
  }

  boolean hasFailed() {
    return failure != null;
  }

  boolean isSettled() {
    return result != null || failure != null;
  }

  void complete() {
    assert isSettled() : "not settled";
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(result);
    }
  }

  /** A batch. */
  static final class OfCommit extends Pending<CommitResult> {
    private final Evaluation evaluation;
    private final Durability durability;
    private final WriteAdmission.Ticket ticket;
    private final boolean async;

    OfCommit(
        Evaluation evaluation, Durability durability, WriteAdmission.Ticket ticket, boolean async) {
      this.evaluation = evaluation;
      this.durability = durability;
      this.ticket = ticket;
      this.async = async;
    }

    Evaluation evaluation() {
      return evaluation;
    }

    /** Throws if the batch may not join a group after all. */
    void checkAdmission() {
      ticket.check();
    }

    Durability durability() {
      return durability;
    }

    @Override
    boolean isAsync() {
      return async;
    }

    @Override
    void complete() {
      try {
        ticket.leave();
      } finally {
        super.complete();
      }
    }
  }

  /** An exclusive command; its caller waits. */
  static final class OfCommand<R> extends Pending<R> {
    private final ExclusiveCommand<R> command;

    OfCommand(ExclusiveCommand<R> command) {
      this.command = command;
    }

    @Override
    boolean isAsync() {
      return false;
    }

    R run(ExclusiveContext context) {
      return command.run(context);
    }
  }
}
