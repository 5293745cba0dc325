package dev.colonnade.sql.vector.key;

/**
 * Sort key: a column with its direction.
 *
 * @param descending whether the greatest values come first
 * @param nullsFirst whether NULLs come before all other values, regardless of the direction
 */
public record SortKey(int column, boolean descending, boolean nullsFirst) {}
