package dev.colonnade.sql.block.parse;

import dev.colonnade.sql.block.tree.BlockVariable;
import org.jspecify.annotations.Nullable;

/**
 * Names that are visible at a place of a block, as a linked list that every declaration extends.
 * Immutable.
 *
 * @param level of the block that declares the name
 * @param label of that block
 */
record Scope(
    @Nullable Scope outer, String name, BlockVariable variable, int level, @Nullable String label) {
  /** Returns the variable of a name; null if there is none. */
  static @Nullable BlockVariable find(@Nullable Scope from, String name) {
    for (Scope scope = from; scope != null; scope = scope.outer) {
      if (scope.name.equals(name)) {
        return scope.variable;
      }
    }
    return null;
  }

  /** Returns the variable of a name in the block with a label; null if there is none. */
  static @Nullable BlockVariable find(@Nullable Scope from, String label, String name) {
    for (Scope scope = from; scope != null; scope = scope.outer) {
      if (label.equals(scope.label) && scope.name.equals(name)) {
        return scope.variable;
      }
    }
    return null;
  }

  /** Returns whether the block of a level declares the name already. */
  static boolean declares(@Nullable Scope from, String name, int level) {
    for (Scope scope = from; scope != null && scope.level == level; scope = scope.outer) {
      if (scope.name.equals(name)) {
        return true;
      }
    }
    return false;
  }
}
