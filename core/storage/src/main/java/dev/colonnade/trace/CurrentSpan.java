package dev.colonnade.trace;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Span that is bound to a thread, by which work far below a statement, as its commit, finds it.
 * Nothing is bound while nothing is recorded.
 */
public final class CurrentSpan {
  private static final ScopedValue<Span> BOUND = ScopedValue.newInstance();

  private CurrentSpan() {}

  /** Starts a child of the span that is bound to the thread; null if there is none. */
  public static @Nullable Span child(String name) {
    return BOUND.isBound() ? BOUND.get().child(name) : null;
  }

  /** Returns the result of {@code work}, during which the span, if any, is bound to the thread. */
  public static <T extends @Nullable Object> T call(@Nullable Span span, Supplier<T> work) {
    return span == null ? work.get() : ScopedValue.where(BOUND, span).call(work::get);
  }

  /** Runs {@code work}, during which the span, if any, is bound to the thread. */
  public static void run(@Nullable Span span, Runnable work) {
    if (span == null) {
      work.run();
    } else {
      ScopedValue.where(BOUND, span).run(work);
    }
  }
}
