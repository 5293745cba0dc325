package dev.colonnade.sql.block.tree;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Parsed PL/pgSQL block.
 *
 * @param variables all of the block, by index
 * @param found the variable FOUND: whether the last statement processed a row
 */
public record ParsedBlock(
    BlockStep.Block block, List<BlockVariable> variables, BlockVariable found) {
  public ParsedBlock {
    requireNonNull(block, "block is null");
    requireNonNull(found, "found is null");
    variables = List.copyOf(variables);
  }
}
