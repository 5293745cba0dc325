package dev.colonnade.interrupt;

import static java.util.Objects.requireNonNull;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Check that is bound to a thread, and that loops of unknown length call at intervals. It throws if
 * the work of the thread is canceled. A thread without a binding is never interrupted.
 */
public final class InterruptionPoint {
  /** Number of steps of a loop between two checks; a power of two. */
  public static final int STEPS = 1024;

  /** Number of bytes or characters that are copied or converted between two checks. */
  public static final int PIECE = 1 << 20;

  /** Check of work that is never interrupted. */
  public static final Runnable NONE = () -> {};

  private static final ScopedValue<Runnable> CHECK = ScopedValue.newInstance();

  private InterruptionPoint() {}

  /** Calls the check that is bound to the thread, if there is one. */
  public static void check() {
    if (CHECK.isBound()) {
      CHECK.get().run();
    }
  }

  /** Variant of {@link #check()} for loops: checks at every step that {@link #STEPS} divides. */
  public static void check(int step) {
    if ((step & (STEPS - 1)) == 0) {
      check();
    }
  }

  /** Returns the check that is bound to the thread, for other threads; {@link #NONE} if none is. */
  public static Runnable current() {
    return CHECK.orElse(NONE);
  }

  /** Runs {@code work}, during which {@code check} is bound to the thread. */
  public static void run(Runnable check, Runnable work) {
    ScopedValue.where(CHECK, requireNonNull(check, "check is null")).run(work);
  }

  /**
   * Runs work that is not interrupted, because its effect cannot be undone, or because it is not
   * that of the canceled statement.
   */
  public static void runToItsEnd(Runnable work) {
    if (CHECK.isBound()) {
      run(NONE, work);
    } else {
      work.run();
    }
  }

  /** Returns the result of {@code work}, during which {@code check} is bound to the thread. */
  public static <T extends @Nullable Object> T call(Runnable check, Supplier<T> work) {
    return ScopedValue.where(CHECK, requireNonNull(check, "check is null")).call(work::get);
  }
}
