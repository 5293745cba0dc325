package dev.colonnade.sql.profile;

/**
 * Options of EXPLAIN that select the displayed properties of a plan.
 *
 * @param analyze whether the plan was executed
 * @param verbose whether the names of output columns are shown
 * @param costs whether estimates are shown
 * @param buffers whether batches and their bytes are shown
 * @param timing whether times of operators are shown
 * @param summary whether times of planning and of the whole execution are shown
 */
public record ExplainDisplay(
    boolean analyze,
    boolean verbose,
    boolean costs,
    boolean buffers,
    boolean timing,
    boolean summary) {}
