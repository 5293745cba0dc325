package dev.colonnade.sql.optimize.access;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.physical.access.TableAccess;

/**
 * Chosen access path.
 *
 * @param rows estimated number of rows that are read
 * @param nanos cost
 * @param isOrdered whether the rows are in the wanted order
 */
public record AccessChoice(TableAccess access, double rows, double nanos, boolean isOrdered) {
  public AccessChoice {
    requireNonNull(access, "access is null");
  }
}
