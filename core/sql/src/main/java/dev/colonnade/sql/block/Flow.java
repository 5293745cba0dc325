package dev.colonnade.sql.block;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * How a block goes on behind a step.
 *
 * @param label of the block or loop that is meant; null for the innermost loop
 */
record Flow(Kind kind, @Nullable String label) {
  enum Kind {
    NEXT,
    EXIT,
    CONTINUE,
    RETURN
  }

  static final Flow NEXT = new Flow(Kind.NEXT, null);
  static final Flow RETURN = new Flow(Kind.RETURN, null);

  Flow {
    requireNonNull(kind, "kind is null");
  }

  /** Whether a loop goes on to its next round. */
  boolean staysIn(@Nullable String loop) {
    return kind == Kind.NEXT || (kind == Kind.CONTINUE && isOf(loop));
  }

  /** How it goes on behind a loop that this has ended. */
  Flow behind(@Nullable String loop) {
    return kind == Kind.EXIT && isOf(loop) ? NEXT : this;
  }

  /** The same for a block, which only its label can name. */
  Flow behindBlock(@Nullable String block) {
    return kind == Kind.EXIT && label != null && label.equals(block) ? NEXT : this;
  }

  private boolean isOf(@Nullable String loop) {
    return label == null || label.equals(loop);
  }
}
