package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.interrupt.InterruptionPoint;
import dev.colonnade.mvcc.txn.Savepoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Queue of the constraint checks that one transaction defers to its commit: violations at the end
 * of a statement, of deferred constraints. One thread.
 *
 * <p>A constraint that was satisfied then needs no second check: a later change of the transaction
 * that violates it adds its own check, and locks block changes by other transactions.
 */
public final class DeferredChecks {
  /** Linked list of deferred checks, the last one first: a savepoint stores one reference. */
  private record Waiting(ConstraintCheck check, @Nullable Waiting before) {}

  private record State(@Nullable Waiting last, ConstraintModes modes) {}

  private static final State NOTHING = new State(null, ConstraintModes.NONE);

  /** States at savepoints, while something may still roll back to these. */
  private final WeakHashMap<Savepoint, State> states = new WeakHashMap<>();

  private State state = NOTHING;

  /** Violations of the changes of a statement so far; null while checks are not collected. */
  private @Nullable Set<ConstraintCheck> collected;

  /** Associates the present state with a savepoint. */
  @SuppressWarnings("ReferenceEquality") // one object for the initial state
  public void savepoint(Savepoint savepoint) {
    if (state != NOTHING) {
      states.put(savepoint, state);
    }
  }

  /** Restores the state at a savepoint. */
  public void rollbackTo(Savepoint savepoint) {
    state = states.getOrDefault(savepoint, NOTHING);
  }

  /**
   * Sets which constraints are deferred, all if none is listed; constraints that no longer are
   * deferred are checked now.
   */
  public void set(Set<ConstraintId> constraints, boolean deferred, CheckContext context) {
    state = new State(state.last(), state.modes().with(constraints, deferred));
    if (!deferred) {
      settle(context, false);
    }
  }

  /** Runs all deferred checks. */
  public void requireAll(CheckContext context) {
    settle(context, true);
  }

  private void settle(CheckContext context, boolean isLast) {
    Deque<ConstraintCheck> inOrder = new ArrayDeque<>();
    for (Waiting one = state.last(); one != null; one = one.before()) {
      inOrder.addFirst(one.check());
    }
    state = new State(null, state.modes());
    int step = 0;
    for (ConstraintCheck check : new LinkedHashSet<>(inOrder)) {
      InterruptionPoint.check(++step);
      if (!isLast && isDeferred(check)) {
        push(check);
      } else {
        require(check.violation(context));
      }
    }
  }

  /** Runs several changes of a statement, and their checks after the last one. */
  public void together(Runnable changes, Supplier<CheckContext> context) {
    Set<ConstraintCheck> violated = new LinkedHashSet<>();
    collected = violated;
    try {
      changes.run();
    } finally {
      collected = null;
    }
    if (!violated.isEmpty()) {
      settle(violated, context.get());
    }
  }

  /** Runs the checks of a statement; defers violations of deferred constraints. */
  void settle(Set<ConstraintCheck> checks, CheckContext context) {
    int step = 0;
    for (ConstraintCheck check : checks) {
      InterruptionPoint.check(++step);
      ColonnadeException violation = check.violation(context);
      if (violation != null && collected != null) {
        collected.add(check);
      } else if (violation != null && isDeferred(check)) {
        push(check);
      } else {
        require(violation);
      }
    }
  }

  private static void require(@Nullable ColonnadeException violation) {
    if (violation != null) {
      throw violation;
    }
  }

  private boolean isDeferred(ConstraintCheck check) {
    return state.modes().isDeferred(check.constraint(), check.timing());
  }

  private void push(ConstraintCheck check) {
    state = new State(new Waiting(check, state.last()), state.modes());
  }
}
