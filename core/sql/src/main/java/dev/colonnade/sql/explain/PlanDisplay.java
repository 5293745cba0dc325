package dev.colonnade.sql.explain;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.explain.format.ExplainFormat;

/**
 * Options of EXPLAIN that select the displayed properties of a plan.
 *
 * @param analyze whether the plan was executed
 * @param verbose whether output columns and schemas are shown
 * @param costs whether estimates are shown
 * @param buffers whether batches, their bytes and temporary blocks are shown
 * @param timing whether times of operators are shown
 * @param summary whether times of planning and of the whole execution are shown
 */
public record PlanDisplay(
    boolean analyze,
    boolean verbose,
    boolean costs,
    boolean buffers,
    boolean timing,
    boolean summary,
    ExplainFormat format) {
  public PlanDisplay {
    requireNonNull(format, "format is null");
  }
}
