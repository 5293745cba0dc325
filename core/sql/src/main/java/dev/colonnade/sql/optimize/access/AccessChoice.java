package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.access.TableAccess;

/**
 * Chosen access path.
 *
 * @param rows estimated number of rows that are read
 * @param nanos cost
 * @param isSearched whether a key is searched, and not only read from one end to the other
 * @param isOrdered whether the rows are in the wanted order
 * @param comparedNanos cost with that of a sort that the access does not save, and of disabled
 *     algorithms
 */
public record AccessChoice(
    TableAccess access,
    double rows,
    double nanos,
    boolean isSearched,
    boolean isOrdered,
    double comparedNanos) {
  public AccessChoice {
    requireNonNull(access, "access is null");
  }
}
