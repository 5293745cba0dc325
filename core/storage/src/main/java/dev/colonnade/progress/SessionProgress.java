package dev.colonnade.progress;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Progress of the command that a session executes, if it is one that takes long. The thread of the
 * session begins and ends commands, any thread reads. Work far below the session, as the build of
 * an index, finds it by a binding to the thread; without one, its reports are seen by no reader.
 */
public final class SessionProgress {
  private static final ScopedValue<SessionProgress> BOUND = ScopedValue.newInstance();

  private final AtomicReference<@Nullable CommandProgress> command = new AtomicReference<>();

  /** Returns the progress that is bound to the thread; an unused one if none is. */
  public static SessionProgress current() {
    return BOUND.isBound() ? BOUND.get() : new SessionProgress();
  }

  /** Runs {@code work}, during which this progress is bound to the thread. */
  public void run(Runnable work) {
    ScopedValue.where(BOUND, this).run(work);
  }

  /** Returns the result of {@code work}, during which this progress is bound to the thread. */
  public <T extends @Nullable Object> T call(Supplier<T> work) {
    return ScopedValue.where(BOUND, this).call(work::get);
  }

  /** Begins to report a command without a table, which the caller closes at its end. */
  public CommandProgress begin(ProgressCommand kind) {
    return begin(kind, CommandProgress.NO_ID);
  }

  /** Begins to report a command on a table, which the caller closes at its end. */
  public CommandProgress begin(ProgressCommand kind, int tableId) {
    return begin(kind, tableId, CommandProgress.NO_ID);
  }

  /** Begins to report a command on an index, which the caller closes at its end. */
  public CommandProgress begin(ProgressCommand kind, int tableId, int indexId) {
    CommandProgress begun = new CommandProgress(command, kind, tableId, indexId);
    command.set(begun);
    return begun;
  }

  /** Returns the progress of the running command; null if none is reported. */
  public @Nullable CommandProgress command() {
    return command.get();
  }
}
