package dev.colonnade.sql.optimize.physical.expression;

import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.logical.Variable;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Variables of enclosing rows that a plan can read. One thread. */
public final class OuterScopes {
  private Map<Variable, OuterReference> visible = Map.of();
  private int lastId;

  /** Returns a new number of an operator or subquery that supplies a row. */
  public int nextId() {
    return ++lastId;
  }

  /** Returns the reference to a variable; null if no enclosing row has it. */
  public @Nullable OuterReference find(Variable variable) {
    return visible.get(variable);
  }

  /** Variables before others were added. */
  public static final class Before {
    private final Map<Variable, OuterReference> visible;

    private Before(Map<Variable, OuterReference> visible) {
      this.visible = visible;
    }
  }

  /** Adds variables; the caller passes what this returns to {@link #leave}. */
  public Before enter(Map<Variable, OuterReference> added) {
    Before before = new Before(visible);
    Map<Variable, OuterReference> all = new HashMap<>(visible);
    all.putAll(added);
    visible = all;
    return before;
  }

  /** Removes the variables that were added. */
  public void leave(Before before) {
    visible = before.visible;
  }
}
