package dev.colonnade.sql.block;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Control flow after a statement of a block.
 *
 * @param label of the target block or loop; null for the innermost loop
 */
record ControlFlow(Kind kind, @Nullable String label) {
  enum Kind {
    NEXT,
    EXIT,
    CONTINUE,
    RETURN
  }

  static final ControlFlow NEXT = new ControlFlow(Kind.NEXT, null);
  static final ControlFlow RETURN = new ControlFlow(Kind.RETURN, null);

  ControlFlow {
    requireNonNull(kind, "kind is null");
  }

  /** Returns whether a loop continues with its next iteration. */
  boolean continuesLoop(@Nullable String loop) {
    return kind == Kind.NEXT || (kind == Kind.CONTINUE && isOf(loop));
  }

  /** Returns the control flow after a loop that this one has ended. */
  ControlFlow afterLoop(@Nullable String loop) {
    return kind == Kind.EXIT && isOf(loop) ? NEXT : this;
  }

  /** Returns the control flow after a block, which only its label can name. */
  ControlFlow afterBlock(@Nullable String block) {
    return kind == Kind.EXIT && label != null && label.equals(block) ? NEXT : this;
  }

  private boolean isOf(@Nullable String loop) {
    return label == null || label.equals(loop);
  }
}
