package dev.colonnade.sql.logical;

import dev.colonnade.sql.vector.VectorType;

/** Allocator of the variables and plan numbers of one statement. One thread. */
public final class Variables {
  private int nextVariable;
  private int nextPlan;

  public Variables() {
    this(0);
  }

  /** Creates an allocator whose numbers start with {@code first}. */
  public Variables(int first) {
    nextVariable = first;
    nextPlan = first;
  }

  /** Returns a new variable. */
  public Variable create(VectorType type, String name) {
    return new Variable(type, nextVariable++, name);
  }

  /** Returns a new variable of the type and name of another. */
  public Variable copyOf(Variable other) {
    return create(other.type(), other.name());
  }

  /** Returns a new number of a common table expression or of a recursion. */
  public int planId() {
    return nextPlan++;
  }
}
