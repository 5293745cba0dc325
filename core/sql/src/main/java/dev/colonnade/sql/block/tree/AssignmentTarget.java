package dev.colonnade.sql.block.tree;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Target of an assignment.
 *
 * @param field of the variable, which is a row; empty for the whole variable
 * @param subscript the number of the array element; null if the target is not an element
 */
public record AssignmentTarget(
    BlockVariable variable, String field, @Nullable SqlFragment subscript) {
  public AssignmentTarget {
    requireNonNull(variable, "variable is null");
    requireNonNull(field, "field is null");
  }
}
