package dev.colonnade.sql.function.interrupt;

import static java.util.Objects.requireNonNull;

import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.scan.request.Cancellation;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cancellation of the statement that the current thread evaluates. A session binds it once for each
 * call into a statement; functions that loop {@linkplain #check() check} it at intervals.
 *
 * <p>Bindings nest: a statement that reads a cursor is canceled by its own cancellation and by that
 * of the cursor's query. A thread without a binding is never interrupted; threads that evaluate
 * parts of a statement bind the statement's cancellation themselves.
 */
public final class Interruption {
  /** Number of steps of a loop between two checks; a power of two. */
  public static final int STEPS = InterruptionPoint.STEPS;

  private static final ScopedValue<Binding> CURRENT = ScopedValue.newInstance();

  /**
   * Cancellation bound to a thread, with the binding that encloses it.
   *
   * @param retained values that functions retain until the binding ends, by their type
   */
  private record Binding(
      Cancellation cancellation, @Nullable Binding outer, Map<Class<?>, Object> retained) {
    void check() {
      for (Binding each = this; each != null; each = each.outer) {
        each.cancellation.check();
      }
    }
  }

  private Interruption() {}

  /**
   * Throws CANCELED or DEADLINE_EXCEEDED if the running statement is canceled or its deadline has
   * passed.
   */
  public static void check() {
    InterruptionPoint.check();
  }

  /** Variant of {@link #check()} for loops: checks at every step that {@link #STEPS} divides. */
  public static void check(int step) {
    if ((step & (STEPS - 1)) == 0) {
      check();
    }
  }

  /** Returns the cancellation of the running statement; without a deadline if none is bound. */
  public static Cancellation current() {
    return CURRENT.isBound() ? CURRENT.get().cancellation() : Cancellation.withoutDeadline();
  }

  /**
   * Returns the value of a type that the current thread retains for the running statement, created
   * at the first call; a new one if no statement is bound.
   */
  public static <T> T retained(Class<T> type, Supplier<T> creation) {
    return CURRENT.isBound()
        ? type.cast(CURRENT.get().retained().computeIfAbsent(type, _ -> creation.get()))
        : creation.get();
  }

  /** Returns the result of {@code work}, which {@code cancellation} interrupts. */
  public static <T extends @Nullable Object> T call(Cancellation cancellation, Supplier<T> work) {
    requireNonNull(cancellation, "cancellation is null");
    Binding outer = CURRENT.isBound() ? CURRENT.get() : null;
    return outer != null && outer.cancellation() == cancellation
        ? work.get()
        : bound(new Binding(cancellation, outer, new HashMap<>()), work);
  }

  private static <T extends @Nullable Object> T bound(Binding binding, Supplier<T> work) {
    return ScopedValue.where(CURRENT, binding)
        .call(() -> InterruptionPoint.call(binding::check, work));
  }

  /** Runs {@code work}, which {@code cancellation} interrupts. */
  public static void run(Cancellation cancellation, Runnable work) {
    call(
        cancellation,
        () -> {
          work.run();
          return null;
        });
  }
}
