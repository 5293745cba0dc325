package dev.colonnade.sql.block.parse;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A block as it was read.
 *
 * @param variables all of it, by their indexes
 * @param found the variable that tells whether the last statement met a row
 */
public record BlockText(Step.Block block, List<Variable> variables, Variable found) {
  public BlockText {
    requireNonNull(block, "block is null");
    requireNonNull(found, "found is null");
    variables = List.copyOf(variables);
  }
}
