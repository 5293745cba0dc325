package dev.colonnade.mvcc.commit;

import static java.util.Objects.requireNonNullElse;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.WriteAdmission;
import dev.colonnade.mvcc.commit.trace.CommitTrace;
import dev.colonnade.store.Durability;
import dev.colonnade.store.TableFileWriter;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Queued request of the commit pipeline: a batch or an exclusive command. The leader first calls
 * {@linkplain #succeed} or {@linkplain #fail} exactly once, and then {@linkplain #complete}, which
 * notifies the waiting caller.
 *
 * @param <T> result type
 */
abstract sealed class PipelineRequest<T> {
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private final @Nullable CommitTrace trace;
  private @Nullable T result;
  private @Nullable ColonnadeException failure;

  /**
   * Creates a request.
   *
   * @param trace null if it is not traced
   */
  PipelineRequest(@Nullable CommitTrace trace) {
    this.trace = trace;
  }

  /** Returns the trace of the request; null if it is not traced. */
  final @Nullable CommitTrace trace() {
    return trace;
  }

  CompletableFuture<T> future() {
    return future;
  }

  /** Waits for the outcome, ignoring interrupts: the outcome would be unknown otherwise. */
  public T await() {
    try {
      return future.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColonnadeException cause) {
        throw cause;
      }
      throw e;
    }
  }

  /** Returns whether callbacks of the caller may depend on the future. */
  abstract boolean isAsync();

  void succeed(T value) {
    assert !isSettled() : "settled twice";
    result = value;
  }

  /**
   * Fails with a new exception, so that requests which fail together do not share a stack trace.
   */
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

  public void complete() {
    assert isSettled() : "not settled";
    if (trace != null) {
      trace.end(failure == null ? null : failure.code().sqlState());
    }
    if (failure != null) {
      future.completeExceptionally(failure);
    } else {
      future.complete(result);
    }
  }

  /** Commit of a batch. */
  static final class OfCommit extends PipelineRequest<CommitResult> {
    private final Evaluation evaluation;
    private final Durability durability;
    private final WriteAdmission.Ticket ticket;
    private final boolean async;

    OfCommit(
        Evaluation evaluation, Durability durability, WriteAdmission.Ticket ticket, boolean async) {
      super(CommitTrace.begin());
      this.evaluation = evaluation;
      this.durability = durability;
      this.ticket = ticket;
      this.async = async;
    }

    Evaluation evaluation() {
      return evaluation;
    }

    /** Throws if admission control refuses the batch after all. */
    void checkAdmission() {
      ticket.check();
    }

    public Durability durability() {
      return durability;
    }

    @Override
    boolean isAsync() {
      return async;
    }

    @Override
    public void complete() {
      try {
        ticket.leave();
      } finally {
        super.complete();
      }
    }
  }

  /** Sequence of writes of the leader. */
  static final class OfSteps<R> extends PipelineRequest<R> {
    private final LeaderSteps<R> steps;
    private final boolean async;

    OfSteps(LeaderSteps<R> steps, boolean async) {
      super(CommitTrace.begin());
      this.steps = steps;
      this.async = async;
    }

    @Override
    boolean isAsync() {
      return async;
    }

    R run(LeaderSteps.Writer writer) {
      return steps.run(writer);
    }
  }

  /** Exclusive command, whose caller waits. */
  static final class OfCommand<R> extends PipelineRequest<R> {
    private final ExclusiveCommand<R> command;

    OfCommand(ExclusiveCommand<R> command) {
      super(null);
      this.command = command;
    }

    @Override
    boolean isAsync() {
      return false;
    }

    public R run(ExclusiveContext context) {
      return command.run(context);
    }
  }

  /**
   * Sequence of writes that the leader executes with no other commit in between.
   *
   * @param <T> result type
   */
  @FunctionalInterface
  interface LeaderSteps<T> {
    /** Executes the sequence. Called by the leader. */
    T run(Writer writer);

    /** Interface of the sequence to the leader. */
    interface Writer {
      /**
       * Executes a command and writes its batch.
       *
       * @throws dev.colonnade.error.ColonnadeException the failure of the command or of the write;
       *     COMMIT_UNKNOWN if the batch may have been written
       */
      <R> R step(Function<CommandContext, R> command);

      /**
       * Adds a finished table file to the store.
       *
       * @throws dev.colonnade.error.ColonnadeException if that fails; parts of the file may be in
       *     the store
       */
      void ingest(TableFileWriter file);

      /** Returns whether the outcome of a write is unknown, so that nothing may be written. */
      boolean isBroken();

      /**
       * Undoes the unfinished commit in the store. If that fails, it is repeated before the next
       * write, which fails as long as this does.
       */
      void undo();
    }
  }
}
