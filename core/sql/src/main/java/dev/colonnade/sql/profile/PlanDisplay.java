package dev.colonnade.sql.profile;

/**
 * What of a plan is shown.
 *
 * @param analyze whether it ran
 * @param verbose whether columns are named
 * @param costs whether estimates are shown
 * @param buffers whether batches and their bytes are shown
 * @param timing whether times of operators are shown
 * @param summary whether times of planning and of the whole run are shown
 */
public record PlanDisplay(
    boolean analyze,
    boolean verbose,
    boolean costs,
    boolean buffers,
    boolean timing,
    boolean summary) {}
