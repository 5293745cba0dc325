package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * What takes a value.
 *
 * @param field of the variable, which is a row; empty if all of it takes the value
 * @param subscript the number of the element that takes it; null if it is no element
 */
public record Target(Variable variable, String field, @Nullable Fragment subscript) {
  public Target {
    requireNonNull(variable, "variable is null");
    requireNonNull(field, "field is null");
  }
}
