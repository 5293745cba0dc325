package dev.colonnade.engine.rule;

import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.mvcc.txn.Savepoint;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one transaction has to look at again before it commits: what was wrong at the end of a
 * statement, of constraints that wait. One thread.
 *
 * <p>What was right then needs no second look: who makes it wrong afterwards is checked for that,
 * and others are held off by locks.
 */
public final class DeferredChecks {
  /** The checks that wait, the last one first: what a savepoint keeps of them is one reference. */
  private record Waiting(ConstraintCheck check, @Nullable Waiting before) {}

  private record State(@Nullable Waiting last, ConstraintModes modes) {}

  private static final State NOTHING = new State(null, ConstraintModes.NONE);

  private final IdentityHashMap<Savepoint, State> states = new IdentityHashMap<>();
  private State state = NOTHING;

  /** This moment belongs to a savepoint. */
  @SuppressWarnings("ReferenceEquality") // one object where nothing was ever said
  public void keptAt(Savepoint savepoint) {
    if (state != NOTHING) {
      states.put(savepoint, state);
    }
  }

  /** Goes back to a savepoint. */
  public void rollbackTo(Savepoint savepoint) {
    state = states.getOrDefault(savepoint, NOTHING);
  }

  /** Says which constraints wait from now on, all if none is given; others are checked now. */
  public void set(Set<ConstraintId> constraints, boolean deferred, CheckGround ground) {
    state = new State(state.last(), state.modes().with(constraints, deferred));
    if (!deferred) {
      settle(ground, false);
    }
  }

  /** Checks everything that has waited. */
  public void requireAll(CheckGround ground) {
    settle(ground, true);
  }

  private void settle(CheckGround ground, boolean isLast) {
    Deque<ConstraintCheck> inOrder = new ArrayDeque<>();
    for (Waiting one = state.last(); one != null; one = one.before()) {
      inOrder.addFirst(one.check());
    }
    state = new State(null, state.modes());
    for (ConstraintCheck check : new LinkedHashSet<>(inOrder)) {
      if (!isLast && waits(check)) {
        push(check);
      } else {
        require(check.violation(ground));
      }
    }
  }

  /** Checks what a statement has put in question. What is wrong and may wait, waits. */
  void settle(Set<ConstraintCheck> checks, CheckGround ground) {
    for (ConstraintCheck check : checks) {
      ColonnadeException violation = check.violation(ground);
      if (violation != null && waits(check)) {
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

  private boolean waits(ConstraintCheck check) {
    return state.modes().waits(check.constraint(), check.timing());
  }

  private void push(ConstraintCheck check) {
    state = new State(new Waiting(check, state.last()), state.modes());
  }
}
